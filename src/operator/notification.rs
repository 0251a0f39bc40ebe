//! Whom to tell about a run's end.
//!
//! Owns one entry of `notifications`. Must never hold more than names of connections: what they are is the platform's.

use serde::{Deserialize, Serialize};

use super::field::{Field, Unknown};

/// Which end is worth telling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Trigger {
    /// It succeeded.
    Succeeded,
    /// It failed.
    Failed,
    /// It was stopped.
    Stopped,
    /// It is done, whichever way.
    Done,
}

/// A wish to be told.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Notification {
    /// The platform's connections to tell it through, by name.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub connections: Field<Vec<Field<String>>>,
    /// When.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub trigger: Field<Trigger>,
    /// Fields this version of the type does not know.
    #[serde(flatten)]
    pub unknown: Unknown,
}
