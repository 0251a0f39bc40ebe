//! What a watch tells.

use jiff::Timestamp;
use serde_json::Value;

use crate::model::{Gap, LogKey};

/// What became of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It came.
    Added,
    /// It changed.
    Modified,
    /// It left the API: deleted, or expired.
    Deleted,
}

/// Why nothing was heard for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The recorder did not run.
    ProcessDown,
    /// The server forgot the version from which on changes were wanted.
    Expired,
    /// No connection, or one that broke or fell silent.
    Network,
    /// The server refused.
    Forbidden,
    /// What came could not be read.
    Unreadable,
    /// The machine slept.
    Asleep,
    /// A quiet stream whose version grew old was listed anew.
    Refreshed,
}

impl Cause {
    /// As it is kept.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::ProcessDown => "process-down",
            Self::Expired => "expired",
            Self::Network => "network",
            Self::Forbidden => "forbidden",
            Self::Unreadable => "unreadable",
            Self::Asleep => "asleep",
            Self::Refreshed => "refreshed",
        }
    }
}

/// What is told.
#[derive(Clone, Debug)]
pub enum Told {
    /// A part of a list.
    Page(Vec<Value>),
    /// The list is at its end: what was in none of its pages is not there at this version.
    Listed {
        /// Version of the list.
        version: String,
        /// Whether all of it could be read.
        complete: bool,
    },
    /// One change.
    Changed(Change, Value),
    /// Nothing happened up to this version.
    Bookmark(String),
    /// From here on nothing is heard.
    Lost {
        /// Why.
        cause: Cause,
        /// In the words of whoever knows.
        detail: String,
    },
    /// It is heard again from the version on at which it was lost: nothing was missed.
    Resumed,
    /// A log that was asked for.
    Log {
        /// Which.
        key: LogKey,
        /// How often the container had been started anew when it was written.
        restart: u64,
        /// Its text; none if there is none.
        text: Result<Option<String>, Gap>,
    },
}

/// What is told, of which stream, and when it was heard.
#[derive(Clone, Debug)]
pub struct Message {
    /// Place of the stream among those followed.
    pub stream: usize,
    /// When it was heard.
    pub at: Timestamp,
    /// What.
    pub told: Told,
}
