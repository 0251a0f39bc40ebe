//! Which resources there are: the kinds that the bundle holds, and those of our table that it might have held.
//!
//! Owns their names. Kinds of which the cluster said that it does not have them are left out: kubectl then says so itself.

use std::collections::{BTreeMap, BTreeSet};

use crate::bundle::layout::decode_part;
use crate::bundle::records::IndexLine;
use crate::kinds::{Kinds, Scope, names};
use crate::model::GroupKind;

/// The group in which events stand a second time.
pub(super) const EVENTS_GROUP: &str = "events.k8s.io";

/// What `kubectl get all` means on a server, of the kinds that we know.
const IN_ALL: [GroupKind; 8] = [
    names::POD,
    names::SERVICE,
    names::JOB,
    names::CRON_JOB,
    names::DEPLOYMENT,
    names::REPLICA_SET,
    names::STATEFUL_SET,
    names::DAEMON_SET,
];

/// A resource in one version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Resource {
    /// Kind and group.
    pub(super) kind: GroupKind,
    /// Version.
    pub(super) version: String,
    /// Plural name, as in paths.
    pub(super) plural: String,
    /// Short names.
    pub(super) short: Vec<String>,
    /// Whether its objects live in namespaces.
    pub(super) namespaced: bool,
}

impl Resource {
    /// `v1`, `batch/v1`.
    pub(super) fn api_version(&self) -> String {
        match &*self.kind.group {
            "" => self.version.clone(),
            group => format!("{group}/{}", self.version),
        }
    }

    /// `pods`, `jobs.batch`.
    pub(super) fn full_name(&self) -> String {
        match &*self.kind.group {
            "" => self.plural.clone(),
            group => format!("{}.{group}", self.plural),
        }
    }

    /// The name of one.
    pub(super) fn singular(&self) -> String {
        self.kind.kind.to_ascii_lowercase()
    }

    /// Whether these are events, in either of their two forms.
    pub(super) fn is_event(&self) -> bool {
        self.kind.kind == "Event" && (self.kind.group.is_empty() || self.kind.group == EVENTS_GROUP)
    }

    /// Its objects in a namespace, in words: `pods in namespace ml`.
    pub(super) fn within(&self, namespace: Option<&str>) -> String {
        format!("{}{}", self.full_name(), self.place(namespace))
    }

    /// One of them, in words: `pods "a" in namespace ml`.
    pub(super) fn one_within(&self, namespace: Option<&str>, name: &str) -> String {
        format!("{} {name:?}{}", self.full_name(), self.place(namespace))
    }

    fn place(&self, namespace: Option<&str>) -> String {
        match namespace {
            Some(namespace) => format!(" in namespace {namespace}"),
            None if self.namespaced => " in all namespaces".to_owned(),
            None => String::new(),
        }
    }

    /// What else it answers to: `all`, as on a server.
    pub(super) fn categories(&self) -> &'static [&'static str] {
        if IN_ALL.contains(&self.kind) { &["all"] } else { &[] }
    }
}

/// All of them: groups of Kubernetes itself first, as a server has it, since the first that answers to a word is meant.
pub(super) fn resources(kinds: &Kinds, index: &[IndexLine], not_served: &BTreeSet<GroupKind>) -> Vec<Resource> {
    let mut found: BTreeMap<(GroupKind, String), Resource> = BTreeMap::new();
    for line in index {
        let kind = line.reference.group_kind();
        let version = line.reference.api_version.rsplit('/').next().unwrap_or_default().to_owned();
        found.entry((kind.clone(), version.clone())).or_insert_with(|| held(kinds, line, kind, version));
    }
    let held: BTreeSet<GroupKind> = found.keys().map(|(kind, _)| kind.clone()).collect();
    for spec in kinds.iter().filter(|spec| !held.contains(&spec.kind) && !not_served.contains(&spec.kind)) {
        let Some(version) = spec.versions.first() else { continue };
        let resource = named(kinds, spec.kind.clone(), version.to_string());
        found.insert((spec.kind.clone(), version.to_string()), resource);
    }
    let events = [names::EVENT, GroupKind::of(EVENTS_GROUP, "Event")].map(|kind| Resource {
        kind,
        version: "v1".to_owned(),
        plural: "events".to_owned(),
        short: vec!["ev".to_owned()],
        namespaced: true,
    });
    let mut all: Vec<Resource> = found.into_values().filter(|resource| !resource.is_event()).chain(events).collect();
    all.sort_by(|a, b| place(a).cmp(&place(b)));
    all
}

fn place(resource: &Resource) -> (u8, &str, i64, &str) {
    let group = &*resource.kind.group;
    let rank = if group.is_empty() { 0 } else { 1 + u8::from(group.contains('.') && !is_builtin(group)) };
    (rank, group, -weight(&resource.version), &resource.plural)
}

/// Groups of Kubernetes itself end in `.k8s.io`; so do those of its subprojects, but in `.x-k8s.io`.
fn is_builtin(group: &str) -> bool {
    group.ends_with(".k8s.io") && !group.ends_with(".x-k8s.io")
}

/// How well a version is liked: `v2` before `v1` before `v1beta2` before `v1alpha1`.
pub(super) fn weight(version: &str) -> i64 {
    let number = |text: &str| text.parse::<u16>().map(i64::from).ok();
    let Some(rest) = version.strip_prefix('v') else { return 0 };
    let (major, stage, minor) = match rest.split_once("beta").map(|parts| (parts, 1)) {
        Some(((major, minor), stage)) => (major, stage, minor),
        None => rest.split_once("alpha").map_or((rest, 2, "0"), |(major, minor)| (major, 0, minor)),
    };
    let (Some(major), Some(minor)) = (number(major), number(minor)) else { return 0 };
    (stage << 40) + (major << 20) + minor + 1
}

/// A kind that the bundle holds: its plural stands in its path.
fn held(kinds: &Kinds, line: &IndexLine, kind: GroupKind, version: String) -> Resource {
    let known = kinds.get(&kind).is_some();
    let mut resource = named(kinds, kind, version);
    if !known {
        let part = line.dir.split('/').nth(2).and_then(decode_part).unwrap_or_default();
        let group = &resource.kind.group;
        let plural = part.strip_suffix(&**group).and_then(|plural| plural.strip_suffix('.'));
        if let Some(plural) = plural.filter(|plural| !plural.is_empty()) {
            resource.plural = plural.to_owned();
        }
        resource.namespaced = line.reference.namespace.is_some();
    }
    resource
}

fn named(kinds: &Kinds, kind: GroupKind, version: String) -> Resource {
    let spec = kinds.get(&kind);
    let plural = spec.map_or_else(|| format!("{}s", kind.kind.to_ascii_lowercase()), |spec| spec.plural.to_string());
    Resource {
        version,
        plural,
        short: spec.into_iter().flat_map(|spec| &spec.short).map(ToString::to_string).collect(),
        namespaced: spec.is_none_or(|spec| spec.scope == Scope::Namespaced),
        kind,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_ordered_as_kubernetes_orders_them() {
        let ordered = ["v2", "v1", "v2beta1", "v1beta2", "v1beta1", "v2alpha1", "v1alpha1", "odd"];
        assert!(ordered.is_sorted_by(|a, b| weight(a) > weight(b)));
    }

    #[test]
    fn untaught_kinds_have_the_plural_of_their_path() {
        let line: IndexLine = serde_json::from_value(serde_json::json!({
            "ref": {"apiVersion": "example.io/v1", "kind": "Policy", "namespace": "ml", "name": "a", "uid": "u"},
            "dir": "objects/ml/policies.example.io/a/u",
        }))
        .unwrap();
        let all = resources(&Kinds::built_in(), &[line], &BTreeSet::from([names::JOB_SET]));
        let policy = all.iter().find(|one| one.kind.kind == "Policy").unwrap();
        assert_eq!((policy.full_name().as_str(), policy.namespaced), ("policies.example.io", true));
        assert!(all.iter().any(|one| one.kind == names::JOB) && !all.iter().any(|one| one.kind == names::JOB_SET));
        assert_eq!(all.iter().filter(|one| one.is_event()).count(), 2);
        assert!(all.first().unwrap().kind.group.is_empty() && all.last().unwrap().kind.group == "trainer.kubeflow.org");
    }
}
