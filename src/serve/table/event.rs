//! Events.

use jiff::Timestamp;
use serde_json::Value;

use super::super::age::since;
use super::Column;
use crate::model::Object;

pub(super) const COLUMNS: [Column; 10] = [
    Column("Last Seen", false),
    Column("Type", false),
    Column("Reason", false),
    Column("Object", false),
    Column("Subobject", true),
    Column("Source", true),
    Column("Message", false),
    Column("First Seen", true),
    Column("Count", true),
    Column("Name", true),
];

pub(super) fn cells(event: &Object, now: Timestamp) -> Vec<Value> {
    let text = |pointer: &str| event.str_at(pointer).unwrap_or_default();
    let first = event.time_at("/firstTimestamp").or_else(|| event.time_at("/eventTime"));
    let last = event.time_at("/series/lastObservedTime").or_else(|| event.time_at("/lastTimestamp")).or(first);
    let count =
        event.i64_at("/series/count").or_else(|| event.i64_at("/count")).filter(|count| *count > 0).unwrap_or(1);
    let kind = text("/involvedObject/kind").to_ascii_lowercase();
    let object = match text("/involvedObject/name") {
        "" => kind,
        name => format!("{kind}/{name}"),
    };
    let or = |one: &str, other: &str| if text(one).is_empty() { text(other).to_owned() } else { text(one).to_owned() };
    let (component, host) = (or("/source/component", "/reportingComponent"), or("/source/host", "/reportingInstance"));
    let source = if host.is_empty() { component } else { format!("{component}, {host}") };
    vec![
        since(last, now).into(),
        text("/type").into(),
        text("/reason").into(),
        object.into(),
        text("/involvedObject/fieldPath").into(),
        source.into(),
        text("/message").trim().into(),
        since(first, now).into(),
        count.into(),
        event.name().into(),
    ]
}
