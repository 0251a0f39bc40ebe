//! What of it somebody needs: a function of where they look and what they want to do.

use std::collections::BTreeMap;

use super::grants::{Role, Why, grants};
use crate::kinds::{Kinds, names};
use crate::model::{GroupKind, Permission};

/// Namespace in which events about objects without a namespace stand.
const CLUSTER_EVENTS: &str = "default";
/// Namespace whose UID tells clusters apart.
const IDENTITY: &str = "kube-system";

/// Where the runs are looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// In one namespace.
    Namespace(String),
    /// In all of them.
    All,
}

/// What somebody wants to do.
/// Each needs what the one before it needs, and more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// Diagnose or capture one run.
    OneRun,
    /// Capture all runs of the place: more is listed, since nothing is named.
    ManyRuns,
    /// Record what happens in the place.
    Record,
}

/// A right that is needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// The right.
    pub permission: Permission,
    /// The kind: where the cluster does not serve it, nothing is needed.
    pub kind: GroupKind,
    /// A role that grants it.
    pub role: Option<Role>,
    /// What for.
    pub what: &'static str,
    /// What is lost without.
    pub without: &'static str,
}

/// All that is needed, each right once, sorted by namespace, resource and verb.
#[must_use]
pub fn needs(kinds: &Kinds, place: &Place, purpose: Purpose) -> Vec<Need> {
    let mut all = Needs::default();
    for grant in grants(kinds) {
        let least = match grant.role {
            Role::Cluster | Role::Namespaced | Role::Events => Purpose::OneRun,
            Role::Capture => Purpose::ManyRuns,
            Role::Watch | Role::WatchNamespaced | Role::WatchEvents => Purpose::Record,
        };
        if purpose < least {
            continue;
        }
        for namespace in namespaces(grant.role, &grant.kind, place) {
            for verb in grant.verbs {
                all.add(verb, &grant.kind, &grant.resource, namespace, Some(grant.role), grant.why);
            }
        }
    }
    all.sorted()
}

/// What a kind that nobody taught needs besides: no role names it.
#[must_use]
pub fn needs_of(kind: &GroupKind, plural: &str, namespaced: bool, place: &Place, purpose: Purpose) -> Vec<Need> {
    let why = Why { what: "The runs themselves", without: "runs of such a kind are not found", shows: None };
    let namespace = match place {
        Place::Namespace(name) if namespaced => Some(name.as_str()),
        _ => None,
    };
    let mut all = Needs::default();
    let watch = (purpose == Purpose::Record).then_some("watch");
    for verb in ["get", "list"].into_iter().chain(watch) {
        all.add(verb, kind, plural, namespace, None, why);
    }
    all.sorted()
}

/// Where a right of a role has to hold; `None` stands for all namespaces, and for what has none.
fn namespaces<'p>(role: Role, kind: &GroupKind, place: &'p Place) -> Vec<Option<&'p str>> {
    match (role, place) {
        // A namespace counts as being in itself.
        (Role::Cluster, Place::Namespace(home)) if *kind == names::NAMESPACE => vec![Some(home), Some(IDENTITY)],
        (_, Place::All) | (Role::Cluster | Role::Capture | Role::Watch, _) => vec![None],
        (Role::Namespaced | Role::WatchNamespaced, Place::Namespace(home)) => vec![Some(home)],
        (Role::Events | Role::WatchEvents, _) => vec![Some(CLUSTER_EVENTS)],
    }
}

/// By namespace, resource, group and verb.
#[derive(Default)]
struct Needs(BTreeMap<(Option<String>, String, String, String), Need>);

impl Needs {
    /// What is needed for two things is told of the first.
    fn add(
        &mut self,
        verb: &str,
        kind: &GroupKind,
        resource: &str,
        namespace: Option<&str>,
        role: Option<Role>,
        why: Why,
    ) {
        let permission = Permission {
            verb: verb.to_owned(),
            group: kind.group.to_string(),
            resource: resource.to_owned(),
            namespace: namespace.map(str::to_owned),
        };
        let Permission { verb, group, resource, namespace } = permission.clone();
        let need = Need { permission, kind: kind.clone(), role, what: why.what, without: why.without };
        self.0.entry((namespace, resource, group, verb)).or_insert(need);
    }

    fn sorted(self) -> Vec<Need> {
        self.0.into_values().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(place: &Place, purpose: Purpose) -> Vec<String> {
        let needs = needs(&Kinds::built_in(), place, purpose);
        let line = |need: &Need| {
            let Permission { verb, resource, namespace, .. } = &need.permission;
            format!("{} {verb} {resource}", namespace.as_deref().unwrap_or("-"))
        };
        needs.iter().map(line).collect()
    }

    #[test]
    fn one_run_needs_its_namespace_and_what_lies_beyond_it() {
        let lines = lines(&Place::Namespace("ml".to_owned()), Purpose::OneRun);
        let has = |line: &str| lines.iter().any(|known| known == line);
        for line in [
            "- get nodes",
            "- list nodes",
            "- list pods",
            "ml get pods",
            "ml list pods",
            "ml get pods/log",
            "ml list events",
            "default list events",
            "ml get namespaces",
            "kube-system get namespaces",
            "- get clusterqueues",
        ] {
            assert!(has(line), "{line}: {lines:#?}");
        }
        for line in ["- list clusterqueues", "ml list configmaps", "- get namespaces", "ml get secrets", "- get pods"] {
            assert!(!has(line), "{line}");
        }
        let mut sorted = lines.clone();
        sorted.dedup();
        assert_eq!(sorted, lines, "each once");
    }

    #[test]
    fn many_runs_are_listed_with_what_holds_them() {
        let one = lines(&Place::Namespace("ml".to_owned()), Purpose::OneRun);
        let many = lines(&Place::Namespace("ml".to_owned()), Purpose::ManyRuns);
        let more: Vec<&String> = many.iter().filter(|line| !one.contains(line)).collect();
        assert_eq!(
            more,
            [
                "- list admissionchecks",
                "- list clusterqueues",
                "- list cohorts",
                "- list namespaces",
                "- list persistentvolumes",
                "- list resourceflavors",
                "- list runtimeclasses",
            ]
        );
        assert!(one.iter().all(|line| many.contains(line)));
        let record = lines(&Place::Namespace("ml".to_owned()), Purpose::Record);
        let more: Vec<&String> = record.iter().filter(|line| !many.contains(line)).collect();
        assert!(many.iter().all(|line| record.contains(line)) && more.iter().all(|line| line.contains(" watch ")));
        for line in ["ml watch pods", "ml watch events", "default watch events", "- watch nodes", "- watch namespaces"]
        {
            assert!(more.iter().any(|known| *known == line), "{line}: {more:#?}");
        }
        assert!(more.iter().all(|line| !line.contains("configmaps") && !line.contains("leases")), "{more:#?}");
    }

    #[test]
    fn all_namespaces_are_no_namespace() {
        let all = lines(&Place::All, Purpose::ManyRuns);
        assert!(all.iter().all(|line| line.starts_with("- ")), "{all:#?}");
        for line in ["- get pods/log", "- list events", "- list pods", "- list jobs", "- get namespaces"] {
            assert!(all.iter().any(|known| known == line), "{line}");
        }
    }

    #[test]
    fn a_namespace_called_default_is_asked_for_its_events_once() {
        let lines = lines(&Place::Namespace("default".to_owned()), Purpose::OneRun);
        assert_eq!(lines.iter().filter(|line| *line == "default list events").count(), 1);
    }
}
