//! MLOP219: Kueue lets a Workload wait for a reason that is neither its quota nor its queue.

use super::messages::pod_sets;
use super::queue;
use crate::kinds::names;
use crate::model::object::Condition;
use crate::model::{Actor, Evidence, Finding, Object, Severity};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A waiting Workload of which Kueue says that no topology domain takes its pods, that its namespace is not selected,
    /// that its requests are not valid, that a gate holds it, that it stands behind others, or something of no known kind.
    ///
    /// # Why it matters
    /// All of these look like a place in the queue. Some pass by themselves; a namespace that is not selected, requests
    /// that are not valid and a flavor without the topology never do.
    ///
    /// # Evidence
    /// The words of the Workload's `QuotaReserved` condition, and for a namespace the ClusterQueue's selector.
    ///
    /// # What to do
    /// It depends on the words; the finding says what they mean and who acts.
    ///
    /// # Stays silent when
    /// Quota, a queue, a flavor, an admission check or an eviction is the reason: these have rules of their own.
    RULE {
        code: "MLOP219",
        slug: "not-admitted",
        summary: "Kueue does not admit the run, and says why.",
        layer: Admission,
        nature: Cause,
        severity: Warning,
        reads: [names::WORKLOAD],
        needs: [],
        refines: [],
        explained_by: [],
        reasons: ["TopologyPlacementFailed", "Misconfigured", "WaitingForPodsReady", "AdmissionGated", "Waiting"],
        since: "0.1.0",
        check: check,
    }
}

/// What some words of Kueue mean, and who acts.
struct Meaning {
    /// Parts of the message; any one will do.
    marks: &'static [&'static str],
    severity: Severity,
    words: &'static str,
    act: &'static [(Actor, &'static str)],
}

const MEANINGS: [Meaning; 8] = [
    Meaning {
        marks: &["workload namespace doesn't match ClusterQueue selector"],
        severity: Severity::Error,
        words: "the ClusterQueue takes no run of this namespace",
        act: &[
            (Actor::Platform, "let the ClusterQueue's namespaceSelector match the namespace, or label the namespace"),
            (Actor::RunOwner, "or submit to a queue that takes runs of this namespace"),
        ],
    },
    Meaning {
        marks: &["resources validation failed", "resources didn't satisfy LimitRange constraints"],
        severity: Severity::Error,
        words: "what its pods ask for is not valid here, so waiting does not help",
        act: &[(Actor::RunOwner, "correct the requests and limits that the words name, and submit again")],
    },
    Meaning {
        marks: &[
            "does not support TopologyAwareScheduling",
            "supports only TopologyAwareScheduling",
            "does not contain the requested level",
            "no topology domains at level",
        ],
        severity: Severity::Error,
        words: "the flavor's topology does not have what the run asks for, so waiting does not help",
        act: &[
            (Actor::RunOwner, "ask for a level that the topology has, or for none"),
            (Actor::Platform, "or give the queue a flavor whose topology has it, and label the nodes"),
        ],
    },
    Meaning {
        marks: &["doesn't allow to fit any of ", "allows to fit only "],
        severity: Severity::Warning,
        words: "there is quota, and no domain of the topology has room for all pods that belong together now",
        act: &[
            (Actor::RunOwner, "wait until others end, or ask for a wider domain or for fewer pods in one"),
            (Actor::Platform, "see whether any domain is large enough at all"),
        ],
    },
    Meaning {
        marks: &["waiting for all admitted workloads to be in PodsReady condition"],
        severity: Severity::Info,
        words: "the queue admits one run after the other, and a run admitted before is not ready yet",
        act: &[(Actor::RunOwner, "wait, or find the admitted Workload that is not ready: it holds up the queue")],
    },
    Meaning {
        marks: &["Bypassed scheduling evaluation because an equivalent workload recently failed"],
        severity: Severity::Info,
        words: "a Workload of the same shape was refused a moment ago, and the reason stands on that one",
        act: &[(Actor::RunOwner, "read what Kueue says of the other waiting Workloads of this queue")],
    },
    Meaning {
        marks: &["Admission is gated by"],
        severity: Severity::Info,
        words: "whoever set the gate has not lifted it",
        act: &[(Actor::Platform, "see to what the annotation kueue.x-k8s.io/admission-gated-by names")],
    },
    Meaning {
        marks: &["Workload no longer fits after processing another workload"],
        severity: Severity::Info,
        words: "another run took the quota in the same round, and it will be tried again",
        act: &[(Actor::RunOwner, "wait")],
    },
];

/// Words of no known kind: quoted as they are.
const OTHER: Meaning = Meaning {
    marks: &[],
    severity: Severity::Info,
    words: "in its own words",
    act: &[(Actor::Platform, "see to what Kueue's words name")],
};

/// Reasons that Kueue gives for a refusal by its scheduler or its queues. Evictions have reasons of their own.
const REFUSALS: [&str; 7] =
    ["Pending", "Inadmissible", "Waiting", "NoMatchingFlavor", "Misconfigured", "PendingEvaluation", "OnHold"];

/// What Kueue's words mean, if they speak of neither quota nor flavors nor a queue.
fn meaning(refused: &Condition<'_>) -> Option<&'static Meaning> {
    let message = refused.message;
    if !pod_sets(message).is_empty() {
        return None;
    }
    let known = MEANINGS.iter().find(|meaning| meaning.marks.iter().any(|mark| message.contains(mark)));
    let of_a_queue = ["LocalQueue ", "ClusterQueue "].iter().any(|kind| message.starts_with(kind));
    let other = !message.is_empty() && !of_a_queue && REFUSALS.contains(&refused.reason);
    known.or_else(|| other.then_some(&OTHER))
}

/// Whether this rule speaks of such a refusal.
pub(super) fn speaks_of(refused: &Condition<'_>) -> bool {
    meaning(refused).is_some()
}

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    for workload in queue::waiting(scene) {
        let Some(refused) = queue::refused(workload) else { continue };
        if let Some(meaning) = meaning(&refused) {
            findings.add(describe(scene, findings, workload, &refused, meaning));
        }
    }
}

fn describe(
    scene: &Scene<'_>,
    findings: &Findings,
    workload: &Object,
    refused: &Condition<'_>,
    meaning: &Meaning,
) -> Finding {
    let words = refused.message.trim_end_matches('.');
    let detail = format!("Kueue does not admit {}: {}: {words}", queue::owner_words(workload), meaning.words);
    let mut finding = findings
        .about(workload, detail)
        .severity(meaning.severity)
        .signature(words)
        .proof(Evidence::condition(workload, refused))
        .since(refused.at);
    let selector = "/spec/namespaceSelector";
    if words.contains("ClusterQueue selector")
        && let Some(cluster) = queue::cluster_queue(scene, workload).yes().filter(|queue| queue.at(selector).is_some())
    {
        finding = finding.proof(Evidence::value(cluster, selector));
    }
    for (index, (actor, text)) in meaning.act.iter().enumerate() {
        let namespace = workload.namespace().unwrap_or("");
        let look = ["kubectl", "get", "workloads.kueue.x-k8s.io", "-n", namespace, "-o", "yaml"];
        finding = if index == 0 { finding.run(*actor, *text, look) } else { finding.act(*actor, *text) };
    }
    finding
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_words_and_leaves_to_others_what_is_theirs() {
        let severity = |message| {
            let value = serde_json::json!({
                "apiVersion": "kueue.x-k8s.io/v1beta2", "kind": "Workload", "metadata": {"name": "w", "uid": "u"},
                "status": {"conditions": [
                    {"type": "QuotaReserved", "status": "False", "reason": "Pending", "message": message}
                ]},
            });
            let workload = Object::new(value).unwrap();
            queue::refused(&workload).and_then(|refused| meaning(&refused)).map(|meaning| meaning.severity)
        };
        for (message, expected) in [
            ("workload namespace doesn't match ClusterQueue selector", Some(Severity::Error)),
            (
                "couldn't assign flavors to pod set worker: topology \"racks\" doesn't allow to fit any of 8 pod(s). Total \
                 nodes: 4; excluded: resource \"nvidia.com/gpu\": 4",
                Some(Severity::Warning),
            ),
            (
                "couldn't assign flavors to pod set worker: Flavor \"h100\" does not support TopologyAwareScheduling",
                Some(Severity::Error),
            ),
            (
                "couldn't assign flavors to pod set master: insufficient unused quota for nvidia.com/gpu in flavor h100, 4 \
                 more needed; couldn't assign flavors to pod set worker: topology \"racks\" allows to fit only 2 out of 8 \
                 pod(s)",
                None,
            ),
            ("ClusterQueue held-cq is inactive", None),
            ("LocalQueue lq is stopped", None),
            ("", None),
            ("words of a later release", Some(Severity::Info)),
        ] {
            assert_eq!(severity(message), expected, "{message}");
        }
    }
}
