//! MLOP7nn: status and controllers.

pub(super) mod liveness;

mod controller_not_alive;
mod stale_generation;
mod status_contradicts_children;
mod status_never_written;
mod template_changed_by_queue;

use super::Rule;

/// The layer's rules, by code.
pub(super) const RULES: &[&Rule] = &[
    &stale_generation::RULE,
    &controller_not_alive::RULE,
    &status_contradicts_children::RULE,
    &status_never_written::RULE,
    &template_changed_by_queue::RULE,
];
