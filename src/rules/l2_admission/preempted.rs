//! MLOP216: a Workload lost its quota to another one.

use super::queue;
use crate::kinds::names;
use crate::model::object::Condition;
use crate::model::{Actor, Evidence};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A Workload that was preempted and has no quota again yet.
    ///
    /// # Why it matters
    /// The run had started and was stopped in favour of another. Its pods and their logs are gone; it starts anew when
    /// quota is free.
    ///
    /// # Evidence
    /// The `Evicted` and `Preempted` conditions, with the UID of the Workload that it made room for, and that Workload's
    /// owner where it was seen.
    ///
    /// # What to do
    /// Wait; save checkpoints; a higher priority class or a queue of one's own keeps others from doing it again.
    ///
    /// # Stays silent when
    /// Quota has been reserved for it again, or it was evicted for another reason.
    RULE {
        code: "MLOP216",
        slug: "preempted",
        summary: "The run was stopped to make room for another.",
        layer: Admission,
        nature: Cause,
        severity: Info,
        reads: [names::WORKLOAD],
        needs: [QuotaHolders],
        refines: [],
        explained_by: ["MLOP211", "MLOP212", "MLOP213", "MLOP214", "MLOP215", "MLOP219"],
        reasons: ["Preempted", "EvictedDueToPreempted"],
        since: "0.1.0",
        check: check,
    }
}

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    for workload in queue::waiting(scene) {
        let evicted = workload.condition("Evicted").filter(Condition::is_true);
        let Some(evicted) = evicted.filter(|evicted| evicted.reason == "Preempted") else { continue };
        let preemptor = between(evicted.message, "(UID: ", [',', ')']).unwrap_or("");
        let by = scene.snapshot.of_kind(&names::WORKLOAD).find(|other| other.uid() == Some(preemptor));
        let whom = match by {
            Some(other) => queue::owner_words(other),
            None if preemptor.is_empty() => "another Workload".to_owned(),
            None => format!("a Workload that was not seen (UID {preemptor})"),
        };
        let why = evicted.message.split_once(" due to ").map_or("", |(_, rest)| rest.split(';').next().unwrap_or(""));
        let why = if why.is_empty() { String::new() } else { format!(", due to {why}") };
        let mut finding = findings
            .about(workload, format!("{} was stopped to make room for {whom}{why}", queue::owner_words(workload)))
            .signature(preemptor)
            .proof(Evidence::condition(workload, &evicted))
            .since(evicted.at);
        if let Some(preempted) = workload.condition("Preempted").filter(Condition::is_true) {
            finding = finding.proof(Evidence::condition(workload, &preempted));
        }
        if let Some(other) = by {
            finding = finding.proof(Evidence::value(other, "/metadata/ownerReferences/0/name"));
        }
        findings.add(
            finding
                .act(Actor::RunOwner, "wait until quota is free, and resume from a checkpoint")
                .act(Actor::Platform, "or review priorities and the queue's preemption policy"),
        );
    }
}

/// What stands after `start`, up to the first of `ends`.
fn between<'t>(text: &'t str, start: &str, ends: [char; 2]) -> Option<&'t str> {
    text.split_once(start)?.1.split(ends).next()
}
