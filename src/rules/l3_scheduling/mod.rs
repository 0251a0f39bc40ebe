//! MLOP3nn: scheduling and autoscaling.

mod capacity_in_use;
pub(super) mod fit;
mod no_node_matches_selector;
mod no_scheduler;
mod request_exceeds_every_node;
mod resource_on_no_node;
mod scheduling_gated;
mod taint_not_tolerated;
mod unschedulable;
pub(super) mod words;

use super::Rule;

/// The layer's rules, by code.
pub(super) const RULES: &[&Rule] = &[
    &unschedulable::RULE,
    &request_exceeds_every_node::RULE,
    &capacity_in_use::RULE,
    &resource_on_no_node::RULE,
    &taint_not_tolerated::RULE,
    &no_node_matches_selector::RULE,
    &no_scheduler::RULE,
    &scheduling_gated::RULE,
];
