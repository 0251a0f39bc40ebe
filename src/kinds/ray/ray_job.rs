//! RayJob. `jobDeploymentStatus` is the phase; `rayClusterStatus` is a first snapshot that is never refreshed: read the
//! RayCluster. A STOPPED job ends as Complete.

use super::controller;
use crate::kinds::kueue::queued;
use crate::kinds::names;
use crate::kinds::{Edge, KindSpec, Link, LinkBy, Staleness, Tier};
use crate::model::{Object, OwnState, State};

/// The kind.
pub(super) fn spec() -> KindSpec {
    let mut cluster = Link::refers(names::RAY_CLUSTER, Edge::Owns, "/status/rayClusterName");
    cluster.edge = Edge::Owns;
    queued(
        KindSpec::new(names::RAY_JOB, "v1", "rayjobs", Tier::Root)
            .link(cluster)
            .link(Link::owns(names::JOB, LinkBy::SameName))
            .suspend("/spec/suspend")
            .staleness(Staleness::NeverWritten)
            .controller(controller())
            .secret("/spec/runtimeEnvYAML")
            .vanishes("with shutdownAfterJobFinishes the RayCluster and all Ray pods are deleted at the end")
            .vanishes("a retry deletes cluster and submitter and clears message, reason and rayClusterName")
            .state_by(state),
    )
}

fn state(job: &Object) -> OwnState {
    let Some(phase) = job.str_at("/status/jobDeploymentStatus") else {
        return OwnState::of(State::Unknown).because("NoStatus");
    };
    let ray = job.str_at("/status/jobStatus").unwrap_or("");
    let state = match (phase, ray) {
        ("Failed" | "ValidationFailed", _) | ("Complete", "FAILED") => State::Failed,
        ("Complete", _) => State::Succeeded,
        ("Suspended" | "Suspending", _) => State::Suspended,
        ("Running", _) => State::Healthy,
        ("Initializing" | "Waiting" | "Retrying", _) => State::Progressing,
        _ => State::Unknown,
    };
    OwnState::of(state)
        .because(job.str_at("/status/reason").unwrap_or(phase))
        .saying(job.str_at("/status/message").unwrap_or(""))
        .since(job.time_at("/status/endTime"))
        .at("/status/jobDeploymentStatus")
}
