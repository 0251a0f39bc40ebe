//! MLOP1nn: API and schema.

mod child_rejected_as_invalid;
mod derived_name_invalid;
mod kind_not_served;

use super::Rule;

/// The layer's rules, by code.
pub(super) const RULES: &[&Rule] =
    &[&kind_not_served::RULE, &derived_name_invalid::RULE, &child_rejected_as_invalid::RULE];
