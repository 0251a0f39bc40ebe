//! Pods of others, as far as a sum over nodes needs them.
//!
//! A cluster holds thousands of them, and they are asked for only to see what fills its nodes. Owns what is left of each:
//! who it is and whose, where it is, what it asks for, when it was placed. Everything else is dropped before it is kept.

use serde_json::{Map, Value};

use crate::kinds::names;
use crate::model::{Query, Selector};

/// The question that only such pods answer: all pods of the cluster.
#[must_use]
pub fn all_pods() -> Query {
    Query::List { kind: names::POD, namespace: None, selector: Selector::default() }
}

const METADATA: [&str; 8] = [
    "name",
    "namespace",
    "uid",
    "resourceVersion",
    "generation",
    "creationTimestamp",
    "deletionTimestamp",
    "ownerReferences",
];
const SPEC: [&str; 7] =
    ["nodeName", "schedulerName", "priority", "overhead", "resources", "containers", "initContainers"];
const STATUS: [&str; 4] = ["phase", "reason", "startTime", "conditions"];
const CONTAINER: [&str; 3] = ["name", "resources", "restartPolicy"];

/// Drops what no sum needs. What is of another shape than a pod's stays as it is.
pub fn trim(pod: &mut Value) {
    let Some(fields) = pod.as_object_mut() else { return };
    keep(fields, &["apiVersion", "kind", "metadata", "spec", "status"]);
    let mut part = |name: &str, known: &[&str]| {
        if let Some(fields) = fields.get_mut(name).and_then(Value::as_object_mut) {
            keep(fields, known);
        }
    };
    part("metadata", &METADATA);
    part("spec", &SPEC);
    part("status", &STATUS);
    for list in ["containers", "initContainers"] {
        let containers = fields.get_mut("spec").and_then(|spec| spec.get_mut(list)).and_then(Value::as_array_mut);
        for container in containers.into_iter().flatten().filter_map(Value::as_object_mut) {
            keep(container, &CONTAINER);
        }
    }
    let conditions = fields.get_mut("status").and_then(|status| status.get_mut("conditions"));
    if let Some(conditions) = conditions.and_then(Value::as_array_mut) {
        conditions.retain(|condition| condition.get("type").and_then(Value::as_str) == Some("PodScheduled"));
    }
}

fn keep(fields: &mut Map<String, Value>, known: &[&str]) {
    fields.retain(|field, _| known.contains(&field.as_str()));
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_a_sum_needs_is_left() {
        let needed = json!({
            "apiVersion": "v1", "kind": "Pod",
            "metadata": {"name": "p", "namespace": "n", "uid": "u", "ownerReferences": [{"kind": "Job", "name": "j"}]},
            "spec": {"nodeName": "a", "overhead": {"cpu": "1"},
                "containers": [{"name": "c", "resources": {"limits": {"nvidia.com/gpu": "8"}}}],
                "initContainers": [{"name": "i", "restartPolicy": "Always"}]},
            "status": {"phase": "Running", "conditions": [{"type": "PodScheduled", "status": "True"}]},
        });
        let mut pod = needed.clone();
        pod["metadata"]["annotations"] = json!({"a": "b"});
        pod["metadata"]["managedFields"] = json!([{}]);
        pod["spec"]["volumes"] = json!([{"name": "v"}]);
        pod["spec"]["containers"][0]["env"] = json!([{"name": "TOKEN", "value": "x"}]);
        pod["status"]["containerStatuses"] = json!([{"name": "c"}]);
        pod["status"]["conditions"].as_array_mut().unwrap().push(json!({"type": "Ready"}));
        trim(&mut pod);
        assert_eq!(pod, needed);
        trim(&mut pod);
        assert_eq!(pod, needed);
    }

    #[test]
    fn odd_shapes_stay() {
        for odd in [json!(null), json!([1]), json!({"spec": 3, "status": {"conditions": "x"}})] {
            let mut pod = odd.clone();
            trim(&mut pod);
            assert_eq!(pod, odd);
        }
    }
}
