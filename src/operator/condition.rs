//! One entry of an Operation's `status.conditions`.
//!
//! Owns its shape and what its times mean. Must never say what a reason means: reasons come from pods and children.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::field::{Field, Unknown};

/// What a condition says. There are no others; each is only ever written with the status `True`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ConditionType {
    /// Acknowledged; its child is made, or about to be.
    Starting,
    /// The child runs.
    Running,
    /// Something is amiss with the child, its pods, or the making of them. It may pass.
    Warning,
    /// The end: done as asked.
    Succeeded,
    /// The end: given up.
    Failed,
    /// The end: stopped from outside, or a service past its deadline.
    Stopped,
}

impl ConditionType {
    /// All of them, in the order a run may pass through them.
    pub const ALL: [Self; 6] =
        [Self::Starting, Self::Running, Self::Warning, Self::Succeeded, Self::Failed, Self::Stopped];

    /// Whether an Operation that has it is done, wherever in the list it stands.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Succeeded | Self::Failed | Self::Stopped)
    }

    /// As it is written.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Starting => "Starting",
            Self::Running => "Running",
            Self::Warning => "Warning",
            Self::Succeeded => "Succeeded",
            Self::Failed => "Failed",
            Self::Stopped => "Stopped",
        }
    }
}

/// A condition. One of a type at most: a type that comes again is taken out and put at the end.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OperationCondition {
    /// Type. (Called `kind` here, for Rust's sake.)
    #[serde(rename = "type", default, skip_serializing_if = "Field::is_absent")]
    pub kind: Field<ConditionType>,
    /// `True`; the operator writes nothing else.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub status: Field<String>,
    /// When the condition was written: the one time in it that can be relied on.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub last_update_time: Field<Timestamp>,
    /// Of no use: taken over from the condition before, whatever its type, as long as both are `True`. So it is
    /// the time of the run's first condition, on `Failed` as on all others.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub last_transition_time: Field<Timestamp>,
    /// Reason: the operator's default, or one taken from a pod or a child. May be empty.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub reason: Field<String>,
    /// Message, for people.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub message: Field<String>,
    /// Fields this version of the type does not know.
    #[serde(flatten)]
    pub unknown: Unknown,
}

impl OperationCondition {
    /// Whether it is of this type and `True`.
    #[must_use]
    pub fn is(&self, kind: ConditionType) -> bool {
        self.kind.get() == Some(&kind) && self.status.get().is_some_and(|status| status == "True")
    }

    /// When it was written.
    #[must_use]
    pub fn recorded_at(&self) -> Option<Timestamp> {
        self.last_update_time.get().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_written_as_they_are_called() {
        for kind in ConditionType::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.as_str());
        }
    }

    #[test]
    fn the_last_three_end_a_run() {
        let ends: Vec<_> = ConditionType::ALL.into_iter().filter(|kind| kind.is_final()).collect();
        assert_eq!(ends, [ConditionType::Succeeded, ConditionType::Failed, ConditionType::Stopped]);
    }
}
