//! How something is, in one word.

use std::fmt;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The state of an object or of a whole run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum State {
    /// Does what was asked.
    Healthy,
    /// On its way, nothing in it is stuck.
    Progressing,
    /// Not started, or stopped, because of something outside it.
    Waiting,
    /// Stopped because somebody said so.
    Suspended,
    /// Goes on, but less than was asked; or its work is done and its status does not say so.
    Degraded,
    /// Ended without doing what was asked.
    Failed,
    /// Done.
    Succeeded,
    /// Being deleted.
    Terminating,
    /// Nobody has said.
    Unknown,
}

impl State {
    /// Whether it is as somebody wanted it, or on the way there: nothing is left to explain.
    #[must_use]
    pub const fn is_settled(self) -> bool {
        matches!(self, Self::Healthy | Self::Progressing | Self::Succeeded | Self::Suspended)
    }

    /// Whether nothing more will happen by itself.
    #[must_use]
    pub const fn is_terminal(self) -> bool {
        matches!(self, Self::Failed | Self::Succeeded)
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// What one object says of itself, before anybody doubts it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnState {
    /// In one word.
    pub state: State,
    /// The API's word for why (`OOMKilled`, `Unschedulable`, `PyTorchJobFailed`); empty if it has none.
    pub reason: String,
    /// The API's sentence; empty if it has none.
    pub message: String,
    /// Since when, as far as the API says.
    pub since: Option<Timestamp>,
    /// Pointer to where it stands; empty if it follows from an absence.
    pub path: String,
}

impl OwnState {
    /// A state without words.
    #[must_use]
    pub const fn of(state: State) -> Self {
        Self { state, reason: String::new(), message: String::new(), since: None, path: String::new() }
    }

    /// With its reason.
    #[must_use]
    pub fn because(mut self, reason: impl Into<String>) -> Self {
        self.reason = reason.into();
        self
    }

    /// With its sentence.
    #[must_use]
    pub fn saying(mut self, message: impl Into<String>) -> Self {
        self.message = message.into();
        self
    }

    /// With its time.
    #[must_use]
    pub const fn since(mut self, since: Option<Timestamp>) -> Self {
        self.since = since;
        self
    }

    /// With its place.
    #[must_use]
    pub fn at(mut self, path: impl Into<String>) -> Self {
        self.path = path.into();
        self
    }
}
