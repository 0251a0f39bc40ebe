//! How the status of a kind is to be read: its generation, its conditions, its phase.

use std::borrow::Cow;

use crate::model::State;

type Text = Cow<'static, str>;

/// What `metadata.generation` and `observedGeneration` mean for a kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Staleness {
    /// `status.observedGeneration` is written by every reconcile.
    StatusGeneration,
    /// Each condition carries its own; an old one among several is normal.
    PerCondition,
    /// The field holds the generation of a child: never compare it with this object's.
    CopiedFromChild,
    /// The field exists and may lag harmlessly: a newer generation proves nothing.
    Lags,
    /// The field exists and nobody writes it.
    NeverWritten,
    /// There is no such field.
    #[default]
    Absent,
    /// The kind has no status subresource: its generation rises with every status write.
    GenerationCountsStatusWrites,
}

/// What a condition means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionRow {
    /// Type.
    pub kind: Text,
    /// Status.
    pub status: Text,
    /// Reason it applies to; none for any.
    pub reason: Option<Text>,
    /// What it says of the object.
    pub state: State,
}

/// What a phase-like field means.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Phase {
    /// Pointer to the field.
    pub path: Text,
    /// Values and what they say.
    pub rows: Vec<(Text, State)>,
    /// Pointer to the reason beside it.
    pub reason_at: Option<Text>,
    /// Pointer to the message beside it.
    pub message_at: Option<Text>,
}
