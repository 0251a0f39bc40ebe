//! A live cluster with the record of it: what the API has forgotten is added to what it says.
//!
//! Owns the order of belief: what the API says now stands, and the record only adds what has left it. Must never let the
//! record bring back what the API says is not there, but for what belongs to a run that is done.

use std::collections::BTreeSet;

use jiff::Timestamp;
use serde_json::Value;

use super::source::Recorded;
use crate::collect::Answer;
use crate::model::{Event, ObjectKey, Query};
use crate::source::{About, Source, Spent};

/// Both.
pub struct Joined<'s> {
    live: &'s mut dyn Source,
    record: &'s mut Recorded,
}

impl<'s> Joined<'s> {
    /// A source that asks the first, and lets the second add what is gone; of objects, the second gives only those that have
    /// left ([`View::of_what_left`](super::View::of_what_left)).
    #[must_use]
    pub fn new(live: &'s mut dyn Source, record: &'s mut Recorded) -> Self {
        Self { live, record }
    }
}

/// Adds what is not there yet, by UID.
fn add(items: &mut Vec<Value>, more: Vec<Value>) {
    let identity = |item: &Value| item.pointer("/metadata/uid").and_then(Value::as_str).map(str::to_owned);
    let known: BTreeSet<Option<String>> = items.iter().map(identity).collect();
    items.extend(more.into_iter().filter(|item| identity(item).is_some_and(|uid| !known.contains(&Some(uid)))));
}

/// Events that are surely about an object: those of a namesake that is gone say nothing about it.
fn surely_about(of: &ObjectKey, mut items: Vec<Value>) -> Vec<Value> {
    items.retain(|item| Event::read(item).is_some_and(|event| event.about.uid.is_some() && event.is_about(of)));
    items
}

/// What both together answer to a question.
#[must_use]
pub fn joined(query: &Query, live: Answer, record: Answer) -> Answer {
    match (query, live, record) {
        // What has expired, and what was combined away.
        (Query::Events { of }, Answer::Objects { mut items, complete }, Answer::Objects { items: old, .. }) => {
            add(&mut items, surely_about(of, old));
            Answer::Objects { items, complete }
        }
        (Query::Events { of }, Answer::Gap(gap), Answer::Objects { items, .. }) => {
            let items = surely_about(of, items);
            if items.is_empty() { Answer::Gap(gap) } else { Answer::Objects { items, complete: false } }
        }
        (Query::List { .. }, Answer::Objects { mut items, complete }, Answer::Objects { items: old, .. }) => {
            add(&mut items, old);
            Answer::Objects { items, complete }
        }
        // Of one name there is one, and the API's is it.
        (Query::Get { .. }, Answer::Objects { items, complete }, Answer::Objects { items: old, .. })
            if items.is_empty() =>
        {
            Answer::Objects { items: old, complete }
        }
        (Query::Log { .. }, Answer::Gap(_) | Answer::Log(None), record @ Answer::Log(Some(_))) => record,
        (_, live, _) => live,
    }
}

impl Source for Joined<'_> {
    fn now(&self) -> Timestamp {
        self.live.now()
    }

    fn about(&self) -> About {
        self.live.about()
    }

    fn answer(&mut self, queries: &[Query]) -> Vec<Answer> {
        let live = self.live.answer(queries);
        let record = self.record.answer(queries);
        queries.iter().zip(live).zip(record).map(|((query, live), record)| joined(query, live, record)).collect()
    }

    fn spent(&self) -> Spent {
        self.live.spent()
    }
}
