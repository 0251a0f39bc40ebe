//! Polyaxon's Operation.

mod operation;

use super::KindSpec;

/// The family's kinds, one line each.
pub(super) fn specs() -> Vec<KindSpec> {
    vec![operation::spec()]
}
