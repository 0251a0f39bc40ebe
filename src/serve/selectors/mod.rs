//! How a list is narrowed: by labels and by fields, in the syntax of Kubernetes.

mod field;

pub(super) use field::Fields;

use super::refusal::Refusal;
use crate::model::LabelSelector;

/// Reads a label selector.
pub(super) fn labels(text: &str) -> Result<LabelSelector, Refusal> {
    LabelSelector::parse(text).map_err(|why| Refusal::bad_request(format!("unable to parse the label selector: {why}")))
}
