//! What is written: each entry a fact, all of a batch together or none.

use jiff::Timestamp;

use crate::model::GroupKind;

/// One version of an event.
#[derive(Clone, Debug)]
pub struct EventRow {
    /// Identity of the event object.
    pub uid: String,
    /// Its version.
    pub version: String,
    /// Kind of the object it speaks of.
    pub kind: GroupKind,
    /// That object's namespace.
    pub namespace: Option<String>,
    /// That object's name.
    pub name: String,
    /// That object's UID, if the event says it.
    pub about: Option<String>,
    /// How often it happened.
    pub count: u64,
    /// When it last happened, by the emitter's clock.
    pub last: Option<Timestamp>,
    /// The event, after the door.
    pub doc: String,
}

/// One version of an object.
#[derive(Clone, Debug)]
pub struct StateRow {
    /// Identity of the object.
    pub uid: String,
    /// Its version.
    pub version: String,
    /// Kind.
    pub kind: GroupKind,
    /// Namespace.
    pub namespace: Option<String>,
    /// Name.
    pub name: String,
    /// UID of the controller that owns it.
    pub controller: Option<String>,
    /// Digest of what counts as a change: heartbeats do not.
    pub digest: [u8; 32],
    /// The object, after the door.
    pub doc: String,
    /// What the door took out, as JSON: paths and rules, never values.
    pub redactions: String,
}

/// One log of one start of a container.
#[derive(Clone, Debug)]
pub struct LogRow {
    /// UID of the pod.
    pub pod: String,
    /// Container.
    pub container: String,
    /// How often it had been started anew.
    pub restart: u64,
    /// Lines, after the door.
    pub text: String,
}

/// A time in which nothing was heard of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// Stream.
    pub stream: String,
    /// When it was last heard of.
    pub from: Timestamp,
    /// When it was heard again.
    pub to: Option<Timestamp>,
    /// Version that was heard last.
    pub from_version: Option<String>,
    /// Version of the list that ended it.
    pub to_version: Option<String>,
    /// Why.
    pub cause: String,
    /// Whether the server gave all of it later.
    pub filled: bool,
}

/// One thing to be written.
#[derive(Clone, Debug)]
pub enum Entry {
    /// An event of a stream was seen.
    Event(String, Timestamp, Box<EventRow>),
    /// A state of an object of a stream was seen.
    State(String, Timestamp, Box<StateRow>),
    /// An object or event left the API.
    Left {
        /// Whose.
        uid: String,
        /// When that was heard.
        at: Timestamp,
        /// How it is known: `deleted`, or `not-listed`.
        how: &'static str,
        /// Whether it is an event.
        event: bool,
    },
    /// A list ended: whatever of the stream was not in it has left.
    Listed {
        /// Stream.
        stream: String,
        /// When.
        at: Timestamp,
        /// UIDs that were in it.
        uids: Vec<String>,
        /// Whether it is a stream of events.
        event: bool,
    },
    /// Up to this version all of the stream is in here.
    Checkpoint {
        /// Stream.
        stream: String,
        /// Version.
        version: String,
        /// When it was heard.
        at: Timestamp,
    },
    /// Nothing is heard of a stream.
    Lost {
        /// Stream.
        stream: String,
        /// When it was last heard of.
        from: Timestamp,
        /// Why.
        cause: &'static str,
        /// In the words of whoever knows.
        detail: String,
    },
    /// It is heard again.
    Found {
        /// Stream.
        stream: String,
        /// When.
        at: Timestamp,
        /// Version of the list, if it took one.
        version: Option<String>,
        /// Whether nothing is missing.
        filled: bool,
    },
    /// A log.
    Log(Timestamp, Box<LogRow>),
    /// Something about the recording itself.
    Note {
        /// When.
        at: Timestamp,
        /// `start`, `stop`, `denied`, `evicted`, `cost`, `unreadable`.
        what: &'static str,
        /// In words.
        detail: String,
    },
}
