//! The Operation itself.
//!
//! Owns the top level of the object and the questions that it answers on its own. Must never look at other objects.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::field::{Field, Unknown};
use super::metadata::{Meta, Metadata};
use super::names;
use super::notification::Notification;
use super::run_kind::{Child, RunKind};
use super::specs::{BatchJobSpec, DaskJobSpec, KubeflowJobSpec, RayJobSpec, ReplicaSpec, ServiceSpec};
use super::status::OperationStatus;
use super::template::{PodTemplate, TemplateAt};
use super::termination::Termination;

/// An Operation: one run of the platform, as the operator is told about it.
///
/// `M` is how metadata is held: as JSON, which keeps everything, or as a cluster client's own type.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", bound = "M: Meta")]
pub struct Operation<M: Meta = Metadata> {
    /// `core.polyaxon.com/v1`. Items of a list may leave it out.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub api_version: Field<String>,
    /// `Operation`. Items of a list may leave it out.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub kind: Field<String>,
    /// Name, labels, owners and the like.
    #[serde(default, skip_serializing_if = "Meta::is_absent")]
    pub metadata: M,
    /// When to give it up, and when to remove it.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub termination: Field<Termination>,
    /// Whether its logs are to be collected before it may go.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub collect_logs: Field<bool>,
    /// Whether the platform is to be told of each change of state.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub sync_statuses: Field<bool>,
    /// Whom to tell about its end.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub notifications: Field<Vec<Field<Notification>>>,
    /// A plain job.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub batch_job_spec: Field<BatchJobSpec>,
    /// Something that stays up.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub service_spec: Field<ServiceSpec>,
    /// TensorFlow.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub tf_job_spec: Field<KubeflowJobSpec>,
    /// PyTorch.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub pytorch_job_spec: Field<KubeflowJobSpec>,
    /// Paddle.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub paddle_job_spec: Field<KubeflowJobSpec>,
    /// MXNet.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub mx_job_spec: Field<KubeflowJobSpec>,
    /// XGBoost.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub xgboost_job_spec: Field<KubeflowJobSpec>,
    /// MPI.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub mpi_job_spec: Field<KubeflowJobSpec>,
    /// Dask.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub dask_job_spec: Field<DaskJobSpec>,
    /// Ray.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub ray_job_spec: Field<RayJobSpec>,
    /// What its controller says of it.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub status: Field<OperationStatus>,
    /// Fields this version of the type does not know.
    #[serde(flatten)]
    pub unknown: Unknown,
}

/// A run's place on the platform, from the Operation's annotations. Any part may be missing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlatformRun<'a> {
    /// Owner: a person or an organisation.
    pub owner: Option<&'a str>,
    /// Project.
    pub project: Option<&'a str>,
    /// The platform's word for the kind of run.
    pub kind: Option<&'a str>,
    /// Name on the platform; not the object's name.
    pub name: Option<&'a str>,
}

impl<M: Meta> Operation<M> {
    /// Whether it asks for this kind of run.
    #[must_use]
    pub const fn asks_for(&self, kind: RunKind) -> bool {
        match kind {
            RunKind::BatchJob => self.batch_job_spec.is_set(),
            RunKind::Service => self.service_spec.is_set(),
            RunKind::TfJob => self.tf_job_spec.is_set(),
            RunKind::PytorchJob => self.pytorch_job_spec.is_set(),
            RunKind::PaddleJob => self.paddle_job_spec.is_set(),
            RunKind::MxJob => self.mx_job_spec.is_set(),
            RunKind::XgboostJob => self.xgboost_job_spec.is_set(),
            RunKind::MpiJob => self.mpi_job_spec.is_set(),
            RunKind::DaskJob => self.dask_job_spec.is_set(),
            RunKind::RayJob => self.ray_job_spec.is_set(),
        }
    }

    /// The kind of run the operator will make of it: the first it asks for. None: the operator makes nothing of it,
    /// and says so nowhere.
    #[must_use]
    pub fn run_kind(&self) -> Option<RunKind> {
        RunKind::ALL.into_iter().find(|kind| self.asks_for(*kind))
    }

    /// Kinds it asks for as well, and the operator passes over. The schema allows several.
    #[must_use]
    pub fn passed_over(&self) -> Vec<RunKind> {
        RunKind::ALL.into_iter().filter(|kind| self.asks_for(*kind)).skip(1).collect()
    }

    /// The main object that the operator makes of it, if it has a name and asks for something.
    #[must_use]
    pub fn child(&self) -> Option<Child> {
        Some(self.run_kind()?.child(self.metadata.name()?))
    }

    /// Its place on the platform.
    #[must_use]
    pub fn platform_run(&self) -> PlatformRun<'_> {
        PlatformRun {
            owner: self.metadata.annotation(names::ANNOTATION_OWNER),
            project: self.metadata.annotation(names::ANNOTATION_PROJECT),
            kind: self.metadata.annotation(names::ANNOTATION_KIND),
            name: self.metadata.annotation(names::ANNOTATION_NAME),
        }
    }

    /// The value of the label by which the operator finds this run's pods. Without it, it sees none of them.
    #[must_use]
    pub fn instance_label(&self) -> Option<&str> {
        self.metadata.label(names::LABEL_INSTANCE)
    }

    /// Those of its finalizers that only the operator may remove.
    #[must_use]
    pub fn operator_finalizers(&self) -> Vec<&str> {
        let ours = [names::FINALIZER_LOGS, names::FINALIZER_NOTIFICATIONS];
        self.metadata.finalizers().into_iter().filter(|finalizer| ours.contains(finalizer)).collect()
    }

    /// Whether the operator treats it as done.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.status.get().is_some_and(OperationStatus::is_done)
    }

    /// The pod templates of the run that the operator makes, each with its place, in the order of their names.
    #[must_use]
    pub fn pod_templates(&self) -> Vec<TemplateAt<'_>> {
        let Some(kind) = self.run_kind() else { return Vec::new() };
        let top = format!("/{}", kind.field());
        let found = match kind {
            RunKind::BatchJob => self.batch_job_spec.get().map(|spec| only(&top, None, &spec.template)),
            RunKind::Service => self.service_spec.get().map(|spec| only(&top, spec.replicas.get(), &spec.template)),
            RunKind::TfJob => kubeflow(&top, &self.tf_job_spec),
            RunKind::PytorchJob => kubeflow(&top, &self.pytorch_job_spec),
            RunKind::PaddleJob => kubeflow(&top, &self.paddle_job_spec),
            RunKind::MxJob => kubeflow(&top, &self.mx_job_spec),
            RunKind::XgboostJob => kubeflow(&top, &self.xgboost_job_spec),
            RunKind::MpiJob => kubeflow(&top, &self.mpi_job_spec),
            RunKind::DaskJob => self.dask_job_spec.get().map(|spec| by_role(&top, &spec.replica_specs)),
            RunKind::RayJob => self.ray_job_spec.get().map(|spec| ray(&top, spec)),
        };
        found.unwrap_or_default()
    }
}

/// The templates of a gang.
fn kubeflow<'a>(top: &str, spec: &'a Field<KubeflowJobSpec>) -> Option<Vec<TemplateAt<'a>>> {
    Some(by_role(top, &spec.get()?.replica_specs))
}

/// The template of a run with one role.
fn only<'a>(top: &str, replicas: Option<&i64>, template: &'a Field<PodTemplate>) -> Vec<TemplateAt<'a>> {
    let replicas = replicas.copied().unwrap_or(1);
    let at = |template| TemplateAt { path: format!("{top}/template"), role: None, replicas, template };
    template.get().map(at).into_iter().collect()
}

/// The template of one role.
fn one<'a>(place: &str, role: Option<&'a str>, spec: &'a Field<ReplicaSpec>) -> Option<TemplateAt<'a>> {
    let spec = spec.get()?;
    Some(TemplateAt {
        path: format!("{place}/template"),
        role,
        replicas: spec.replicas.get().copied().unwrap_or(1),
        template: spec.template.get()?,
    })
}

/// The templates of a run whose roles have names.
fn by_role<'a>(top: &str, roles: &'a Field<BTreeMap<String, Field<ReplicaSpec>>>) -> Vec<TemplateAt<'a>> {
    let roles = roles.get().into_iter().flatten();
    roles
        .filter_map(|(role, spec)| {
            let key = role.replace('~', "~0").replace('/', "~1");
            one(&format!("{top}/replicaSpecs/{key}"), Some(role), spec)
        })
        .collect()
}

/// Ray's templates: the head, and each group of workers.
fn ray<'a>(top: &str, spec: &'a RayJobSpec) -> Vec<TemplateAt<'a>> {
    let head = one(&format!("{top}/head"), Some("head"), &spec.head);
    let workers = spec.workers.get().into_iter().flatten().enumerate();
    let workers = workers.filter_map(|(index, group)| {
        let name = group.get().and_then(|group| group.group_name.get()).map_or("worker", String::as_str);
        one(&format!("{top}/workers/{index}"), Some(name), group)
    });
    head.into_iter().chain(workers).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn read(value: &Value) -> Operation {
        let operation: Operation = serde_json::from_value(value.clone()).unwrap();
        assert_eq!(serde_json::to_value(&operation).unwrap(), *value);
        operation
    }

    #[test]
    fn each_kind_of_run_is_asked_for_by_its_own_field() {
        for kind in RunKind::ALL {
            let operation = read(&json!({"metadata": {"name": "run-42"}, kind.field(): {}}));
            assert_eq!(operation.run_kind(), Some(kind));
            assert_eq!(operation.child(), Some(kind.child("run-42")));
        }
    }

    #[test]
    fn of_two_kinds_the_first_counts_and_null_is_none() {
        let operation = read(&json!({"rayJobSpec": {}, "tfJobSpec": {}, "batchJobSpec": null}));
        assert_eq!(operation.run_kind(), Some(RunKind::TfJob));
        assert_eq!(operation.passed_over(), [RunKind::RayJob]);
    }

    #[test]
    fn odd_fields_neither_fail_nor_vanish() {
        let operation = read(&json!({
            "apiVersion": 1, "kind": null, "metadata": ["run-42"], "termination": "soon", "collectLogs": "yes",
            "syncStatuses": null, "notifications": {"trigger": "Done"}, "batchJobSpec": [], "pytorchJobSpec":
            {"replicaSpecs": {"Worker": {"replicas": "two", "template": 1}, "Master": 4}, "schedulingPolicy": {"x": 1}},
            "status": {"conditions": [{"type": "Novel", "observedGeneration": 3}], "phase": "Running"},
            "somethingNew": {"deep": [1.5, null]}
        }));
        assert_eq!(operation.run_kind(), Some(RunKind::BatchJob));
        assert_eq!(operation.child(), None);
        assert!(operation.pod_templates().is_empty());
        assert!(!operation.is_done());
        assert!(operation.unknown.contains_key("somethingNew"));
    }

    #[test]
    fn nothing_at_all_is_an_operation_that_asks_for_nothing() {
        read(&json!({"metadata": null}));
        let operation = read(&json!({}));
        assert_eq!(operation.run_kind(), None);
        assert_eq!(operation.platform_run(), PlatformRun::default());
    }

    #[test]
    fn the_platform_is_read_from_annotations() {
        let operation = read(&json!({"metadata": {"annotations": {
            "operation.polyaxon.com/owner": "acme", "operation.polyaxon.com/project": "vision",
            "operation.polyaxon.com/kind": "job", "operation.polyaxon.com/name": "sweep 7"}}}));
        let run = operation.platform_run();
        assert_eq!(
            (run.owner, run.project, run.kind, run.name),
            (Some("acme"), Some("vision"), Some("job"), Some("sweep 7"))
        );
    }

    #[test]
    fn only_the_operators_own_finalizers_are_its_business() {
        let operation = read(&json!({"metadata": {"finalizers": [names::FINALIZER_LOGS, "foregroundDeletion", 3]}}));
        assert_eq!(operation.operator_finalizers(), [names::FINALIZER_LOGS]);
    }

    #[test]
    fn templates_carry_their_place_role_and_count() {
        let template = json!({"spec": {"containers": [{"name": "polyaxon-main"}]}});
        let operation = read(&json!({"rayJobSpec": {
            "head": {"template": template},
            "workers": [{"groupName": "gpu", "replicas": 4, "template": template}, null]}}));
        let found: Vec<_> =
            operation.pod_templates().into_iter().map(|at| (at.path, at.role.unwrap(), at.replicas)).collect();
        assert_eq!(
            found,
            [
                ("/rayJobSpec/head/template".to_owned(), "head", 1),
                ("/rayJobSpec/workers/0/template".to_owned(), "gpu", 4)
            ]
        );
        let operation = read(&json!({"mpiJobSpec": {"replicaSpecs": {"a/b": {"replicas": 2, "template": template}}}}));
        assert_eq!(operation.pod_templates().first().unwrap().path, "/mpiJobSpec/replicaSpecs/a~1b/template");
    }
}
