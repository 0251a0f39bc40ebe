//! MLOP303: nodes are large enough, and others use them.

use super::fit::{self, Hurdle, Placing, Usage, allocatable};
use super::words::{count, listed, report};
use crate::collect::Asked;
use crate::kinds::names;
use crate::model::{Actor, Evidence, Gap, GapReason, Object};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A pod without a node for which nodes are large enough, match and are open, while what runs on each of them leaves
    /// too little.
    ///
    /// # Why it matters
    /// This is contention: it passes when somebody ends, and it says who that could be.
    ///
    /// # Evidence
    /// For each such node: allocatable minus the requests of all pods on it that have not ended, against the pod's
    /// request; and who holds the resource, by the makers of the pods. The pods seen must explain it: where they do not,
    /// nothing is said.
    ///
    /// # What to do
    /// Wait, ask a holder, raise the run's priority, or have nodes added. If free amounts are spread over nodes, ask for
    /// less per pod.
    ///
    /// # Stays silent when
    /// Some node seems to have room (then another check fails, or pods were not seen).
    RULE {
        code: "MLOP303",
        slug: "capacity-in-use",
        summary: "Nodes that are large enough are in use.",
        layer: Scheduling,
        nature: Cause,
        severity: Warning,
        reads: [names::NODE, names::POD],
        needs: [CandidateNodes],
        refines: [],
        explained_by: ["MLOP401"],
        reasons: [],
        since: "0.1.0",
        check: check,
    }
}

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    let placings = fit::placings(scene, findings);
    let full = placings.iter().filter(|placing| placing.hurdle() == Hurdle::Full);
    let mut usage = None;
    for placing in full {
        let usage = usage.get_or_insert_with(|| Usage::seen(scene));
        judge(scene, findings, placing, usage);
    }
}

fn judge(scene: &Scene<'_>, findings: &mut Findings, placing: &Placing<'_>, usage: &Usage<'_>) {
    let nodes: Vec<&Object> = placing.open().filter(|place| place.able).map(|place| place.node).collect();
    let short: Vec<_> = nodes.iter().map(|node| usage.short(node, placing)).collect();
    if nodes.is_empty() {
        return;
    }
    if short.iter().any(std::collections::BTreeSet::is_empty) {
        // Either another check of the scheduler fails, or what fills that node was not seen.
        if let Some(gap) = pods_gap(scene) {
            findings.blind(fit::all_pods(), &gap);
        }
        return;
    }
    // The resource that is short on most nodes, of those that the scheduler calls insufficient.
    let shortages = placing.request.keys().map(String::as_str).filter(|resource| placing.said.lacks(resource));
    let on = |resource: &str| short.iter().filter(|short| short.contains(resource)).count();
    let Some(resource) = shortages.filter(|resource| on(resource) > 0).max_by_key(|resource| on(resource)) else {
        return;
    };
    let asked = placing.request.get(resource).copied().unwrap_or_default();
    let terms: Vec<String> = nodes.iter().map(|node| term(node, usage, resource)).collect();
    let holders: Vec<String> =
        usage.holders(&nodes, resource).into_iter().map(|(maker, amount)| format!("{maker} ({amount})")).collect();
    let held = listed(holders.iter().map(String::as_str));
    let what = format!(
        "{} large enough {} in use; {resource} is held by {held}",
        count(nodes.len(), "node"),
        if nodes.len() == 1 { "is" } else { "are" },
    );
    report(
        scene,
        findings,
        placing,
        &format!("{resource} {asked}"),
        |pod| format!("pod {} waits for {resource} {asked} on one node: {what}", pod.name()),
        |finding, pod| {
            finding
                .proof(Evidence::computed(
                    pod,
                    format!("{resource}: allocatable minus in use"),
                    what.clone(),
                    terms.clone(),
                ))
                .proof(Evidence::computed(pod, format!("{resource}: in use by"), held.clone(), holders.clone()))
                .act(Actor::RunOwner, "wait for one of the holders to end, or agree with it on who goes first")
                .act(Actor::ClusterAdministrator, "add nodes if this is to run beside them")
        },
    );
}

/// `gpu-a: 8 allocatable, 8 in use`.
fn term(node: &Object, usage: &Usage<'_>, resource: &str) -> String {
    let used = usage.of(node).get(resource).copied().unwrap_or_default();
    let all = allocatable(node, resource);
    format!("{}: {all} allocatable, {used} in use, {} free", node.name(), all.minus(used))
}

/// Why the pods seen are not known to be all.
fn pods_gap(scene: &Scene<'_>) -> Option<Gap> {
    match scene.snapshot.answer_to(&fit::all_pods()) {
        Some(Asked::Gap(gap)) => Some(gap.clone()),
        Some(Asked::Answered { complete: true, .. }) => None,
        _ => Some(Gap::new(GapReason::NotCollected)),
    }
}
