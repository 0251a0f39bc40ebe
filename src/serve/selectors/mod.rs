//! How a list is narrowed: by labels and by fields, in the syntax of Kubernetes.

mod field;
mod label;

pub(super) use field::Fields;
pub(super) use label::Labels;
