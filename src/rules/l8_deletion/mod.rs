//! MLOP8nn: deletion and finalizers.

use super::Rule;

/// The layer's rules, by code.
pub(super) const RULES: &[&Rule] = &[];
