//! The lists and the cluster as one source: what the lists know is not asked again, and what they do not is asked once.
//!
//! Owns which answer is believed and what of it is recorded. Every answer of the cluster goes through the door and into the
//! store before anybody sees it; logs go no further, since no walk needs their words to go on.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::sources::Sources;
use super::store::{Number, Store};
use crate::bundle::BundleError;
use crate::collect::admit::Door;
use crate::collect::{Answer, Asked, admitted, covers, is_event, occupant};
use crate::kinds::{Kinds, names};
use crate::model::{Event, Gap, GapReason, Object, ObjectKey, Query, Selector};
use crate::source::cluster::Listing;
use crate::source::plan::Slice;

/// Logs that are read at once: each may be a mebibyte.
const LOGS_AT_ONCE: usize = 8;

/// A list that was asked for first.
#[derive(Debug)]
pub(super) struct List {
    pub(super) query: Query,
    /// Whether all of it came, and if not, why.
    pub(super) end: Result<bool, Gap>,
    /// Some of it was no object.
    torn: bool,
}

/// The source.
pub(super) struct Listed<'s> {
    pub(super) store: Store,
    pub(super) lists: Vec<List>,
    /// Questions to whose answer a record added something: the lists alone do not know it.
    pub(super) remembered: BTreeSet<Query>,
    /// What walks asked, and how it was answered.
    pub(super) asked: BTreeMap<Query, Asked>,
    kinds: &'s Kinds,
    door: Door,
}

impl<'s> Listed<'s> {
    pub(super) fn new(store: Store, kinds: &'s Kinds, door: Door, slices: &[Slice]) -> Self {
        let list = |(kind, namespace): &Slice| List {
            query: Query::List { kind: kind.clone(), namespace: namespace.clone(), selector: Selector::default() },
            end: Ok(false),
            torn: false,
        };
        Self {
            store,
            lists: slices.iter().map(list).collect(),
            asked: BTreeMap::new(),
            remembered: BTreeSet::new(),
            kinds,
            door,
        }
    }

    /// Takes what comes of a list.
    pub(super) fn take(&mut self, place: usize, listing: Listing) -> Result<(), BundleError> {
        match listing {
            Listing::Page { items, .. } => {
                for item in items {
                    if self.keep(item, Some(place), false)?.is_none()
                        && let Some(list) = self.lists.get_mut(place)
                    {
                        list.torn = true;
                    }
                }
            }
            Listing::Anew => self.store.begin_anew(place),
            Listing::End(end) => {
                if let Some(list) = self.lists.get_mut(place) {
                    list.end = end.map(|complete| complete && !list.torn);
                }
            }
        }
        Ok(())
    }

    /// Through the door and into the store; none if it is no object. What an event is about is not told.
    fn keep(&mut self, mut item: Value, list: Option<usize>, in_part: bool) -> Result<Option<Kept>, BundleError> {
        if in_part {
            occupant::trim(&mut item);
        }
        let Some(raw) = Object::new(item) else { return Ok(None) };
        let admitted = admitted(&self.door, self.kinds, raw);
        let Some(object) = Object::new(admitted.value) else { return Ok(None) };
        if is_event(&object) {
            let Some(event) = Event::read(object.value()) else { return Ok(None) };
            let event = Event { key: ObjectKey { kind: names::EVENT, ..event.key.clone() }, ..event };
            self.store.put_event(&event, object.value(), list)?;
            return Ok(Some(Kept::Event));
        }
        let number = self.store.put(self.kinds, &object, admitted.redactions, list, in_part)?;
        Ok(Some(Kept::Object(number)))
    }

    /// Whether the lists know the answer to a question.
    fn is_known(&self, query: &Query) -> bool {
        self.lists.iter().any(|list| list.end == Ok(true) && covers(&list.query, query))
    }

    /// An answer out of the store.
    fn kept_answer(&mut self, query: &Query) -> Result<(Answer, Vec<Number>), BundleError> {
        let numbers = match query {
            Query::Get { kind, namespace, name } => self.store.named(kind, namespace.as_deref(), name),
            Query::List { kind, namespace, selector } => self.store.listed(kind, namespace.as_deref(), selector),
            Query::Events { of } => {
                let mut items = self.store.events_about(of, true)?;
                items.retain(|item| Event::read(item).is_some_and(|event| event.is_about(of)));
                return Ok((Answer::Objects { items, complete: true }, Vec::new()));
            }
            Query::Named { .. } | Query::Runs { .. } | Query::Log { .. } => Vec::new(),
        };
        let items = self.values(&numbers)?;
        Ok((Answer::Objects { items, complete: true }, numbers))
    }

    fn values(&mut self, numbers: &[Number]) -> Result<Vec<Value>, BundleError> {
        let mut items = Vec::with_capacity(numbers.len());
        for number in numbers {
            items.extend(self.store.value(*number)?);
        }
        Ok(items)
    }

    fn record(&mut self, query: &Query, numbers: &[Number], complete: bool) {
        let mut found = Vec::with_capacity(numbers.len());
        for number in numbers {
            self.store.touch(*number);
            found.extend(self.store.entry(*number).map(|entry| (*entry.key).clone()));
        }
        found.sort();
        found.dedup();
        self.asked.insert(query.clone(), Asked::Answered { found, complete });
    }

    /// Answers of the lists, or of the cluster, to questions of walks.
    pub(super) fn answer(
        &mut self,
        sources: &mut Sources<'_>,
        queries: &BTreeSet<Query>,
    ) -> Result<BTreeMap<Query, Answer>, BundleError> {
        let mut answers = BTreeMap::new();
        let (mut logs, mut unknown) = (Vec::new(), Vec::new());
        for query in queries {
            if let Query::Log { .. } = query {
                logs.push(query.clone());
            } else if let Some(asked) = self.asked.get(query).cloned() {
                answers.insert(query.clone(), self.again(query, &asked)?);
            } else if !self.is_known(query) {
                unknown.push(query.clone());
            } else if *query == occupant::all_pods() {
                answers.insert(query.clone(), self.occupants()?);
            } else {
                let (answer, numbers) = self.kept_answer(query)?;
                let answer = match sources.more(query, &answer) {
                    Some(more) => {
                        self.remembered.insert(query.clone());
                        self.believe(query, more)?
                    }
                    None => {
                        self.record(query, &numbers, true);
                        answer
                    }
                };
                answers.insert(query.clone(), answer);
            }
        }
        let came = if unknown.is_empty() { Vec::new() } else { sources.answer(&unknown) };
        for (query, answer) in unknown.into_iter().zip(came) {
            let answer = self.believe(&query, answer)?;
            answers.insert(query, answer);
        }
        logs.retain(|query| !self.asked.contains_key(query));
        for some in logs.chunks(LOGS_AT_ONCE) {
            for (query, answer) in some.iter().zip(sources.answer(some)) {
                self.believe(query, answer)?;
            }
        }
        // That it was read is all that a walk needs to know.
        answers.extend(logs.into_iter().map(|query| (query, Answer::Log(None))));
        let rest = queries.iter().filter(|query| matches!(query, Query::Log { .. }));
        answers.extend(rest.map(|query| (query.clone(), Answer::Log(None))));
        Ok(answers)
    }

    /// All pods of the cluster, which a walk only adds up: it needs to know that they were asked for.
    fn occupants(&mut self) -> Result<Answer, BundleError> {
        let numbers = self.store.listed(&names::POD, None, &Selector::default());
        self.record(&occupant::all_pods(), &numbers, true);
        Ok(Answer::Objects { items: Vec::new(), complete: true })
    }

    /// The answer to a question that was asked before.
    fn again(&mut self, query: &Query, asked: &Asked) -> Result<Answer, BundleError> {
        Ok(match asked {
            Asked::Gap(gap) => Answer::Gap(gap.clone()),
            Asked::Answered { complete, .. } if *query == occupant::all_pods() => {
                Answer::Objects { items: Vec::new(), complete: *complete }
            }
            Asked::Answered { complete, .. } if matches!(query, Query::Events { .. }) => {
                match self.kept_answer(query)?.0 {
                    Answer::Objects { items, .. } => Answer::Objects { items, complete: *complete },
                    other => other,
                }
            }
            Asked::Answered { found, complete } => {
                let numbers: Vec<Number> = found
                    .iter()
                    .flat_map(|key| self.store.named(&key.kind, key.namespace.as_deref(), &key.name))
                    .filter(|number| self.store.entry(*number).is_some_and(|entry| found.contains(&entry.key)))
                    .collect();
                Answer::Objects { items: self.values(&numbers)?, complete: *complete }
            }
        })
    }

    /// Keeps an answer of the cluster.
    fn believe(&mut self, query: &Query, answer: Answer) -> Result<Answer, BundleError> {
        match answer {
            Answer::Gap(gap) => {
                let message = gap.message.as_deref().map(|text| self.door.text(text).into_owned());
                let gap = Gap { reason: gap.reason, message };
                self.asked.insert(query.clone(), Asked::Gap(gap.clone()));
                Ok(Answer::Gap(gap))
            }
            Answer::Log(text) => {
                if let (Query::Log { of }, Some(text)) = (query, text) {
                    let text = self.door.log(&text);
                    self.store.put_log(of.clone(), &text)?;
                }
                self.asked.insert(query.clone(), Asked::Answered { found: Vec::new(), complete: true });
                Ok(Answer::Log(None))
            }
            Answer::Objects { items, complete } => {
                let everybody = *query == occupant::all_pods();
                let (mut numbers, mut unreadable) = (Vec::new(), false);
                for item in items {
                    match self.keep(item, None, everybody)? {
                        Some(Kept::Object(number)) => numbers.push(number),
                        Some(Kept::Event) => {}
                        None => unreadable = true,
                    }
                }
                if unreadable && numbers.is_empty() {
                    return self.believe(query, Answer::Gap(Gap::new(GapReason::Unreadable)));
                }
                let complete = complete && !unreadable;
                self.record(query, &numbers, complete);
                if everybody {
                    return Ok(Answer::Objects { items: Vec::new(), complete });
                }
                if matches!(query, Query::Events { .. }) {
                    return Ok(match self.kept_answer(query)?.0 {
                        Answer::Objects { items, .. } => Answer::Objects { items, complete },
                        other => other,
                    });
                }
                Ok(Answer::Objects { items: self.values(&numbers)?, complete })
            }
        }
    }
}

/// What became of an item.
enum Kept {
    Object(Number),
    Event,
}
