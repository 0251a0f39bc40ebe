//! What could not be seen, and why. A gap is an answer: it weakens a verdict, it never makes one.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why a question has no answer.
///
/// That an object is *not there* is no gap: the API server's 404 on a served kind is an answer (an empty one). That a
/// custom kind is *not served* is one too: the cluster's word on itself, from which follows that no such object exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum GapReason {
    /// The API server refused (403).
    Forbidden,
    /// The cluster serves no such kind or version.
    NotServed,
    /// No answer in time, or the server was unreachable.
    Timeout,
    /// More than the limit; what came first was kept.
    Truncated,
    /// Withheld by redaction.
    Redacted,
    /// The API had it once and has forgotten it.
    Expired,
    /// Nobody asked when the evidence was taken, or the file does not hold it.
    NotCollected,
    /// An answer came and could not be read.
    Unreadable,
}

impl GapReason {
    /// Every reason.
    pub const ALL: [Self; 8] = [
        Self::Forbidden,
        Self::NotServed,
        Self::Timeout,
        Self::Truncated,
        Self::Redacted,
        Self::Expired,
        Self::NotCollected,
        Self::Unreadable,
    ];

    /// Reasons that are ignorance: all but [`Self::NotServed`]. Tests replace answers by each of them.
    pub const IGNORANCE: [Self; 7] = [
        Self::Forbidden,
        Self::Timeout,
        Self::Truncated,
        Self::Redacted,
        Self::Expired,
        Self::NotCollected,
        Self::Unreadable,
    ];

    /// The reason in words that end a sentence.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Forbidden => "forbidden",
            Self::NotServed => "not served by this cluster",
            Self::Timeout => "no answer in time",
            Self::Truncated => "cut at a limit",
            Self::Redacted => "withheld by redaction",
            Self::Expired => "expired",
            Self::NotCollected => "not collected",
            Self::Unreadable => "could not be read",
        }
    }
}

impl fmt::Display for GapReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

/// The right whose lack made a gap.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct Permission {
    /// `get` or `list`.
    pub verb: String,
    /// API group; empty for core.
    pub group: String,
    /// Plural resource name, with a subresource if any: `pods/log`.
    pub resource: String,
    /// Namespace; absent for cluster scope.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
}

/// One unanswered question.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct Gap {
    /// Why.
    pub reason: GapReason,
    /// The server's own words, scrubbed, if it said any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

impl Gap {
    /// A gap without words of the server.
    #[must_use]
    pub const fn new(reason: GapReason) -> Self {
        Self { reason, message: None }
    }
}
