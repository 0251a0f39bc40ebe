//! Kubernetes' own kinds outside workloads: pods, nodes, storage, quota, network, controllers' leases and webhooks.

mod controllers;
mod network;
mod node;
pub(super) mod pod;
mod policy;
mod storage;

use super::KindSpec;

/// The family's kinds, one line each.
pub(super) fn specs() -> Vec<KindSpec> {
    vec![
        pod::spec(),
        node::spec(),
        policy::namespace(),
        policy::resource_quota(),
        policy::limit_range(),
        policy::priority_class(),
        policy::runtime_class(),
        policy::config_map(),
        policy::secret(),
        policy::event(),
        storage::claim(),
        storage::volume(),
        storage::class(),
        network::service(),
        network::endpoint_slice(),
        controllers::lease(),
        controllers::mutating_webhooks(),
        controllers::validating_webhooks(),
    ]
}
