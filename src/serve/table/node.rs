//! Nodes.

use std::collections::BTreeSet;

use jiff::Timestamp;
use serde_json::Value;

use super::super::age::since;
use super::Column;
use crate::model::Object;

pub(super) const COLUMNS: [Column; 10] = [
    Column("Name", false),
    Column("Status", false),
    Column("Roles", false),
    Column("Age", false),
    Column("Version", false),
    Column("Internal-IP", true),
    Column("External-IP", true),
    Column("OS-Image", true),
    Column("Kernel-Version", true),
    Column("Container-Runtime", true),
];

/// Labels that give a node a role: the rest of the key, or the value.
const ROLE_KEY: &str = "node-role.kubernetes.io/";
const ROLE: &str = "kubernetes.io/role";

pub(super) fn cells(node: &Object, now: Timestamp) -> Vec<Value> {
    let info = |field: &str| node.str_at(&format!("/status/nodeInfo/{field}")).unwrap_or_default();
    let known = |text: &str| if text.is_empty() { "<unknown>".to_owned() } else { text.to_owned() };
    let architecture = info("architecture");
    let kernel = match architecture {
        "" => known(info("kernelVersion")),
        architecture => format!("{} ({architecture})", known(info("kernelVersion"))),
    };
    vec![
        node.name().into(),
        status(node).into(),
        roles(node).into(),
        since(node.created(), now).into(),
        info("kubeletVersion").into(),
        address(node, "InternalIP").into(),
        address(node, "ExternalIP").into(),
        known(info("osImage")).into(),
        kernel.into(),
        known(info("containerRuntimeVersion")).into(),
    ]
}

fn status(node: &Object) -> String {
    let ready = match node.condition("Ready") {
        Some(condition) if condition.is_true() => "Ready",
        Some(_) => "NotReady",
        None => "Unknown",
    };
    let closed = node.bool_at("/spec/unschedulable") == Some(true);
    if closed { format!("{ready},SchedulingDisabled") } else { ready.to_owned() }
}

fn roles(node: &Object) -> String {
    let labels = node.at("/metadata/labels").and_then(Value::as_object);
    let role = |(key, value): (&String, &Value)| match key.strip_prefix(ROLE_KEY) {
        Some(role) => Some(role.to_owned()),
        None if key == ROLE => value.as_str().map(str::to_owned),
        None => None,
    };
    let roles: BTreeSet<String> =
        labels.into_iter().flatten().filter_map(role).filter(|role| !role.is_empty()).collect();
    if roles.is_empty() { "<none>".to_owned() } else { roles.into_iter().collect::<Vec<_>>().join(",") }
}

fn address(node: &Object, kind: &str) -> String {
    let is_it = |address: &&Value| address.get("type").and_then(Value::as_str) == Some(kind);
    let found = node.items_at("/status/addresses").iter().find(is_it);
    found.and_then(|address| address.get("address")?.as_str()).unwrap_or("<none>").to_owned()
}
