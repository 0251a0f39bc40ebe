//! Claims, volumes and classes: a system of its own in the chain.

use crate::kinds::names;
use crate::kinds::{Edge, KindSpec, Link, Tier};
use crate::model::State;

/// PersistentVolumeClaim. Pending under WaitForFirstConsumer is normal until a pod uses it.
pub(super) fn claim() -> KindSpec {
    KindSpec::new(names::PERSISTENT_VOLUME_CLAIM, "v1", "persistentvolumeclaims", Tier::Storage)
        .short(&["pvc"])
        .link(Link::refers(names::PERSISTENT_VOLUME, Edge::Needs, "/spec/volumeName").lazy())
        .link(Link::refers(names::STORAGE_CLASS, Edge::Needs, "/spec/storageClassName").lazy())
        .phase("/status/phase", &[("Bound", State::Healthy), ("Pending", State::Waiting), ("Lost", State::Failed)])
}

/// PersistentVolume. Released means that its claim is gone and somebody has to reclaim it.
pub(super) fn volume() -> KindSpec {
    KindSpec::new(names::PERSISTENT_VOLUME, "v1", "persistentvolumes", Tier::Storage)
        .cluster()
        .short(&["pv"])
        .link(Link::refers(names::STORAGE_CLASS, Edge::Needs, "/spec/storageClassName").lazy())
        .phase(
            "/status/phase",
            &[
                ("Bound", State::Healthy),
                ("Available", State::Healthy),
                ("Pending", State::Progressing),
                ("Released", State::Degraded),
                ("Failed", State::Failed),
            ],
        )
        .phase_words("/status/reason", "/status/message")
}

/// StorageClass.
pub(super) fn class() -> KindSpec {
    KindSpec::new(names::STORAGE_CLASS, "v1", "storageclasses", Tier::Storage).cluster().short(&["sc"])
}
