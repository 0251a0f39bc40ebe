//! MLOP2nn: admission, quota and queue.

use super::Rule;

/// The layer's rules, by code.
pub(super) const RULES: &[&Rule] = &[];
