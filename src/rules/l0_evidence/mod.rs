//! MLOP0nn: the evidence itself.

use super::Rule;

/// The layer's rules, by code.
pub(super) const RULES: &[&Rule] = &[];
