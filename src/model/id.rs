//! Who is who: kinds and objects, named so that nothing clashes.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A kind, with its API group and without its version: `Job` of `batch`.
///
/// Groups matter: four unrelated kinds are called `PodGroup`, two are called `Workload`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct GroupKind {
    /// API group; empty for core.
    pub group: Cow<'static, str>,
    /// Kind, as in manifests.
    pub kind: Cow<'static, str>,
}

/// Kinds that come by the thousand: their names are shared, not copied.
const COMMON: [GroupKind; 4] =
    [GroupKind::of("", "Pod"), GroupKind::of("", "Event"), GroupKind::of("", "Node"), GroupKind::of("batch", "Job")];

impl GroupKind {
    /// A kind known at compile time.
    #[must_use]
    pub const fn of(group: &'static str, kind: &'static str) -> Self {
        Self { group: Cow::Borrowed(group), kind: Cow::Borrowed(kind) }
    }

    /// A kind read from an object's `apiVersion` (`group/version`, or `version` for core) and `kind`.
    #[must_use]
    pub fn from_api_version(api_version: &str, kind: &str) -> Self {
        let group = api_version.split_once('/').map_or("", |(group, _)| group);
        let common = COMMON.into_iter().find(|common| common.kind == kind && common.group == group);
        common.unwrap_or_else(|| Self { group: Cow::Owned(group.to_owned()), kind: Cow::Owned(kind.to_owned()) })
    }
}

impl Ord for GroupKind {
    /// By group, then by kind. Shared names are equal without a look at them: sorting thousands of pods compares little else.
    fn cmp(&self, other: &Self) -> Ordering {
        shared_cmp(&self.group, &other.group).then_with(|| shared_cmp(&self.kind, &other.kind))
    }
}

impl PartialOrd for GroupKind {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

fn shared_cmp(one: &str, other: &str) -> Ordering {
    if std::ptr::eq(one, other) { Ordering::Equal } else { one.cmp(other) }
}

impl fmt::Display for GroupKind {
    /// `Job.batch`, `Pod`: as kubectl writes a kind with its group.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.group.is_empty() { f.write_str(&self.kind) } else { write!(f, "{}.{}", self.kind, self.group) }
    }
}

/// What makes an object itself: kind, place, name and UID. Versions of one API are one object.
///
/// A UID names an object for good; a name is used again. An empty UID is no UID.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct ObjectKey {
    /// Kind and group.
    pub kind: GroupKind,
    /// Namespace; none for cluster-scoped objects.
    pub namespace: Option<String>,
    /// Name.
    pub name: String,
    /// UID, if known.
    pub uid: Option<String>,
}

impl ObjectKey {
    /// Whether `other` can be this object: same kind, place and name, and no contradicting UID.
    #[must_use]
    pub fn may_be(&self, other: &Self) -> bool {
        self.kind == other.kind
            && self.namespace == other.namespace
            && self.name == other.name
            && (self.uid.is_none() || other.uid.is_none() || self.uid == other.uid)
    }
}

impl fmt::Display for ObjectKey {
    /// `Job ml/run-42`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.namespace {
            Some(namespace) => write!(f, "{} {namespace}/{}", self.kind.kind, self.name),
            None => write!(f, "{} {}", self.kind.kind, self.name),
        }
    }
}

/// An object as reports name it. The UID is part of it wherever it is known.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ObjectRef {
    /// `group/version`, or `version` for core.
    pub api_version: String,
    /// Kind.
    pub kind: String,
    /// Namespace; absent for cluster-scoped objects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    /// Name.
    pub name: String,
    /// UID; absent if nobody said it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uid: Option<String>,
}

impl ObjectRef {
    /// Kind and group, without the version.
    #[must_use]
    pub fn group_kind(&self) -> GroupKind {
        GroupKind::from_api_version(&self.api_version, &self.kind)
    }

    /// The identity behind the reference.
    #[must_use]
    pub fn key(&self) -> ObjectKey {
        ObjectKey {
            kind: self.group_kind(),
            namespace: self.namespace.clone(),
            name: self.name.clone(),
            uid: self.uid.clone(),
        }
    }
}

impl fmt::Display for ObjectRef {
    /// `Job ml/run-42`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.namespace {
            Some(namespace) => write!(f, "{} {namespace}/{}", self.kind, self.name),
            None => write!(f, "{} {}", self.kind, self.name),
        }
    }
}
