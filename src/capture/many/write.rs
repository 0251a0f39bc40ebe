//! From the store to the files of a bundle: the same files as of one run, but for the report.
//!
//! Owns what is kept. Only a namespace or a cluster that was asked for as a whole is kept as a whole; else only what a walk
//! has seen.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::listed::Listed;
use super::store::{About as Subject, Number};
use crate::bundle::layout::{ABOUT, EVENTS_FILE, OBJECT_FILE, README, encode_part, log_file, object_dir};
use crate::bundle::records::{DENIED, ERRORS, GAPS, INDEX, QUERIES, QueryLine, REDACTIONS, RedactionLine, lines};
use crate::bundle::{About, BundleError, Counts, Sink, readme};
use crate::collect::{Asked, covers};
use crate::kinds::Kinds;
use crate::model::{Event, GapReason, ObjectKey, Query};

/// Writes everything that is to be kept. `whole` are the lists that are kept as they are; `told` hears how many objects of
/// how many are written.
pub(super) fn write(
    sink: &mut dyn Sink,
    listed: &mut Listed<'_>,
    kinds: &Kinds,
    about: &About,
    whole: &BTreeSet<usize>,
    mut told: impl FnMut(usize, usize),
) -> Result<(), BundleError> {
    let unreadable = |error: serde_json::Error| BundleError::About(error.to_string());
    let numbers: Vec<Number> = listed
        .store
        .objects()
        .filter(|(_, entry)| entry.touched || entry.list.is_some_and(|list| whole.contains(&list)))
        .map(|(number, _)| number)
        .collect();
    let mut events: BTreeMap<Subject, Vec<Vec<u8>>> = BTreeMap::new();
    let mut counts = Counts { report: false, ..Counts::default() };
    let subjects: BTreeSet<Subject> = listed.store.spoken_of(whole).into_iter().collect();
    let (mut kept, mut index, mut redactions) = (BTreeSet::new(), Vec::new(), String::new());
    let total = numbers.len();
    for (place, number) in numbers.into_iter().enumerate() {
        told(place, total);
        let Some(key) = listed.store.entry(number).map(|entry| Arc::clone(&entry.key)) else { continue };
        let dir = dir(kinds, &key);
        if let Some(body) = listed.store.body(number)? {
            sink.put(&format!("{dir}/{OBJECT_FILE}"), &body)?;
        }
        let subject = (key.kind.clone(), key.namespace.clone(), key.name.clone());
        let mut own = 0;
        if subjects.contains(&subject) {
            let (mine, others) = shared_out(listed.store.events_to_keep(&subject, whole)?, &key);
            own = mine.len();
            if own > 0 {
                sink.put(&format!("{dir}/{EVENTS_FILE}"), &mine.concat())?;
            }
            // Of namesakes, each takes its own; what none of them takes is left.
            let left: BTreeSet<Vec<u8>> = others.into_iter().collect();
            match events.get_mut(&subject) {
                Some(known) => known.retain(|event| left.contains(event)),
                None => _ = events.insert(subject, left.into_iter().collect()),
            }
        }
        counts.events += own;
        index.extend(listed.store.line(number, own)?);
        if let Some(entry) = listed.store.entry(number) {
            let notes = entry.redactions.iter().map(|note| RedactionLine {
                object: key.to_string(),
                path: note.path.clone(),
                rule: note.rule.to_owned(),
            });
            redactions.push_str(&lines(notes).map_err(unreadable)?);
        }
        counts.objects += 1;
        kept.insert(key);
    }
    for subject in subjects {
        let left = match events.remove(&subject) {
            Some(left) => left,
            None => listed.store.events_to_keep(&subject, whole)?,
        };
        if !left.is_empty() {
            counts.events += left.len();
            sink.put(&weak_file(kinds, &subject), &left.concat())?;
        }
    }
    for key in listed.store.logs() {
        sink.put(&log_file(&key), &listed.store.log(&key)?)?;
        counts.logs += 1;
    }
    let queries = queries(listed, kinds, whole, &kept);
    let gaps: Vec<&QueryLine> = queries.iter().filter(|line| line.gap.is_some()).collect();
    let denied = gaps.iter().filter(|line| line.gap.as_ref().is_some_and(|gap| gap.reason == GapReason::Forbidden));
    counts.gaps = gaps.len();
    sink.put(INDEX, &index)?;
    sink.put(QUERIES, lines(&queries).map_err(unreadable)?.as_bytes())?;
    sink.put(GAPS, lines(&gaps).map_err(unreadable)?.as_bytes())?;
    sink.put(DENIED, lines(denied).map_err(unreadable)?.as_bytes())?;
    sink.put(ERRORS, b"")?;
    sink.put(REDACTIONS, redactions.as_bytes())?;
    sink.put(ABOUT, about.to_json()?.as_bytes())?;
    sink.put(README, readme(about, &counts).as_bytes())
}

/// Where an object stands.
fn dir(kinds: &Kinds, key: &ObjectKey) -> String {
    object_dir(&kinds.resource(&key.kind), key)
}

/// The events that are surely about this very object, and the others.
fn shared_out(events: Vec<Vec<u8>>, key: &ObjectKey) -> (Vec<Vec<u8>>, Vec<Vec<u8>>) {
    events.into_iter().partition(|event| {
        let event = serde_json::from_slice(event).ok().and_then(|value| Event::read(&value));
        event.is_some_and(|event| event.is_about(key) && (event.about.uid.is_some() || key.uid.is_none()))
    })
}

/// Where events stand that match an object by name only, or whose object is not here.
fn weak_file(kinds: &Kinds, (kind, namespace, name): &Subject) -> String {
    let place = namespace.as_deref().map_or_else(|| "_cluster".to_owned(), encode_part);
    format!("weak/{place}/{}/{}/{EVENTS_FILE}", encode_part(&kinds.resource(kind)), encode_part(name))
}

/// The questions: the lists that are kept whole, and what walks asked beyond them.
fn queries(
    listed: &Listed<'_>,
    kinds: &Kinds,
    whole: &BTreeSet<usize>,
    kept: &BTreeSet<Arc<ObjectKey>>,
) -> Vec<QueryLine> {
    let lists: Vec<_> =
        listed.lists.iter().enumerate().filter(|(place, _)| whole.contains(place)).map(|(_, list)| list).collect();
    let mut lines: BTreeMap<Query, QueryLine> = BTreeMap::new();
    for list in &lists {
        let (complete, gap) = match &list.end {
            Ok(complete) => (*complete, None),
            Err(gap) => (false, Some(gap.clone())),
        };
        let found = match &list.query {
            Query::List { kind, namespace, .. } => {
                let place = namespace.as_deref();
                let of = |key: &&ObjectKey| key.kind == *kind && (place.is_none() || key.namespace.as_deref() == place);
                kept.iter().map(AsRef::as_ref).filter(of).map(|key| dir(kinds, key)).collect()
            }
            _ => Vec::new(),
        };
        lines.insert(list.query.clone(), QueryLine { query: list.query.clone(), found, complete, gap });
    }
    for (query, asked) in &listed.asked {
        let line = match asked {
            Asked::Gap(gap) => {
                QueryLine { query: query.clone(), found: Vec::new(), complete: false, gap: Some(gap.clone()) }
            }
            // The list says it already.
            Asked::Answered { complete: true, .. }
                if !listed.remembered.contains(query)
                    && lists.iter().any(|list| list.end == Ok(true) && covers(&list.query, query)) =>
            {
                continue;
            }
            Asked::Answered { found, complete } => QueryLine {
                query: query.clone(),
                found: found.iter().filter(|key| kept.contains(*key)).map(|key| dir(kinds, key)).collect(),
                complete: *complete,
                gap: None,
            },
        };
        lines.entry(query.clone()).or_insert(line);
    }
    lines.into_values().collect()
}
