//! From a link to the question that follows it.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::kinds::{KindSpec, Kinds, Link, LinkBy, Scope, generic};
use crate::model::{GroupKind, Object, Query, Selector};

/// All links of an object: its kind's, or the fallback's.
#[must_use]
pub(super) fn links_of(kinds: &Kinds, object: &Object) -> Vec<Link> {
    kinds.get(object.kind()).map_or_else(
        || if generic::may_be_run(object.kind()) { generic::links(kinds) } else { Vec::new() },
        |spec| spec.links.clone(),
    )
}

/// What an object refers to by name: pointer, kind, namespace, name. Links of the kind, else `*Ref` fields.
#[must_use]
pub fn named_ends(kinds: &Kinds, object: &Object, link: &Link) -> Vec<(String, Option<String>, String)> {
    let namespace = || namespace_of(kinds.get(&link.to), object);
    let text = |value: &Value| value.as_str().filter(|text| !text.is_empty()).map(str::to_owned);
    match &link.by {
        LinkBy::SameName => vec![("/metadata/name".to_owned(), namespace(), object.name().to_owned())],
        LinkBy::Template(template) => {
            vec![("/metadata/name".to_owned(), namespace(), template.replace("{}", object.name()))]
        }
        LinkBy::LabelValue(key) => object
            .label(key)
            .filter(|name| !name.is_empty())
            .map(|name| {
                let path = format!("/metadata/labels/{}", crate::model::pointer::escape(key));
                (path, namespace(), name.to_owned())
            })
            .into_iter()
            .collect(),
        LinkBy::Path(pattern) => object
            .each(pattern)
            .into_iter()
            .filter_map(|(path, value)| {
                let place = match &link.namespace_at {
                    Some(at) => sibling(object, &path, pattern, at).or_else(namespace),
                    None => namespace(),
                };
                Some((path, place, text(value)?))
            })
            .collect(),
        LinkBy::NameLabel(_) | LinkBy::UidLabel(_) | LinkBy::Selector(_) | LinkBy::OwnerOnly => Vec::new(),
    }
}

/// The questions that follow a link from an object. None if the link does not exist for it.
#[must_use]
pub fn link_queries(kinds: &Kinds, object: &Object, link: &Link) -> Vec<Query> {
    if link.when.as_ref().is_some_and(|pointer| object.at(pointer).is_none()) {
        return Vec::new();
    }
    let list = |labels: BTreeMap<String, String>, owner: Option<&str>| {
        vec![Query::List {
            kind: link.to.clone(),
            namespace: namespace_of(kinds.get(&link.to), object),
            selector: Selector { labels, owner: owner.map(str::to_owned) },
        }]
    };
    let one = |key: &str, value: &str| BTreeMap::from([(key.to_owned(), value.to_owned())]);
    match &link.by {
        LinkBy::NameLabel(key) => list(one(key, object.name()), None),
        LinkBy::UidLabel(key) => object.uid().map_or_else(Vec::new, |uid| list(one(key, uid), None)),
        LinkBy::OwnerOnly => object.uid().map_or_else(Vec::new, |uid| list(BTreeMap::new(), Some(uid))),
        LinkBy::Selector(pointer) => {
            let labels: BTreeMap<String, String> = object
                .at(pointer)
                .and_then(Value::as_object)
                .into_iter()
                .flatten()
                .filter_map(|(key, value)| Some((key.clone(), value.as_str()?.to_owned())))
                .collect();
            // An empty selector would list the whole namespace.
            if labels.is_empty() { Vec::new() } else { list(labels, None) }
        }
        LinkBy::SameName | LinkBy::Template(_) | LinkBy::Path(_) | LinkBy::LabelValue(_) => {
            let mut queries: Vec<Query> = named_ends(kinds, object, link)
                .into_iter()
                .map(|(_, namespace, name)| Query::Get { kind: link.to.clone(), namespace, name })
                .collect();
            queries.sort();
            queries.dedup();
            queries
        }
    }
}

/// Where objects of a kind that `object` refers to live.
fn namespace_of(spec: Option<&KindSpec>, object: &Object) -> Option<String> {
    match spec.map(|spec| spec.scope) {
        Some(Scope::Cluster) => None,
        _ => object.namespace().map(str::to_owned),
    }
}

/// The value at `at`, with the indices that `path` has in place of `pattern`'s stars.
fn sibling(object: &Object, path: &str, pattern: &str, at: &str) -> Option<String> {
    let mut stars =
        pattern.split('/').zip(path.split('/')).filter(|(part, _)| *part == "*").map(|(_, found)| found.to_owned());
    let pointer: Vec<String> = at
        .split('/')
        .map(|part| if part == "*" { stars.next().unwrap_or_default() } else { part.to_owned() })
        .collect();
    object.str_at(&pointer.join("/")).map(str::to_owned)
}

/// The question for the object an owner reference means. Owners are namespaced as their kind is; a kind nobody taught
/// is taken as namespaced, which all workload kinds are.
#[must_use]
pub(super) fn owner_query(kinds: &Kinds, child: &Object, api_version: &str, kind: &str, name: &str) -> Query {
    let kind = GroupKind::from_api_version(api_version, kind);
    let namespace = namespace_of(kinds.get(&kind), child);
    Query::Get { kind, namespace, name: name.to_owned() }
}
