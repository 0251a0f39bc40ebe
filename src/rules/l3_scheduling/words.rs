//! Phrases and findings that the layer's rules share.

use super::fit::{self, Placing};
use crate::model::{Actor, Evidence, Finding, Object, Severity};
use crate::rules::{Findings, Scene};

/// Nodes named in a sentence; more are counted.
const NAMED: usize = 3;

/// `gpu-a, gpu-b and 5 more`.
#[must_use]
pub(in crate::rules) fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    let more = names.len().saturating_sub(NAMED);
    let shown = names.iter().take(NAMED).copied().collect::<Vec<_>>().join(", ");
    if more == 0 { shown } else { format!("{shown} and {more} more") }
}

/// `1 node`, `3 nodes`.
#[must_use]
pub(in crate::rules) fn count(number: usize, one: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {one}s") }
}

/// What a pod asks for, in the order of the resources: `cpu 4, nvidia.com/gpu 8`.
#[must_use]
pub(super) fn asked(placing: &Placing<'_>) -> String {
    let mut parts: Vec<String> = Vec::new();
    for (resource, amount) in placing.request.iter().filter(|(resource, _)| *resource != "pods") {
        parts.push(format!("{resource} {amount}"));
    }
    if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
}

/// One finding a pod of the group, so that their ranks are kept; alike in all but the name.
pub(super) fn report(
    scene: &Scene<'_>,
    findings: &mut Findings,
    placing: &Placing<'_>,
    signature: &str,
    detail: impl Fn(&Object) -> String,
    dress: impl Fn(Finding, &Object) -> Finding,
) {
    for pod in &placing.pods {
        let said = fit::said(scene, pod).unwrap_or_else(|| placing.said.clone());
        let finding = findings
            .about(pod, detail(pod))
            .proof(said.evidence)
            .since(said.at)
            .signature(format!("{signature} {}", placing.said.text));
        findings.add(growing(scene, pod, dress(finding, pod)));
    }
}

/// With a node on its way, the wait is a normal one: whoever makes or clears nodes has said so.
fn growing(scene: &Scene<'_>, pod: &Object, finding: Finding) -> Finding {
    const PATIENCE: i64 = 15 * 60;
    if let Some(node) = pod.str_at("/status/nominatedNodeName") {
        let proof = Evidence::value(pod, "/status/nominatedNodeName");
        return normal(finding.proof(proof), &format!("node {node} is being cleared for it"));
    }
    let event = scene.last_event(pod, &["TriggeredScaleUp", "Nominated", "NotTriggerScaleUp"]);
    let Some(event) = event else { return finding };
    let fresh = event.at.is_some_and(|at| scene.snapshot.now().duration_since(at).as_secs() < PATIENCE);
    let finding = finding.proof(Evidence::event(pod, event));
    if fresh && event.reason != "NotTriggerScaleUp" { normal(finding, "a new node is on its way") } else { finding }
}

fn normal(finding: Finding, why: &str) -> Finding {
    let mut finding = finding.severity(Severity::Info);
    finding.detail = format!("{}; {why}", finding.detail);
    finding.remedies.clear();
    finding.act(Actor::RunOwner, "wait")
}
