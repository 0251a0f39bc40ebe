//! MLOP6nn: container and distributed runtime.

mod oom_killed;

use super::Rule;

/// The layer's rules, by code.
pub(super) const RULES: &[&Rule] = &[&oom_killed::RULE];
