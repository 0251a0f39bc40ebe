//! Where could a pod go? The scheduler's question asked again, node by node, with the numbers that its words leave out.
//!
//! It covers cordons, taints, node selectors, required node affinity and resources. Whatever else a scheduler weighs
//! (pod affinity, spread, volumes, ports, claims on devices) is left to its own words: nothing is concluded against them.

mod amounts;
mod matching;
mod said;
mod usage;

pub(in crate::rules) use amounts::{
    Amounts, add, allocatable, capacity, ceiling, is_device, request, resources, takes_room,
};
pub(in crate::rules) use matching::{Taint, UNSCHEDULABLE, mismatch, untolerated};
pub(in crate::rules) use said::{Said, said};
pub(in crate::rules) use usage::Usage;

pub(in crate::rules) use crate::collect::occupant::all_pods;

use std::collections::BTreeMap;

use crate::collect::Asked;
use crate::kinds::names;
use crate::model::{Gap, GapReason, Object, Quantity, Query, Selector};
use crate::rules::{Findings, Scene};

/// Pods alike in all that decides where they may go, against all nodes.
#[derive(Debug)]
pub(in crate::rules) struct Placing<'a> {
    /// The pods.
    pub pods: Vec<&'a Object>,
    /// What a scheduler said of the first of them.
    pub said: Said,
    /// What each asks for.
    pub request: Amounts,
    /// All nodes.
    pub nodes: Vec<Place<'a>>,
}

/// One node, as a place for these pods.
#[derive(Debug)]
pub(in crate::rules) struct Place<'a> {
    /// The node.
    pub node: &'a Object,
    /// The demand of selector or affinity that it does not meet.
    pub mismatch: Option<String>,
    /// A taint that keeps the pods off.
    pub taint: Option<Taint>,
    /// Whether it could hold one of the pods, were it empty and all its devices well.
    pub large_enough: bool,
    /// Whether it could hold one of the pods, were it empty.
    pub able: bool,
}

/// The first hurdle that no node takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::rules) enum Hurdle {
    /// A device that no node has any of.
    Nowhere,
    /// More than any node has.
    TooBig,
    /// Nodes that are large enough do not match.
    Unmatched,
    /// Nodes that are large enough and match are tainted.
    Tainted,
    /// Nodes are large enough and open: they are in use, or their devices are not advertised.
    Full,
}

impl<'a> Placing<'a> {
    /// The first hurdle that no node takes.
    pub(in crate::rules) fn hurdle(&self) -> Hurdle {
        let large = || self.nodes.iter().filter(|place| place.large_enough);
        if !self.nodes.is_empty() && !self.nowhere().is_empty() {
            Hurdle::Nowhere
        } else if large().next().is_none() {
            Hurdle::TooBig
        } else if large().all(|place| place.mismatch.is_some()) {
            Hurdle::Unmatched
        } else if large().all(|place| place.mismatch.is_some() || place.taint.is_some()) {
            Hurdle::Tainted
        } else {
            Hurdle::Full
        }
    }

    /// Devices asked for that no node has.
    pub(in crate::rules) fn nowhere(&self) -> Vec<&str> {
        let has = |resource: &str| self.nodes.iter().any(|place| !ceiling(place.node, resource).is_zero());
        self.request.keys().map(String::as_str).filter(|resource| is_device(resource) && !has(resource)).collect()
    }

    /// Nodes that would take the pods if nothing ran on them and their devices were well.
    pub(in crate::rules) fn open(&self) -> impl Iterator<Item = &Place<'a>> {
        self.nodes.iter().filter(|place| place.large_enough && place.mismatch.is_none() && place.taint.is_none())
    }
}

/// All groups of pods that no scheduler could place, and why some groups are left out.
#[derive(Debug, Default)]
pub(in crate::rules) struct Placings<'a> {
    groups: Vec<Placing<'a>>,
    gaps: Vec<Gap>,
}

/// All groups of pods that no scheduler could place, against all nodes. Where the nodes were not all seen, the rule says
/// that it could not be evaluated, and the group is left out.
pub(in crate::rules) fn placings<'s, 'a>(scene: &'s Scene<'a>, findings: &mut Findings) -> &'s [Placing<'a>] {
    let all = scene.placings();
    all.gaps.iter().for_each(|gap| findings.blind(all_nodes(), gap));
    &all.groups
}

impl<'a> Placings<'a> {
    /// What the scene shows of them. Six rules ask, so the scene keeps it.
    pub(in crate::rules) fn of(scene: &Scene<'a>) -> Self {
        let mut found = Self::default();
        let mut alike: BTreeMap<String, (Said, Vec<&'a Object>)> = BTreeMap::new();
        for pod in scene.unscheduled().filter(|pod| pod.deleted().is_none()) {
            if let Some(said) = said(scene, pod) {
                alike.entry(shape(pod, &said)).or_insert_with(|| (said, Vec::new())).1.push(pod);
            }
        }
        if alike.is_empty() {
            return found;
        }
        let nodes: Vec<&Object> = scene.snapshot.of_kind(&names::NODE).collect();
        for (said, pods) in alike.into_values() {
            if let Some(gap) = nodes_gap(scene, &said, nodes.len()) {
                found.gaps.push(gap);
            } else if let Some(first) = pods.first().filter(|_| said.looked_at_nodes()) {
                let mut request = request(first);
                // A device on no node that the scheduler does not miss is served by claims on devices.
                request.retain(|resource, _| {
                    !is_device(resource)
                        || said.lacks(resource)
                        || nodes.iter().any(|node| !ceiling(node, resource).is_zero())
                });
                let nodes = nodes.iter().map(|node| place(first, node, &request)).collect();
                found.groups.push(Placing { pods, said, request, nodes });
            }
        }
        found
    }
}

/// What makes pods alike for a scheduler.
fn shape(pod: &Object, said: &Said) -> String {
    let part = |pointer: &str| pod.at(pointer).map(ToString::to_string).unwrap_or_default();
    let asked: Vec<String> = request(pod).iter().map(|(resource, amount)| format!("{resource}={amount}")).collect();
    let rest = ["/spec/nodeSelector", "/spec/affinity/nodeAffinity", "/spec/tolerations"].map(part);
    format!("{} {} {}", said.text, asked.join(","), rest.join(" "))
}

fn place<'a>(pod: &Object, node: &'a Object, request: &Amounts) -> Place<'a> {
    let holds =
        |of: fn(&Object, &str) -> Quantity| request.iter().all(|(resource, asked)| of(node, resource) >= *asked);
    Place {
        node,
        mismatch: mismatch(pod, node),
        taint: untolerated(pod, node),
        large_enough: holds(ceiling),
        able: holds(allocatable),
    }
}

/// The question for all nodes.
pub(in crate::rules) fn all_nodes() -> Query {
    Query::List { kind: names::NODE, namespace: None, selector: Selector::default() }
}

/// Why the nodes seen are not known to be all nodes: no answer, a part of one, or a scheduler that saw another number.
fn nodes_gap(scene: &Scene<'_>, said: &Said, seen: usize) -> Option<Gap> {
    let complete = match scene.snapshot.answer_to(&all_nodes()) {
        Some(Asked::Gap(gap)) => return Some(gap.clone()),
        Some(Asked::Answered { complete, .. }) => *complete,
        None => return Some(Gap::new(GapReason::NotCollected)),
    };
    match said.nodes {
        Some(looked) if looked != seen => Some(Gap {
            reason: GapReason::Truncated,
            message: Some(format!("the scheduler looked at {looked} nodes and {seen} were seen")),
        }),
        None if !complete || seen == 0 => Some(Gap::new(GapReason::NotCollected)),
        _ => None,
    }
}
