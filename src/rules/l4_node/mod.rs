//! MLOP4nn: node and accelerator.

mod devices_not_allocatable;
mod kubelet_refused;
mod node_lost;
mod node_pressure_eviction;
mod refusal;
mod replaced;

use super::Rule;

/// The layer's rules, by code.
pub(super) const RULES: &[&Rule] =
    &[&devices_not_allocatable::RULE, &node_lost::RULE, &kubelet_refused::RULE, &node_pressure_eviction::RULE];
