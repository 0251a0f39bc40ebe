//! MLOP404: a pod was put off its node: pressure, preemption, drain.

use super::replaced::Replacements;
use crate::kinds::names;
use crate::model::object::Condition;
use crate::model::{Actor, Evidence, Object};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A pod that its kubelet evicted (`Evicted`: the node ran low on memory, disk or process ids, or the pod went over a
    /// limit of local storage), and pods whose `DisruptionTarget` says that preemption or a drain ended them.
    ///
    /// # Why it matters
    /// Its containers may end with exit code 137 or 143 and look like a fault of the code. The one evicted need not be the
    /// one that used the most: images on the node's disk count too.
    ///
    /// # Evidence
    /// `status.reason` and `status.message` with the kubelet's numbers, and the `DisruptionTarget` condition.
    ///
    /// # What to do
    /// For a limit of its own: write less to local disk, or raise the limit. For the node's pressure: give the node more,
    /// or ask for what the pod really uses, so that the scheduler knows. For preemption: a higher priority, or wait.
    ///
    /// # Stays silent when
    /// The pod is whole; where its maker has made another since, it is told as history only.
    RULE {
        code: "MLOP404",
        slug: "node-pressure-eviction",
        summary: "A pod was put off its node.",
        layer: Node,
        nature: Cause,
        severity: Error,
        reads: [names::POD],
        needs: [],
        refines: [],
        explained_by: [],
        reasons: [
            "Evicted", "TerminationByKubelet", "PreemptionByScheduler", "EvictionByEvictionAPI",
            "DeletionByDeviceTaintManager",
        ],
        since: "0.1.0",
        check: check,
    }
}

/// Other reasons of `DisruptionTarget`, and what each means.
const DISRUPTIONS: [(&str, &str); 3] = [
    ("PreemptionByScheduler", "the scheduler made room for a pod of higher priority"),
    ("EvictionByEvictionAPI", "somebody asked for its eviction, as a drain of the node does"),
    ("DeletionByDeviceTaintManager", "a device that it used was tainted"),
];

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    let mut replacements = None;
    for pod in scene.pods() {
        let over = pod.deleted().is_some() || pod.str_at("/status/phase") == Some("Failed");
        let target = pod.condition("DisruptionTarget").filter(Condition::is_true);
        let reason = target.as_ref().map_or("", |target| target.reason);
        // A node that shuts down takes its pods along by the same kubelet; that is told as such.
        let shut_down = matches!(pod.str_at("/status/reason"), Some("NodeShutdown" | "Terminated"));
        let evicted = pod.str_at("/status/reason") == Some("Evicted") || reason == "TerminationByKubelet" && !shut_down;
        let other = DISRUPTIONS.iter().find(|(known, _)| *known == reason).map(|(_, words)| *words);
        if !over || (!evicted && other.is_none()) {
            continue;
        }
        let message =
            pod.str_at("/status/message").or_else(|| target.as_ref().map(|target| target.message)).unwrap_or("");
        let why = if evicted { Why::of(message) } else { Why::of_other(other.unwrap_or("")) };
        let node = pod.str_at("/spec/nodeName").unwrap_or("its node");
        let ended = target.as_ref().and_then(|target| target.at).or_else(|| event_time(scene, pod));
        let replaced = replacements.get_or_insert_with(|| Replacements::of(scene)).has(scene, pod, ended);
        let mut finding = findings
            .about(pod, format!("pod {} was put off {node}: {}", pod.name(), why.words))
            .signature(format!("{reason} {}", why.kind))
            .history(replaced);
        if let Some(target) = &target {
            finding = finding.proof(Evidence::condition(pod, target));
        }
        if evicted && pod.at("/status/message").is_some() {
            finding = finding.proof(Evidence::value(pod, "/status/message"));
        }
        if finding.evidence.is_empty() {
            finding = finding.proof(Evidence::value(pod, "/status/reason"));
        }
        let (actor, act) = why.act;
        findings.add(finding.since(ended).act(actor, act));
    }
}

fn event_time(scene: &Scene<'_>, pod: &Object) -> Option<jiff::Timestamp> {
    scene.last_event(pod, &["Evicted"]).and_then(|event| event.first).or_else(|| pod.time_at("/status/startTime"))
}

/// What an eviction was for.
struct Why {
    kind: &'static str,
    words: String,
    act: (Actor, &'static str),
}

impl Why {
    fn of_other(words: &str) -> Self {
        let act =
            (Actor::RunOwner, "let the run be restarted from its last checkpoint; a higher priority keeps its place");
        Self { kind: "disruption", words: words.to_owned(), act }
    }

    /// Out of the kubelet's message.
    fn of(message: &str) -> Self {
        let message = message.trim().trim_end_matches('.');
        let own_limit =
            ["EmptyDir volume", "ephemeral local storage usage", "exceeded its local ephemeral storage limit"];
        if own_limit.iter().any(|mark| message.contains(mark)) {
            let act = (Actor::RunOwner, "write less to local disk, clean up, or raise the limit of local storage");
            return Self { kind: "own limit", words: lower_first(message), act };
        }
        let act = (
            Actor::ClusterAdministrator,
            "see what fills the node (images on its disk count too); the run should ask for what it really uses",
        );
        let words = if message.is_empty() { "the node was under pressure".to_owned() } else { lower_first(message) };
        Self { kind: "node pressure", words, act }
    }
}

fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whose_limit_it_was_decides_who_acts() {
        let of = |message: &str| Why::of(message).act.0;
        assert_eq!(of("Usage of EmptyDir volume \"cache\" exceeds the limit \"10Gi\"."), Actor::RunOwner);
        assert_eq!(
            of("The node was low on resource: memory. Threshold quantity: 100Mi, available: 90Mi."),
            Actor::ClusterAdministrator
        );
    }
}
