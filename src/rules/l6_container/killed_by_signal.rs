//! MLOP602: a container was killed or told to stop, and not for memory.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::endings::Ended;
use crate::kinds::names;
use crate::model::{Actor, Confidence, Event, Evidence, Finding, ObjectKey};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A container that ended with 137 (SIGKILL), 143 (SIGTERM), 130 or 129 while the runtime does not say `OOMKilled`.
    ///
    /// # Why it matters
    /// Somebody outside the program ended it: an eviction, a preemption, a deletion, a failed probe, a grace period that
    /// ran out, or the node's own memory killer. Which one decides who has to act; 137 alone is no proof of memory.
    ///
    /// # Evidence
    /// The container's ending, and what stands beside it: the pod's condition `DisruptionTarget`, its deletion time, its
    /// events, `SystemOOM` events of its node.
    ///
    /// # What to do
    /// Follow the candidate that is named. If none is, look for child processes that ran out of memory and for whoever
    /// may delete pods.
    ///
    /// # Stays silent when
    /// The runtime says `OOMKilled` (MLOP601), or the container came back and is well.
    RULE {
        code: "MLOP602",
        slug: "killed-by-signal",
        summary: "A container was killed or told to stop from outside.",
        layer: Container,
        nature: Cause,
        severity: Error,
        reads: [names::POD],
        needs: [Logs],
        refines: [],
        explained_by: ["MLOP402", "MLOP404", "MLOP601", "MLOP606", "MLOP608"],
        reasons: ["ContainerStatusUnknown", "PreemptionByScheduler", "EvictionByEvictionAPI", "DeletionByTaintManager"],
        since: "0.1.0",
        check: check,
    }
}

/// Events that tell who ended a container.
const EVENTS: [&str; 9] = [
    "Evicted",
    "Preempted",
    "Preempting",
    "TaintManagerEviction",
    "ExceededGracePeriod",
    "Killing",
    "Unhealthy",
    "NodeShutdown",
    "DeadlineExceeded",
];

/// Who ended it: in words, with proof.
struct Sender {
    words: String,
    proof: Evidence,
    confidence: Confidence,
    at: Option<Timestamp>,
}

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    let all = scene.endings();
    let mut own_ends: BTreeMap<ObjectKey, Timestamp> = BTreeMap::new();
    for ended in all.iter().filter(|ended| !ended.killed()) {
        let Some(at) = ended.ending.at else { continue };
        for key in [ended.gang.key(), ended.pod.key()] {
            own_ends.entry(key.clone()).and_modify(|first| *first = at.min(*first)).or_insert(at);
        }
    }
    for ended in all.iter().filter(|ended| ended.killed()) {
        let after =
            |key: &ObjectKey| own_ends.get(key).is_some_and(|first| ended.ending.at.is_some_and(|at| *first <= at));
        // A sidecar that is stopped after its pod's own end says nothing.
        if !after(ended.pod.key()) {
            let torn_down = ended.ending.code == 143 && after(ended.gang.key());
            findings.add(describe(scene, findings, ended, torn_down));
        }
    }
}

fn describe(scene: &Scene<'_>, findings: &Findings, ended: &Ended<'_>, torn_down: bool) -> Finding {
    let Ended { pod, container, ending, .. } = ended;
    let signal = match ending.code {
        129 => "SIGHUP",
        130 => "SIGINT",
        137 => "SIGKILL",
        _ => "SIGTERM",
    };
    let senders = senders(scene, ended);
    let when = ending.at.map_or(String::new(), |at| format!(" at {at}"));
    let who = senders.first().map_or_else(
        || "nothing in the API says who sent it, and the runtime does not say it was for memory".to_owned(),
        |sender| sender.words.clone(),
    );
    let what = format!("container {} of pod {}", container.name, pod.name());
    let detail = format!("{what} ended with exit code {} ({signal}){when}: {who}", ending.code);
    let since = senders.iter().filter_map(|sender| sender.at).chain(ending.at).min();
    let kind = senders.first().map_or("", |sender| sender.proof.path.as_str());
    let mut finding = findings
        .about(pod, detail)
        .confidence(senders.first().map_or(Confidence::Possible, |sender| sender.confidence))
        .proof(Evidence::value(pod, ending.path.clone()).at(ending.at))
        .since(since)
        .signature(format!("{} {} {kind}", container.name, ending.code))
        .history(ended.past(scene))
        .echo(torn_down);
    let known = !senders.is_empty();
    for sender in senders {
        finding = finding.proof(sender.proof);
    }
    let (name, namespace) = (pod.name(), pod.namespace().unwrap_or("default"));
    let argv = ["kubectl", "describe", "pod", name, "-n", namespace];
    if known {
        finding.run(Actor::Platform, "see what ended the pod, and whether it may happen again", argv)
    } else {
        finding.run(Actor::RunOwner, "look for a child process out of memory, and for who may delete the pod", argv)
    }
}

/// Candidates, the surest first.
fn senders(scene: &Scene<'_>, ended: &Ended<'_>) -> Vec<Sender> {
    let pod = ended.pod;
    let mut found = Vec::new();
    if let Some(condition) = pod.condition("DisruptionTarget").filter(crate::model::object::Condition::is_true) {
        let said = [condition.reason, condition.message].join(": ");
        found.push(Sender {
            words: format!("its pod was marked for disruption, {}", said.trim_end_matches([':', ' ', '.'])),
            proof: Evidence::condition(pod, &condition),
            confidence: Confidence::Certain,
            at: condition.at,
        });
    }
    for event in scene.events(pod).into_iter().rev().filter(|event| EVENTS.contains(&event.reason.as_str())) {
        let near = ended
            .ending
            .at
            .zip(event.at)
            .is_none_or(|(end, at)| end.duration_since(at).as_secs().abs() <= grace(pod) + 120);
        let probe =
            event.reason != "Unhealthy" || event.message.contains("Liveness") || event.message.contains("Startup");
        if near && probe {
            found.push(Sender {
                words: format!("{}: {}", event.reason, event.message.trim_end_matches('.')),
                proof: Evidence::event(pod, event),
                confidence: Confidence::Likely,
                at: event.at.filter(|at| ended.ending.at.is_none_or(|end| *at <= end)),
            });
        }
    }
    if let Some(deleted) = pod.deleted() {
        found.push(Sender {
            words: format!("the pod's deletion was asked for, with {} s to end by {deleted}", grace(pod)),
            proof: Evidence::value(pod, "/metadata/deletionTimestamp").at(Some(deleted)),
            confidence: Confidence::Likely,
            at: deleted.checked_sub(jiff::SignedDuration::from_secs(grace(pod))).ok(),
        });
    }
    let node = pod.str_at("/spec/nodeName").and_then(|name| scene.snapshot.get(&names::NODE, None, name).yes());
    if let Some(node) = node {
        let out = |event: &&Event| ["SystemOOM", "OOMKilling"].contains(&event.reason.as_str());
        if let Some(event) = scene.events(node).into_iter().rev().find(out) {
            found.push(Sender {
                words: format!("its node ran out of memory, {}: {}", event.reason, event.message.trim_end_matches('.')),
                proof: Evidence::event(node, event),
                confidence: Confidence::Likely,
                at: None,
            });
        }
    }
    if ended.ending.reason == "ContainerStatusUnknown" {
        found.push(Sender {
            words: "the kubelet lost sight of it (ContainerStatusUnknown), as after a restart of its node".to_owned(),
            proof: Evidence::value(pod, format!("{}/reason", ended.ending.path)),
            confidence: Confidence::Likely,
            at: None,
        });
    }
    // What happened lately tells more than a kill that follows from it.
    found.sort_by_key(|sender| (std::cmp::Reverse(sender.confidence), sender.proof.path == "Killing"));
    found
}

fn grace(pod: &crate::model::Object) -> i64 {
    pod.i64_at("/metadata/deletionGracePeriodSeconds")
        .or_else(|| pod.i64_at("/spec/terminationGracePeriodSeconds"))
        .unwrap_or(30)
}
