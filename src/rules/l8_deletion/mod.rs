//! MLOP8nn: deletion and finalizers.

mod deletion_waits_for_lost_node;
mod finalizer_pending;

use super::Rule;

/// The layer's rules, by code.
pub(super) const RULES: &[&Rule] = &[&finalizer_pending::RULE, &deletion_waits_for_lost_node::RULE];
