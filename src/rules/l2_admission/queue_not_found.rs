//! MLOP211: the queue that the run names does not exist.

use super::queue;
use crate::collect::Seen;
use crate::kinds::names;
use crate::model::{Actor, Evidence, Finding, Object};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A waiting Workload whose LocalQueue does not exist in its namespace, or whose LocalQueue leads to a ClusterQueue
    /// that does not exist.
    ///
    /// # Why it matters
    /// Kueue keeps the run suspended and writes no event about it. It would wait for ever.
    ///
    /// # Evidence
    /// The words of the Workload's `QuotaReserved` condition, the LocalQueue's `Active` condition, or the queue's
    /// absence.
    ///
    /// # What to do
    /// Name a queue that exists in the label `kueue.x-k8s.io/queue-name`, or have the queue made.
    ///
    /// # Stays silent when
    /// The queue could not be looked up, and Kueue does not say that it is missing. Or there is no Workload: then Kueue
    /// has not looked at the queue yet, and MLOP210 says so.
    RULE {
        code: "MLOP211",
        slug: "queue-not-found",
        summary: "The queue that the run names does not exist.",
        layer: Admission,
        nature: Cause,
        severity: Error,
        reads: [names::WORKLOAD, names::LOCAL_QUEUE],
        needs: [],
        refines: [],
        explained_by: [],
        reasons: ["Inadmissible", "ClusterQueueDoesNotExist"],
        since: "0.1.0",
        check: check,
    }
}

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    for workload in queue::waiting(scene) {
        if let Some(finding) = of_workload(scene, findings, workload) {
            findings.add(finding);
        }
    }
}

fn of_workload(scene: &Scene<'_>, findings: &Findings, workload: &Object) -> Option<Finding> {
    let condition = queue::refused(workload);
    let words = condition.as_ref().map_or("", |condition| condition.message);
    let name = workload.str_at("/spec/queueName").unwrap_or("");
    let seen = queue::local_queue(scene, workload);
    if let Some(condition) = condition.as_ref().filter(|_| says_missing(words)) {
        let detail = format!("Kueue says of the queue that the run names: {words}");
        let finding = findings.about(workload, detail).signature(words).proof(Evidence::condition(workload, condition));
        return Some(remedies(finding, workload));
    }
    let finding = match seen {
        Seen::Yes(queue) => {
            let active = queue.condition("Active").filter(|active| active.reason == "ClusterQueueDoesNotExist")?;
            let leads = queue.str_at("/spec/clusterQueue").unwrap_or("");
            findings
                .about(workload, format!("LocalQueue {name} leads to ClusterQueue {leads}, which does not exist"))
                .signature(leads)
                .proof(Evidence::condition(queue, &active))
                .proof(Evidence::value(queue, "/spec/clusterQueue"))
        }
        Seen::Absent if words.is_empty() => findings
            .about(workload, missing_queue(name, workload.namespace()))
            .signature(name)
            .proof(Evidence::value(workload, "/spec/queueName"))
            .proof(Evidence::absence(workload, format!("LocalQueue {name}"))),
        Seen::Absent | Seen::Unknown(_) => return None,
    };
    Some(remedies(finding, workload))
}

/// `LocalQueue lq doesn't exist`, `ClusterQueue cq doesn't exist`, and the words of other releases.
fn says_missing(words: &str) -> bool {
    (words.starts_with("LocalQueue ") || words.starts_with("ClusterQueue "))
        && ["doesn't exist", "not found", "is terminating or missing"].into_iter().any(|end| words.contains(end))
}

fn missing_queue(name: &str, namespace: Option<&str>) -> String {
    format!("there is no LocalQueue {name} in namespace {}", namespace.unwrap_or(""))
}

fn remedies(finding: Finding, object: &Object) -> Finding {
    finding
        .run(
            Actor::RunOwner,
            "name a queue that exists",
            ["kubectl", "get", "localqueues", "-n", object.namespace().unwrap_or("")],
        )
        .act(Actor::Platform, "or make the queue")
}
