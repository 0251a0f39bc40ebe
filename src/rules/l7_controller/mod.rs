//! MLOP7nn: status and controllers.

use super::Rule;

/// The layer's rules, by code.
pub(super) const RULES: &[&Rule] = &[];
