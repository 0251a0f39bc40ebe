//! MLOP218: the queue took the quota back because pods were not ready in time.

use super::messages::pod_sets;
use super::{not_admitted, queue};
use crate::kinds::names;
use crate::model::object::Condition;
use crate::model::{Actor, Evidence, Severity};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A Workload that was evicted with `PodsReadyTimeout`, or deactivated after too many such evictions.
    ///
    /// # Why it matters
    /// It reads like a matter of the queue and is none: the pods did not become ready. With their eviction they are
    /// deleted, and the next attempt ends the same way.
    ///
    /// # Evidence
    /// The Workload's `Evicted` condition and its count of evictions.
    ///
    /// # What to do
    /// Find out why pods do not become ready: image, volume, scheduling, a crash. Capture their state while they exist.
    ///
    /// # Stays silent when
    /// Quota is reserved again. A Workload back in the queue is told as history.
    RULE {
        code: "MLOP218",
        slug: "evicted-for-readiness",
        summary: "The queue evicted the run because its pods were not ready in time.",
        layer: Admission,
        nature: Symptom,
        severity: Warning,
        reads: [names::WORKLOAD],
        needs: [],
        refines: [],
        explained_by: [
            "MLOP301", "MLOP402", "MLOP403", "MLOP501", "MLOP502", "MLOP503", "MLOP506", "MLOP507", "MLOP508",
            "MLOP601", "MLOP602", "MLOP603",
        ],
        reasons: ["PodsReadyTimeout", "EvictedDueToPodsReadyTimeout", "DeactivatedDueToRequeuingLimitExceeded"],
        since: "0.1.0",
        check: check,
    }
}

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    for workload in queue::waiting(scene) {
        let Some(evicted) = workload.condition("Evicted").filter(Condition::is_true) else { continue };
        let given_up = evicted.reason == "DeactivatedDueToRequeuingLimitExceeded";
        if evicted.reason != "PodsReadyTimeout" && !given_up {
            continue;
        }
        let times = workload.i64_at("/status/requeueState/count");
        let count = times.map_or(String::new(), |times| format!(", requeued {times} times"));
        let end = if given_up { "; Kueue has given up and deactivated it" } else { "" };
        let whose = queue::owner_words(workload);
        let mut finding = findings
            .about(workload, format!("{whose} lost its quota because its pods were not ready in time{count}{end}"))
            .severity(if given_up { Severity::Error } else { Severity::Warning })
            .signature(evicted.reason)
            .proof(Evidence::condition(workload, &evicted))
            .since(evicted.at)
            // Back in the queue it waits for quota like any other.
            .history(
                queue::refused(workload)
                    .is_some_and(|refused| !pod_sets(refused.message).is_empty() || not_admitted::speaks_of(&refused)),
            );
        if times.is_some() {
            finding = finding.proof(Evidence::value(workload, "/status/requeueState/count"));
        }
        if let Some(owner) = workload.controller().and_then(|owner| scene.snapshot.owner(workload, &owner)) {
            finding = finding.related(owner.reference());
        }
        findings.add(finding.act(Actor::RunOwner, "find out why the pods do not become ready, while they exist"));
    }
}
