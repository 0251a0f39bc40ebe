//! The shape of what we know of a kind.

use std::borrow::Cow;

use super::controller::Controller;
use super::link::Link;
use super::reading::{ConditionRow, Phase, Staleness};
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

impl Tier {
    /// Whether an object of this part is a run, if nothing owns it.
    #[must_use]
    pub const fn may_be_run(self) -> bool {
        matches!(self, Self::Root | Self::Workload | Self::Pod)
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
