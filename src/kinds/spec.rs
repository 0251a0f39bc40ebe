//! The shape of what we know of a kind.

use std::borrow::Cow;

use crate::model::{GroupKind, Object, OwnState, State};

type Text = Cow<'static, str>;

/// Namespaced or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Lives in a namespace.
    Namespaced,
    /// Lives in none.
    Cluster,
}

/// What part a kind plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tier {
    /// What people submit and name: a training run, a served model.
    Root,
    /// What makes pods; a root too if nothing owns it.
    Workload,
    /// Pods.
    Pod,
    /// Nodes and what hardware they offer.
    Node,
    /// Queues, quotas, admission.
    Queue,
    /// Claims, volumes, classes.
    Storage,
    /// Services, endpoints, policies.
    Network,
    /// Who reconciles: leases, webhooks.
    Controller,
    /// Whatever else is referred to.
    Other,
}

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

/// Who reconciles a kind. Names are the projects' own defaults; Helm releases may rename them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Controller {
    /// What people call it.
    pub name: Text,
    /// Namespaces it is usually installed in, most usual first.
    pub namespaces: Vec<Text>,
    /// Its Deployment.
    pub deployment: Option<Text>,
    /// Its Lease, if it elects a leader by default.
    pub lease: Option<Text>,
    /// Field managers that are it.
    pub managers: Vec<Text>,
}

impl Controller {
    /// A controller by its usual names.
    #[must_use]
    pub fn new(name: &'static str, namespaces: &[&'static str], deployment: &'static str) -> Self {
        Self {
            name: name.into(),
            namespaces: namespaces.iter().map(|name| Cow::Borrowed(*name)).collect(),
            deployment: Some(deployment.into()),
            lease: None,
            managers: Vec::new(),
        }
    }

    /// With a Lease.
    #[must_use]
    pub fn lease(mut self, name: &'static str) -> Self {
        self.lease = Some(name.into());
        self
    }

    /// With the names it writes under.
    #[must_use]
    pub fn managers(mut self, names: &[&'static str]) -> Self {
        self.managers = names.iter().map(|name| Cow::Borrowed(*name)).collect();
        self
    }
}

/// All we know of one kind.
#[derive(Clone, Debug)]
pub struct KindSpec {
    /// Kind and group.
    pub kind: GroupKind,
    /// Versions whose shape is known, newest first.
    pub versions: Vec<Text>,
    /// Plural resource name.
    pub plural: Text,
    /// Short names.
    pub short: Vec<Text>,
    /// Scope.
    pub scope: Scope,
    /// Part it plays.
    pub tier: Tier,
    /// Links.
    pub links: Vec<Link>,
    /// Condition table, first match wins: put the decisive ones first.
    pub conditions: Vec<ConditionRow>,
    /// Phase-like field.
    pub phase: Option<Phase>,
    /// How its generation is to be read.
    pub staleness: Staleness,
    /// Pointer to its suspend flag.
    pub suspend: Option<Text>,
    /// Labels of its pods that hold the role, in order of preference.
    pub role_labels: Vec<Text>,
    /// Labels of its pods that hold the index.
    pub index_labels: Vec<Text>,
    /// Who reconciles it.
    pub controller: Option<Controller>,
    /// What evidence vanishes, and when; one sentence each.
    pub vanishes: Vec<Text>,
    /// Pointer patterns of free-form or secret content, masked at the door.
    pub secret_paths: Vec<Text>,
    /// Own state, where data cannot say it.
    pub state: Option<fn(&Object) -> OwnState>,
    /// State of an object that no row and no phase speaks of.
    pub otherwise: State,
}

impl KindSpec {
    /// A kind with the least that must be known. Namespaced unless it says otherwise.
    #[must_use]
    pub fn new(kind: GroupKind, version: &'static str, plural: &'static str, tier: Tier) -> Self {
        Self {
            kind,
            versions: vec![version.into()],
            plural: plural.into(),
            short: Vec::new(),
            scope: Scope::Namespaced,
            tier,
            links: Vec::new(),
            conditions: Vec::new(),
            phase: None,
            staleness: Staleness::Absent,
            suspend: None,
            role_labels: Vec::new(),
            index_labels: Vec::new(),
            controller: None,
            vanishes: Vec::new(),
            secret_paths: Vec::new(),
            state: None,
            otherwise: State::Unknown,
        }
    }

    /// Cluster-scoped.
    #[must_use]
    pub const fn cluster(mut self) -> Self {
        self.scope = Scope::Cluster;
        self
    }

    /// Another version of the same shape.
    #[must_use]
    pub fn version(mut self, version: &'static str) -> Self {
        self.versions.push(version.into());
        self
    }

    /// Short names.
    #[must_use]
    pub fn short(mut self, names: &[&'static str]) -> Self {
        self.short = names.iter().map(|name| Cow::Borrowed(*name)).collect();
        self
    }

    /// A link.
    #[must_use]
    pub fn link(mut self, link: Link) -> Self {
        self.links.push(link);
        self
    }

    /// A row of the condition table, for any reason.
    #[must_use]
    pub fn on(mut self, kind: &'static str, status: &'static str, state: State) -> Self {
        self.conditions.push(ConditionRow { kind: kind.into(), status: status.into(), reason: None, state });
        self
    }

    /// A row of the condition table for one reason. Put it before the row for any reason.
    #[must_use]
    pub fn on_reason(mut self, kind: &'static str, status: &'static str, reason: &'static str, state: State) -> Self {
        let reason = Some(reason.into());
        self.conditions.push(ConditionRow { kind: kind.into(), status: status.into(), reason, state });
        self
    }

    /// A phase-like field.
    #[must_use]
    pub fn phase(mut self, path: &'static str, rows: &[(&'static str, State)]) -> Self {
        let rows = rows.iter().map(|(value, state)| (Cow::Borrowed(*value), *state)).collect();
        self.phase = Some(Phase { path: path.into(), rows, reason_at: None, message_at: None });
        self
    }

    /// Where the phase's reason and message stand.
    #[must_use]
    pub fn phase_words(mut self, reason_at: &'static str, message_at: &'static str) -> Self {
        if let Some(phase) = &mut self.phase {
            phase.reason_at = Some(reason_at.into());
            phase.message_at = Some(message_at.into());
        }
        self
    }

    /// How its generation is to be read.
    #[must_use]
    pub const fn staleness(mut self, staleness: Staleness) -> Self {
        self.staleness = staleness;
        self
    }

    /// Pointer to its suspend flag.
    #[must_use]
    pub fn suspend(mut self, pointer: &'static str) -> Self {
        self.suspend = Some(pointer.into());
        self
    }

    /// Labels of its pods that hold role and index.
    #[must_use]
    pub fn members(mut self, role: &'static str, index: &'static str) -> Self {
        if !role.is_empty() {
            self.role_labels.push(role.into());
        }
        if !index.is_empty() {
            self.index_labels.push(index.into());
        }
        self
    }

    /// Who reconciles it.
    #[must_use]
    pub fn controller(mut self, controller: Controller) -> Self {
        self.controller = Some(controller);
        self
    }

    /// What evidence vanishes, and when.
    #[must_use]
    pub fn vanishes(mut self, sentence: &'static str) -> Self {
        self.vanishes.push(sentence.into());
        self
    }

    /// Free-form or secret content.
    #[must_use]
    pub fn secret(mut self, pattern: &'static str) -> Self {
        self.secret_paths.push(pattern.into());
        self
    }

    /// Own state by a function.
    #[must_use]
    pub const fn state_by(mut self, state: fn(&Object) -> OwnState) -> Self {
        self.state = Some(state);
        self
    }

    /// State if nothing else is said.
    #[must_use]
    pub const fn otherwise(mut self, state: State) -> Self {
        self.otherwise = state;
        self
    }

    /// `jobs.batch`, `pods`: the resource with its group.
    #[must_use]
    pub fn resource(&self) -> String {
        if self.kind.group.is_empty() {
            self.plural.to_string()
        } else {
            format!("{}.{}", self.plural, self.kind.group)
        }
    }

    /// Whether `word` (any case) names this kind as kubectl would take it: plural, singular, kind, short name, each
    /// with `.group` or `.version.group` behind it.
    #[must_use]
    pub fn answers_to(&self, word: &str) -> bool {
        let word = word.to_ascii_lowercase();
        let (head, rest) = word.split_once('.').unwrap_or((&word, ""));
        let named = head == self.plural
            || head == self.kind.kind.to_ascii_lowercase()
            || self.short.iter().any(|short| head == *short);
        let group = &self.kind.group;
        let placed = rest.is_empty()
            || rest == *group
            || rest.split_once('.').is_some_and(|(version, tail)| {
                tail == *group && version.starts_with('v') && self.versions.iter().any(|known| known == version)
            });
        named && placed
    }
}
