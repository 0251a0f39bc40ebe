//! What a cluster serves, read from any of discovery's three shapes.
//!
//! Pure: bodies in, a catalogue out. Must never take the silence of a broken group for absence.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::kinds::{KindSpec, Scope};
use crate::model::GroupKind;

/// One resource of one version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resource {
    /// Kind and group.
    pub kind: GroupKind,
    /// Version.
    pub version: String,
    /// Plural, as in paths.
    pub plural: String,
    /// Singular; empty if the server does not say.
    pub singular: String,
    /// Short names.
    pub short: Vec<String>,
    /// Whether its objects live in namespaces.
    pub namespaced: bool,
}

impl Resource {
    /// The resource that a taught kind is, at one of its versions.
    #[must_use]
    pub fn taught(spec: &KindSpec, version: &str) -> Self {
        Self {
            kind: spec.kind.clone(),
            version: version.to_owned(),
            plural: spec.plural.to_string(),
            singular: spec.kind.kind.to_ascii_lowercase(),
            short: spec.short.iter().map(ToString::to_string).collect(),
            namespaced: spec.scope == Scope::Namespaced,
        }
    }

    /// `group/version`, or `version` for core.
    #[must_use]
    pub fn api_version(&self) -> String {
        if self.kind.group.is_empty() { self.version.clone() } else { format!("{}/{}", self.kind.group, self.version) }
    }

    /// Whether a word of the command line (any case) means it: plural, singular, kind or short name, each with `.group`
    /// or `.version.group` behind it.
    #[must_use]
    pub fn answers_to(&self, word: &str) -> bool {
        let word = word.to_ascii_lowercase();
        let (head, rest) = word.split_once('.').unwrap_or((&word, ""));
        let named = head == self.plural
            || !self.singular.is_empty() && head == self.singular
            || head == self.kind.kind.to_ascii_lowercase()
            || self.short.iter().any(|short| short == head);
        let group = self.kind.group.as_ref();
        let versioned = rest.split_once('.').is_some_and(|(version, tail)| version == self.version && tail == group);
        named && (rest.is_empty() || rest == group || versioned)
    }
}

/// Groups and what they hold. The versions of a group stand in the server's order of preference.
#[derive(Clone, Debug, Default)]
pub(super) struct Catalogue {
    resources: Vec<Resource>,
    /// Groups, or versions of them, that could not be looked into, and why.
    pub broken: BTreeMap<String, String>,
}

/// A version of a group that has yet to be looked into: `apps/v1`, `v1`.
pub(super) type GroupVersion = String;

impl Catalogue {
    /// What was remembered of one that was whole.
    pub(super) fn remembered(resources: Vec<Resource>) -> Self {
        Self { resources, broken: BTreeMap::new() }
    }

    /// All resources, if nothing is missing among them.
    pub(super) fn whole(&self) -> Option<&[Resource]> {
        self.broken.is_empty().then_some(self.resources.as_slice())
    }

    /// Takes the answer of `/api` or `/apis`. What comes back is what has to be asked one by one, which an aggregated
    /// answer leaves empty. `None` if it is neither.
    pub(super) fn take(&mut self, body: &[u8]) -> Option<Vec<GroupVersion>> {
        let value: Value = serde_json::from_slice(body).ok()?;
        let text = |value: &Value| value.as_str().map(str::to_owned);
        match value.get("kind")?.as_str()? {
            "APIGroupDiscoveryList" => {
                for group in items(&value, "items") {
                    self.take_group(group);
                }
                Some(Vec::new())
            }
            "APIVersions" => Some(items(&value, "versions").iter().filter_map(text).collect()),
            "APIGroupList" => {
                let mut found = Vec::new();
                for group in items(&value, "groups") {
                    let preferred = group.pointer("/preferredVersion/groupVersion").and_then(text);
                    let others =
                        items(group, "versions").iter().filter_map(|version| text(version.get("groupVersion")?));
                    let others = others.filter(|version| Some(version) != preferred.as_ref()).collect::<Vec<_>>();
                    found.extend(preferred.into_iter().chain(others));
                }
                Some(found)
            }
            _ => None,
        }
    }

    fn take_group(&mut self, group: &Value) {
        let Some(name) = group.pointer("/metadata/name").and_then(Value::as_str).or(Some("")) else { return };
        for version in items(group, "versions") {
            let Some(label) = version.get("version").and_then(Value::as_str) else { continue };
            let resources = items(version, "resources");
            if version.get("freshness").and_then(Value::as_str) == Some("Stale") {
                let why = format!("the API group {name} does not answer");
                self.broken.insert(name.to_owned(), why);
            }
            for resource in resources {
                let field = |field: &str| resource.get(field).and_then(Value::as_str);
                let kind = resource.pointer("/responseKind/kind").and_then(Value::as_str);
                let (Some(plural), Some(kind)) = (field("resource"), kind) else { continue };
                self.resources.push(Resource {
                    kind: group_kind(name, kind),
                    version: label.to_owned(),
                    plural: plural.to_owned(),
                    singular: field("singularResource").unwrap_or_default().to_owned(),
                    short: names(resource),
                    namespaced: field("scope") == Some("Namespaced"),
                });
            }
        }
    }

    /// Takes the answer of one version of a group. `None` if it is no list of resources.
    pub(super) fn take_version(&mut self, of: &str, body: &[u8]) -> Option<()> {
        let value: Value = serde_json::from_slice(body).ok()?;
        if value.get("kind")?.as_str()? != "APIResourceList" {
            return None;
        }
        let (group, version) = of.split_once('/').unwrap_or(("", of));
        for resource in items(&value, "resources") {
            let field = |field: &str| resource.get(field).and_then(Value::as_str);
            let (Some(plural), Some(kind)) = (field("name"), field("kind")) else { continue };
            // With a slash it is a part of another one.
            if plural.contains('/') {
                continue;
            }
            self.resources.push(Resource {
                kind: group_kind(group, kind),
                version: version.to_owned(),
                plural: plural.to_owned(),
                singular: field("singularName").unwrap_or_default().to_owned(),
                short: names(resource),
                namespaced: resource.get("namespaced").and_then(Value::as_bool).unwrap_or(false),
            });
        }
        Some(())
    }

    /// Whether nothing is in it.
    pub(super) fn is_empty(&self) -> bool {
        self.resources.is_empty()
    }

    /// A kind as it is served: at a version that is known here if there is one, else at the server's choice.
    pub(super) fn find(&self, kind: &GroupKind, known: &[&str]) -> Option<&Resource> {
        let served = || self.resources.iter().filter(|resource| resource.kind == *kind);
        known
            .iter()
            .find_map(|version| served().find(|resource| resource.version == *version))
            .or_else(|| served().next())
    }

    /// All kinds whose objects live in namespaces, each once, sorted.
    pub(super) fn namespaced(&self) -> impl Iterator<Item = &GroupKind> {
        let served = self.resources.iter().filter(|resource| resource.namespaced);
        served.map(|resource| &resource.kind).collect::<BTreeSet<_>>().into_iter()
    }

    /// Kinds that a word means, each once, at the server's choice of version.
    pub(super) fn named(&self, word: &str) -> Vec<&Resource> {
        let mut found: Vec<&Resource> = Vec::new();
        for resource in self.resources.iter().filter(|resource| resource.answers_to(word)) {
            if !found.iter().any(|known| known.kind == resource.kind) {
                found.push(resource);
            }
        }
        found.sort_by(|a, b| a.kind.cmp(&b.kind));
        found
    }
}

fn group_kind(group: &str, kind: &str) -> GroupKind {
    GroupKind { group: group.to_owned().into(), kind: kind.to_owned().into() }
}

fn items<'a>(value: &'a Value, field: &str) -> &'a [Value] {
    value.get(field).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn names(resource: &Value) -> Vec<String> {
    items(resource, "shortNames").iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn aggregated() -> Catalogue {
        let resource = |plural: &str, kind: &str| {
            json!({"resource": plural, "responseKind": {"kind": kind}, "scope": "Namespaced",
                   "singularResource": kind.to_lowercase(), "shortNames": ["wl"]})
        };
        let body = json!({"kind": "APIGroupDiscoveryList", "items": [
            {"metadata": {"name": "kueue.x-k8s.io"}, "versions": [
                {"version": "v1beta3", "freshness": "Current", "resources": [resource("workloads", "Workload")]},
                {"version": "v1beta1", "freshness": "Current", "resources": [resource("workloads", "Workload")]}]},
            {"metadata": {"name": "metrics.k8s.io"}, "versions": [{"version": "v1beta1", "freshness": "Stale"}]}]});
        let mut catalogue = Catalogue::default();
        assert_eq!(catalogue.take(body.to_string().as_bytes()), Some(Vec::new()));
        catalogue
    }

    #[test]
    fn a_known_version_is_preferred() {
        let catalogue = aggregated();
        let workload = GroupKind::of("kueue.x-k8s.io", "Workload");
        assert_eq!(catalogue.find(&workload, &["v1beta2", "v1beta1"]).unwrap().version, "v1beta1");
        assert_eq!(catalogue.find(&workload, &["v1beta2"]).unwrap().version, "v1beta3");
        assert_eq!(catalogue.find(&GroupKind::of("", "Workload"), &[]), None);
        assert!(catalogue.broken.contains_key("metrics.k8s.io"));
    }

    #[test]
    fn words_are_kubectls() {
        let catalogue = aggregated();
        for word in ["workload", "Workloads", "wl", "workload.kueue.x-k8s.io", "workloads.v1beta1.kueue.x-k8s.io"] {
            assert_eq!(catalogue.named(word).len(), 1, "{word}");
        }
        for word in ["work", "workloads.v9.kueue.x-k8s.io", "workloads.other.io", ""] {
            assert!(catalogue.named(word).is_empty(), "{word}");
        }
    }

    #[test]
    fn older_servers_are_walked() {
        let mut catalogue = Catalogue::default();
        let groups = json!({"kind": "APIGroupList", "groups": [{"name": "apps",
            "versions": [{"groupVersion": "apps/v1beta1"}, {"groupVersion": "apps/v1"}],
            "preferredVersion": {"groupVersion": "apps/v1"}}]});
        assert_eq!(
            catalogue.take(groups.to_string().as_bytes()),
            Some(vec!["apps/v1".to_owned(), "apps/v1beta1".to_owned()])
        );
        let list = json!({"kind": "APIResourceList", "resources": [
            {"name": "deployments", "kind": "Deployment", "namespaced": true, "shortNames": ["deploy"]},
            {"name": "deployments/scale", "kind": "Scale", "namespaced": true}]});
        assert!(catalogue.take_version("apps/v1", list.to_string().as_bytes()).is_some());
        assert_eq!(catalogue.named("deploy").first().unwrap().api_version(), "apps/v1");
        assert!(catalogue.named("scale").is_empty());
        assert!(catalogue.take(b"<html>").is_none());
    }
}
