//! What there is to ask for, in the form in which kubectl asks first.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::resources::Resource;
use crate::kinds::names;

/// `/version`: the version of the server that the bundle was taken from.
pub(super) fn version(server: Option<&str>) -> Value {
    let full = server.unwrap_or("v0.0.0-unknown");
    let mut numbers = full.trim_start_matches('v').split('.');
    let mut next = || numbers.next().unwrap_or_default().to_owned();
    json!({"major": next(), "minor": next(), "gitVersion": full, "gitCommit": "", "gitTreeState": "", "buildDate": "",
        "goVersion": "", "compiler": "", "platform": "kubectl-mlop/bundle"})
}

/// `/api`
pub(super) fn core_versions() -> Value {
    json!({"kind": "APIVersions", "versions": ["v1"], "serverAddressByClientCIDRs": []})
}

/// `/apis`
pub(super) fn groups(resources: &[Resource]) -> Value {
    let names: BTreeSet<&str> = resources.iter().map(|resource| resource.kind.group.as_ref()).collect();
    let groups: Vec<Value> =
        names.into_iter().filter(|name| !name.is_empty()).filter_map(|name| group(resources, name)).collect();
    json!({"kind": "APIGroupList", "apiVersion": "v1", "groups": groups})
}

/// `/apis/GROUP`, without its kind.
pub(super) fn group(resources: &[Resource], name: &str) -> Option<Value> {
    let of = resources.iter().filter(|resource| resource.kind.group == name);
    let versions: BTreeSet<&str> = of.map(|resource| resource.version.as_str()).collect();
    let version = |version: &&str| json!({"groupVersion": format!("{name}/{version}"), "version": version});
    let preferred = versions.iter().next_back().map(version)?;
    let versions: Vec<Value> = versions.iter().map(version).collect();
    Some(json!({"name": name, "versions": versions, "preferredVersion": preferred}))
}

/// `/api/v1`, `/apis/GROUP/VERSION`
pub(super) fn of_version(resources: &[Resource], group: &str, version: &str) -> Option<Value> {
    let of = |resource: &&Resource| resource.kind.group == group && resource.version == version;
    let mut list = Vec::new();
    for resource in resources.iter().filter(of) {
        list.push(json!({
            "name": resource.plural, "singularName": resource.kind.kind.to_ascii_lowercase(),
            "namespaced": resource.namespaced, "kind": resource.kind.kind, "verbs": ["get", "list"],
            "shortNames": resource.short,
        }));
        if resource.kind == names::POD {
            list.push(
                json!({"name": "pods/log", "singularName": "", "namespaced": true, "kind": "Pod", "verbs": ["get"]}),
            );
        }
    }
    if list.is_empty() && !(group.is_empty() && version == "v1") {
        return None;
    }
    let full = if group.is_empty() { version.to_owned() } else { format!("{group}/{version}") };
    Some(json!({"kind": "APIResourceList", "apiVersion": "v1", "groupVersion": full, "resources": list}))
}
