//! MLOP217: quota is reserved, and an admission check has not said yes.

use serde_json::Value;

use super::queue;
use crate::kinds::names;
use crate::model::object::Condition;
use crate::model::{Actor, Evidence, Severity};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A Workload with quota whose admission checks are pending, to be tried again, or rejected.
    ///
    /// # Why it matters
    /// The quota is held and nothing runs. A check stands for something outside the queue: nodes to be provisioned,
    /// another cluster to take the run.
    ///
    /// # Evidence
    /// The entries of `status.admissionChecks` with state and message, and the check's own `Active` condition.
    ///
    /// # What to do
    /// Look at what the check waits for: the ProvisioningRequest, the other cluster.
    ///
    /// # Stays silent when
    /// The Workload is admitted, or has no quota yet.
    RULE {
        code: "MLOP217",
        slug: "admission-check-pending",
        summary: "An admission check has not let the run in.",
        layer: Admission,
        nature: Cause,
        severity: Info,
        reads: [names::WORKLOAD],
        needs: [],
        refines: [],
        explained_by: [],
        reasons: ["UnsatisfiedChecks", "UnsatisfiedAdmissionChecks", "NoReservationUnsatisfiedChecks"],
        since: "0.1.0",
        check: check,
    }
}

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    for workload in queue::workloads(scene) {
        let is = |kind: &str| workload.condition(kind).is_some_and(|condition| condition.is_true());
        let Some(reserved) = workload.condition("QuotaReserved").filter(Condition::is_true) else { continue };
        if is("Admitted") || is("Finished") {
            continue;
        }
        let mut finding = findings.about(workload, "").since(reserved.at);
        let mut told = Vec::new();
        for (path, entry) in workload.each("/status/admissionChecks/*") {
            let text = |field: &str| entry.get(field).and_then(Value::as_str).unwrap_or("");
            let (name, state) = (text("name"), text("state"));
            let severity = match state {
                "Pending" => Severity::Info,
                "Retry" => Severity::Warning,
                "Rejected" => Severity::Error,
                _ => continue,
            };
            finding.severity = finding.severity.max(severity);
            let message = text("message");
            let message = if message.is_empty() { String::new() } else { format!(" ({message})") };
            told.push(format!("{name} is {state}{message}"));
            finding = finding.proof(Evidence::value(workload, path));
            if let Some(check) = scene.snapshot.get(&names::ADMISSION_CHECK, None, name).yes()
                && let Some(active) = check.condition("Active").filter(Condition::is_false)
            {
                finding.severity = finding.severity.max(Severity::Warning);
                told.push(format!("AdmissionCheck {name} is not active: {}", active.message.trim_end_matches('.')));
                finding = finding.proof(Evidence::condition(check, &active));
            }
        }
        if told.is_empty() {
            continue;
        }
        let words = told.join("; ");
        finding.detail =
            format!("{} has its quota and waits for admission checks: {words}", queue::owner_words(workload));
        finding = finding.signature(words).proof(Evidence::condition(workload, &reserved));
        findings.add(finding.run(
            Actor::Platform,
            "look at what the check waits for",
            ["kubectl", "get", "admissionchecks"],
        ));
    }
}
