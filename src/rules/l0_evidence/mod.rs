//! MLOP0nn: the evidence itself.

mod events_expired;
mod target_not_found;

use super::Rule;

/// The layer's rules, by code.
pub(super) const RULES: &[&Rule] = &[&target_not_found::RULE, &events_expired::RULE];
