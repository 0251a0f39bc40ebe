//! MLOP505: no volume is made for a claim.

use super::claims;
use crate::kinds::names;
use crate::model::{Actor, Confidence, Event, Evidence, Object, Severity, time};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A waiting claim whose provisioner fails, or does nothing for ten minutes while the volume controller repeats that
    /// it waits for it.
    ///
    /// # Why it matters
    /// The class is there and the claim is right; the fault is in the storage system, its quota, or its driver.
    ///
    /// # Evidence
    /// The newest `ProvisioningFailed` event, or `ExternalProvisioning` repeated with nothing of the provisioner's own.
    ///
    /// # What to do
    /// Follow the provisioner's words; if it says nothing, see whether it runs.
    ///
    /// # Stays silent when
    /// The claim is bound, its class is missing, or it waits for its first consumer.
    RULE {
        code: "MLOP505",
        slug: "provisioning-failed",
        summary: "No volume is made for a claim.",
        layer: Start,
        nature: Cause,
        severity: Error,
        reads: [names::PERSISTENT_VOLUME_CLAIM, names::EVENT],
        needs: [],
        refines: [],
        explained_by: ["MLOP504"],
        reasons: ["ProvisioningFailed", "ExternalProvisioning"],
        since: "0.1.0",
        check: check,
    }
}

/// How long a provisioner may be silent.
const PATIENCE: i64 = 600;

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    for (claim, pods) in claims::pending(scene) {
        let newest = scene.last_event(
            claim,
            &["ProvisioningFailed", "ProvisioningSucceeded", "Provisioning", "ExternalProvisioning"],
        );
        let failed = scene.last_event(claim, &["ProvisioningFailed"]);
        let finding = match (newest, failed) {
            // Between two tries the newest word may be that it tries again.
            (Some(newest), Some(failed)) if newest.reason != "ProvisioningSucceeded" && !lacks_class(failed) => {
                let why = failed.message.trim_end_matches('.');
                findings
                    .about(claim, format!("no volume is made for claim {}: {why}", claim.name()))
                    .proof(Evidence::event(claim, failed))
                    .since(failed.first)
            }
            (Some(waiting), None) if waiting.reason == "ExternalProvisioning" && is_long(scene, claim, waiting) => {
                let by = provisioner(&waiting.message)
                    .map_or_else(|| "its provisioner".to_owned(), |name| format!("provisioner {name}"));
                let since = waiting.first.or_else(|| claim.created());
                let age = since.map_or(String::new(), |since| time::age(since, scene.snapshot.now()));
                findings
                    .about(claim, format!("{by} has said nothing about claim {} in {age}", claim.name()))
                    .confidence(Confidence::Likely)
                    .severity(Severity::Warning)
                    .proof(Evidence::event(claim, waiting))
                    .since(since)
            }
            _ => continue,
        };
        let mut finding = finding.proof(Evidence::value(claim, "/status/phase"));
        for pod in pods {
            finding = finding.related(pod.reference());
        }
        findings.add(finding.run(
            Actor::ClusterAdministrator,
            "see whether the storage driver's controller runs, and what it says",
            ["kubectl", "get", "pods", "--all-namespaces"],
        ));
    }
}

fn lacks_class(event: &Event) -> bool {
    event.message.contains("storageclass.storage.k8s.io \"") && event.message.contains("not found")
}

fn is_long(scene: &Scene<'_>, claim: &Object, event: &Event) -> bool {
    let since = event.first.or_else(|| claim.created());
    since.is_some_and(|since| scene.snapshot.now().duration_since(since).as_secs() > PATIENCE)
}

/// Reads `… by the external provisioner 'x' …` and the older `… external provisioner "x" …`.
fn provisioner(message: &str) -> Option<&str> {
    let (_, rest) = message.split_once("external provisioner ")?;
    rest.split(['\'', '"']).nth(1).filter(|name| !name.is_empty())
}
