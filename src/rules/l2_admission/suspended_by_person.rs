//! MLOP220: somebody suspended the run, and no queue will resume it.

use super::queue;
use super::workload_missing::{is_queued, stands_in_queue};
use crate::collect::Asked;
use crate::collect::needs::own_workload;
use crate::kinds::names::QUEUE_LABEL;
use crate::model::object::Condition;
use crate::model::{Actor, Evidence, Finding, GapReason, Object, State};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A suspended run with no queue label and no Workload, or a Workload that was deactivated by hand.
    ///
    /// # Why it matters
    /// Nothing is wrong and nothing will happen: the run waits for whoever suspended it.
    ///
    /// # Evidence
    /// The suspend flag with the field manager that wrote it last, or the Workload's `spec.active` and its `Evicted`
    /// condition.
    ///
    /// # What to do
    /// Resume it, or ask the writer of the field. If it was meant for a queue, the queue label is missing.
    ///
    /// # Stays silent when
    /// A queue suspends it by design, something above it made it so, or it cannot be told whether a Workload exists.
    RULE {
        code: "MLOP220",
        slug: "suspended-by-person",
        summary: "The run is suspended by hand; no queue will resume it.",
        layer: Admission,
        nature: Cause,
        severity: Info,
        reads: [crate::kinds::names::WORKLOAD],
        needs: [OwnWorkload],
        refines: [],
        explained_by: [],
        reasons: ["JobSuspended", "Deactivated"],
        since: "0.1.0",
        check: check,
    }
}

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    for workload in queue::waiting(scene) {
        findings_of(findings, deactivated(findings, workload));
    }
    let Some(root) = scene.root().filter(|root| scene.state(root) == State::Suspended) else { return };
    let Some(pointer) = scene.spec(root).and_then(|spec| spec.suspend.as_deref()) else { return };
    let by_owner = root.controller().is_some();
    if root.bool_at(pointer) != Some(true)
        || by_owner
        || root.label(QUEUE_LABEL).is_some()
        || stands_in_queue(scene, root)
    {
        return;
    }
    if is_queued(scene, root) {
        let Some(query) = own_workload(root) else { return };
        match scene.snapshot.answer_to(&query) {
            Some(Asked::Answered { complete: true, found }) if found.is_empty() => {}
            // A cluster without Kueue has no Workloads.
            Some(Asked::Gap(gap)) if gap.reason == GapReason::NotServed => {}
            Some(Asked::Gap(gap)) => return findings.blind(query, gap),
            _ => return,
        }
    }
    findings_of(findings, suspended(findings, root, pointer));
}

fn findings_of(findings: &mut Findings, found: Option<Finding>) {
    if let Some(finding) = found {
        findings.add(finding);
    }
}

fn deactivated(findings: &Findings, workload: &Object) -> Option<Finding> {
    let evicted = workload.condition("Evicted").filter(Condition::is_true)?;
    if workload.bool_at("/spec/active") != Some(false) || evicted.reason != "Deactivated" {
        return None;
    }
    let by = writer(workload, &["spec", "active"]);
    let detail = format!("the Workload of {} is deactivated: spec.active is false{by}", queue::owner_words(workload));
    let patch = r#"{"spec":{"active":true}}"#;
    let namespace = workload.namespace().unwrap_or("");
    Some(
        findings
            .about(workload, detail)
            .proof(Evidence::value(workload, "/spec/active"))
            .proof(Evidence::condition(workload, &evicted))
            .run(
                Actor::RunOwner,
                "activate it when it may start",
                [
                    "kubectl",
                    "patch",
                    "workloads.kueue.x-k8s.io",
                    workload.name(),
                    "-n",
                    namespace,
                    "--type=merge",
                    "-p",
                    patch,
                ],
            ),
    )
}

fn suspended(findings: &Findings, root: &Object, pointer: &str) -> Option<Finding> {
    let path: Vec<&str> = pointer.split('/').skip(1).collect();
    // Kueue may write the flag of a job that names no queue too.
    if root.writers_of(&path).first().is_some_and(|(writer, _)| writer.starts_with("kueue")) {
        return None;
    }
    let by = writer(root, &path);
    let (kind, name) = (&root.kind().kind, root.name());
    let patch = path.iter().rev().fold("false".to_owned(), |inner, part| format!("{{\"{part}\":{inner}}}"));
    let detail = format!("{kind} {name} is suspended ({} is true{by}) and names no queue", path.join("."));
    let resource = if root.kind().group.is_empty() {
        kind.to_ascii_lowercase()
    } else {
        format!("{}.{}", kind.to_ascii_lowercase(), root.kind().group)
    };
    let namespace = root.namespace().unwrap_or("");
    Some(findings.about(root, detail).proof(Evidence::value(root, pointer)).run(
        Actor::RunOwner,
        "resume it when it may start; if it is meant for a queue, set the queue label",
        ["kubectl", "patch", &resource, name, "-n", namespace, "--type=merge", "-p", &patch],
    ))
}

/// `, written by kubectl-patch at 2026-03-01T10:00:00Z`.
fn writer(object: &Object, path: &[&str]) -> String {
    object.writers_of(path).first().map_or(String::new(), |(writer, at)| {
        let at = at.map_or(String::new(), |at| format!(" at {at}"));
        format!(", written by {writer}{at}")
    })
}
