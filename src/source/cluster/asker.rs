//! Objects by name and by list: the two questions that all others are made of.
//!
//! Owns paging and the search for the version that is served. Secrets are never asked for, whoever wants them.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::bounds::Bounds;
use super::catalogue::Resource;
use super::client::Client;
use super::discovery::{Discovery, JSON, Served};
use super::path;
use super::reply::{Keep, Wanted};
use super::status::{Outcome, outcome, unreadable};
use crate::collect::occupant;
use crate::kinds::{Kinds, names};
use crate::model::{Gap, GapReason, GroupKind};

/// Larger answers are not read.
const MOST_BYTES: usize = 64 << 20;

/// Stands among the tried versions for the one that discovery named. No version looks like it.
const BY_DISCOVERY: &str = "/";

/// What is shared by all questions.
pub(super) struct Asker {
    pub client: Arc<Client>,
    pub discovery: Discovery,
    pub kinds: Arc<Kinds>,
    pub chunk_size: u32,
    pub bounds: Bounds,
    /// Of logs, only what is younger.
    pub logs_since: Option<Duration>,
}

/// How a list is narrowed by the server.
#[derive(Clone, Debug, Default)]
pub(super) struct Narrow {
    pub labels: String,
    pub fields: String,
    /// Objects that are enough.
    pub enough: Option<usize>,
    /// Of each pod, only what a sum over nodes needs is kept: a page at a time, whole ones would fill the memory.
    pub in_part: bool,
}

/// What a list came to.
#[derive(Debug, Default)]
pub(super) struct Listed {
    pub items: Vec<Value>,
    pub complete: bool,
}

/// A page, taken apart.
pub(super) struct Page {
    pub items: Vec<Value>,
    pub complete: bool,
    pub next: Option<String>,
    /// Version of the whole list.
    pub version: Option<String>,
    /// Items after this page, where the server says so.
    pub remaining: u64,
}

impl Asker {
    /// One object; `None` if it is not there.
    pub(super) async fn get(
        &self,
        kind: &GroupKind,
        namespace: Option<&str>,
        name: &str,
    ) -> Result<Option<Value>, Gap> {
        if !path::is_name(name) || namespace.is_some_and(|namespace| !path::is_name(namespace)) {
            return Ok(None);
        }
        let mut tried = BTreeSet::new();
        loop {
            let resource = self.next(kind, &mut tried).await?;
            if resource.namespaced && namespace.is_none() {
                let narrow = Narrow { fields: format!("metadata.name={name}"), ..Narrow::default() };
                let Some(listed) = self.list_of(&resource, None, &narrow).await? else { continue };
                let found = listed.items.into_iter().find(|item| is_named(item, name));
                let known = found.is_some() || listed.complete;
                return known.then_some(found).ok_or_else(|| unreadable("the list broke off"));
            }
            let body = match self.ask(&path::of(&resource, namespace, Some(name))).await {
                Outcome::Body(body) => body,
                Outcome::NoResource => continue,
                Outcome::NoObject => {
                    self.discovery.prove(&resource);
                    return Ok(None);
                }
                Outcome::Gap(gap) | Outcome::Forgotten(gap) => return Err(self.refused(kind, gap).await),
            };
            let object: Value = serde_json::from_slice(&body).map_err(|_| unreadable("the answer is no JSON"))?;
            let object = complete(object, &resource, namespace).ok_or_else(|| unreadable("the answer is no object"))?;
            if !is_named(&object, name) {
                return Err(unreadable("the answer is of another object"));
            }
            self.discovery.prove(&resource);
            return Ok(Some(object));
        }
    }

    /// Objects of a kind.
    pub(super) async fn list(&self, kind: &GroupKind, namespace: Option<&str>, narrow: &Narrow) -> Result<Listed, Gap> {
        if namespace.is_some_and(|namespace| !path::is_name(namespace)) {
            return Ok(Listed { items: Vec::new(), complete: true });
        }
        let mut tried = BTreeSet::new();
        loop {
            let resource = self.next(kind, &mut tried).await?;
            match self.list_of(&resource, namespace, narrow).await {
                Ok(Some(listed)) => {
                    self.discovery.prove(&resource);
                    return Ok(listed);
                }
                Ok(None) => {}
                Err(gap) => return Err(self.refused(kind, gap).await),
            }
        }
    }

    /// A server refuses before it looks whether there is anything to refuse. Of a custom kind that was only guessed to be
    /// served, "forbidden" may hide the better answer that the cluster has no such kind.
    pub(super) async fn refused(&self, kind: &GroupKind, gap: Gap) -> Gap {
        let guessed = gap.reason == GapReason::Forbidden && kind.group.contains('.');
        if guessed && matches!(self.discovery.served(kind).await, Served::Not) {
            return Gap::new(GapReason::NotServed);
        }
        gap
    }

    /// The resource to try: known versions first, then whatever the cluster says it serves.
    pub(super) async fn next(&self, kind: &GroupKind, tried: &mut BTreeSet<String>) -> Result<Resource, Gap> {
        if *kind == names::SECRET {
            return Err(Gap { reason: GapReason::Redacted, message: Some("secrets are never read".to_owned()) });
        }
        if let Some(resource) = self.discovery.guess(kind, tried) {
            tried.insert(resource.version.clone());
            return Ok(resource);
        }
        match self.discovery.served(kind).await {
            // By the cluster's own word it is served: it is asked once more, and no oftener.
            Served::As(resource) if tried.insert(BY_DISCOVERY.to_owned()) => Ok(resource),
            // What was remembered may be out of date.
            Served::As(_) if self.discovery.ask_anew().await => match self.discovery.served(kind).await {
                Served::As(resource) => Ok(resource),
                Served::Not => Err(Gap::new(GapReason::NotServed)),
                Served::Unknown(gap) => Err(gap),
            },
            Served::As(_) => Err(unreadable("the cluster names this kind among those it serves, and does not find it")),
            Served::Not => Err(Gap::new(GapReason::NotServed)),
            Served::Unknown(gap) => Err(gap),
        }
    }

    /// All pages; `None` if the path leads nowhere.
    async fn list_of(
        &self,
        resource: &Resource,
        namespace: Option<&str>,
        narrow: &Narrow,
    ) -> Result<Option<Listed>, Gap> {
        let path = path::of(resource, namespace, None);
        let limit = narrow.enough.map_or(self.chunk_size as usize, |enough| match self.chunk_size as usize {
            0 => enough,
            chunk => enough.min(chunk),
        });
        let limit = limit.to_string();
        let mut listed = Listed { items: Vec::new(), complete: true };
        let mut next: Option<String> = None;
        let mut begun_anew = false;
        loop {
            let mut query: Vec<(&str, &str)> = Vec::new();
            let parameters = [("labelSelector", narrow.labels.as_str()), ("fieldSelector", narrow.fields.as_str())];
            query.extend(parameters.into_iter().filter(|(_, value)| !value.is_empty()));
            query.extend((limit != "0").then_some(("limit", limit.as_str())));
            query.extend(next.as_deref().map(|token| ("continue", token)));
            let page = match self.ask(&path::with(&path, &query)).await {
                Outcome::Body(body) => page(&body, resource, namespace),
                Outcome::NoResource | Outcome::NoObject if next.is_none() => return Ok(None),
                Outcome::NoResource | Outcome::NoObject => Err(unreadable("the list broke off")),
                // The token is too old: the list has changed under us. Once more from the start.
                Outcome::Forgotten(_) if !begun_anew => {
                    begun_anew = true;
                    next = None;
                    listed = Listed { items: Vec::new(), complete: true };
                    continue;
                }
                Outcome::Forgotten(gap) => Err(Gap { reason: GapReason::Truncated, ..gap }),
                Outcome::Gap(gap) => Err(gap),
            };
            let page = match page {
                Ok(page) => page,
                // What came before it is kept, and is not all.
                Err(_) if !listed.items.is_empty() => return Ok(Some(Listed { complete: false, ..listed })),
                Err(gap) => return Err(gap),
            };
            listed.items.extend(page.items.into_iter().map(|mut item| {
                if narrow.in_part {
                    occupant::trim(&mut item);
                }
                item
            }));
            listed.complete &= page.complete;
            let Some(token) = page.next else { return Ok(Some(listed)) };
            let enough = narrow.enough.unwrap_or(self.bounds.objects);
            if listed.items.len() >= enough {
                return Ok(Some(Listed { complete: false, ..listed }));
            }
            next = Some(token);
        }
    }

    pub(super) async fn ask(&self, path: &str) -> Outcome {
        let wanted = Wanted { path: path.to_owned(), accept: JSON, keep: Keep::All(MOST_BYTES) };
        outcome(self.client.get(&wanted).await)
    }
}

fn is_named(object: &Value, name: &str) -> bool {
    object.pointer("/metadata/name").and_then(Value::as_str) == Some(name)
}

/// Takes a page apart. What cannot be read in it is left out, and is then missing.
pub(super) fn page(body: &[u8], resource: &Resource, namespace: Option<&str>) -> Result<Page, Gap> {
    let mut value: Value = serde_json::from_slice(body).map_err(|_| unreadable("the answer is no JSON"))?;
    let next = value.pointer("/metadata/continue").and_then(Value::as_str).filter(|token| !token.is_empty());
    let next = next.map(str::to_owned);
    let version = value.pointer("/metadata/resourceVersion").and_then(Value::as_str).map(str::to_owned);
    let remaining = value.pointer("/metadata/remainingItemCount").and_then(Value::as_u64).unwrap_or(0);
    let items = match value.get_mut("items").map(Value::take) {
        Some(Value::Array(items)) => items,
        // Go writes an empty list as null.
        Some(Value::Null) => Vec::new(),
        _ => return Err(unreadable("the answer is no list")),
    };
    // The lists of custom kinds may be called anything, and each item says what it is; elsewhere only the list says it.
    let of = value.get("kind").and_then(Value::as_str).and_then(|kind| kind.strip_suffix("List")).unwrap_or_default();
    let unsaid = |item: &Value| item.get("kind").is_none();
    let other = !of.is_empty() && of != &*resource.kind.kind;
    if other && (!resource.kind.group.contains('.') || items.iter().any(unsaid)) {
        return Err(unreadable("the answer is a list of something else"));
    }
    let came = items.len();
    let items: Vec<Value> = items.into_iter().filter_map(|item| complete(item, resource, namespace)).collect();
    Ok(Page { complete: items.len() == came, items, next, version, remaining })
}

/// An object with its kind and version, which lists leave out; `None` if it is none, or none of those asked for.
fn complete(mut object: Value, resource: &Resource, namespace: Option<&str>) -> Option<Value> {
    let said = |pointer: &str| object.pointer(pointer).and_then(Value::as_str).filter(|text| !text.is_empty());
    said("/metadata/name")?;
    let (kind, version) = (said("/kind"), said("/apiVersion"));
    let group = version.map(|version| version.split_once('/').map_or("", |(group, _)| group));
    let place = said("/metadata/namespace").filter(|_| resource.namespaced);
    let asked_for = kind.is_none_or(|kind| kind == &*resource.kind.kind)
        && group.is_none_or(|group| group == &*resource.kind.group)
        && place.zip(namespace).is_none_or(|(place, namespace)| place == namespace);
    let (kind, version) = (kind.is_some(), version.is_some());
    let fields = object.as_object_mut().filter(|_| asked_for)?;
    if !kind {
        fields.insert("kind".to_owned(), Value::String(resource.kind.kind.to_string()));
    }
    if !version {
        fields.insert("apiVersion".to_owned(), Value::String(resource.api_version()));
    }
    Some(object)
}
