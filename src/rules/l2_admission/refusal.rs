//! Refused creations: which of them are still in effect.
//!
//! Controllers tell of a refused child by a Warning on its maker. Such an event stays for an hour, whatever has become
//! of it: whether it still holds follows from what the maker lacks now.

use serde_json::Value;

use crate::kinds::{Edge, names};
use crate::model::{Event, Gap, Object, Query, State};
use crate::rules::{Findings, Scene};

/// Reasons of the events that tell of a child made.
const MADE: [&str; 6] = [
    "SuccessfulCreate",
    "SuccessfulCreatePod",
    "CreatedPod",
    "CreatedHeadPod",
    "CreatedWorkerPod",
    "CreatedRayCluster",
];

/// One kind of refusal of one maker.
pub(in crate::rules) struct Refusal<'a> {
    /// Whose child was refused.
    pub(in crate::rules) maker: &'a Object,
    /// The newest event that says so.
    pub(in crate::rules) event: &'a Event,
    /// How often it was said.
    pub(in crate::rules) times: u64,
    /// The maker got what it wanted since, or wants it no more.
    pub(in crate::rules) past: bool,
    /// It has children all the same: only a change or a further one was refused.
    pub(in crate::rules) has_children: bool,
}

enum Standing<'a> {
    Now,
    Past,
    Unknown(&'a Query, &'a Gap),
}

/// The newest refusal of each maker whose text `says` so. Where it cannot be told whether it still holds, the rule is
/// blind.
pub(in crate::rules) fn refusals<'a>(
    scene: &Scene<'a>,
    findings: &mut Findings,
    says: fn(&str) -> bool,
) -> Vec<Refusal<'a>> {
    let mut found = Vec::new();
    for maker in scene.run().filter(|object| !object.is(&names::POD)) {
        let events = scene.events(maker);
        let Some(event) = events.iter().rev().copied().find(|event| says(&event.message)) else { continue };
        let times = events.iter().filter(|event| says(&event.message)).map(|event| event.count).sum();
        let past = match standing(scene, maker, event, &events) {
            Standing::Now => false,
            Standing::Past => true,
            Standing::Unknown(query, gap) => {
                findings.blind(query.clone(), gap);
                continue;
            }
        };
        let has_children = children(scene, maker).next().is_some();
        found.push(Refusal { maker, event, times, past, has_children });
    }
    found
}

fn standing<'a>(scene: &Scene<'a>, maker: &'a Object, event: &Event, events: &[&Event]) -> Standing<'a> {
    let state = scene.state(maker);
    let made = events.iter().rev().find(|event| MADE.contains(&event.reason.as_str())).and_then(|event| event.at);
    let overtaken = made.is_some_and(|made| event.at.is_some_and(|refused| made > refused));
    if overtaken || state.is_terminal() || state == State::Terminating {
        return Standing::Past;
    }
    if let Some(lacking) = lacks_pods(maker) {
        return if lacking { Standing::Now } else { Standing::Past };
    }
    let mut present = 0;
    for child in children(scene, maker) {
        present += 1;
        if child.created().zip(event.at).is_some_and(|(created, refused)| created > refused) {
            return Standing::Past;
        }
    }
    // Times have seconds only: a child made within that of the refusal shows by its being there.
    if wanted_children(maker).is_some_and(|wanted| present >= wanted) {
        return Standing::Past;
    }
    // A maker whose children exist has a status that counts them.
    if present > 0 || is_blank(maker) {
        return Standing::Now;
    }
    let kinds = scene.spec(maker).into_iter().flat_map(|spec| &spec.links).filter(|link| link.edge == Edge::Owns);
    for link in kinds {
        if let Some((query, gap)) = scene.snapshot.gap_on(&link.to, maker.namespace()) {
            return Standing::Unknown(query, gap);
        }
    }
    Standing::Now
}

fn children<'a>(scene: &Scene<'a>, maker: &'a Object) -> impl Iterator<Item = &'a Object> {
    let kinds = scene.kinds;
    scene
        .snapshot
        .children(maker)
        .into_iter()
        .filter(move |child| kinds.get(child.kind()).is_none_or(|spec| spec.tier.may_be_run()))
}

/// Nobody has written a status.
pub(in crate::rules) fn is_blank(object: &Object) -> bool {
    object.at("/status").and_then(|status| status.as_object()).is_none_or(serde_json::Map::is_empty)
}

/// How many children a maker that names its replicas wants; none for others.
fn wanted_children(maker: &Object) -> Option<i64> {
    let sum = |pattern: &str| {
        maker.each(pattern).iter().map(|(_, group)| group.get("replicas").and_then(Value::as_i64).unwrap_or(1)).sum()
    };
    if maker.is(&names::PYTORCH_JOB) {
        return Some(sum("/spec/pytorchReplicaSpecs/*"));
    }
    if maker.is(&names::MPI_JOB) {
        return Some(sum("/spec/mpiReplicaSpecs/*"));
    }
    // And the head.
    maker.is(&names::RAY_CLUSTER).then(|| 1_i64.saturating_add(sum("/spec/workerGroupSpecs/*")))
}

/// Whether it has fewer pods than it wants by its own counters; none if its kind has no such counters.
fn lacks_pods(maker: &Object) -> Option<bool> {
    let number = |pointer: &str| maker.i64_at(pointer);
    let set = |wanted: &str, present: &str| {
        let present = number(present).unwrap_or(0);
        Some(number(wanted).unwrap_or(1) > present)
    };
    if maker.is(&names::JOB) {
        if maker.bool_at("/spec/suspend") == Some(true) {
            return Some(false);
        }
        let parallel = number("/spec/parallelism").unwrap_or(1);
        let left = number("/spec/completions")
            .map(|completions| completions.saturating_sub(number("/status/succeeded").unwrap_or(0)));
        let wanted = left.map_or(parallel, |left| left.min(parallel));
        return Some(number("/status/active").unwrap_or(0) < wanted);
    }
    if maker.is(&names::REPLICA_SET) || maker.is(&names::STATEFUL_SET) {
        return set("/spec/replicas", "/status/replicas");
    }
    if maker.is(&names::DAEMON_SET) {
        return set("/status/desiredNumberScheduled", "/status/currentNumberScheduled");
    }
    None
}
