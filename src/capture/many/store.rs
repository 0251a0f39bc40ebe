//! What was seen of a namespace or a cluster: bodies aside, on the disk, and in memory what it takes to find them.
//!
//! Owns the index. Everything in it has been through the door.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use serde_json::Value;

use super::scratch::{Scratch, Span};
use crate::bundle::BundleError;
use crate::bundle::index_line;
use crate::bundle::layout::object_dir;
use crate::bundle::records::{IndexLine, lines};
use crate::collect::admit::Redaction;
use crate::kinds::Kinds;
use crate::model::{Event, GroupKind, LogKey, Object, ObjectKey, ObjectRef, Selector};

/// Number of an object in the store.
pub(super) type Number = usize;

/// An object.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) key: Arc<ObjectKey>,
    body: Span,
    /// Its line of the index, which counts no events yet.
    line: Span,
    labels: Vec<(Arc<str>, Arc<str>)>,
    owners: Vec<Arc<str>>,
    pub(super) redactions: Vec<Redaction>,
    /// Number of the list it came with; none if it was asked for by itself.
    pub(super) list: Option<usize>,
    /// A part of it was kept.
    in_part: bool,
    /// A later list says that it is not there.
    gone: bool,
    /// A walk has seen it.
    pub(super) touched: bool,
}

/// An event.
#[derive(Debug)]
pub(super) struct KeptEvent {
    key: ObjectKey,
    body: Span,
    list: Option<usize>,
    pub(super) touched: bool,
}

/// What events are about, as far as all of them say it: kind, namespace, name.
pub(super) type About = (GroupKind, Option<String>, String);

/// The store.
#[derive(Debug)]
pub(super) struct Store {
    scratch: Scratch,
    entries: Vec<Entry>,
    by_key: BTreeMap<Arc<ObjectKey>, Number>,
    by_owner: BTreeMap<Arc<str>, Vec<Number>>,
    events: BTreeMap<About, Vec<KeptEvent>>,
    logs: BTreeMap<LogKey, Span>,
    /// Labels and UIDs come again and again.
    words: HashSet<Arc<str>>,
}

impl Store {
    pub(super) fn new(scratch: Scratch) -> Self {
        Self {
            scratch,
            entries: Vec::new(),
            by_key: BTreeMap::new(),
            by_owner: BTreeMap::new(),
            events: BTreeMap::new(),
            logs: BTreeMap::new(),
            words: HashSet::new(),
        }
    }

    fn word(&mut self, word: &str) -> Arc<str> {
        if let Some(known) = self.words.get(word) {
            return Arc::clone(known);
        }
        let word: Arc<str> = Arc::from(word);
        self.words.insert(Arc::clone(&word));
        word
    }

    /// Keeps an object. A part of one does not replace the whole.
    pub(super) fn put(
        &mut self,
        kinds: &Kinds,
        object: &Object,
        redactions: Vec<Redaction>,
        list: Option<usize>,
        in_part: bool,
    ) -> Result<Number, BundleError> {
        let known = self.by_key.get(object.key()).copied();
        if let Some(number) = known
            && in_part
            && self.entries.get(number).is_some_and(|entry| !entry.in_part && !entry.gone)
        {
            return Ok(number);
        }
        let dir = object_dir(&kinds.resource(object.kind()), object.key());
        let line = index_line(object, dir, 0);
        let text = lines([&line]).map_err(|error| BundleError::About(error.to_string()))?;
        let owners: Vec<Arc<str>> = line.owners.iter().map(|uid| self.word(uid)).collect();
        let labels = line.labels.iter().map(|(key, value)| (self.word(key), self.word(value))).collect();
        let key = Arc::new(object.key().clone());
        let entry = Entry {
            key: Arc::clone(&key),
            body: self.scratch.put(&format!("{}\n", object.value()))?,
            line: self.scratch.put(&text)?,
            labels,
            owners,
            redactions,
            list,
            in_part,
            gone: false,
            touched: false,
        };
        let number = known.unwrap_or(self.entries.len());
        for owner in &entry.owners {
            let children = self.by_owner.entry(Arc::clone(owner)).or_default();
            if !children.contains(&number) {
                children.push(number);
            }
        }
        match self.entries.get_mut(number) {
            Some(old) => *old = Entry { touched: old.touched, list: list.or(old.list), ..entry },
            None => self.entries.push(entry),
        }
        self.by_key.insert(key, number);
        Ok(number)
    }

    /// Keeps an event.
    pub(super) fn put_event(&mut self, event: &Event, value: &Value, list: Option<usize>) -> Result<(), BundleError> {
        let body = self.scratch.put(&format!("{value}\n"))?;
        let about = (event.about.kind.clone(), event.about.namespace.clone(), event.about.name.clone());
        let kept = KeptEvent { key: event.key.clone(), body, list, touched: false };
        let events = self.events.entry(about).or_default();
        match events.iter_mut().find(|known| known.key == kept.key) {
            Some(known) => *known = KeptEvent { touched: known.touched, list: list.or(known.list), ..kept },
            None => events.push(kept),
        }
        Ok(())
    }

    /// Keeps a log.
    pub(super) fn put_log(&mut self, key: LogKey, text: &str) -> Result<(), BundleError> {
        let span = self.scratch.put(text)?;
        self.logs.insert(key, span);
        Ok(())
    }

    /// Forgets what came of a list that begins anew.
    pub(super) fn begin_anew(&mut self, list: usize) {
        for entry in self.entries.iter_mut().filter(|entry| entry.list == Some(list)) {
            entry.gone = true;
        }
        for events in self.events.values_mut() {
            events.retain(|event| event.list != Some(list));
        }
        self.events.retain(|_, events| !events.is_empty());
    }

    pub(super) fn entry(&self, number: Number) -> Option<&Entry> {
        self.entries.get(number).filter(|entry| !entry.gone)
    }

    /// All objects, by kind, place, name and UID.
    pub(super) fn objects(&self) -> impl Iterator<Item = (Number, &Entry)> {
        self.by_key.values().filter_map(|number| Some((*number, self.entry(*number)?)))
    }

    /// Objects of a kind in a place.
    pub(super) fn listed(&self, kind: &GroupKind, namespace: Option<&str>, selector: &Selector) -> Vec<Number> {
        let start =
            ObjectKey { kind: kind.clone(), namespace: namespace.map(str::to_owned), name: String::new(), uid: None };
        let within = |key: &ObjectKey| {
            key.kind == *kind && namespace.is_none_or(|namespace| key.namespace.as_deref() == Some(namespace))
        };
        let numbers = self.by_key.range(start..).take_while(|(key, _)| within(key)).map(|(_, number)| *number);
        numbers.filter(|number| self.entry(*number).is_some_and(|entry| entry.is_selected(selector))).collect()
    }

    /// Objects of one name: a few, if a name was used again.
    pub(super) fn named(&self, kind: &GroupKind, namespace: Option<&str>, name: &str) -> Vec<Number> {
        let start =
            ObjectKey { kind: kind.clone(), namespace: namespace.map(str::to_owned), name: name.to_owned(), uid: None };
        let (kind, namespace, name) = (kind.clone(), start.namespace.clone(), name.to_owned());
        let is_it = |key: &ObjectKey| key.kind == kind && key.namespace == namespace && key.name == name;
        let numbers = self.by_key.range(start..).take_while(|(key, _)| is_it(key)).map(|(_, number)| *number);
        numbers.filter(|number| self.entry(*number).is_some()).collect()
    }

    /// How many objects an object owns, over all steps.
    pub(super) fn below(&self, uid: &str) -> usize {
        let (mut seen, mut next) = (BTreeSet::new(), vec![uid.to_owned()]);
        while let Some(uid) = next.pop() {
            for number in self.by_owner.get(uid.as_str()).into_iter().flatten() {
                if seen.insert(*number) {
                    next.extend(self.entries.get(*number).and_then(|entry| entry.key.uid.clone()));
                }
            }
        }
        seen.len()
    }

    /// Marks an object as seen by a walk.
    pub(super) fn touch(&mut self, number: Number) {
        if let Some(entry) = self.entries.get_mut(number) {
            entry.touched = true;
        }
    }

    /// An object as it was kept.
    pub(super) fn body(&mut self, number: Number) -> Result<Option<Vec<u8>>, BundleError> {
        let Some(span) = self.entry(number).map(|entry| entry.body) else { return Ok(None) };
        self.scratch.get(span).map(Some)
    }

    /// The same, read.
    pub(super) fn value(&mut self, number: Number) -> Result<Option<Value>, BundleError> {
        let body = self.body(number)?;
        Ok(body.and_then(|body| serde_json::from_slice(&body).ok()))
    }

    /// The line of the index of an object about which so many events are kept.
    pub(super) fn line(&mut self, number: Number, events: usize) -> Result<Vec<u8>, BundleError> {
        let Some(span) = self.entry(number).map(|entry| entry.line) else { return Ok(Vec::new()) };
        let text = self.scratch.get(span)?;
        if events == 0 {
            return Ok(text);
        }
        let wrong = |error: serde_json::Error| BundleError::About(error.to_string());
        let line: IndexLine = serde_json::from_slice(&text).map_err(wrong)?;
        lines([IndexLine { events, ..line }]).map(String::into_bytes).map_err(wrong)
    }

    /// How an object is called where runs are named.
    pub(super) fn reference(&mut self, number: Number) -> Result<Option<ObjectRef>, BundleError> {
        Ok(self.value(number)?.and_then(Object::new).map(|object| object.reference()))
    }

    /// Events about an object, or about a namesake, each as it was kept; sorted by their own names.
    pub(super) fn events_about(&mut self, of: &ObjectKey, touch: bool) -> Result<Vec<Value>, BundleError> {
        let about = (of.kind.clone(), of.namespace.clone(), of.name.clone());
        let mut values = Vec::new();
        for event in self.events.get_mut(&about).into_iter().flatten() {
            event.touched |= touch;
            values.extend(serde_json::from_slice::<Value>(&self.scratch.get(event.body)?).ok());
        }
        Ok(values)
    }

    /// What there are events about, and whether any of them is to be kept: those of `lists`, and those that a walk saw.
    pub(super) fn spoken_of(&self, lists: &BTreeSet<usize>) -> Vec<About> {
        let kept = |event: &KeptEvent| event.touched || event.list.is_some_and(|list| lists.contains(&list));
        self.events.iter().filter(|(_, events)| events.iter().any(kept)).map(|(about, _)| about.clone()).collect()
    }

    /// The events about something that are to be kept, sorted by their own names.
    pub(super) fn events_to_keep(
        &mut self,
        about: &About,
        lists: &BTreeSet<usize>,
    ) -> Result<Vec<Vec<u8>>, BundleError> {
        let kept = |event: &&KeptEvent| event.touched || event.list.is_some_and(|list| lists.contains(&list));
        let mut spans: Vec<(&ObjectKey, Span)> =
            self.events.get(about).into_iter().flatten().filter(kept).map(|event| (&event.key, event.body)).collect();
        spans.sort_by(|a, b| a.0.cmp(b.0));
        let spans: Vec<Span> = spans.into_iter().map(|(_, span)| span).collect();
        spans.into_iter().map(|span| self.scratch.get(span)).collect()
    }

    /// Which logs there are.
    pub(super) fn logs(&self) -> Vec<LogKey> {
        self.logs.keys().cloned().collect()
    }

    /// A log.
    pub(super) fn log(&mut self, key: &LogKey) -> Result<Vec<u8>, BundleError> {
        self.logs.get(key).copied().map_or_else(|| Ok(Vec::new()), |span| self.scratch.get(span))
    }

    /// How many objects and events there are.
    pub(super) fn counts(&self) -> (usize, usize) {
        (self.by_key.len(), self.events.values().map(Vec::len).sum())
    }
}

impl Entry {
    fn is_selected(&self, selector: &Selector) -> bool {
        let has = |(key, value): (&String, &String)| self.label(key) == Some(value.as_str());
        selector.labels.iter().all(has)
            && selector.owner.as_ref().is_none_or(|uid| self.owners.iter().any(|owner| **owner == **uid))
    }

    /// UIDs of its owners.
    pub(super) fn owners(&self) -> impl Iterator<Item = &str> {
        self.owners.iter().map(AsRef::as_ref)
    }

    /// The value of one of its labels.
    pub(super) fn label(&self, key: &str) -> Option<&str> {
        self.labels.iter().find(|(known, _)| **known == *key).map(|(_, value)| &**value)
    }
}
