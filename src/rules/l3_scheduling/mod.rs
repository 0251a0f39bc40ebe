//! MLOP3nn: scheduling and autoscaling.

use super::Rule;

/// The layer's rules, by code.
pub(super) const RULES: &[&Rule] = &[];
