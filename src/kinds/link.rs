//! How objects hang together: what an edge means, and how its other end is found.

use std::borrow::Cow;

use crate::model::GroupKind;

type Text = Cow<'static, str>;

/// What an edge of the graph means. The arrow points at what the source depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Edge {
    /// Made by it, and collected with it.
    Owns,
    /// Needs it in order to start or go on.
    Needs,
    /// Waits in it, or was admitted by it.
    Queues,
    /// Runs on it.
    RunsOn,
    /// Is reconciled by it.
    ReconciledBy,
    /// Sends to it.
    Backend,
}

impl Edge {
    /// The word reports use.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Owns => "owns",
            Self::Needs => "needs",
            Self::Queues => "queues-in",
            Self::RunsOn => "runs-on",
            Self::ReconciledBy => "reconciled-by",
            Self::Backend => "backend",
        }
    }
}

/// How the other end of a link is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkBy {
    /// A child of the parent's own name.
    SameName,
    /// A child named by a template: `{}` stands for the parent's name.
    Template(Text),
    /// Children that carry the parent's name in this label.
    NameLabel(Text),
    /// Children that carry the parent's UID in this label.
    UidLabel(Text),
    /// Children that match the label selector at this pointer (`matchLabels` only).
    Selector(Text),
    /// Children known by their owner reference alone: the whole namespace has to be listed.
    OwnerOnly,
    /// Named at this pointer pattern; `*` stands for every index or key.
    Path(Text),
    /// Named by this label of the source.
    LabelValue(Text),
}

/// One link of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The kind at the other end.
    pub to: GroupKind,
    /// What the edge means.
    pub edge: Edge,
    /// How the other end is found.
    pub by: LinkBy,
    /// The link exists only if something stands at this pointer.
    pub when: Option<Text>,
    /// Follow it only if the source is not well: saves requests where all is in order.
    pub lazy: bool,
    /// Pointer pattern, beside a [`LinkBy::Path`], to the namespace of the other end.
    pub namespace_at: Option<Text>,
}

impl Link {
    fn new(to: GroupKind, edge: Edge, by: LinkBy) -> Self {
        Self { to, edge, by, when: None, lazy: false, namespace_at: None }
    }

    /// A child found in this way.
    #[must_use]
    pub fn owns(to: GroupKind, by: LinkBy) -> Self {
        Self::new(to, Edge::Owns, by)
    }

    /// A reference by name at a pointer pattern.
    #[must_use]
    pub fn refers(to: GroupKind, edge: Edge, path: &'static str) -> Self {
        Self::new(to, edge, LinkBy::Path(path.into()))
    }

    /// A reference by a label's value.
    #[must_use]
    pub fn label(to: GroupKind, edge: Edge, key: &'static str) -> Self {
        Self::new(to, edge, LinkBy::LabelValue(key.into()))
    }

    /// Only if something stands at `pointer`.
    #[must_use]
    pub fn when(mut self, pointer: &'static str) -> Self {
        self.when = Some(pointer.into());
        self
    }

    /// Only if the source is not well.
    #[must_use]
    pub const fn lazy(mut self) -> Self {
        self.lazy = true;
        self
    }

    /// With the other end's namespace at `pointer` (for a pattern, in the same place of it).
    #[must_use]
    pub fn namespace_at(mut self, pointer: &'static str) -> Self {
        self.namespace_at = Some(pointer.into());
        self
    }
}
