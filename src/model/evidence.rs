//! Proof. No finding stands without at least one piece of it.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::event::Event;
use super::id::ObjectRef;
use super::object::{Condition, Object};

/// What kind of proof it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum EvidenceKind {
    /// A value in an object, at a JSON pointer.
    Value,
    /// An event.
    Event,
    /// A line of a log.
    Log,
    /// Something looked for and not there.
    Absence,
    /// A sum or comparison, with its terms.
    Computed,
}

/// Where it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// The objects in view.
    Live,
    /// The recorder's store.
    Record,
}

/// One piece of proof.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    /// What kind of proof.
    #[serde(rename = "type")]
    pub kind: EvidenceKind,
    /// The object it is about.
    pub subject: ObjectRef,
    /// JSON pointer into the object, or the name of what was looked for.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub path: String,
    /// The value found, the event's text, the log line, or the result of the sum.
    pub value: Value,
    /// What was added up or compared, one term a line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<String>,
    /// Version of the object that held it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resource_version: Option<String>,
    /// When it became so, as far as the API says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Timestamp>,
    /// Live view or record.
    pub from: Origin,
}

impl Evidence {
    fn new(kind: EvidenceKind, subject: ObjectRef, path: impl Into<String>, value: Value) -> Self {
        Self {
            kind,
            subject,
            path: path.into(),
            value,
            terms: Vec::new(),
            resource_version: None,
            at: None,
            from: Origin::Live,
        }
    }

    /// With where an object is from: the record says so of what it gives.
    const fn from(mut self, is_recorded: bool) -> Self {
        self.from = if is_recorded { Origin::Record } else { Origin::Live };
        self
    }

    /// The value at a pointer (null if nothing stands there).
    #[must_use]
    pub fn value(object: &Object, pointer: impl Into<String>) -> Self {
        let pointer = pointer.into();
        let value = object.at(&pointer).cloned().unwrap_or(Value::Null);
        let mut evidence =
            Self::new(EvidenceKind::Value, object.reference(), pointer, value).from(object.is_recorded());
        evidence.resource_version = object.resource_version().map(str::to_owned);
        evidence
    }

    /// A condition, shortened to `Type=Status Reason: message`.
    #[must_use]
    pub fn condition(object: &Object, condition: &Condition<'_>) -> Self {
        let mut text = format!("{}={}", condition.kind, condition.status);
        if !condition.reason.is_empty() {
            text = format!("{text} {}", condition.reason);
        }
        if !condition.message.is_empty() {
            text = format!("{text}: {}", condition.message);
        }
        let mut evidence =
            Self::new(EvidenceKind::Value, object.reference(), condition.path.clone(), Value::String(text))
                .from(object.is_recorded());
        evidence.resource_version = object.resource_version().map(str::to_owned);
        evidence.at = condition.at;
        evidence
    }

    /// An event about `object`.
    #[must_use]
    pub fn event(object: &Object, event: &Event) -> Self {
        let path = if event.reason.is_empty() { "Event".to_owned() } else { event.reason.clone() };
        let mut evidence =
            Self::new(EvidenceKind::Event, object.reference(), path, Value::String(event.message.clone()))
                .from(event.recorded);
        evidence.resource_version.clone_from(&event.resource_version);
        evidence.at = event.at;
        evidence
    }

    /// A line of a container's log.
    #[must_use]
    pub fn log(pod: &Object, container: &str, line: &str) -> Self {
        Self::new(EvidenceKind::Log, pod.reference(), container, Value::String(line.to_owned()))
    }

    /// That something is not there: `what` was looked for on behalf of `subject`.
    #[must_use]
    pub fn absence(subject: &Object, what: impl Into<String>) -> Self {
        let what = what.into();
        Self::new(EvidenceKind::Absence, subject.reference(), what, Value::String("absent".to_owned()))
    }

    /// A result with its terms.
    #[must_use]
    pub fn computed(subject: &Object, what: impl Into<String>, result: impl Into<String>, terms: Vec<String>) -> Self {
        let mut evidence = Self::new(EvidenceKind::Computed, subject.reference(), what, Value::String(result.into()));
        evidence.terms = terms;
        evidence
    }

    /// With its time.
    #[must_use]
    pub const fn at(mut self, at: Option<Timestamp>) -> Self {
        self.at = at;
        self
    }
}
