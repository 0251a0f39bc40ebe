//! MLOP606: a deadline passed.

use super::words::{Word, deepest};
use crate::model::{Actor, Evidence, Finding, Object, OwnState};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A Job, TrainJob, MPIJob, RayJob, kubeflow job or pod that failed with `DeadlineExceeded`.
    ///
    /// # Why it matters
    /// It was stopped for its age alone: pods still at work are deleted, and a retry meets the same end.
    ///
    /// # Evidence
    /// The condition, and the number of seconds in the spec.
    ///
    /// # What to do
    /// Raise the deadline or make the run shorter. Time spent in a queue or waiting for a node may count.
    ///
    /// # Stays silent when
    /// An object below it says the same: that one is told.
    RULE {
        code: "MLOP606",
        slug: "deadline-exceeded",
        summary: "A run was stopped at its deadline.",
        layer: Container,
        nature: Cause,
        severity: Error,
        reads: [],
        needs: [],
        refines: [],
        explained_by: [],
        reasons: ["DeadlineExceeded"],
        since: "0.1.0",
        check: check,
    }
}

/// Where kinds keep their deadline.
const SECONDS: [&str; 3] =
    ["/spec/activeDeadlineSeconds", "/spec/runPolicy/activeDeadlineSeconds", "/termination/activeDeadlineSeconds"];

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    for (object, own) in deepest(scene, Word::Deadline) {
        findings.add(describe(scene, findings, object, &own));
    }
    for pod in scene.pods().filter(|pod| pod.str_at("/status/reason") == Some("DeadlineExceeded")) {
        let own = scene.own(pod);
        findings.add(describe(scene, findings, pod, &own).signature("pod"));
    }
}

fn describe(scene: &Scene<'_>, findings: &Findings, object: &Object, own: &OwnState) -> Finding {
    let what = format!("{} {}", object.kind().kind, object.name());
    let limit = deadline(object);
    let seconds =
        limit.map_or_else(|| "its deadline".to_owned(), |(_, seconds)| format!("its deadline of {seconds} s"));
    // Whoever made it may have set the deadline: that is where to change it.
    let above = scene.parent(object);
    let above = above.filter(|above| deadline(above).is_some());
    let by = above.map_or(String::new(), |above| format!(", set by {} {}", above.kind().kind, above.name()));
    let mut finding = findings
        .about(object, format!("{what} was stopped at {seconds}{by}"))
        .proof(Evidence::value(object, own.path.clone()).at(own.since))
        .since(own.since);
    if let Some((pointer, _)) = limit {
        finding = finding.proof(Evidence::value(object, pointer));
    }
    let target = above.unwrap_or(object);
    let (kind, namespace) = (target.kind().kind.to_ascii_lowercase(), target.namespace().unwrap_or("default"));
    finding.run(
        Actor::RunOwner,
        format!("raise the deadline of {} {}, or make the run shorter", target.kind().kind, target.name()),
        ["kubectl", "get", &kind, target.name(), "-n", namespace, "-o", "yaml"],
    )
}

/// The object's deadline with its place.
fn deadline(object: &Object) -> Option<(&'static str, i64)> {
    SECONDS.into_iter().find_map(|pointer| Some((pointer, object.i64_at(pointer)?)))
}
