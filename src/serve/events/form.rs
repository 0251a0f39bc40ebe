//! The two forms of an event, `v1` and `events.k8s.io/v1`: one object, some fields under other names.

use serde_json::{Map, Value};

use crate::model::Object;
use crate::serve::resources::{EVENTS_GROUP, Resource};

const CORE: &str = "v1";

/// Names in `v1`, and in `events.k8s.io/v1`.
const FIELDS: [(&str, &str); 7] = [
    ("involvedObject", "regarding"),
    ("message", "note"),
    ("count", "deprecatedCount"),
    ("firstTimestamp", "deprecatedFirstTimestamp"),
    ("lastTimestamp", "deprecatedLastTimestamp"),
    ("source", "deprecatedSource"),
    ("reportingComponent", "reportingController"),
];

/// Fields that `v1` always has, if only empty, and that the other form has only where they say something.
const ALWAYS: [(&str, &str); 2] =
    [("reportingComponent", "reportingController"), ("reportingInstance", "reportingInstance")];

/// An event as `v1` has it.
pub(super) fn core(event: Object) -> Object {
    if event.kind().group.is_empty() { event } else { renamed(event, CORE, |(core, other)| (other, core)) }
}

/// An event of `v1` as a resource has it.
pub(super) fn of(resource: &Resource, event: Object) -> Object {
    match resource.kind.group == EVENTS_GROUP {
        true => renamed(event, &resource.api_version(), |names| names),
        false => event,
    }
}

fn renamed<'n>(event: Object, version: &str, direction: impl Fn((&'n str, &'n str)) -> (&'n str, &'n str)) -> Object {
    let unchanged = event.clone();
    let Value::Object(mut fields) = event.into_value() else { return unchanged };
    let mut other = Map::new();
    for names in FIELDS {
        let (from, to) = direction(names);
        if let Some(value) = fields.remove(from) {
            other.insert(to.to_owned(), value);
        }
    }
    fields.extend(other);
    for names in ALWAYS {
        let (_, name) = direction(names);
        if version == CORE {
            fields.entry(name).or_insert_with(|| "".into());
        } else if fields.get(name).and_then(Value::as_str) == Some("") {
            fields.remove(name);
        }
    }
    fields.insert("apiVersion".to_owned(), version.into());
    Object::new(Value::Object(fields)).unwrap_or(unchanged)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::model::GroupKind;

    #[test]
    fn an_event_comes_back_from_its_other_form() {
        let event = Object::new(json!({
            "apiVersion": "v1", "kind": "Event", "metadata": {"name": "a.1", "namespace": "ml"},
            "involvedObject": {"kind": "Pod", "name": "a"}, "reason": "Failed", "message": "no", "count": 2,
            "firstTimestamp": "2026-11-30T12:00:00Z", "reportingComponent": "kubelet", "reportingInstance": "", "source": {"component": "k"},
        }))
        .unwrap();
        let resource = Resource {
            kind: GroupKind::of(EVENTS_GROUP, "Event"),
            version: "v1".to_owned(),
            plural: "events".to_owned(),
            short: Vec::new(),
            namespaced: true,
        };
        let other = of(&resource, event.clone());
        assert_eq!(other.str_at("/regarding/name"), Some("a"));
        assert_eq!((other.str_at("/note"), other.i64_at("/deprecatedCount")), (Some("no"), Some(2)));
        assert!(
            other.at("/message").is_none()
                && other.at("/reportingInstance").is_none()
                && other.reference().api_version == "events.k8s.io/v1"
        );
        assert_eq!(core(other), event);
    }
}
