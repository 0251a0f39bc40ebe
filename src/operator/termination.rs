//! When a run is given up, and when it is removed.
//!
//! Owns the `termination` field and its defaults. Must never compute with clocks: the caller says what time it is.

use serde::{Deserialize, Serialize};

use super::field::{Field, Unknown};

/// How a run ends.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Termination {
    /// Retries before it counts as failed.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub backoff_limit: Field<i64>,
    /// Longest time it may be active, from its start.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub active_deadline_seconds: Field<i64>,
    /// How long the Operation stays once it is done. Left out, it is deleted the next time its controller looks, and
    /// children and pods go with it.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub ttl_seconds_after_finished: Field<i64>,
    /// Fields this version of the type does not know; newer operators add some for idle services and failure policies.
    #[serde(flatten)]
    pub unknown: Unknown,
}

impl Termination {
    /// Retries that the child gets: none unless said.
    #[must_use]
    pub fn retries(&self) -> i64 {
        self.backoff_limit.get().copied().unwrap_or(0)
    }

    /// Whether the Operation, with all it owns, goes as soon as it is done. None if the field can't be read.
    #[must_use]
    pub const fn vanishes_when_done(&self) -> Option<bool> {
        match &self.ttl_seconds_after_finished {
            Field::Known(seconds) => Some(*seconds <= 0),
            field if field.is_set() => None,
            _ => Some(true),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn without_a_time_to_live_a_finished_run_is_gone() {
        for (value, gone) in [
            (json!({}), Some(true)),
            (json!({"ttlSecondsAfterFinished": null}), Some(true)),
            (json!({"ttlSecondsAfterFinished": 0}), Some(true)),
            (json!({"ttlSecondsAfterFinished": 3600}), Some(false)),
            (json!({"ttlSecondsAfterFinished": "1h"}), None),
        ] {
            let termination: Termination = serde_json::from_value(value.clone()).unwrap();
            assert_eq!(termination.vanishes_when_done(), gone, "{value}");
        }
    }

    #[test]
    fn there_are_no_retries_unless_asked_for() {
        assert_eq!(Termination::default().retries(), 0);
        assert_eq!(Termination { backoff_limit: 2.into(), ..Termination::default() }.retries(), 2);
    }
}
