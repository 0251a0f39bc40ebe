//! What the planner asks. A query is a value: it can be compared, stored in a bundle and answered by anyone.

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::id::{GroupKind, ObjectKey};
use super::log::LogKey;

/// How a list is narrowed. All given parts must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct Selector {
    /// Labels that must have these values. An API server filters by them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, String>,
    /// UID that must stand among the owner references. No API server filters by it: whoever answers does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
}

/// One question to a source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Query {
    /// One object by name.
    Get {
        /// Kind.
        kind: GroupKind,
        /// Namespace; none for cluster scope.
        namespace: Option<String>,
        /// Name.
        name: String,
    },
    /// Objects of a kind.
    List {
        /// Kind.
        kind: GroupKind,
        /// Namespace; none for all of them, and for cluster scope.
        namespace: Option<String>,
        /// Narrowing.
        selector: Selector,
    },
    /// Objects of any run-like kind that have this name: how a bare `run-42` is found.
    Named {
        /// Namespace; none for all.
        namespace: Option<String>,
        /// Name.
        name: String,
    },
    /// All run-like objects: what there is to diagnose, and near names for a mistyped one.
    Runs {
        /// Namespace; none for all.
        namespace: Option<String>,
    },
    /// Events about one object.
    Events {
        /// The object.
        of: ObjectKey,
    },
    /// One container's log.
    Log {
        /// Which.
        of: LogKey,
    },
}

impl Query {
    /// The kind whose absence from view this query's failure means.
    #[must_use]
    pub fn kind(&self) -> GroupKind {
        match self {
            Self::Get { kind, .. } | Self::List { kind, .. } => kind.clone(),
            Self::Named { .. } | Self::Runs { .. } => GroupKind::of("", "*"),
            Self::Events { .. } => GroupKind::of("", "Event"),
            Self::Log { .. } => GroupKind::of("", "Log"),
        }
    }
}

impl fmt::Display for Query {
    /// As a person would say it: `list Pod in ml`, `get Node gpu-1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |namespace: &Option<String>| namespace.as_ref().map_or(String::new(), |name| format!(" in {name}"));
        match self {
            Self::Get { kind, namespace, name } => write!(f, "get {kind} {name}{}", place(namespace)),
            Self::List { kind, namespace, selector } => {
                write!(f, "list {kind}{}", place(namespace))?;
                for (index, (key, value)) in selector.labels.iter().enumerate() {
                    write!(f, "{}{key}={value}", if index == 0 { " with " } else { "," })?;
                }
                Ok(())
            }
            Self::Named { namespace, name } => write!(f, "find runs named {name}{}", place(namespace)),
            Self::Runs { namespace } => write!(f, "find runs{}", place(namespace)),
            Self::Events { of } => write!(f, "list events of {of}"),
            Self::Log { of } => write!(f, "read log of {of}"),
        }
    }
}
