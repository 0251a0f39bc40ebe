//! Which resources there are: those of the kinds that are known, and whatever else the bundle holds.

use std::collections::BTreeMap;

use crate::bundle::records::IndexLine;
use crate::kinds::{KindSpec, Kinds, Scope, names};
use crate::model::GroupKind;

/// A resource, as discovery names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Resource {
    pub kind: GroupKind,
    pub version: String,
    pub plural: String,
    pub short: Vec<String>,
    pub namespaced: bool,
}

impl Resource {
    pub(super) fn api_version(&self) -> String {
        if self.kind.group.is_empty() { self.version.clone() } else { format!("{}/{}", self.kind.group, self.version) }
    }

    /// `pods`, `jobs.batch`: as kubectl names it in errors.
    pub(super) fn name(&self) -> String {
        if self.kind.group.is_empty() { self.plural.clone() } else { format!("{}.{}", self.plural, self.kind.group) }
    }
}

/// All resources, sorted by group and plural. Of what the bundle holds, the version is the bundle's.
pub(super) fn resources(kinds: &Kinds, index: &[IndexLine]) -> Vec<Resource> {
    let mut held: BTreeMap<GroupKind, (String, bool)> = BTreeMap::new();
    for line in index {
        let version = line.reference.api_version.rsplit('/').next().unwrap_or_default().to_owned();
        held.entry(line.reference.group_kind()).or_insert((version, line.reference.namespace.is_some()));
    }
    let taught = |spec: &KindSpec| {
        let known = spec.versions.first().map_or("v1", AsRef::as_ref);
        Resource {
            kind: spec.kind.clone(),
            version: held.get(&spec.kind).map_or_else(|| known.to_owned(), |(version, _)| version.clone()),
            plural: spec.plural.to_string(),
            short: spec.short.iter().map(ToString::to_string).collect(),
            namespaced: spec.scope == Scope::Namespaced,
        }
    };
    // Secrets are in no bundle: that they were not captured is said when they are asked for.
    let mut all: Vec<Resource> = kinds.iter().map(taught).collect();
    for (kind, (version, namespaced)) in held.iter().filter(|(kind, _)| kinds.get(kind).is_none()) {
        let name = kinds.resource(kind);
        let plural = name.split('.').next().unwrap_or_default().to_owned();
        all.push(Resource {
            kind: kind.clone(),
            version: version.clone(),
            plural,
            short: Vec::new(),
            namespaced: *namespaced,
        });
    }
    if !all.iter().any(|resource| resource.kind == names::EVENT) {
        all.push(Resource {
            kind: names::EVENT,
            version: "v1".to_owned(),
            plural: "events".to_owned(),
            short: vec!["ev".to_owned()],
            namespaced: true,
        });
    }
    all.sort_by(|a, b| (&a.kind.group, &a.plural).cmp(&(&b.kind.group, &b.plural)));
    all.dedup_by(|a, b| a.kind.group == b.kind.group && a.plural == b.plural);
    all
}
