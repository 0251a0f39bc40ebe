//! MLOP503: a pod waits for a claim that is not bound.

use super::claims;
use crate::collect::{Seen, distance};
use crate::kinds::names;
use crate::model::{Actor, Evidence, Finding, Object, Severity};
use crate::rules::l3_scheduling::fit::{Said, said};
use crate::rules::l3_scheduling::words::listed;
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A pod that the scheduler does not place because of its PersistentVolumeClaim: the claim is not bound, not there,
    /// being deleted, or bound to a volume that is gone.
    ///
    /// # Why it matters
    /// The pod looks unschedulable for want of capacity; nodes have nothing to do with it.
    ///
    /// # Evidence
    /// The scheduler's words, and the claims that the pod names with their phase.
    ///
    /// # What to do
    /// Look at the claim: its class, its events, its name.
    ///
    /// # Stays silent when
    /// The claim's class binds only once a pod is placed (`WaitForFirstConsumer`) and the scheduler has another reason:
    /// then both wait for that.
    RULE {
        code: "MLOP503",
        slug: "claim-unbound",
        summary: "A pod waits for a PersistentVolumeClaim that is not bound.",
        layer: Start,
        nature: Cause,
        severity: Error,
        reads: [names::PERSISTENT_VOLUME_CLAIM],
        needs: [],
        refines: [],
        explained_by: ["MLOP504", "MLOP505"],
        reasons: ["FailedBinding"],
        since: "0.1.0",
        check: check,
    }
}

/// How long a claim may take to be bound.
const PATIENCE: i64 = 120;

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    for pod in scene.unscheduled().filter(|pod| pod.deleted().is_none()) {
        if let Some(said) = said(scene, pod)
            && let Some(finding) = judge(scene, findings, pod, &said)
        {
            findings.add(finding);
        }
    }
}

fn judge(scene: &Scene<'_>, findings: &Findings, pod: &Object, said: &Said) -> Option<Finding> {
    let text = said.text.as_str();
    let waited = said.at.map_or(i64::MAX, |at| scene.snapshot.now().duration_since(at).as_secs());
    let unbound = text.contains("unbound immediate PersistentVolumeClaims");
    let words = if unbound {
        let pending = claims::named(pod).into_iter().filter_map(|(name, _)| pending(scene, pod, &name));
        let pending: Vec<String> = pending.collect();
        if pending.is_empty() {
            "one of its claims is not bound".to_owned()
        } else {
            listed(pending.iter().map(String::as_str))
        }
    } else if let Some(name) = quoted(text, "persistentvolumeclaim \"", "\" not found") {
        let kind = names::PERSISTENT_VOLUME_CLAIM;
        let others = scene.snapshot.of_kind(&kind).filter(|claim| claim.namespace() == pod.namespace());
        let near = others.map(Object::name).min_by_key(|known| distance(known, name));
        let near = near.map_or(String::new(), |near| format!("; there is one named {near}"));
        format!("claim {name} is not there{near}")
    } else if let Some(name) = quoted(text, "persistentvolumeclaim \"", "\" is being deleted") {
        format!("claim {name} is being deleted")
    } else {
        let name = quoted(text, "persistentvolumeclaim \"", "\" bound to non-existent")?;
        format!("claim {name} is bound to a volume that is gone")
    };
    let young = unbound && waited < PATIENCE;
    let mut finding = findings
        .about(pod, format!("pod {} waits for its volume: {words}", pod.name()))
        .proof(said.evidence.clone())
        .since(said.at)
        .severity(if young { Severity::Info } else { Severity::Error })
        .signature(said.text.clone());
    for (name, path) in claims::named(pod) {
        finding = finding.proof(Evidence::value(pod, path));
        match scene.snapshot.get(&names::PERSISTENT_VOLUME_CLAIM, pod.namespace(), &name) {
            Seen::Yes(claim) => {
                finding = finding.proof(Evidence::value(claim, "/status/phase")).related(claim.reference());
            }
            Seen::Absent => finding = finding.proof(Evidence::absence(pod, format!("PersistentVolumeClaim {name}"))),
            Seen::Unknown(_) => {}
        }
    }
    let finding = finding.act(Actor::RunOwner, "see to the claim: its name, its class, its events");
    Some(match pod.namespace() {
        Some(namespace) => finding.run(
            Actor::RunOwner,
            "the claim's events say what binding waits for",
            ["kubectl", "-n", namespace, "describe", "persistentvolumeclaims"],
        ),
        None => finding,
    })
}

/// `claim data is Pending`, for a claim that is seen to be.
fn pending(scene: &Scene<'_>, pod: &Object, name: &str) -> Option<String> {
    let claim = scene.snapshot.get(&names::PERSISTENT_VOLUME_CLAIM, pod.namespace(), name).yes()?;
    let phase = claim.str_at("/status/phase").filter(|phase| *phase != "Bound")?;
    Some(format!("claim {name} is {phase}"))
}

/// What stands between two marks.
fn quoted<'t>(text: &'t str, before: &str, after: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(before)?;
    let (name, _) = rest.split_once(after)?;
    Some(name)
}
