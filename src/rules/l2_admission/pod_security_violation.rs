//! MLOP204: Pod Security admission, or a security context constraint, refuses pods.

use super::quota_exceeded::kind_and_name;
use super::refusal::refusals;
use crate::kinds::names;
use crate::model::{Actor, Evidence};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// An object of the run whose pods are refused with `violates PodSecurity` or by security context constraints, and
    /// that still lacks them.
    ///
    /// # Why it matters
    /// The rule is on pods, not on what makes them: the Job or training job was accepted, and its pods never come.
    ///
    /// # Evidence
    /// The event, with the profile and each field that breaks it.
    ///
    /// # What to do
    /// Change the named fields of the pod template, or run in a namespace whose profile allows them.
    ///
    /// # Stays silent when
    /// The object has all the pods it wants, or a pod was made after the refusal.
    RULE {
        code: "MLOP204",
        slug: "pod-security-violation",
        summary: "The namespace's pod security refuses the run's pods.",
        layer: Admission,
        nature: Cause,
        severity: Error,
        reads: [names::EVENT],
        needs: [],
        refines: [],
        explained_by: [],
        reasons: [],
        since: "0.1.0",
        check: check,
    }
}

pub(super) fn speaks_of_security(message: &str) -> bool {
    message.contains("violates PodSecurity") || message.contains("any security context constraint")
}

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    for refusal in refusals(scene, findings, speaks_of_security) {
        let maker = refusal.maker;
        let message = &refusal.event.message;
        let said = match message.split_once("violates PodSecurity ").and_then(|(_, rest)| rest.split_once(": ")) {
            Some((profile, fields)) => format!("they break the profile {profile} ({fields})"),
            None => "no security context constraint allows them".to_owned(),
        };
        let namespace = maker.namespace().unwrap_or("");
        let finding = findings
            .about(maker, format!("pods of {} are refused in namespace {namespace}: {said}", kind_and_name(maker)))
            .signature(said.clone())
            .proof(Evidence::event(maker, refusal.event))
            .since(refusal.event.first)
            .history(refusal.past)
            .act(Actor::RunOwner, "change the named fields of the pod template")
            .run(
                Actor::Platform,
                "or run it in a namespace with another profile",
                ["kubectl", "get", "namespace", namespace, "--show-labels"],
            );
        findings.add(finding);
    }
}
