//! MLOP402: the node of a pod no longer answers, or is gone.

use std::collections::BTreeMap;

use jiff::Timestamp;

use crate::collect::Seen;
use crate::kinds::names;
use crate::model::object::Condition;
use crate::model::{Actor, Evidence, Finding, Object, Query};
use crate::rules::l3_scheduling::words::count;
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A node of the run whose `Ready` condition is Unknown or False; a node that is gone while a pod that names it was
    /// marked not ready or cannot be deleted; a pod that was deleted for a taint of its node or by the collector of pods
    /// of lost nodes.
    ///
    /// # Why it matters
    /// Pods on a lost node keep phase Running until somebody deletes them, and then cannot end, because no kubelet
    /// confirms it. Peers in a gang end with collective errors that are only echoes. It is no fault of the run's code.
    ///
    /// # Evidence
    /// The node's `Ready` condition with its time, or the node's absence; the pod's `DisruptionTarget` condition.
    ///
    /// # What to do
    /// Bring the node back, or remove it for good so that its pods can be let go; then the controller makes new ones.
    ///
    /// # Stays silent when
    /// The pods on the node had ended before it was lost.
    RULE {
        code: "MLOP402",
        slug: "node-lost",
        summary: "The node of a pod no longer answers, or is gone.",
        layer: Node,
        nature: Cause,
        severity: Error,
        reads: [names::NODE],
        needs: [],
        refines: [],
        explained_by: [],
        reasons: ["NodeLost", "NodeStatusUnknown", "DeletionByTaintManager", "DeletionByPodGC", "TaintManagerEviction"],
        since: "0.1.0",
        check: check,
    }
}

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    let mut lost: BTreeMap<&str, (&Object, Vec<&Object>)> = BTreeMap::new();
    for pod in scene.pods() {
        let Some(name) = pod.str_at("/spec/nodeName") else { continue };
        match scene.snapshot.get(&names::NODE, None, name) {
            Seen::Yes(node) => match not_ready(node) {
                Some(ready) if !ended_before(pod, ready.at) => {
                    lost.entry(name).or_insert_with(|| (node, Vec::new())).1.push(pod);
                }
                _ => removed_by_taint(findings, pod, name),
            },
            Seen::Absent if bears_traces(pod) => gone(findings, pod, name, true),
            Seen::Absent => {}
            Seen::Unknown(gap) => {
                // A node nobody asked about, because its pods are well, is not missing.
                let get = Query::Get { kind: names::NODE, namespace: None, name: name.to_owned() };
                if disruption(pod).is_some_and(|condition| condition.reason == "DeletionByPodGC") {
                    gone(findings, pod, name, false);
                } else {
                    removed_by_taint(findings, pod, name);
                    if scene.snapshot.answer_to(&get).is_some() {
                        findings.blind(get, &gap);
                    }
                }
            }
        }
    }
    for (node, pods) in lost.into_values() {
        findings.add(describe(findings, node, &pods));
    }
}

fn not_ready(node: &Object) -> Option<Condition<'_>> {
    node.condition("Ready").filter(|ready| !ready.is_true())
}

fn disruption(pod: &Object) -> Option<Condition<'_>> {
    pod.condition("DisruptionTarget").filter(Condition::is_true)
}

/// When the last container of a pod ended, if none runs.
fn ended(pod: &Object) -> Option<Timestamp> {
    let times = pod.each("/status/containerStatuses/*/state/terminated/finishedAt");
    times.into_iter().filter_map(|(_, value)| crate::model::time::parse(value)).max()
}

fn is_over(pod: &Object) -> bool {
    matches!(pod.str_at("/status/phase"), Some("Succeeded" | "Failed"))
}

fn ended_before(pod: &Object, lost: Option<Timestamp>) -> bool {
    is_over(pod) && disruption(pod).is_none() && pod.str_at("/status/reason") != Some("NodeLost") && ended(pod) <= lost
}

/// Whether a pod shows that its node left it: somebody said so, or it was marked not ready with none of its containers at
/// fault, or its deletion hangs. A list of nodes that is a moment older than the pod is no proof by itself.
fn bears_traces(pod: &Object) -> bool {
    let taken = disruption(pod)
        .is_some_and(|condition| matches!(condition.reason, "DeletionByPodGC" | "DeletionByTaintManager"));
    let marked = pod.str_at("/status/phase") == Some("Running")
        && pod.condition("Ready").is_some_and(|ready| ready.is_false() && matches!(ready.reason, "" | "NodeNotReady"));
    taken || marked || pod.str_at("/status/reason") == Some("NodeLost") || pod.deleted().is_some() && !is_over(pod)
}

fn describe(findings: &Findings, node: &Object, pods: &[&Object]) -> Finding {
    let ready = not_ready(node);
    let words = ready.as_ref().map_or(String::new(), |ready| {
        let message = ready.message.trim_end_matches('.');
        let said = if message.is_empty() { ready.reason } else { message };
        format!("Ready is {} ({said})", ready.status)
    });
    let named = pods.first().map_or("", |pod| pod.name());
    let on = if pods.len() == 1 {
        format!("pod {named}")
    } else {
        format!("{}, {named} among them", count(pods.len(), "pod"))
    };
    let mut finding = findings.about(node, format!("node {} is lost: {words}; it carries {on}", node.name()));
    if let Some(ready) = &ready {
        finding = finding.proof(Evidence::condition(node, ready)).since(ready.at);
    }
    for pod in pods {
        finding = finding.related(pod.reference());
    }
    finding
        .run(
            Actor::ClusterAdministrator,
            "see why the node does not answer; bring it back, or remove it so that its pods can be let go",
            ["kubectl", "describe", "node", node.name()],
        )
        .act(Actor::RunOwner, "nothing in the run itself: it goes on from its last checkpoint once it is placed anew")
}

fn gone(findings: &mut Findings, pod: &Object, node: &str, seen_absent: bool) {
    let by = disruption(pod);
    let mut finding = findings
        .about(pod, format!("node {node} of pod {} is gone", pod.name()))
        .proof(Evidence::value(pod, "/spec/nodeName"))
        .signature(format!("gone {node}"));
    if seen_absent {
        finding = finding.proof(Evidence::absence(pod, format!("Node {node}")));
    }
    if let Some(by) = by {
        finding = finding.proof(Evidence::condition(pod, &by)).since(by.at);
    }
    findings
        .add(finding.act(Actor::ClusterAdministrator, format!("see why node {node} was removed while it was in use")));
}

/// The node answers (again), and the pod had been taken off it for a taint.
fn removed_by_taint(findings: &mut Findings, pod: &Object, node: &str) {
    let Some(by) = disruption(pod).filter(|condition| condition.reason == "DeletionByTaintManager") else { return };
    let finding = findings
        .about(pod, format!("pod {} was taken off node {node} for a taint that it does not tolerate", pod.name()))
        .proof(Evidence::condition(pod, &by))
        .since(by.at)
        .signature(format!("taint {node}"))
        .run(
            Actor::ClusterAdministrator,
            "see which taint the node carries or carried, and why",
            ["kubectl", "describe", "node", node],
        );
    findings.add(finding);
}
