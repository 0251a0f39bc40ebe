//! MLOP5nn: image, volume, network, init.

use super::Rule;

/// The layer's rules, by code.
pub(super) const RULES: &[&Rule] = &[];
