//! From a snapshot to the files of a bundle. Everything in a snapshot has been through the door already.

use std::collections::BTreeMap;

use super::about::About;
use super::error::BundleError;
use super::files::Sink;
use super::layout::{ABOUT, EVENTS_FILE, OBJECT_FILE, README, encode_part, log_file, object_dir};
use super::readme::{Counts, readme};
use super::records::{
    DENIED, ERRORS, GAPS, INDEX, IndexLine, QUERIES, QueryLine, REDACTIONS, REPORT, RedactionLine, lines,
};
use crate::collect::{Asked, Snapshot};
use crate::kinds::Kinds;
use crate::model::{GapReason, Object, ObjectKey};

/// Writes a snapshot, with the report that came of it.
///
/// # Errors
/// When the sink refuses.
pub fn write(
    sink: &mut dyn Sink,
    snapshot: &Snapshot,
    kinds: &Kinds,
    about: &About,
    report: &str,
) -> Result<(), BundleError> {
    let unreadable = |error: serde_json::Error| BundleError::About(error.to_string());
    let dirs: BTreeMap<&ObjectKey, String> =
        snapshot.objects().map(|object| (object.key(), dir(kinds, object.key()))).collect();
    let mut index = Vec::new();
    for object in snapshot.objects() {
        let Some(dir) = dirs.get(object.key()) else { continue };
        let events = events_of(snapshot, object);
        sink.put(&format!("{dir}/{OBJECT_FILE}"), one_line(object.value()).as_bytes())?;
        if !events.is_empty() {
            let text = lines(&events).map_err(unreadable)?;
            sink.put(&format!("{dir}/{EVENTS_FILE}"), text.as_bytes())?;
        }
        index.push(index_line(object, dir.clone(), events.len()));
    }
    for log in snapshot.logs() {
        sink.put(&log_file(&log.key), log.text.as_bytes())?;
    }
    weak_events(sink, snapshot, kinds)?;
    let queries: Vec<QueryLine> =
        snapshot.asked().map(|(query, asked)| query_line(query.clone(), asked, &dirs)).collect();
    let gaps: Vec<&QueryLine> = queries.iter().filter(|line| line.gap.is_some()).collect();
    let denied = gaps.iter().filter(|line| line.gap.as_ref().is_some_and(|gap| gap.reason == GapReason::Forbidden));
    let redactions = snapshot.redactions().map(|(key, note)| RedactionLine {
        object: key.to_string(),
        path: note.path.clone(),
        rule: note.rule.to_owned(),
    });
    sink.put(INDEX, lines(&index).map_err(unreadable)?.as_bytes())?;
    sink.put(QUERIES, lines(&queries).map_err(unreadable)?.as_bytes())?;
    sink.put(GAPS, lines(&gaps).map_err(unreadable)?.as_bytes())?;
    sink.put(DENIED, lines(denied).map_err(unreadable)?.as_bytes())?;
    sink.put(ERRORS, b"")?;
    sink.put(REDACTIONS, lines(redactions).map_err(unreadable)?.as_bytes())?;
    sink.put(REPORT, report.as_bytes())?;
    sink.put(ABOUT, about.to_json()?.as_bytes())?;
    let counts = Counts {
        objects: index.len(),
        events: snapshot.events().count(),
        logs: snapshot.logs().count(),
        gaps: gaps.len(),
        report: true,
    };
    sink.put(README, readme(about, &counts).as_bytes())
}

fn dir(kinds: &Kinds, key: &ObjectKey) -> String {
    object_dir(&kinds.resource(&key.kind), key)
}

/// Compact, keys sorted: one line a file, easy to grep, the same bytes each time.
fn one_line(value: &serde_json::Value) -> String {
    format!("{value}\n")
}

/// Events that are surely about this very object.
fn events_of<'s>(snapshot: &'s Snapshot, object: &Object) -> Vec<&'s serde_json::Value> {
    snapshot
        .raw_events()
        .filter(|(event, _)| event.is_about(object.key()) && (event.about.uid.is_some() || object.uid().is_none()))
        .map(|(_, value)| value)
        .collect()
}

/// Events that match an object by name only: kept apart.
fn weak_events(sink: &mut dyn Sink, snapshot: &Snapshot, kinds: &Kinds) -> Result<(), BundleError> {
    let mut weak: BTreeMap<String, Vec<&serde_json::Value>> = BTreeMap::new();
    for (event, value) in snapshot.raw_events().filter(|(event, _)| event.about.uid.is_none()) {
        let named = |object: &&Object| event.is_about(object.key());
        let has_uid = snapshot.of_kind(&event.about.kind).find(named).is_some_and(|object| object.uid().is_some());
        if has_uid {
            let about = &event.about;
            let place = about.namespace.as_deref().map_or_else(|| "_cluster".to_owned(), encode_part);
            let name = format!(
                "weak/{place}/{}/{}/{EVENTS_FILE}",
                encode_part(&kinds.resource(&about.kind)),
                encode_part(&about.name)
            );
            weak.entry(name).or_default().push(value);
        }
    }
    for (name, events) in weak {
        let text = lines(&events).map_err(|error| BundleError::About(error.to_string()))?;
        sink.put(&name, text.as_bytes())?;
    }
    Ok(())
}

/// The line of the index of an object in a directory, about which so many events are kept.
#[must_use]
pub fn index_line(object: &Object, dir: String, events: usize) -> IndexLine {
    let labels = object.at("/metadata/labels").and_then(serde_json::Value::as_object);
    IndexLine {
        reference: object.reference(),
        dir,
        labels: labels
            .into_iter()
            .flatten()
            .filter_map(|(key, value)| Some((key.clone(), value.as_str()?.to_owned())))
            .collect(),
        owners: object.owners().into_iter().filter_map(|owner| owner.uid).collect(),
        created: object.created(),
        deleted: object.deleted(),
        events,
    }
}

fn query_line(query: crate::model::Query, asked: &Asked, dirs: &BTreeMap<&ObjectKey, String>) -> QueryLine {
    match asked {
        Asked::Gap(gap) => QueryLine { query, found: Vec::new(), complete: false, gap: Some(gap.clone()) },
        Asked::Answered { found, complete } => QueryLine {
            query,
            found: found.iter().filter_map(|key| dirs.get(key).cloned()).collect(),
            complete: *complete,
            gap: None,
        },
    }
}
