//! RayCluster. `state: ready` and `RayClusterProvisioned=True` stay after pods die: HeadPodReady and the pods decide.

use super::controller;
use crate::kinds::kueue::queued;
use crate::kinds::names;
use crate::kinds::{KindSpec, Link, LinkBy, Staleness, Tier};
use crate::model::State;

/// The kind.
pub(super) fn spec() -> KindSpec {
    queued(
        KindSpec::new(names::RAY_CLUSTER, "v1", "rayclusters", Tier::Root)
            .link(Link::owns(names::POD, LinkBy::NameLabel("ray.io/cluster".into())))
            .on("RayClusterSuspended", "True", State::Suspended)
            .on("RayClusterSuspending", "True", State::Suspended)
            .on("ReplicaFailure", "True", State::Degraded)
            .on("HeadPodReady", "False", State::Progressing)
            .on("HeadPodReady", "True", State::Healthy)
            .phase("/status/state", &[("ready", State::Healthy), ("suspended", State::Suspended)])
            .suspend("/spec/suspend")
            .staleness(Staleness::Lags)
            .members("ray.io/node-type", "ray.io/worker-group-replica-index")
            .controller(controller())
            .vanishes(
                "failed Ray pods are deleted and made anew; the Normal event DeletedWorkerPod keeps the exit code",
            ),
    )
}
