//! apps/v1: Deployment, ReplicaSet, StatefulSet, DaemonSet. A Deployment scaled to 0 keeps Available=True: replicas are
//! read first.

use crate::kinds::names;
use crate::kinds::{KindSpec, Link, LinkBy, Staleness, Tier};
use crate::model::{Object, OwnState, State};

fn selector() -> LinkBy {
    LinkBy::Selector("/spec/selector/matchLabels".into())
}

/// Deployment.
pub(super) fn deployment() -> KindSpec {
    KindSpec::new(names::DEPLOYMENT, "v1", "deployments", Tier::Workload)
        .short(&["deploy"])
        .link(Link::owns(names::REPLICA_SET, selector()).lazy())
        .staleness(Staleness::StatusGeneration)
        .state_by(deployment_state)
}

/// ReplicaSet.
pub(super) fn replica_set() -> KindSpec {
    KindSpec::new(names::REPLICA_SET, "v1", "replicasets", Tier::Workload)
        .short(&["rs"])
        .link(Link::owns(names::POD, selector()))
        .staleness(Staleness::StatusGeneration)
        .state_by(|set| replicas(set, "/spec/replicas", "/status/readyReplicas"))
}

/// StatefulSet.
pub(super) fn stateful_set() -> KindSpec {
    KindSpec::new(names::STATEFUL_SET, "v1", "statefulsets", Tier::Workload)
        .short(&["sts"])
        .link(Link::owns(names::POD, selector()))
        .members("", "apps.kubernetes.io/pod-index")
        .staleness(Staleness::StatusGeneration)
        .state_by(|set| replicas(set, "/spec/replicas", "/status/readyReplicas"))
}

/// DaemonSet.
pub(super) fn daemon_set() -> KindSpec {
    KindSpec::new(names::DAEMON_SET, "v1", "daemonsets", Tier::Workload)
        .short(&["ds"])
        .link(Link::owns(names::POD, selector()).lazy())
        .staleness(Staleness::StatusGeneration)
        .state_by(|set| replicas(set, "/status/desiredNumberScheduled", "/status/numberReady"))
}

fn deployment_state(deployment: &Object) -> OwnState {
    for kind in ["ReplicaFailure", "Progressing"] {
        let bad = if kind == "ReplicaFailure" { "True" } else { "False" };
        if let Some(condition) = deployment.condition(kind).filter(|condition| condition.status == bad) {
            return OwnState::of(State::Degraded)
                .because(condition.reason)
                .saying(condition.message)
                .since(condition.at)
                .at(condition.path);
        }
    }
    replicas(deployment, "/spec/replicas", "/status/availableReplicas")
}

/// Wanted against ready; a set scaled to nothing is suspended, whatever its conditions say.
fn replicas(set: &Object, wanted_at: &str, ready_at: &str) -> OwnState {
    if set.at("/status").is_none() {
        return OwnState::of(State::Unknown).because("NoStatus");
    }
    let wanted = set.i64_at(wanted_at).unwrap_or(1);
    let ready = set.i64_at(ready_at).unwrap_or(0);
    let (state, reason) = match (wanted, ready) {
        (0, _) => (State::Suspended, "ScaledToZero"),
        (wanted, ready) if ready >= wanted => (State::Healthy, "AllReady"),
        _ => (State::Progressing, "NotAllReady"),
    };
    OwnState::of(state).because(reason).saying(format!("{ready} of {wanted} ready")).at(wanted_at)
}
