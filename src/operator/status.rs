//! An Operation's status: testimony of its controller.
//!
//! Owns the reading of it that the operator itself uses. Must never compare it with the cluster: whether the
//! testimony is true is another question.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::condition::{ConditionType, OperationCondition};
use super::field::{Field, Unknown};

/// Status. There is no phase and no `observedGeneration` in it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OperationStatus {
    /// Conditions, the present one last.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub conditions: Field<Vec<Field<OperationCondition>>>,
    /// When the controller first saw it.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub start_time: Field<Timestamp>,
    /// When it was done. The time to live is counted from here.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub completion_time: Field<Timestamp>,
    /// In the schema, never written: its absence says nothing about the controller.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub last_reconcile_time: Field<Timestamp>,
    /// Fields this version of the type does not know.
    #[serde(flatten)]
    pub unknown: Unknown,
}

impl OperationStatus {
    /// The present condition: the last of the list. None if there is none, or if it can't be read.
    #[must_use]
    pub fn present(&self) -> Option<&OperationCondition> {
        self.conditions.get()?.last()?.get()
    }

    /// The condition of this type, if it is `True`.
    #[must_use]
    pub fn condition(&self, kind: ConditionType) -> Option<&OperationCondition> {
        self.conditions.items().rev().find(|condition| condition.is(kind))
    }

    /// The condition that ended the run, wherever in the list it stands. The latest, should there be several.
    #[must_use]
    pub fn end(&self) -> Option<&OperationCondition> {
        self.conditions
            .items()
            .rev()
            .find(|condition| ConditionType::ALL.into_iter().any(|kind| kind.is_final() && condition.is(kind)))
    }

    /// Whether the operator treats the run as done, and does nothing more for it than clean up.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.end().is_some()
    }

    /// When the run ended: its completion time, else the time its end was recorded. None while it is not done.
    #[must_use]
    pub fn ended_at(&self) -> Option<Timestamp> {
        let end = self.end()?;
        self.completion_time.get().copied().or_else(|| end.recorded_at())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn status(value: Value) -> OperationStatus {
        serde_json::from_value(value).unwrap()
    }

    fn condition(kind: &str, second: u8) -> Value {
        json!({"type": kind, "status": "True", "reason": "OperatorController",
            "lastUpdateTime": format!("2026-01-01T00:00:{second:02}Z"), "lastTransitionTime": "2026-01-01T00:00:00Z"})
    }

    #[test]
    fn the_last_condition_is_the_present_one() {
        let status = status(json!({"conditions": [condition("Starting", 0), condition("Warning", 5)]}));
        assert!(status.present().unwrap().is(ConditionType::Warning));
        assert!(!status.is_done());
        assert_eq!(status.ended_at(), None);
    }

    #[test]
    fn a_final_condition_ends_the_run_wherever_it_stands() {
        let status = status(json!({"conditions": [condition("Failed", 7), condition("Warning", 9)]}));
        assert!(status.present().unwrap().is(ConditionType::Warning));
        assert!(status.is_done());
        assert_eq!(status.ended_at().unwrap().to_string(), "2026-01-01T00:00:07Z");
    }

    #[test]
    fn completion_time_outranks_the_condition() {
        let status =
            status(json!({"conditions": [condition("Succeeded", 7)], "completionTime": "2026-01-01T00:00:06Z"}));
        assert_eq!(status.ended_at().unwrap().to_string(), "2026-01-01T00:00:06Z");
    }

    #[test]
    fn a_condition_that_is_not_true_ends_nothing() {
        let status = status(json!({"conditions": [{"type": "Failed", "status": "False"}]}));
        assert!(!status.is_done());
    }

    #[test]
    fn what_cannot_be_read_is_not_replaced_by_what_stood_before() {
        let status = status(json!({"conditions": [condition("Running", 3), {"type": "Paused", "status": "True"}, 7]}));
        assert_eq!(status.present(), None);
        assert!(status.condition(ConditionType::Running).is_some());
    }

    #[test]
    fn no_status_is_no_state() {
        for value in
            [json!({}), json!({"conditions": null}), json!({"conditions": "Failed"}), json!({"conditions": []})]
        {
            let status = status(value);
            assert_eq!(status.present(), None);
            assert!(!status.is_done());
        }
    }
}
