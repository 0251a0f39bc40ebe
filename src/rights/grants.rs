//! What is granted: kind by kind, which verbs, where, and why.

use crate::kinds::{KindSpec, Kinds, Scope, Tier, names};
use crate::model::GroupKind;

/// Verbs that belong together.
pub type Verbs = &'static [&'static str];

const GET: Verbs = &["get"];
const LIST: Verbs = &["list"];
const BOTH: Verbs = &["get", "list"];
const WATCH: Verbs = &["watch"];

/// Never asked for: the table of kinds knows Secrets only to empty pasted ones, and priority classes by name.
const NEVER: [GroupKind; 2] = [names::SECRET, names::PRIORITY_CLASS];

/// Kinds of which one verb is enough.
const LESS: [(GroupKind, Verbs); 12] = [
    (names::ADMISSION_CHECK, GET),
    (names::CLUSTER_QUEUE, GET),
    (names::COHORT, GET),
    (names::CONFIG_MAP, GET),
    (names::EVENT, LIST),
    (names::LEASE, GET),
    (names::MUTATING_WEBHOOK, LIST),
    (names::NAMESPACE, GET),
    (names::PERSISTENT_VOLUME, GET),
    (names::RESOURCE_FLAVOR, GET),
    (names::RUNTIME_CLASS, GET),
    (names::VALIDATING_WEBHOOK, LIST),
];

/// Kinds that are read by name alone, also where everything else is listed: what holds people's data, and what only beats.
const BY_NAME: [GroupKind; 2] = [names::CONFIG_MAP, names::LEASE];

/// Whether objects of a kind are kept where everything is: by a capture of many runs, and by the recorder.
#[must_use]
pub fn is_kept(kind: &GroupKind) -> bool {
    !NEVER.contains(kind) && !BY_NAME.contains(kind) && *kind != names::ENDPOINT_SLICE
}

/// Namespaced kinds that are looked at beyond the run's own namespace.
const EVERYWHERE: [(GroupKind, Verbs, Why); 6] = [
    (
        names::POD,
        LIST,
        Why::new("What runs on the nodes, when pods of the run find no place", "who takes the room stays unknown")
            .showing("the pods of all teams, plain values of their environment too, but not their logs"),
    ),
    (
        names::WORKLOAD,
        LIST,
        Why::new("Who holds the quota, since any namespace may feed a ClusterQueue", "holders stay unknown"),
    ),
    (names::LEASE, GET, Why::new("Whether a controller or the scheduler is alive", "a dead controller is not told")),
    (
        names::DEPLOYMENT,
        BOTH,
        Why::new("The controllers themselves, and what serves a webhook", "that they are down is not told")
            .showing("the Deployments of all teams, plain values of their environment too"),
    ),
    (names::SERVICE, GET, Why::new("The Service behind a webhook that failed", "why it failed stays unknown")),
    (
        names::ENDPOINT_SLICE,
        LIST,
        Why::new("Whether anything stands behind that Service", "why it failed stays unknown"),
    ),
];

/// Kinds that are for something of their own.
const OWN: [(GroupKind, Why); 3] = [
    (names::CONFIG_MAP, Why::new("ConfigMaps, only those that a waiting pod names", "that one is missing is not told")),
    (names::EVENT, Why::new("What happened to the run and its parts", "most proofs are lost")),
    (names::NAMESPACE, Why::new("The namespace, and which cluster this is", "that it is ending is not told")),
];

/// A role of `docs/rbac.yaml`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// For all namespaces.
    Cluster,
    /// For the namespace of the runs.
    Namespaced,
    /// For the namespace `default`, where the events of nodes stand.
    Events,
    /// For all namespaces, beside the first: what only a capture of many runs takes.
    Capture,
    /// For all namespaces, beside the first and the one before: what the recorder hears of what has no namespace.
    Watch,
    /// For the namespace of the runs, beside the second: what the recorder hears there.
    WatchNamespaced,
    /// For the namespace `default`: events of nodes, for the recorder.
    WatchEvents,
}

impl Role {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cluster => "kubectl-mlop",
            Self::Namespaced => "kubectl-mlop-namespaced",
            Self::Events => "kubectl-mlop-events",
            Self::Capture => "kubectl-mlop-capture",
            Self::Watch => "kubectl-mlop-watch",
            Self::WatchNamespaced => "kubectl-mlop-watch-namespaced",
            Self::WatchEvents => "kubectl-mlop-watch-events",
        }
    }
}

/// What rights are for, and what is lost without them. Each is a part of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Why {
    /// What is looked at.
    pub what: &'static str,
    /// What is lost without.
    pub without: &'static str,
    /// What else they let somebody see.
    pub shows: Option<&'static str>,
}

impl Why {
    const fn new(what: &'static str, without: &'static str) -> Self {
        Self { what, without, shows: None }
    }

    const fn showing(self, shows: &'static str) -> Self {
        Self { shows: Some(shows), ..self }
    }
}

/// Which rules of a role are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All of a tier: they are for the same.
    Tier(Tier),
    /// This one stands alone.
    Alone,
}

/// Verbs on a resource, in a role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grant {
    /// In which role.
    pub role: Role,
    /// Of which part of it.
    pub part: Part,
    /// The kind.
    pub kind: GroupKind,
    /// Plural, with a subresource if it is about one: `pods/log`.
    pub resource: String,
    /// Verbs.
    pub verbs: Verbs,
    /// What for.
    pub why: Why,
}

/// All that is granted, in the order of the roles.
#[must_use]
pub fn grants(kinds: &Kinds) -> Vec<Grant> {
    let alone = |role, spec: &KindSpec, verbs, why| Grant {
        role,
        part: Part::Alone,
        kind: spec.kind.clone(),
        resource: spec.plural.to_string(),
        verbs,
        why,
    };
    let mut all = by_tier(kinds, Role::Cluster, Scope::Cluster);
    let everywhere = EVERYWHERE.into_iter().filter_map(|(kind, verbs, why)| Some((kinds.get(&kind)?, verbs, why)));
    all.extend(everywhere.map(|(spec, verbs, why)| alone(Role::Cluster, spec, verbs, why)));
    all.extend(by_tier(kinds, Role::Namespaced, Scope::Namespaced));
    let logs = Why::new("What containers said before they ended", "causes that only a log tells are lost");
    let events = Why::new("What happened to the nodes", "what happened to a node is lost");
    if let Some(pod) = kinds.get(&names::POD) {
        let log = format!("{}/log", pod.plural);
        all.push(Grant { resource: log, ..alone(Role::Namespaced, pod, GET, logs) });
    }
    all.extend(kinds.get(&names::EVENT).map(|event| alone(Role::Events, event, LIST, events)));
    // Nobody lists these to diagnose one run: each is read by the name under which the run refers to it.
    let only_named = granted(kinds, Scope::Cluster)
        .filter(|spec| !verbs(spec).contains(&"list") && !BY_NAME.contains(&spec.kind))
        .map(|spec| Grant { part: Part::Tier(spec.tier), ..alone(Role::Capture, spec, LIST, why(spec)) });
    all.extend(only_named);
    for (role, scope) in [(Role::Watch, Scope::Cluster), (Role::WatchNamespaced, Scope::Namespaced)] {
        let heard = granted(kinds, scope).filter(|spec| is_kept(&spec.kind));
        all.extend(heard.map(|spec| Grant { part: Part::Tier(spec.tier), ..alone(role, spec, WATCH, why(spec)) }));
    }
    all.extend(kinds.get(&names::EVENT).map(|event| alone(Role::WatchEvents, event, WATCH, events)));
    all
}

fn granted(kinds: &Kinds, scope: Scope) -> impl Iterator<Item = &KindSpec> {
    kinds.iter().filter(move |spec| spec.scope == scope && !NEVER.contains(&spec.kind))
}

fn by_tier(kinds: &Kinds, role: Role, scope: Scope) -> Vec<Grant> {
    let of = |spec: &KindSpec| Grant {
        role,
        part: Part::Tier(spec.tier),
        kind: spec.kind.clone(),
        resource: spec.plural.to_string(),
        verbs: verbs(spec),
        why: why(spec),
    };
    granted(kinds, scope).map(of).collect()
}

fn verbs(spec: &KindSpec) -> Verbs {
    LESS.iter().find(|(kind, _)| *kind == spec.kind).map_or(BOTH, |(_, verbs)| verbs)
}

/// What a kind is for, and what is lost without it: mostly what its whole part is for.
fn why(spec: &KindSpec) -> Why {
    let own = OWN.into_iter().find(|(kind, _)| *kind == spec.kind);
    own.map_or_else(|| of_part(spec.tier, spec.scope), |(_, why)| why)
}

const fn of_part(tier: Tier, scope: Scope) -> Why {
    match (tier, scope) {
        (Tier::Root, _) => Why::new("The runs themselves", "runs of such a kind are not found"),
        (Tier::Workload, _) => Why::new("What makes the pods", "the way from a run to its pods may be cut"),
        (Tier::Pod, _) => Why::new("The pods", "whatever fails in scheduling, images and containers is lost"),
        (Tier::Node, _) => Why::new("The nodes", "node faults, and why no node fits, are lost"),
        (Tier::Queue, Scope::Cluster) => {
            Why::new("Queues and quotas of the cluster", "why a run waits in Kueue is lost")
        }
        (Tier::Queue, Scope::Namespaced) => {
            Why::new("Queues and quotas of the namespace", "what holds a run back is lost")
        }
        (Tier::Storage, _) => Why::new("Storage", "why a claim waits is lost"),
        (Tier::Network, _) => Why::new("Services", "members that cannot find each other are not told"),
        (Tier::Controller, Scope::Cluster) => Why::new("Webhooks", "which one refuses or fails is lost"),
        (Tier::Controller, Scope::Namespaced) => Why::new("Controllers", "whether one is alive is lost"),
        (Tier::Other, _) => Why::new("What pods name", "that it is missing is not told"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_reading_is_granted_and_never_of_secrets() {
        for grant in grants(&Kinds::built_in()) {
            let watches = matches!(grant.role, Role::Watch | Role::WatchNamespaced | Role::WatchEvents);
            let verbs = if watches { WATCH } else { BOTH };
            assert!(!grant.verbs.is_empty() && grant.verbs.iter().all(|verb| verbs.contains(verb)), "{grant:?}");
            assert!(grant.resource != "secrets" && !grant.resource.contains('*'), "{grant:?}");
            assert!(!grant.resource.contains('/') || grant.resource == "pods/log" && grant.verbs == GET, "{grant:?}");
            assert!(grant.kind != names::CONFIG_MAP || grant.verbs == GET, "{grant:?}");
        }
    }

    #[test]
    fn every_kind_that_is_asked_for_is_granted() {
        let kinds = Kinds::built_in();
        let grants = grants(&kinds);
        for spec in kinds.iter() {
            let named = grants.iter().any(|grant| grant.kind == spec.kind);
            assert_eq!(named, !NEVER.contains(&spec.kind), "{}", spec.kind);
        }
    }
}
