//! The bundle as collections of objects by name.
//!
//! Owns what stands for an object whose name was used several times: of its incarnations the one that was made last, as a
//! cluster would have it. Everything that leaves here has been through the door, since a stranger's bundle may hold what
//! ours never would; nothing leaves that is not what index and manifest say.

use std::cell::RefCell;
use std::collections::BTreeMap;

use jiff::Timestamp;

use super::events::EventIndex;
use super::refusal::Refusal;
use super::resources::{Resource, resources};
use crate::bundle::records::IndexLine;
use crate::collect::admit::Door;
use crate::collect::{Answer, admitted};
use crate::kinds::Kinds;
use crate::model::{Gap, GroupKind, Object, Query};
use crate::source::Source as _;
use crate::source::bundle::Bundle;

/// A bundle that is served.
pub struct Archive {
    bundle: RefCell<Bundle>,
    kinds: Kinds,
    door: Door,
    /// By kind, then by namespace and name: as a server lists.
    held: BTreeMap<GroupKind, BTreeMap<Place, Held>>,
    events: EventIndex,
    resources: Vec<Resource>,
}

/// Namespace and name.
type Place = (Option<String>, String);

/// What is held under a name.
pub(super) struct Held {
    /// The incarnation that was made last.
    pub(super) line: IndexLine,
    /// The others.
    pub(super) earlier: Vec<IndexLine>,
}

impl Archive {
    /// A bundle, with the index of its events.
    ///
    /// # Errors
    /// When a file of events is not what the manifest says; names the file.
    pub fn new(mut bundle: Bundle, kinds: Kinds) -> Result<Self, String> {
        let events = EventIndex::of(&mut bundle)?;
        let mut held: BTreeMap<GroupKind, BTreeMap<Place, Held>> = BTreeMap::new();
        for line in bundle.index() {
            let (reference, line) = (&line.reference, line.clone());
            let place = (reference.namespace.clone(), reference.name.clone());
            let names = held.entry(reference.group_kind()).or_default();
            let Some(known) = names.get_mut(&place) else {
                names.insert(place, Held { line, earlier: Vec::new() });
                continue;
            };
            let age = |line: &IndexLine| (line.created, line.reference.uid.clone());
            let other = if age(&line) > age(&known.line) { std::mem::replace(&mut known.line, line) } else { line };
            known.earlier.push(other);
        }
        let resources = resources(&kinds, bundle.index(), &bundle.not_served());
        Ok(Self { bundle: RefCell::new(bundle), kinds, door: Door::new(), held, events, resources })
    }

    /// When it was captured: "now" for whoever looks at it.
    pub fn captured_at(&self) -> Timestamp {
        self.bundle.borrow().described().captured_at
    }

    /// The namespace of what was asked for when it was captured.
    pub fn namespace(&self) -> Option<String> {
        let bundle = self.bundle.borrow();
        let scope = &bundle.described().scope;
        scope.namespace.clone().or_else(|| scope.targets.iter().find_map(|target| target.namespace.clone()))
    }

    /// Version of the server that it was captured from.
    pub(super) fn server_version(&self) -> Option<String> {
        self.bundle.borrow().described().server_version.clone()
    }

    /// What there is to ask for.
    pub(super) fn resources(&self) -> &[Resource] {
        &self.resources
    }

    /// A resource by its path.
    pub(super) fn resource(&self, group: &str, version: &str, plural: &str) -> Option<&Resource> {
        self.resources.iter().find(|one| one.kind.group == group && one.version == version && one.plural == plural)
    }

    /// The events.
    pub(super) const fn events(&self) -> &EventIndex {
        &self.events
    }

    /// What is held of a kind, in the order of a server.
    pub(super) fn of_kind(&self, kind: &GroupKind) -> impl Iterator<Item = &Held> {
        self.held.get(kind).into_iter().flat_map(BTreeMap::values)
    }

    /// What is held under a name.
    pub(super) fn named(&self, kind: &GroupKind, namespace: Option<&str>, name: &str) -> Option<&Held> {
        self.held.get(kind)?.get(&(namespace.map(str::to_owned), name.to_owned()))
    }

    /// Every object, earlier incarnations too.
    pub(super) fn lines(&self) -> impl Iterator<Item = &IndexLine> {
        let names = self.held.values().flat_map(BTreeMap::values);
        names.flat_map(|held| std::iter::once(&held.line).chain(&held.earlier))
    }

    /// An object.
    pub(super) fn object(&self, line: &IndexLine) -> Result<Object, Refusal> {
        let object = self.bundle.borrow_mut().object_at(&line.dir).and_then(Object::new);
        let object = object.filter(|object| object.key().may_be(&line.reference.key()));
        object.and_then(|object| self.admit(object)).ok_or_else(|| Refusal::altered(&line.dir))
    }

    /// The events of a file.
    pub(super) fn events_in(&self, file: &str) -> Result<Vec<Object>, Refusal> {
        let values = self.bundle.borrow_mut().events_in(file);
        let read = |values: Vec<_>| {
            values.into_iter().map(|value| Object::new(value).and_then(|object| self.admit(object))).collect()
        };
        values.and_then(read).ok_or_else(|| Refusal::altered(file))
    }

    /// A log, or whatever else stands for the answer to a question.
    pub(super) fn answer(&self, query: Query) -> Option<Answer> {
        let answer = self.bundle.borrow_mut().answer(&[query]).pop()?;
        Some(match answer {
            Answer::Log(Some(text)) => Answer::Log(Some(self.door.log(&text))),
            other => other,
        })
    }

    /// Whether what the bundle does not hold was not there.
    pub(super) fn is_whole(&self, query: &Query) -> bool {
        self.bundle.borrow().is_whole(query)
    }

    /// Why it is not known.
    pub(super) fn gap(&self, query: &Query) -> Option<Gap> {
        self.bundle.borrow().gap(query).cloned()
    }

    fn admit(&self, object: Object) -> Option<Object> {
        Object::new(admitted(&self.door, &self.kinds, object).value)
    }
}
