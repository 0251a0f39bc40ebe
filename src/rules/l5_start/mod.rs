//! MLOP5nn: image, volume, network, init.

mod claim_unbound;
mod claims;
mod config_missing;
mod container_cannot_start;
mod failure_class;
mod image_not_pullable;
mod init_stuck;
mod provisioning_failed;
mod pull_failure;
mod start_failure;
mod storage_class_missing;
mod template;
mod volume_not_mounted;

use super::Rule;

/// The layer's rules, by code.
pub(super) const RULES: &[&Rule] = &[
    &image_not_pullable::RULE,
    &config_missing::RULE,
    &claim_unbound::RULE,
    &storage_class_missing::RULE,
    &provisioning_failed::RULE,
    &init_stuck::RULE,
    &volume_not_mounted::RULE,
    &container_cannot_start::RULE,
];
