//! What a policy cannot withhold.
//!
//! Owns which fields and labels hold a run's objects together, and in which the cluster says how a run is. Without them the
//! walk would go wrong, and a diagnosis accuse for want of what it did not see.

use super::patterns::{glob, pointer};
use crate::kinds::{KindSpec, Kinds, LinkBy, names};

/// Who an object is and whose: never withheld.
const IDENTITY: [&str; 8] = [
    "/apiVersion",
    "/kind",
    "/metadata/name",
    "/metadata/namespace",
    "/metadata/uid",
    "/metadata/resourceVersion",
    "/metadata/ownerReferences",
    "/metadata/labels",
];
/// Of events: about whom they are.
const ABOUT: [&str; 2] = ["/involvedObject", "/regarding"];

/// Of events: what they tell.
const TOLD: [&str; 5] = ["message", "note", "reason", "type", "action"];

/// A pointer as steps, if nothing at or below it holds the graph together.
pub(super) fn withholdable(path: &str, concerned: &[&KindSpec]) -> Result<Vec<String>, String> {
    let steps = pointer(path)?;
    let held = IDENTITY.iter().chain(&ABOUT).map(|held| (*held).to_owned());
    let links = concerned.iter().flat_map(|spec| links(spec));
    for held in held.chain(links) {
        let other = pointer(&held)?;
        let meets = |(one, other): (&String, &String)| one == "*" || other == "*" || one == other;
        // Labels have a list of their own; a pointer into them would get past its check.
        let is_below = held == "/metadata/labels" || held == "/metadata/ownerReferences" || steps.len() <= other.len();
        if is_below && steps.iter().zip(&other).all(meets) {
            return Err(format!("{path} takes in {held}, which holds the run's objects together: it stays"));
        }
    }
    let first = steps.first().map(String::as_str).unwrap_or_default();
    let judged = concerned.iter().find(|spec| {
        let in_status = matches!(first, "status" | "*");
        in_status || spec.kind == names::EVENT && TOLD.contains(&first)
    });
    if let Some(spec) = judged {
        let kind = &spec.kind;
        return Err(format!(
            "{path} is what a {kind} says of itself, by which runs are judged: it stays; take words out of it with `text`"
        ));
    }
    Ok(steps)
}

/// Where a kind's references to others stand.
fn links(spec: &KindSpec) -> impl Iterator<Item = String> {
    let by = spec.links.iter().filter_map(|link| match &link.by {
        LinkBy::Path(path) | LinkBy::Selector(path) => Some(path.to_string()),
        _ => None,
    });
    let beside = spec.links.iter().flat_map(|link| [&link.namespace_at, &link.when]).flatten();
    by.chain(beside.chain(&spec.suspend).map(ToString::to_string))
}

/// A pattern of labels that takes in none by which objects find each other.
pub(super) fn free_label(pattern: &str, kinds: &Kinds) -> Result<(), String> {
    let glob = glob(&[pattern])?;
    let held = kinds.iter().flat_map(|spec| {
        let by = spec.links.iter().filter_map(|link| match &link.by {
            LinkBy::NameLabel(key) | LinkBy::UidLabel(key) | LinkBy::LabelValue(key) => Some(key),
            _ => None,
        });
        by.chain(&spec.role_labels).chain(&spec.index_labels).map(AsRef::as_ref)
    });
    match held.chain([names::QUEUE_LABEL]).find(|key| glob.is_match(key)) {
        Some(key) => Err(format!("{pattern} takes in {key}, which holds the run's objects together: it stays")),
        None => Ok(()),
    }
}
