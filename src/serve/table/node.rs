//! The table of nodes.

use std::collections::BTreeSet;

use jiff::Timestamp;
use serde_json::Value;

use super::{Column, age, column, or, wide};
use crate::model::Object;

pub(super) const COLUMNS: &[Column] = &[
    column("Name", "Name of the node."),
    column("Status", "Whether it is ready, and open to pods."),
    column("Roles", "Roles that its labels name."),
    column("Age", "Time since it was made."),
    column("Version", "Version of its kubelet."),
    wide("Internal-IP", "Its address within the cluster."),
    wide("External-IP", "Its address outside."),
    wide("OS-Image", "Its operating system."),
    wide("Kernel-Version", "Its kernel, with the architecture."),
    wide("Container-Runtime", "What runs its containers."),
];

const ROLE_PREFIX: &str = "node-role.kubernetes.io/";
const ROLE: &str = "kubernetes.io/role";

pub(super) fn cells(node: &Object, now: Timestamp) -> Vec<Value> {
    let info = |field: &str| node.str_at(&format!("/status/nodeInfo/{field}"));
    let mut kernel = info("kernelVersion").unwrap_or("<unknown>").to_owned();
    if let Some(architecture) = info("architecture") {
        kernel.push_str(&format!(" ({architecture})"));
    }
    let address = |kind: &str| {
        let of_kind = |one: &&Value| one.get("type").and_then(Value::as_str) == Some(kind);
        let found = node.items_at("/status/addresses").iter().find(of_kind);
        or(found.and_then(|one| one.get("address")?.as_str()), "<none>")
    };
    vec![
        node.name().into(),
        status(node).into(),
        roles(node).into(),
        age::of(node, now),
        or(info("kubeletVersion"), ""),
        address("InternalIP"),
        address("ExternalIP"),
        or(info("osImage"), "<unknown>"),
        kernel.into(),
        or(info("containerRuntimeVersion"), "<unknown>"),
    ]
}

fn status(node: &Object) -> String {
    let ready = match node.condition("Ready") {
        Some(ready) if ready.is_true() => "Ready",
        Some(_) => "NotReady",
        None => "Unknown",
    };
    let closed = node.bool_at("/spec/unschedulable").unwrap_or_default();
    if closed { format!("{ready},SchedulingDisabled") } else { ready.to_owned() }
}

fn roles(node: &Object) -> String {
    let labels = node.at("/metadata/labels").and_then(Value::as_object);
    let role = |(key, value): (&String, &Value)| {
        let named = key.strip_prefix(ROLE_PREFIX).map(str::to_owned);
        named.or_else(|| (key == ROLE).then(|| value.as_str().unwrap_or_default().to_owned()))
    };
    let roles: BTreeSet<String> =
        labels.into_iter().flatten().filter_map(role).filter(|role| !role.is_empty()).collect();
    if roles.is_empty() { "<none>".to_owned() } else { roles.into_iter().collect::<Vec<_>>().join(",") }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn row(node: Value) -> Vec<String> {
        let mut node = node;
        node["apiVersion"] = "v1".into();
        node["kind"] = "Node".into();
        let cells = cells(&Object::new(node).unwrap(), "2026-11-30T12:00:00Z".parse().unwrap());
        cells.iter().map(|cell| cell.as_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn a_node_is_as_a_server_prints_it() {
        let node = json!({
            "metadata": {
                "name": "gpu-1", "creationTimestamp": "2026-11-30T11:00:00Z",
                "labels": {"node-role.kubernetes.io/worker": "", "kubernetes.io/role": "gpu", "node-role.kubernetes.io/": ""},
            },
            "spec": {"unschedulable": true},
            "status": {
                "conditions": [{"type": "Ready", "status": "False"}],
                "addresses": [{"type": "Hostname", "address": "h"}, {"type": "InternalIP", "address": "10.0.0.1"}],
                "nodeInfo": {"kubeletVersion": "v1.36.3", "kernelVersion": "6.8.0", "architecture": "amd64", "osImage": "D"},
            },
        });
        let expected = [
            "gpu-1",
            "NotReady,SchedulingDisabled",
            "gpu,worker",
            "60m",
            "v1.36.3",
            "10.0.0.1",
            "<none>",
            "D",
            "6.8.0 (amd64)",
            "<unknown>",
        ];
        assert_eq!(row(node), expected);
    }

    #[test]
    fn what_is_not_said_is_said_so() {
        let row = row(json!({"metadata": {"name": "a"}}));
        let expected =
            ["a", "Unknown", "<none>", "<unknown>", "", "<none>", "<none>", "<unknown>", "<unknown>", "<unknown>"];
        assert_eq!(row, expected);
    }
}
