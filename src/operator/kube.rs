//! The Operation as a resource that cluster clients know.
//!
//! Owns the implementation of kube's traits, by hand: the definition is the operator's, so nothing is to be derived
//! from ours. Must never be needed by the core, which is built without it.

use std::borrow::Cow;

use k8s_openapi::NamespaceResourceScope;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta;
use kube::Resource;

use super::metadata::Meta;
use super::names;
use super::operation::Operation;

/// An Operation for kube's typed clients.
///
/// Its metadata is Kubernetes' own type, which drops fields it does not know and refuses malformed times. Where
/// nothing may be lost, read an [`Operation`] instead.
pub type KubeOperation = Operation<ObjectMeta>;

impl Resource for Operation<ObjectMeta> {
    type DynamicType = ();
    type Scope = NamespaceResourceScope;

    fn kind((): &()) -> Cow<'_, str> {
        names::KIND.into()
    }

    fn group((): &()) -> Cow<'_, str> {
        names::GROUP.into()
    }

    fn version((): &()) -> Cow<'_, str> {
        names::VERSION.into()
    }

    fn plural((): &()) -> Cow<'_, str> {
        names::PLURAL.into()
    }

    fn meta(&self) -> &ObjectMeta {
        &self.metadata
    }

    fn meta_mut(&mut self) -> &mut ObjectMeta {
        &mut self.metadata
    }
}

impl Meta for ObjectMeta {
    fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    fn namespace(&self) -> Option<&str> {
        self.namespace.as_deref()
    }

    fn uid(&self) -> Option<&str> {
        self.uid.as_deref()
    }

    fn label(&self, key: &str) -> Option<&str> {
        self.labels.as_ref()?.get(key).map(String::as_str)
    }

    fn annotation(&self, key: &str) -> Option<&str> {
        self.annotations.as_ref()?.get(key).map(String::as_str)
    }

    fn finalizers(&self) -> Vec<&str> {
        self.finalizers.iter().flatten().map(String::as_str).collect()
    }

    fn is_absent(&self) -> bool {
        *self == Self::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operator::RunKind;
    use kube::ResourceExt;

    #[test]
    fn clients_find_it_at_its_place() {
        assert_eq!(KubeOperation::api_version(&()), names::API_VERSION);
        assert_eq!(KubeOperation::url_path(&(), Some("ml")), "/apis/core.polyaxon.com/v1/namespaces/ml/operations");
        assert_eq!(format!("{}.{}", names::PLURAL, names::GROUP), names::CRD);
    }

    #[test]
    fn typed_metadata_serves_the_same_helpers() {
        let operation: KubeOperation = serde_json::from_value(serde_json::json!({
            "metadata": {"name": "run-42", "namespace": "ml", "finalizers": [names::FINALIZER_LOGS]}, "mpiJobSpec": {}
        }))
        .unwrap();
        assert_eq!(operation.name_any(), "run-42");
        assert_eq!(operation.child(), Some(RunKind::MpiJob.child("run-42")));
        assert_eq!(operation.operator_finalizers(), [names::FINALIZER_LOGS]);
    }
}
