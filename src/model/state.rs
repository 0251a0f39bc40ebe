//! How something is, in one word.

use std::fmt;

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
