//! The table of a kind without columns of its own.

use jiff::Timestamp;
use serde_json::Value;

use super::{Column, age, column};
use crate::model::Object;

pub(super) const COLUMNS: &[Column] =
    &[column("Name", "Name of the object."), column("Age", "Time since it was made.")];

pub(super) fn cells(object: &Object, now: Timestamp) -> Vec<Value> {
    vec![object.name().into(), age::of(object, now)]
}
