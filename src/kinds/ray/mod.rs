//! Ray: RayJob and RayCluster of KubeRay.

mod ray_cluster;
mod ray_job;

use super::{Controller, KindSpec};

/// The family's kinds, one line each.
pub(super) fn specs() -> Vec<KindSpec> {
    vec![ray_job::spec(), ray_cluster::spec()]
}

/// Who reconciles them.
fn controller() -> Controller {
    Controller::new(
        "kuberay-operator",
        &["default", "kuberay-operator", "kuberay-system", "ray-system"],
        "kuberay-operator",
    )
    .lease("ray-operator-leader")
    .managers(&["kuberay-operator"])
}
