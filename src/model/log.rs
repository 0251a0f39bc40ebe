//! Container logs, as much of them as was kept.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::id::ObjectKey;

/// Which log: a container of a pod, the present run of it or the one before.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LogKey {
    /// The pod.
    pub pod: ObjectKey,
    /// Container name.
    pub container: String,
    /// The run before the last restart.
    #[serde(default)]
    pub previous: bool,
}

impl fmt::Display for LogKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} container {}", self.pod, self.container)?;
        if self.previous { f.write_str(" (previous)") } else { Ok(()) }
    }
}

/// A log's text, scrubbed of secrets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Log {
    /// Where it is from.
    pub key: LogKey,
    /// The lines that were kept.
    pub text: String,
}
