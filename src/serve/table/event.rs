//! The table of events.

use jiff::Timestamp;
use serde_json::Value;

use super::{Column, age, column, or, wide};
use crate::model::Object;

pub(super) const COLUMNS: &[Column] = &[
    column("Last Seen", "When it was seen last."),
    column("Type", "Normal or Warning."),
    column("Reason", "Why it was written."),
    column("Object", "What it is about."),
    wide("Subobject", "Which part of it."),
    wide("Source", "Who wrote it."),
    column("Message", "The text."),
    wide("First Seen", "When it was seen first."),
    wide("Count", "How often it was seen."),
    wide("Name", "Name of the event."),
];

pub(super) fn cells(event: &Object, now: Timestamp) -> Vec<Value> {
    let time = |place: &str| event.time_at(place);
    let first = age::since(time("/firstTimestamp").or_else(|| time("/eventTime")), now);
    let last = time("/lastTimestamp").map_or_else(|| first.clone(), |last| age::since(Some(last), now));
    let (last, count) = match event.at("/series") {
        Some(_) => (age::since(time("/series/lastObservedTime"), now), event.i64_at("/series/count").unwrap_or(0)),
        None => (last, event.i64_at("/count").filter(|count| *count != 0).unwrap_or(1)),
    };
    let kind = event.str_at("/involvedObject/kind").unwrap_or_default().to_lowercase();
    let about = event.str_at("/involvedObject/name").map_or(kind.clone(), |name| format!("{kind}/{name}"));
    let source = event.str_at("/source/component").or(event.str_at("/reportingComponent")).unwrap_or_default();
    let instance = event.str_at("/source/host").or(event.str_at("/reportingInstance"));
    vec![
        last.into(),
        or(event.str_at("/type"), ""),
        or(event.str_at("/reason"), ""),
        about.into(),
        or(event.str_at("/involvedObject/fieldPath"), ""),
        instance.map_or_else(|| source.to_owned(), |instance| format!("{source}, {instance}")).into(),
        event.str_at("/message").unwrap_or_default().trim().into(),
        first.into(),
        count.into(),
        event.name().into(),
    ]
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_event_is_as_a_server_prints_it() {
        let mut event = json!({
            "apiVersion": "v1", "kind": "Event", "metadata": {"name": "a.1"}, "type": "Warning", "reason": "Failed",
            "involvedObject": {"kind": "Pod", "name": "a", "fieldPath": "spec.containers{main}"}, "message": " no \n",
            "source": {"component": "kubelet", "host": "gpu-1"}, "count": 3,
            "firstTimestamp": "2026-11-30T11:00:00Z", "lastTimestamp": "2026-11-30T11:59:00Z",
        });
        let row = |event: &Value| cells(&Object::new(event.clone()).unwrap(), "2026-11-30T12:00:00Z".parse().unwrap());
        let expected = json!([
            "60s",
            "Warning",
            "Failed",
            "pod/a",
            "spec.containers{main}",
            "kubelet, gpu-1",
            "no",
            "60m",
            3,
            "a.1",
        ]);
        assert_eq!(Value::from(row(&event)), expected);
        event["series"] = json!({"count": 7, "lastObservedTime": "2026-11-30T11:59:30.000000Z"});
        assert_eq!((&row(&event)[0], &row(&event)[8]), (&json!("30s"), &json!(7)));
    }
}
