//! MLOP605: retries are used up.

use super::words::{Word, deepest, said};
use crate::kinds::names;
use crate::model::{Actor, Evidence, Object};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A Job, JobSet, TrainJob, kubeflow job, RayJob or Operation that failed because something below it failed too
    /// often: `BackoffLimitExceeded`, `PodFailurePolicy`, `MaxFailedIndexesExceeded`, `ReachedMaxRestarts`,
    /// `SubmissionFailed`, "has reached the specified backoff limit".
    ///
    /// # Why it matters
    /// It says that attempts were counted, not why they failed. The reason is in the pods, if they are still there.
    ///
    /// # Evidence
    /// The condition with its reason and message, and whether pods are left.
    ///
    /// # What to do
    /// Look at the pods' endings. If they are gone, `restartPolicy: Never` keeps failed pods, and a log store keeps logs.
    ///
    /// # Stays silent when
    /// An object below it says the same: that one is told.
    RULE {
        code: "MLOP605",
        slug: "backoff-limit-exceeded",
        summary: "Retries are used up.",
        layer: Container,
        nature: Symptom,
        severity: Error,
        reads: [names::POD],
        needs: [Logs],
        refines: [],
        explained_by: [
            "MLOP402", "MLOP403", "MLOP404", "MLOP501", "MLOP502", "MLOP508", "MLOP601", "MLOP602", "MLOP603",
            "MLOP604", "MLOP606", "MLOP607", "MLOP608"
        ],
        reasons: [
            "BackoffLimitExceeded", "PodFailurePolicy", "MaxFailedIndexesExceeded", "ReachedMaxRestarts",
            "SubmissionFailed"
        ],
        since: "0.1.0",
        check: check,
    }
}

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    for (object, own) in deepest(scene, Word::Retries) {
        let what = format!("{} {}", object.kind().kind, object.name());
        let gone = !has_pods(scene, object);
        let mut detail = format!("{what} used up its attempts ({})", said(&own));
        if gone {
            match scene.pods_gap() {
                Some((query, gap)) => findings.blind(query.clone(), gap),
                None => detail = format!("{detail}; its pods are gone, so the API no longer holds why they failed"),
            }
        }
        let namespace = object.namespace().unwrap_or("default");
        let mut finding = findings
            .about(object, detail)
            .proof(Evidence::value(object, own.path.clone()).at(own.since))
            .since(own.since);
        if gone && scene.pods_gap().is_none() {
            finding = finding
                .proof(Evidence::absence(object, "pods"))
                .act(Actor::RunOwner, "set restartPolicy: Never so that failed pods stay, and submit again");
        }
        let text = "see what the attempts left behind";
        findings.add(finding.run(Actor::RunOwner, text, ["kubectl", "get", "pods,events", "-n", namespace]));
    }
}

/// Whether any pod below the object is left.
fn has_pods(scene: &Scene<'_>, object: &Object) -> bool {
    let mut open = vec![object];
    let mut left = 64;
    while let (Some(next), true) = (open.pop(), left > 0) {
        left -= 1;
        for child in scene.snapshot.children(next) {
            if child.is(&names::POD) {
                return true;
            }
            open.push(child);
        }
    }
    false
}
