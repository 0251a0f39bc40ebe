//! A live cluster with the record of it: what the API has forgotten is added to what it says.
//!
//! Owns the order of belief: what the API says now stands, and the record only adds what has left it. Must never let the
//! record bring back what the API says is not there, but for what belongs to a run that is done.

use std::collections::BTreeSet;

use jiff::Timestamp;
use serde_json::Value;

use super::source::Recorded;
use crate::collect::Answer;
use crate::model::{Event, Query};
use crate::source::{About, Source, Spent};

/// Both.
pub struct Joined<'s> {
    live: &'s mut dyn Source,
    record: &'s mut Recorded,
}

impl<'s> Joined<'s> {
    /// A source that asks the first, and lets the second add what is gone.
    #[must_use]
    pub fn new(live: &'s mut dyn Source, record: &'s mut Recorded) -> Self {
        Self { live, record }
    }
}

/// UID.
fn identity(item: &Value) -> Option<&str> {
    item.pointer("/metadata/uid").and_then(Value::as_str)
}

fn joined(query: &Query, live: Answer, record: Answer) -> Answer {
    match (query, live, record) {
        // What has expired, and what was combined away.
        (Query::Events { of }, Answer::Objects { mut items, complete }, Answer::Objects { items: old, .. }) => {
            let known: BTreeSet<String> = items.iter().filter_map(identity).map(str::to_owned).collect();
            items.extend(old.into_iter().filter(|item| {
                // Of a namesake that is gone it says nothing about this one.
                let about = Event::read(item).is_some_and(|event| event.about.uid.is_some() && event.is_about(of));
                about && identity(item).is_none_or(|uid| !known.contains(uid))
            }));
            Answer::Objects { items, complete }
        }
        (Query::Events { of }, Answer::Gap(gap), Answer::Objects { items, .. }) => {
            let about =
                |item: &Value| Event::read(item).is_some_and(|event| event.about.uid.is_some() && event.is_about(of));
            let items: Vec<Value> = items.into_iter().filter(about).collect();
            if items.is_empty() { Answer::Gap(gap) } else { Answer::Objects { items, complete: false } }
        }
        (
            Query::List { .. } | Query::Get { .. },
            Answer::Objects { mut items, complete },
            Answer::Objects { items: old, .. },
        ) => {
            let known: BTreeSet<String> = items.iter().filter_map(identity).map(str::to_owned).collect();
            let is_get = matches!(query, Query::Get { .. });
            items.extend(old.into_iter().filter(|item| {
                item.pointer("/mlop/leftAt").is_some()
                    && (!is_get || known.is_empty())
                    && identity(item).is_some_and(|uid| !known.contains(uid))
            }));
            Answer::Objects { items, complete }
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
