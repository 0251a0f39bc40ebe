//! The view of a record at a time: what was there, and what belongs to it though it has left.
//!
//! Owns the rule which objects that have left are shown. A run that is gone or done is shown with all that it had, each
//! thing in its last state: who cleans up does not undo what happened. Of a run that lives, what was replaced is not shown:
//! the pods of an earlier attempt are not its pods.

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use super::error::RecordError;
use super::read::{Known, Reader};
use crate::kinds::{Kinds, own_state};
use crate::model::{GroupKind, Object, ObjectKey, State};

/// Owners above an object that are looked at; circles end here.
const DEPTH: usize = 16;

/// Just before.
const BEFORE: SignedDuration = SignedDuration::from_millis(1);

/// One of the objects that had a name, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incarnation {
    /// The last moment at which nobody had begun to delete it: what it was before it went.
    pub last: Timestamp,
    /// Which.
    pub key: ObjectKey,
    /// When it was first seen.
    pub first: Timestamp,
    /// When it left, if it has.
    pub left: Option<Timestamp>,
}

/// A record at a time.
pub struct View {
    pub(super) reader: Reader,
    pub(super) kinds: Kinds,
    pub(super) at: Timestamp,
    /// Whether of all objects only those are shown that have left.
    left_only: bool,
}

impl View {
    /// The record as of a time.
    #[must_use]
    pub const fn new(reader: Reader, kinds: Kinds, at: Timestamp) -> Self {
        Self { reader, kinds, at, left_only: false }
    }

    /// The same, but of objects only those that have left: what a live cluster does not show itself.
    #[must_use]
    pub fn of_what_left(self) -> Self {
        Self { left_only: true, ..self }
    }

    /// The time.
    #[must_use]
    pub const fn at(&self) -> Timestamp {
        self.at
    }

    /// Whoever had this name, the youngest last.
    ///
    /// # Errors
    /// If the record cannot be read.
    pub fn incarnations(&self, namespace: Option<&str>, name: &str) -> Result<Vec<Incarnation>, RecordError> {
        let mut found = self.reader.named(namespace, name, self.at)?;
        found.sort_by(|a, b| (a.first, &a.uid).cmp(&(b.first, &b.uid)));
        found.into_iter().map(|known| self.incarnation(known)).collect()
    }

    /// The object of a UID.
    ///
    /// # Errors
    /// If the record cannot be read.
    pub fn of_uid(&self, uid: &str) -> Result<Option<Incarnation>, RecordError> {
        self.reader.of_uid(uid)?.filter(|known| known.first <= self.at).map(|known| self.incarnation(known)).transpose()
    }

    /// Objects of a kind that are shown.
    pub(super) fn shown(
        &self,
        kind: &GroupKind,
        namespace: Option<&str>,
        name: Option<&str>,
    ) -> Result<Vec<Object>, RecordError> {
        let mut objects = Vec::new();
        for known in self.reader.of_kind(kind, namespace, name, self.at)? {
            objects.extend(self.show(&known)?);
        }
        Ok(objects)
    }

    /// An object, if it is shown.
    pub(super) fn show(&self, known: &Known) -> Result<Option<Object>, RecordError> {
        if self.left_only && !self.has_left(known) || !self.is_shown(known, DEPTH)? {
            return Ok(None);
        }
        let Some(mut value) = self.reader.state(&known.uid, self.at)? else { return Ok(None) };
        mark(&mut value, known.left.filter(|left| *left <= self.at));
        Ok(Object::new(value))
    }

    pub(super) fn has_left(&self, known: &Known) -> bool {
        known.left.is_some_and(|left| left <= self.at)
    }

    fn is_shown(&self, known: &Known, depth: usize) -> Result<bool, RecordError> {
        let Some(depth) = depth.checked_sub(1) else { return Ok(false) };
        if !self.has_left(known) {
            return Ok(true);
        }
        let key = &known.key;
        let namesakes = self.reader.of_kind(&key.kind, key.namespace.as_deref(), Some(&key.name), self.at)?;
        let later = |other: &Known| (other.first, &other.uid) > (known.first, &known.uid);
        if namesakes.iter().any(later) {
            return Ok(false);
        }
        let Some(owner) = known.controller.as_ref().map(|uid| self.reader.of_uid(uid)).transpose()?.flatten() else {
            return Ok(false);
        };
        if self.has_left(&owner) { self.is_shown(&owner, depth) } else { self.is_done(&owner) }
    }

    fn incarnation(&self, known: Known) -> Result<Incarnation, RecordError> {
        let left = known.left.filter(|left| *left <= self.at);
        let until = self.reader.deleting_since(&known.uid, self.at)?.or(left);
        let last = until.map_or(self.at, |until| until.saturating_sub(BEFORE).unwrap_or(until)).max(known.first);
        Ok(Incarnation { key: known.key, first: known.first, last, left })
    }

    fn is_done(&self, known: &Known) -> Result<bool, RecordError> {
        let object = self.reader.state(&known.uid, self.at)?.and_then(Object::new);
        Ok(object
            .is_some_and(|object| matches!(own_state(&self.kinds, &object).state, State::Failed | State::Succeeded)))
    }
}

/// Says of an object or event where it is from. A reader of the bundle sees it too, and the report cites it.
pub(super) fn mark(value: &mut Value, left: Option<Timestamp>) {
    if let Some(fields) = value.as_object_mut() {
        let mut mark = json!({"from": "record"});
        if let (Some(left), Some(mark)) = (left, mark.as_object_mut()) {
            mark.insert("leftAt".to_owned(), Value::String(left.to_string()));
        }
        fields.insert("mlop".to_owned(), mark);
    }
}
