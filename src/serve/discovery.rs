//! What kubectl asks first: which version this is, which groups and resources there are.
//!
//! Owns the documents, in the aggregated form and in the one before it.

use serde_json::{Value, json};

use super::resources::Resource;
use crate::kinds::names;

/// What a client accepts that knows the aggregated form; the answer carries it as its type.
pub(super) const AGGREGATED: &str = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

const VERBS: [&str; 2] = ["get", "list"];

/// Whether a client knows the aggregated form.
pub(super) fn is_aggregated(accept: &str) -> bool {
    accept.split(',').any(|kind| kind.replace(' ', "") == AGGREGATED)
}

/// `/version`: the one of the cluster that was captured, where the bundle says it.
pub(super) fn version(server: Option<&str>) -> Value {
    let version = server.unwrap_or("v0.0.0");
    let mut parts = version.trim_start_matches('v').split('.');
    let mut part = || parts.next().unwrap_or_default().to_owned();
    json!({
        "major": part(), "minor": part(), "gitVersion": version, "gitCommit": "", "gitTreeState": "",
        "buildDate": "", "goVersion": "", "compiler": "", "platform": "",
    })
}

/// `/api`.
pub(super) fn core() -> Value {
    json!({"kind": "APIVersions", "versions": ["v1"], "serverAddressByClientCIDRs": []})
}

/// `/apis`.
pub(super) fn groups(resources: &[Resource]) -> Value {
    let items: Vec<Value> = names_of_groups(resources).into_iter().filter_map(|name| group(resources, name)).collect();
    json!({"kind": "APIGroupList", "apiVersion": "v1", "groups": items})
}

/// `/apis/GROUP`.
pub(super) fn group(resources: &[Resource], name: &str) -> Option<Value> {
    let version = |version: &str| json!({"groupVersion": format!("{name}/{version}"), "version": version});
    let versions: Vec<Value> = versions_of(resources, name).into_iter().map(version).collect();
    let preferred = versions.first()?.clone();
    Some(json!({
        "kind": "APIGroup", "apiVersion": "v1", "name": name, "versions": versions, "preferredVersion": preferred,
    }))
}

/// `/api/v1`, `/apis/GROUP/VERSION`.
pub(super) fn resource_list(resources: &[Resource], group: &str, version: &str) -> Option<Value> {
    let of_version = |one: &&Resource| one.kind.group == group && one.version == version;
    let mut items = Vec::new();
    for one in resources.iter().filter(of_version) {
        items.push(json!({
            "name": one.plural, "singularName": one.singular(), "namespaced": one.namespaced,
            "kind": one.kind.kind, "verbs": VERBS, "shortNames": one.short, "categories": one.categories(),
        }));
        if one.kind == names::POD {
            items.push(json!({
                "name": "pods/log", "singularName": "", "namespaced": true, "kind": "Pod", "verbs": ["get"],
            }));
        }
    }
    let version = if group.is_empty() { version.to_owned() } else { format!("{group}/{version}") };
    (!items.is_empty())
        .then(|| json!({"kind": "APIResourceList", "apiVersion": "v1", "groupVersion": version, "resources": items}))
}

/// `/api` and `/apis` in the aggregated form.
pub(super) fn aggregated(resources: &[Resource], is_core: bool) -> Value {
    let groups = if is_core { vec![""] } else { names_of_groups(resources) };
    let items: Vec<Value> =
        groups
            .into_iter()
            .map(|name| {
                let versions: Vec<Value> = versions_of(resources, name)
                .into_iter()
                .map(|version| json!({
                    "version": version, "freshness": "Current", "resources": of_version(resources, name, version),
                }))
                .collect();
                json!({"metadata": {"name": name}, "versions": versions})
            })
            .collect();
    json!({
        "kind": "APIGroupDiscoveryList", "apiVersion": "apidiscovery.k8s.io/v2", "metadata": {}, "items": items,
    })
}

fn of_version(resources: &[Resource], group: &str, version: &str) -> Vec<Value> {
    let of_version = |one: &&Resource| one.kind.group == group && one.version == version;
    let document = |one: &Resource| {
        let kind = json!({"group": group, "version": version, "kind": one.kind.kind});
        let mut document = json!({
            "resource": one.plural, "responseKind": kind, "singularResource": one.singular(),
            "scope": if one.namespaced { "Namespaced" } else { "Cluster" }, "verbs": VERBS,
            "shortNames": one.short, "categories": one.categories(),
        });
        if one.kind == names::POD
            && let Some(fields) = document.as_object_mut()
        {
            let log = json!([{"subresource": "log", "responseKind": kind, "verbs": ["get"]}]);
            fields.insert("subresources".to_owned(), log);
        }
        document
    };
    resources.iter().filter(of_version).map(document).collect()
}

/// Groups but the core one, each once, in the order of their resources.
fn names_of_groups(resources: &[Resource]) -> Vec<&str> {
    let mut names: Vec<&str> = resources.iter().map(|one| &*one.kind.group).filter(|name| !name.is_empty()).collect();
    names.dedup();
    names
}

/// Versions of a group, the one that is liked best first.
fn versions_of<'r>(resources: &'r [Resource], group: &str) -> Vec<&'r str> {
    let mut versions: Vec<&str> =
        resources.iter().filter(|one| one.kind.group == group).map(|one| one.version.as_str()).collect();
    versions.dedup();
    versions
}
