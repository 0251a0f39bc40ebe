//! What was seen, sorted, and what was asked in vain. The report is a function of this and of nothing else.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use jiff::Timestamp;
use serde_json::Value;

use super::{Role, Roles, Seen};
use crate::collect::admit::Redaction;
use crate::kinds::names;
use crate::model::object::Owner;
use crate::model::{Event, Gap, GapReason, GroupKind, Log, LogKey, Object, ObjectKey, Query};

/// How a question was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// With these objects, maybe none. `complete` says whether "none" and "no more" are proof.
    Answered {
        /// What came.
        found: Vec<ObjectKey>,
        /// Whether what did not come is not there.
        complete: bool,
    },
    /// Not at all.
    Gap(Gap),
}

/// Everything a diagnosis may know. Built by the walk, then only read.
#[derive(Clone, Debug)]
pub struct Snapshot {
    now: Timestamp,
    objects: BTreeMap<ObjectKey, Arc<Object>>,
    /// The same objects by kind, namespace and name. Looked up, never iterated.
    by_name: HashMap<(GroupKind, Option<String>, String), Vec<Arc<Object>>>,
    events: BTreeMap<ObjectKey, (Event, Value)>,
    redactions: BTreeMap<ObjectKey, Vec<Redaction>>,
    logs: BTreeMap<LogKey, Log>,
    asked: BTreeMap<Query, Asked>,
    /// By kind and name of an owner: what names it as one. Looked up, never iterated.
    children: HashMap<(GroupKind, String), BTreeMap<ObjectKey, Arc<Object>>>,
    about: HashMap<(GroupKind, String), Vec<ObjectKey>>,
    /// Of these only a part was kept.
    in_part: BTreeSet<ObjectKey>,
    root: Option<ObjectKey>,
    focus: Option<ObjectKey>,
    roles: Roles,
    version: u64,
}

impl Snapshot {
    /// An empty one, taken at `now`.
    #[must_use]
    pub fn new(now: Timestamp) -> Self {
        Self {
            now,
            objects: BTreeMap::new(),
            by_name: HashMap::new(),
            events: BTreeMap::new(),
            redactions: BTreeMap::new(),
            logs: BTreeMap::new(),
            asked: BTreeMap::new(),
            children: HashMap::new(),
            about: HashMap::new(),
            in_part: BTreeSet::new(),
            root: None,
            focus: None,
            roles: Roles::new(),
            version: 0,
        }
    }

    /// The moment it shows.
    #[must_use]
    pub const fn now(&self) -> Timestamp {
        self.now
    }

    /// The run's topmost object.
    #[must_use]
    pub fn root(&self) -> Option<&Object> {
        self.object(self.root.as_ref()?)
    }

    /// The part of the run that was asked about, if it was not the root.
    #[must_use]
    pub fn focus(&self) -> Option<&Object> {
        self.object(self.focus.as_ref()?)
    }

    /// Which part an object plays for the run.
    #[must_use]
    pub fn role(&self, object: &Object) -> Role {
        self.roles.get(object.key()).copied().unwrap_or(Role::Support)
    }

    pub(super) const fn roles(&self) -> &Roles {
        &self.roles
    }

    /// Rises whenever an object comes or changes.
    pub(super) const fn version(&self) -> u64 {
        self.version
    }

    pub(super) fn set_run(&mut self, root: ObjectKey, target: &ObjectKey, roles: Roles) {
        self.focus = (root != *target).then(|| target.clone());
        self.root = Some(root);
        self.roles = roles;
    }

    /// All objects, sorted by kind, place, name and UID.
    pub fn objects(&self) -> impl Iterator<Item = &Object> {
        self.objects.values().map(AsRef::as_ref)
    }

    /// All objects of a kind.
    pub fn of_kind(&self, kind: &GroupKind) -> impl Iterator<Item = &Object> {
        let kind = kind.clone();
        let start = ObjectKey { kind: kind.clone(), namespace: None, name: String::new(), uid: None };
        self.objects.range(start..).take_while(move |(key, _)| key.kind == kind).map(|(_, object)| object.as_ref())
    }

    /// The object with this identity.
    #[must_use]
    pub fn object(&self, key: &ObjectKey) -> Option<&Object> {
        self.named(&key.kind, key.namespace.as_deref(), &key.name).into_iter().find(|object| object.key() == key)
    }

    /// All events.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.events.values().map(|(event, _)| event)
    }

    /// All events, each as the API gave it (after redaction).
    pub fn raw_events(&self) -> impl Iterator<Item = (&Event, &Value)> {
        self.events.values().map(|(event, value)| (event, value))
    }

    /// What was withheld at the door, never the values.
    pub fn redactions(&self) -> impl Iterator<Item = (&ObjectKey, &Redaction)> {
        self.redactions.iter().flat_map(|(key, notes)| notes.iter().map(move |note| (key, note)))
    }

    /// All logs.
    pub fn logs(&self) -> impl Iterator<Item = &Log> {
        self.logs.values()
    }

    /// All questions and how they were answered.
    pub fn asked(&self) -> impl Iterator<Item = (&Query, &Asked)> {
        self.asked.iter()
    }

    /// How one question was answered; none if it was not asked.
    #[must_use]
    pub fn answer_to(&self, query: &Query) -> Option<&Asked> {
        self.asked.get(query)
    }

    /// All questions without an answer.
    pub fn gaps(&self) -> impl Iterator<Item = (&Query, &Gap)> {
        self.asked.iter().filter_map(|(query, asked)| match asked {
            Asked::Gap(gap) if !says_not_served(query, gap) => Some((query, gap)),
            _ => None,
        })
    }

    /// The first gap among questions about a kind, in a namespace if one is given.
    #[must_use]
    pub fn gap_on(&self, kind: &GroupKind, namespace: Option<&str>) -> Option<(&Query, &Gap)> {
        self.gaps().find(|(query, _)| {
            let placed = match query {
                Query::Get { namespace: place, .. } | Query::List { namespace: place, .. } => {
                    place.is_none() || namespace.is_none() || place.as_deref() == namespace
                }
                _ => true,
            };
            query.kind() == *kind && placed
        })
    }

    /// An object by name. Of namesakes, the youngest.
    #[must_use]
    pub fn get(&self, kind: &GroupKind, namespace: Option<&str>, name: &str) -> Seen<&Object> {
        if let Some(object) = self.find(kind, namespace, name) {
            return Seen::Yes(object);
        }
        let get = Query::Get { kind: kind.clone(), namespace: namespace.map(str::to_owned), name: name.to_owned() };
        match self.asked.get(&get) {
            Some(Asked::Answered { complete: true, .. }) => return Seen::Absent,
            Some(Asked::Gap(gap)) if says_not_served(&get, gap) => return Seen::Absent,
            Some(Asked::Gap(gap)) => return Seen::Unknown(gap.clone()),
            _ => {}
        }
        let listed = self.asked.iter().any(|(query, asked)| match (query, asked) {
            (Query::List { kind: of, namespace: place, selector }, Asked::Answered { complete: true, .. }) => {
                of == kind
                    && selector.labels.is_empty()
                    && selector.owner.is_none()
                    && (place.is_none() || place.as_deref() == namespace)
            }
            _ => false,
        });
        if listed { Seen::Absent } else { Seen::Unknown(Gap::new(GapReason::NotCollected)) }
    }

    /// [`Snapshot::get`] for those to whom "not there" and "not seen" are one.
    #[must_use]
    pub fn find(&self, kind: &GroupKind, namespace: Option<&str>, name: &str) -> Option<&Object> {
        self.named(kind, namespace, name).into_iter().max_by_key(|object| object.created())
    }

    /// All objects of one name: a few, if a name was used again.
    fn named(&self, kind: &GroupKind, namespace: Option<&str>, name: &str) -> Vec<&Object> {
        let key = (kind.clone(), namespace.map(str::to_owned), name.to_owned());
        self.by_name.get(&key).into_iter().flatten().map(AsRef::as_ref).collect()
    }

    /// The object an owner reference of `child` means; a namesake with another UID is not it.
    #[must_use]
    pub fn owner(&self, child: &Object, owner: &Owner) -> Option<&Object> {
        let kind = GroupKind::from_api_version(&owner.api_version, &owner.kind);
        [child.namespace(), None].into_iter().find_map(|namespace| {
            self.named(&kind, namespace, &owner.name)
                .into_iter()
                .find(|object| object.uid().is_none() || owner.uid.is_none() || object.uid() == owner.uid.as_deref())
        })
    }

    /// Objects that name `parent` as an owner, by UID where both have one.
    #[must_use]
    pub fn children(&self, parent: &Object) -> Vec<&Object> {
        let named = self.children.get(&(parent.kind().clone(), parent.name().to_owned()));
        let is_owner = |child: &&Object| {
            child.owners().iter().any(|owner| {
                owner.kind == *parent.kind().kind
                    && owner.name == parent.name()
                    && (owner.uid.is_none() || parent.uid().is_none() || owner.uid.as_deref() == parent.uid())
            }) && (parent.namespace().is_none() || child.namespace() == parent.namespace())
        };
        named.into_iter().flat_map(BTreeMap::values).map(AsRef::as_ref).filter(is_owner).collect()
    }

    /// Children of one kind.
    #[must_use]
    pub fn children_of_kind(&self, parent: &Object, kind: &GroupKind) -> Vec<&Object> {
        let mut children = self.children(parent);
        children.retain(|child| child.is(kind));
        children
    }

    /// Events about an object, oldest first.
    #[must_use]
    pub fn events_about(&self, object: &Object) -> Vec<&Event> {
        let keys = self.about.get(&(object.kind().clone(), object.name().to_owned()));
        let mut events: Vec<&Event> = keys
            .into_iter()
            .flatten()
            .filter_map(|key| self.events.get(key).map(|(event, _)| event))
            .filter(|event| event.is_about(object.key()))
            .collect();
        events.sort_by(|a, b| a.at.cmp(&b.at).then_with(|| a.cmp(b)));
        events
    }

    /// Whether the events of an object could not be read.
    #[must_use]
    pub fn events_gap(&self, object: &Object) -> Option<&Gap> {
        match self.asked.get(&Query::Events { of: object.key().clone() }) {
            Some(Asked::Gap(gap)) => Some(gap),
            _ => None,
        }
    }

    /// A container's log.
    #[must_use]
    pub fn log(&self, pod: &Object, container: &str, previous: bool) -> Option<&Log> {
        self.logs.get(&LogKey { pod: pod.key().clone(), container: container.to_owned(), previous })
    }

    /// Takes in what is left of an object ([`super::occupant`]) that has not been seen whole.
    pub(super) fn add_in_part(&mut self, object: Object) -> ObjectKey {
        let key = self.add(object);
        self.in_part.insert(key.clone());
        key
    }

    /// Takes an object in. Of two versions of one object the newer stays; one seen whole replaces what was seen in part.
    pub(super) fn add(&mut self, object: Object) -> ObjectKey {
        let key = object.key().clone();
        let in_part = self.in_part.remove(&key);
        if let Some(known) = self.objects.get(&key) {
            if !in_part && newer(known, &object) {
                return key;
            }
            for owner in known.owners() {
                let parent = (GroupKind::from_api_version(&owner.api_version, &owner.kind), owner.name);
                self.children.entry(parent).or_default().remove(&key);
            }
        }
        let object = Arc::new(object);
        for owner in object.owners() {
            let parent = (GroupKind::from_api_version(&owner.api_version, &owner.kind), owner.name);
            self.children.entry(parent).or_default().insert(key.clone(), Arc::clone(&object));
        }
        let name = (key.kind.clone(), key.namespace.clone(), key.name.clone());
        let namesakes = self.by_name.entry(name).or_default();
        namesakes.retain(|other| *other.key() != key);
        namesakes.push(Arc::clone(&object));
        namesakes.sort_by(|a, b| a.key().cmp(b.key()));
        self.objects.insert(key.clone(), object);
        self.version += 1;
        key
    }

    pub(super) fn add_event(&mut self, event: Event, value: Value) {
        if event.key.kind != names::EVENT {
            return;
        }
        let about = self.about.entry((event.about.kind.clone(), event.about.name.clone())).or_default();
        if let Err(place) = about.binary_search(&event.key) {
            about.insert(place, event.key.clone());
        }
        let newest =
            self.events.get(&event.key).is_none_or(|(known, _)| (known.count, known.at) <= (event.count, event.at));
        if newest {
            self.events.insert(event.key.clone(), (event, value));
        }
    }

    pub(super) fn add_redactions(&mut self, key: ObjectKey, notes: Vec<Redaction>) {
        if !notes.is_empty() {
            self.redactions.insert(key, notes);
        }
    }

    pub(super) fn add_log(&mut self, log: Log) {
        self.logs.insert(log.key.clone(), log);
    }

    pub(super) fn record(&mut self, query: Query, asked: Asked) {
        self.asked.insert(query, asked);
    }
}

/// Whether a gap is the cluster's word that it has no such kind, and so no such object. Kubernetes' own kinds are always
/// served: there, the same word is some fault on the way.
fn says_not_served(query: &Query, gap: &Gap) -> bool {
    let group = query.kind().group;
    gap.reason == GapReason::NotServed && group.contains('.') && !group.ends_with(".k8s.io")
}

/// Whether `known` is at least as new as `other`: by resource version where both are numbers, else by their bytes, so
/// that the order of arrival never decides.
fn newer(known: &Object, other: &Object) -> bool {
    let text = |object: &Object| object.value().to_string();
    let version = |object: &Object| object.resource_version().and_then(|text| text.parse::<u64>().ok());
    match version(known).cmp(&version(other)) {
        std::cmp::Ordering::Equal => text(known) >= text(other),
        order => order.is_gt(),
    }
}
