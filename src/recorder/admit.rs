//! From what is heard to rows: everything goes through the door first.

use serde_json::{Value, json};

use super::digest::digest;
use crate::collect::admit::Door;
use crate::collect::admitted;
use crate::kinds::Kinds;
use crate::model::{Event, Object};
use crate::record::{EventRow, StateRow};

/// The door of a recorder, with what it needs to know.
pub struct Admission {
    /// The door.
    pub door: Door,
    /// Kinds with known schemas.
    pub kinds: Kinds,
}

impl Admission {
    /// An event; none if it is none, or has no identity.
    #[must_use]
    pub fn event(&self, value: Value) -> Option<EventRow> {
        let admitted = admitted(&self.door, &self.kinds, Object::new(value)?);
        let event = Event::read(&admitted.value)?;
        Some(EventRow {
            uid: event.key.uid?,
            version: event.resource_version?,
            kind: event.about.kind,
            namespace: event.about.namespace,
            name: event.about.name,
            about: event.about.uid,
            count: event.count,
            last: event.at,
            doc: admitted.value.to_string(),
        })
    }

    /// A state of an object, and the object after the door; none if it is none, or has no identity.
    #[must_use]
    pub fn state(&self, value: Value) -> Option<(StateRow, Object)> {
        let admitted = admitted(&self.door, &self.kinds, Object::new(value)?);
        let redactions: Vec<Value> =
            admitted.redactions.iter().map(|note| json!({"path": note.path, "rule": note.rule})).collect();
        let object = Object::new(admitted.value)?;
        let row = StateRow {
            uid: object.uid()?.to_owned(),
            version: object.resource_version()?.to_owned(),
            kind: object.kind().clone(),
            namespace: object.namespace().map(str::to_owned),
            name: object.name().to_owned(),
            controller: object.controller().and_then(|owner| owner.uid),
            digest: digest(object.value()),
            doc: object.value().to_string(),
            redactions: Value::Array(redactions).to_string(),
        };
        Some((row, object))
    }

    /// A log.
    #[must_use]
    pub fn log(&self, text: &str) -> String {
        self.door.log(text)
    }
}
