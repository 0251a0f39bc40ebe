//! Kueue's Workload: the claim of one job on quota. No condition at all means queued and not yet tried. `Evicted` stays
//! True after an eviction until quota is reserved again, so it comes last.

use crate::kinds::names;
use crate::kinds::{Controller, Edge, KindSpec, Link, Staleness, Tier};
use crate::model::State;

/// Who reconciles Kueue's kinds.
pub(super) fn controller() -> Controller {
    Controller::new("kueue", &["kueue-system"], "kueue-controller-manager")
        .lease("c1f6bfd2.kueue.x-k8s.io")
        .managers(&["kueue", "kueue-admission"])
}

/// The kind.
pub(super) fn spec() -> KindSpec {
    KindSpec::new(names::WORKLOAD, "v1beta2", "workloads", Tier::Queue)
        .version("v1beta1")
        .short(&["kwl"])
        .link(Link::refers(names::LOCAL_QUEUE, Edge::Queues, "/spec/queueName").lazy())
        .link(Link::refers(names::CLUSTER_QUEUE, Edge::Queues, "/status/admission/clusterQueue").lazy())
        .link(Link::refers(names::ADMISSION_CHECK, Edge::Needs, "/status/admissionChecks/*/name").lazy())
        .on_reason("Finished", "True", "Failed", State::Failed)
        .on("Finished", "True", State::Succeeded)
        .on("Admitted", "True", State::Healthy)
        .on("QuotaReserved", "True", State::Progressing)
        .on("QuotaReserved", "False", State::Waiting)
        .on("Evicted", "True", State::Waiting)
        .staleness(Staleness::PerCondition)
        .controller(controller())
        .otherwise(State::Waiting)
}
