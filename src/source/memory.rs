//! Objects in memory: what a file of `kubectl get -o yaml` holds, or what a test says the whole world is.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde_json::Value;

use super::{About, Source, Spent};
use crate::collect::Answer;
use crate::kinds::{Kinds, generic, names};
use crate::model::{Event, Gap, GapReason, GroupKind, LogKey, Object, ObjectKey, Query, Selector};

/// Whether what is not held is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Everything there is: absence is proof.
    World,
    /// Some of it, as in a pasted file: absence is a gap.
    Excerpt,
}

/// A source over objects in memory.
#[derive(Clone, Debug)]
pub struct Memory {
    about: About,
    extent: Extent,
    now: Timestamp,
    objects: BTreeMap<ObjectKey, Object>,
    events: Vec<(Event, Value)>,
    logs: BTreeMap<LogKey, String>,
    /// Answers that a test replaces.
    replaced: BTreeMap<Query, Gap>,
    roots: Vec<GroupKind>,
    spent: Spent,
}

impl Memory {
    /// A source over these objects. "Now" is the newest time any of them carries.
    #[must_use]
    pub fn new(kinds: &Kinds, about: About, extent: Extent, values: Vec<Value>) -> Self {
        let mut memory = Self {
            about,
            extent,
            now: Timestamp::UNIX_EPOCH,
            objects: BTreeMap::new(),
            events: Vec::new(),
            logs: BTreeMap::new(),
            replaced: BTreeMap::new(),
            roots: kinds.iter().filter(|spec| spec.tier.may_be_run()).map(|spec| spec.kind.clone()).collect(),
            spent: Spent::default(),
        };
        for value in values {
            let Some(object) = Object::new(value) else { continue };
            memory.now = memory.now.max(object.newest_time().unwrap_or(memory.now));
            if object.kind().kind == "Event"
                && (object.kind().group.is_empty() || object.kind().group == "events.k8s.io")
            {
                memory.events.extend(Event::read(object.value()).map(|event| (event, object.value().clone())));
            } else {
                let key = object.key().clone();
                let older = |known: &Object| version(known) <= version(&object);
                if memory.objects.get(&key).is_none_or(older) {
                    memory.objects.insert(key, object);
                }
            }
        }
        memory.events.sort_by(|a, b| a.0.cmp(&b.0));
        memory
    }

    /// With a container's log.
    #[must_use]
    pub fn with_log(mut self, key: LogKey, text: String) -> Self {
        self.logs.insert(key, text);
        self
    }

    /// With another "now".
    #[must_use]
    pub const fn at(mut self, now: Timestamp) -> Self {
        self.now = now;
        self
    }

    /// With what it cost to read.
    #[must_use]
    pub const fn costing(mut self, spent: Spent) -> Self {
        self.spent = spent;
        self
    }

    /// With a gap in place of the answer to one query.
    #[must_use]
    pub fn with_gap(mut self, query: Query, gap: Gap) -> Self {
        self.replaced.insert(query, gap);
        self
    }

    /// The objects it holds, Events left out.
    pub fn objects(&self) -> impl Iterator<Item = &Object> {
        self.objects.values()
    }

    fn is_run(&self, object: &Object) -> bool {
        self.roots.contains(object.kind())
            || generic::may_be_run(object.kind()) && !object.kind().group.ends_with("x-k8s.io")
    }

    fn reply(&self, query: &Query) -> Answer {
        if let Some(gap) = self.replaced.get(query) {
            return Answer::Gap(gap.clone());
        }
        match query {
            Query::Get { kind, namespace, name } => self.objects_where(|object| {
                object.is(kind) && object.name() == name && object.namespace() == namespace.as_deref()
            }),
            Query::List { kind, namespace, selector } => self.objects_where(|object| {
                object.is(kind)
                    && (namespace.is_none() || object.namespace() == namespace.as_deref())
                    && selects(selector, object)
            }),
            Query::Named { namespace, name } => self.runs_where(|object| {
                self.is_run(object)
                    && object.name() == name
                    && (namespace.is_none() || object.namespace() == namespace.as_deref())
            }),
            Query::Runs { namespace } => self.runs_where(|object| {
                self.is_run(object) && (namespace.is_none() || object.namespace() == namespace.as_deref())
            }),
            Query::Events { of } => {
                let items: Vec<Value> = self
                    .events
                    .iter()
                    .filter(|(event, _)| event.is_about(of))
                    .map(|(_, value)| value.clone())
                    .collect();
                // A file with any events is taken to have been asked for them.
                let silent = items.is_empty() && self.events.is_empty() && self.extent == Extent::Excerpt;
                if silent { Answer::Gap(Gap::new(GapReason::NotCollected)) } else { self.found(items, true) }
            }
            Query::Log { of } => match (self.logs.get(of), self.extent) {
                (Some(text), _) => Answer::Log(Some(text.clone())),
                (None, Extent::World) => Answer::Log(None),
                (None, Extent::Excerpt) => Answer::Gap(Gap::new(GapReason::NotCollected)),
            },
        }
    }

    fn objects_where(&self, wanted: impl Fn(&Object) -> bool) -> Answer {
        let items: Vec<Value> =
            self.objects.values().filter(|object| wanted(object)).map(|object| object.value().clone()).collect();
        self.found(items, false)
    }

    /// A search: nothing found here is an answer, since nobody asks a file about the rest of the world.
    fn runs_where(&self, wanted: impl Fn(&Object) -> bool) -> Answer {
        let found =
            self.objects.values().filter(|object| wanted(object)).map(|object| object.value().clone()).collect();
        self.found(found, true)
    }

    /// An excerpt proves no absence: empty, it is a gap; otherwise it may lack more.
    fn found(&self, items: Vec<Value>, may_be_empty: bool) -> Answer {
        match self.extent {
            Extent::World => Answer::Objects { items, complete: true },
            Extent::Excerpt if items.is_empty() && !may_be_empty => Answer::Gap(Gap::new(GapReason::NotCollected)),
            Extent::Excerpt => Answer::Objects { items, complete: false },
        }
    }
}

/// Resource versions are compared as numbers where they are numbers; then the bytes decide.
fn version(object: &Object) -> (Option<u64>, String) {
    (object.resource_version().and_then(|text| text.parse().ok()), object.value().to_string())
}

/// Whether a selector holds for an object.
#[must_use]
pub fn selects(selector: &Selector, object: &Object) -> bool {
    selector.labels.iter().all(|(key, value)| object.label(key) == Some(value))
        && selector.owner.as_ref().is_none_or(|uid| object.owners().iter().any(|owner| owner.uid.as_ref() == Some(uid)))
}

impl Source for Memory {
    fn now(&self) -> Timestamp {
        self.now
    }

    fn about(&self) -> About {
        let kube_system =
            self.objects.values().find(|object| object.is(&names::NAMESPACE) && object.name() == "kube-system");
        let cluster_id = kube_system.and_then(Object::uid).map(str::to_owned);
        About { cluster_id: self.about.cluster_id.clone().or(cluster_id), ..self.about.clone() }
    }

    fn answer(&mut self, queries: &[Query]) -> Vec<Answer> {
        queries.iter().map(|query| self.reply(query)).collect()
    }

    fn spent(&self) -> Spent {
        self.spent
    }
}
