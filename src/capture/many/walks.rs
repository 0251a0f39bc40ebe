//! The walks of all runs: what each diagnosis would ask beyond the lists is asked now, several runs at a time.

use std::collections::{BTreeMap, BTreeSet};

use super::listed::Listed;
use super::sources::Sources;
use super::store::Number;
use crate::bundle::BundleError;
use crate::collect::admit::Door;
use crate::collect::{Answer, Limits, Step, Walk};
use crate::diagnose::needs;
use crate::kinds::Kinds;
use crate::model::Query;
use crate::source::Source as _;

/// Objects of runs that are walked at the same time: they are in memory meanwhile.
const OBJECTS_AT_ONCE: usize = 256;
/// Runs that are walked at the same time: their questions go out together.
const RUNS_AT_ONCE: usize = 16;

/// Runs in groups whose objects fit in memory.
pub(super) fn groups(listed: &Listed<'_>, runs: &[Number]) -> Vec<Vec<Number>> {
    let mut groups: Vec<Vec<Number>> = Vec::new();
    let mut objects = usize::MAX;
    for run in runs {
        let uid = listed.store.entry(*run).and_then(|entry| entry.key.uid.as_deref());
        let own = uid.map_or(1, |uid| listed.store.below(uid) + 1);
        match groups.last_mut() {
            Some(group) if group.len() < RUNS_AT_ONCE && objects.saturating_add(own) <= OBJECTS_AT_ONCE => {
                group.push(*run);
                objects = objects.saturating_add(own);
            }
            _ => {
                groups.push(vec![*run]);
                objects = own;
            }
        }
    }
    groups
}

/// Walks from some runs at once, until nothing more is to be asked.
pub(super) fn walk(
    listed: &mut Listed<'_>,
    sources: &mut Sources<'_>,
    kinds: &Kinds,
    limits: Limits,
    runs: &[Number],
) -> Result<(), BundleError> {
    let (now, needs) = (sources.cluster.now(), needs());
    let mut walks = Vec::with_capacity(runs.len());
    for run in runs {
        let Some(target) = listed.store.value(*run)? else { continue };
        listed.store.touch(*run);
        // What is in the store has been through the door; a second time changes nothing.
        walks.extend(Walk::new(kinds, Door::new(), needs.clone(), limits, now, target).map(|walk| (walk, Vec::new())));
    }
    while !walks.is_empty() {
        let mut wanted = BTreeSet::new();
        let mut under_way = Vec::with_capacity(walks.len());
        for (mut walk, answers) in walks {
            if let Step::Ask(queries) = walk.step(answers) {
                wanted.extend(queries.iter().cloned());
                under_way.push((walk, queries));
            }
        }
        let answers: BTreeMap<Query, Answer> = listed.answer(sources, &wanted)?;
        let own = |queries: Vec<Query>| -> Vec<(Query, Answer)> {
            queries.into_iter().filter_map(|query| Some((query.clone(), answers.get(&query)?.clone()))).collect()
        };
        walks = under_way.into_iter().map(|(walk, queries)| (walk, own(queries))).collect();
    }
    Ok(())
}
