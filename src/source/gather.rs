//! Driving a search and a walk against a source.

use std::collections::BTreeSet;

use serde_json::Value;

use super::Source;
use crate::collect::admit::Door;
use crate::collect::{Answer, Find, Found, Limits, Need, Snapshot, Step, Walk};
use crate::kinds::Kinds;
use crate::model::Query;

fn put(source: &mut dyn Source, queries: Vec<Query>) -> Vec<(Query, Answer)> {
    let answers = source.answer(&queries);
    queries.into_iter().zip(answers).collect()
}

/// Finds what a person meant.
pub fn find(source: &mut dyn Source, find: &Find<'_>) -> Found {
    let answers = put(source, find.questions());
    find.judge(&answers).unwrap_or_else(|| find.nothing(&put(source, find.second_questions())))
}

/// Walks from a found object until nothing more is to be asked. `None` if the target is not an object.
pub fn gather(
    source: &mut dyn Source,
    kinds: &Kinds,
    door: Door,
    needs: &BTreeSet<Need>,
    limits: Limits,
    target: Value,
) -> Option<Snapshot> {
    let mut walk = Walk::new(kinds, door, needs.clone(), limits, source.now(), target)?;
    let mut answers = Vec::new();
    loop {
        match walk.step(answers) {
            Step::Ask(queries) => answers = put(source, queries),
            Step::Done(snapshot) => return Some(*snapshot),
        }
    }
}
