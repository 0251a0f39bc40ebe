//! A namespace's quota: the API server's words about it, and what the pods of the namespace ask for.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::kinds::names;
use crate::model::{Evidence, Object, Quantity};
use crate::rules::Scene;

/// Holders named in a sentence.
const NAMED: usize = 3;

/// Holders listed as terms of a sum.
const LISTED: usize = 20;

/// The run as a holder of what it waits for.
pub(super) const THE_RUN: &str = "the run itself";

/// Why a quota refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// It is used up.
    Exceeded { quota: String, lines: Vec<Line> },
    /// It wants values that the pod does not set.
    MustSpecify { quota: String, what: String },
}

/// One resource of a refusal, as the API server wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// `requests.nvidia.com/gpu`.
    pub(super) resource: String,
    /// What the refused object asked for.
    pub(super) asked: String,
    /// What was in use.
    pub(super) used: String,
    /// What is allowed.
    pub(super) hard: String,
}

impl Line {
    fn sums(&self) -> Option<(Quantity, Quantity, Quantity)> {
        Some((Quantity::parse(&self.asked)?, Quantity::parse(&self.used)?, Quantity::parse(&self.hard)?))
    }

    /// Whether this resource is one of those that ran short.
    pub(super) fn is_short(&self) -> bool {
        self.sums().is_none_or(|(asked, used, hard)| asked.plus(used) > hard)
    }

    /// Whether one object alone asks for more than all that is allowed.
    pub(super) fn never_fits(&self) -> bool {
        self.sums().is_some_and(|(asked, _, hard)| asked > hard)
    }
}

/// Reads `exceeded quota: Q, requested: a=1,b=2, used: a=1,b=2, limited: a=1,b=2` or `failed quota: Q: must specify a,b`.
pub(super) fn read(message: &str) -> Option<Refused> {
    if let Some((_, rest)) = message.split_once("failed quota: ") {
        let (quota, what) = rest.split_once(": must specify ")?;
        return Some(Refused::MustSpecify { quota: quota.to_owned(), what: what.trim_end().to_owned() });
    }
    let (_, rest) = message.split_once("exceeded quota: ")?;
    let (quota, rest) = rest.split_once(", requested: ")?;
    let (asked, rest) = rest.split_once(", used: ")?;
    let (used, hard) = rest.split_once(", limited: ")?;
    let (used, hard) = (amounts(used), amounts(hard));
    let lines = amounts(asked)
        .into_iter()
        .map(|(resource, asked)| Line {
            asked: asked.to_owned(),
            used: used.get(resource).copied().unwrap_or("").to_owned(),
            hard: hard.get(resource).copied().unwrap_or("").to_owned(),
            resource: resource.to_owned(),
        })
        .collect();
    Some(Refused::Exceeded { quota: quota.to_owned(), lines })
}

fn amounts(text: &str) -> BTreeMap<&str, &str> {
    text.split(',').filter_map(|part| part.trim().split_once('=')).collect()
}

/// Who holds how much of a quota's resource, by owner, the most first: the pods of the namespace that were seen.
pub(super) fn holders(scene: &Scene<'_>, namespace: &str, resource: &str) -> Vec<(String, Quantity)> {
    let mut sums: BTreeMap<String, Quantity> = BTreeMap::new();
    for pod in scene.snapshot.of_kind(&names::POD).filter(|pod| pod.namespace() == Some(namespace)) {
        let over = matches!(pod.str_at("/status/phase"), Some("Succeeded" | "Failed"));
        let Some(amount) = amount_of(pod, resource).filter(|amount| !over && !amount.is_zero()) else { continue };
        let sum = sums.entry(owner(scene, pod)).or_default();
        *sum = sum.plus(amount);
    }
    let mut holders: Vec<(String, Quantity)> = sums.into_iter().collect();
    holders.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    holders
}

/// The topmost owner that was seen, else the nearest that is named.
fn owner(scene: &Scene<'_>, pod: &Object) -> String {
    let mut object = pod;
    for _ in 0..8 {
        let Some(owner) = object.controller() else { break };
        match scene.snapshot.owner(object, &owner) {
            Some(parent) => object = parent,
            None => return format!("{} {}", owner.kind, owner.name),
        }
    }
    if scene.root().is_some_and(|root| root.key() == object.key()) {
        return THE_RUN.to_owned();
    }
    format!("{} {}", object.kind().kind, object.name())
}

/// What a pod counts for: the sum of its containers, or its largest init container if that is more.
fn amount_of(pod: &Object, resource: &str) -> Option<Quantity> {
    if matches!(resource, "pods" | "count/pods") {
        return Some(Quantity::whole(1));
    }
    let (side, name) = match resource.split_once('.') {
        Some((side @ ("requests" | "limits"), name)) => (side, name),
        _ if matches!(resource, "cpu" | "memory" | "ephemeral-storage") => ("requests", resource),
        _ => return None,
    };
    let of = |container: &Value| container.get("resources")?.get(side)?.get(name).and_then(Quantity::read);
    let sum = pod.items_at("/spec/containers").iter().filter_map(of).fold(Quantity::default(), Quantity::plus);
    let largest = pod.items_at("/spec/initContainers").iter().filter_map(of).max().unwrap_or_default();
    Some(sum.max(largest))
}

/// `, held by Job a (4), Job b (2) and 3 more`.
pub(super) fn words(holders: &[(String, Quantity)]) -> String {
    if holders.is_empty() {
        return String::new();
    }
    let named: Vec<String> = holders.iter().take(NAMED).map(|(who, amount)| format!("{who} ({amount})")).collect();
    let more = holders.len().saturating_sub(NAMED);
    let rest = if more == 0 { String::new() } else { format!(" and {more} more") };
    format!(", held by {}{rest}", named.join(", "))
}

/// The sum with its terms, and how it compares with what the quota counts.
pub(super) fn evidence(about: &Object, line: &Line, holders: &[(String, Quantity)], used: &str) -> Evidence {
    let sum = holders.iter().fold(Quantity::default(), |sum, (_, amount)| sum.plus(*amount));
    let mut terms: Vec<String> = holders.iter().take(LISTED).map(|(who, amount)| format!("{who}: {amount}")).collect();
    let more = holders.len().saturating_sub(LISTED);
    if more > 0 {
        terms.push(format!("{more} more"));
    }
    if Quantity::parse(used).is_some_and(|used| used != sum) {
        terms.push(format!("the quota counts {used}: not all of what it counts was seen, or it counts some pods only"));
    }
    Evidence::computed(about, format!("{} held by pods of the namespace", line.resource), sum.to_string(), terms)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_api_servers_words() {
        let message = "Error creating: pods \"a-x\" is forbidden: exceeded quota: q, requested: \
                       limits.memory=4Gi,requests.cpu=2, used: limits.memory=8Gi,requests.cpu=1, limited: \
                       limits.memory=10Gi,requests.cpu=8";
        let Some(Refused::Exceeded { quota, lines }) = read(message) else { panic!("{message}") };
        assert_eq!(quota, "q");
        let short: Vec<&str> = lines.iter().filter(|line| line.is_short()).map(|line| line.resource.as_str()).collect();
        assert_eq!(short, ["limits.memory"]);
        assert_eq!(
            read("Error creating: pods \"a\" is forbidden: failed quota: q: must specify limits.cpu,limits.memory"),
            Some(Refused::MustSpecify { quota: "q".to_owned(), what: "limits.cpu,limits.memory".to_owned() })
        );
        assert_eq!(read("pods \"a\" is forbidden: exceeded quota: q"), None);
    }
}
