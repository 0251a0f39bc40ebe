//! Kueue: who may start, and who holds the quota.

mod queues;
mod workload;

use super::names::{self, QUEUE_LABEL};
use super::{Edge, KindSpec, Link, LinkBy};

/// The family's kinds, one line each.
pub(super) fn specs() -> Vec<KindSpec> {
    vec![
        workload::spec(),
        queues::local_queue(),
        queues::cluster_queue(),
        queues::cohort(),
        queues::resource_flavor(),
        queues::admission_check(),
    ]
}

/// Adds what every kind that Kueue can queue has: a queue label, and a Workload that carries its UID.
pub(super) fn queued(spec: KindSpec) -> KindSpec {
    let has_queue = "/metadata/labels/kueue.x-k8s.io~1queue-name";
    let mut workload = Link::owns(names::WORKLOAD, LinkBy::UidLabel("kueue.x-k8s.io/job-uid".into())).when(has_queue);
    workload.edge = Edge::Queues;
    spec.link(workload).link(Link::label(names::LOCAL_QUEUE, Edge::Queues, QUEUE_LABEL).lazy())
}
