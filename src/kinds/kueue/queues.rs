//! LocalQueue → ClusterQueue → Cohort, and what they refer to.

use super::workload::controller;
use crate::kinds::names;
use crate::kinds::{Edge, KindSpec, Link, Staleness, Tier};
use crate::model::{GroupKind, State};

fn with_active(kind: GroupKind, plural: &'static str) -> KindSpec {
    KindSpec::new(kind, "v1beta2", plural, Tier::Queue)
        .version("v1beta1")
        .on("Active", "True", State::Healthy)
        .on("Active", "False", State::Degraded)
        .staleness(Staleness::PerCondition)
        .controller(controller())
}

/// LocalQueue.
pub(super) fn local_queue() -> KindSpec {
    with_active(names::LOCAL_QUEUE, "localqueues").short(&["queue", "lq"]).link(Link::refers(
        names::CLUSTER_QUEUE,
        Edge::Queues,
        "/spec/clusterQueue",
    ))
}

/// ClusterQueue. Only its Active condition tells a stopped queue from a broken one.
pub(super) fn cluster_queue() -> KindSpec {
    with_active(names::CLUSTER_QUEUE, "clusterqueues")
        .cluster()
        .short(&["cq"])
        .link(Link::refers(names::COHORT, Edge::Queues, "/spec/cohortName").lazy())
        .link(Link::refers(names::RESOURCE_FLAVOR, Edge::Needs, "/spec/resourceGroups/*/flavors/*/name").lazy())
}

/// Cohort. No conditions.
pub(super) fn cohort() -> KindSpec {
    KindSpec::new(names::COHORT, "v1beta2", "cohorts", Tier::Queue)
        .version("v1beta1")
        .cluster()
        .controller(controller())
}

/// ResourceFlavor. No conditions.
pub(super) fn resource_flavor() -> KindSpec {
    KindSpec::new(names::RESOURCE_FLAVOR, "v1beta2", "resourceflavors", Tier::Queue)
        .version("v1beta1")
        .cluster()
        .short(&["rf"])
        .controller(controller())
}

/// AdmissionCheck.
pub(super) fn admission_check() -> KindSpec {
    with_active(names::ADMISSION_CHECK, "admissionchecks").cluster()
}
