//! MLOP201: a ResourceQuota of the namespace refuses pods.

use std::collections::BTreeMap;

use super::quota_use::{self, Refused};
use super::refusal::{Refusal, refusals};
use crate::collect::Seen;
use crate::kinds::names;
use crate::model::pointer::escape;
use crate::model::{Actor, Evidence, Finding, Object, Quantity};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// An object of the run whose pods (or other children) are refused with `exceeded quota` or `failed quota`, and that
    /// still lacks them.
    ///
    /// # Why it matters
    /// The maker tries again for ever, ever more rarely. The run looks as if it had started, and goes on with fewer pods
    /// than it asked for, or with none.
    ///
    /// # Evidence
    /// The event with the numbers of the refusal, `status.hard` and `status.used` of the ResourceQuota, and the sum of
    /// what the pods of the namespace ask for, owner by owner.
    ///
    /// # What to do
    /// Wait for a holder to end, ask for less, or have the quota raised. Where the quota demands values that the pod
    /// template does not set, set them.
    ///
    /// # Stays silent when
    /// The object has all the pods it wants, or a pod was made after the refusal.
    RULE {
        code: "MLOP201",
        slug: "quota-exceeded",
        summary: "A ResourceQuota of the namespace refuses the run's pods.",
        layer: Admission,
        nature: Cause,
        severity: Error,
        reads: [names::EVENT],
        needs: [NamespaceQuota],
        refines: [],
        explained_by: [],
        reasons: ["FailedCreate"],
        since: "0.1.0",
        check: check,
    }
}

pub(super) fn speaks_of_quota(message: &str) -> bool {
    message.contains("exceeded quota: ") || message.contains("failed quota: ")
}

/// Holders by namespace and resource.
type Known = BTreeMap<(String, String), Vec<(String, Quantity)>>;

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    let mut known = Known::new();
    for refusal in refusals(scene, findings, speaks_of_quota) {
        let Some(refused) = quota_use::read(&refusal.event.message) else { continue };
        let finding = match &refused {
            Refused::Exceeded { .. } => exceeded(scene, findings, &refusal, &refused, &mut known),
            Refused::MustSpecify { quota, what } => {
                let detail = format!(
                    "quota {quota} lets no pod in that does not set {what}; {} was refused {} times",
                    kind_and_name(refusal.maker),
                    refusal.times
                );
                findings
                    .about(refusal.maker, detail)
                    .signature(format!("{quota} must specify {what}"))
                    .proof(Evidence::event(refusal.maker, refusal.event))
                    .act(Actor::RunOwner, format!("set {what} on every container of the pod template"))
                    .act(Actor::Platform, "or give the namespace a LimitRange with defaults")
            }
        };
        findings.add(finding.since(refusal.event.first).history(refusal.past));
    }
}

fn exceeded(
    scene: &Scene<'_>,
    findings: &Findings,
    refusal: &Refusal<'_>,
    refused: &Refused,
    known: &mut Known,
) -> Finding {
    let Refused::Exceeded { quota, lines } = refused else { return findings.about(refusal.maker, "") };
    let maker = refusal.maker;
    let namespace = maker.namespace().unwrap_or("");
    let object = match scene.snapshot.get(&names::RESOURCE_QUOTA, maker.namespace(), quota) {
        Seen::Yes(object) => Some(object),
        Seen::Absent | Seen::Unknown(_) => None,
    };
    let mut finding = findings.about(maker, "").proof(Evidence::event(maker, refusal.event));
    let mut told = Vec::new();
    let mut others = false;
    for line in lines.iter().filter(|line| line.is_short()) {
        let shown = |part: &str, said: &str| {
            let path = format!("/status/{part}/{}", escape(&line.resource));
            object.and_then(|object| object.str_at(&path)).unwrap_or(said).to_owned()
        };
        let (hard, used) = (shown("hard", &line.hard), shown("used", &line.used));
        if let Some(object) = object {
            finding = finding
                .proof(Evidence::value(object, format!("/status/hard/{}", escape(&line.resource))))
                .proof(Evidence::value(object, format!("/status/used/{}", escape(&line.resource))));
        }
        if line.never_fits() {
            told.push(format!("{} {} is more than the {hard} that it allows in all", line.resource, line.asked));
            continue;
        }
        let key = (namespace.to_owned(), line.resource.clone());
        let holders = known.entry(key).or_insert_with(|| quota_use::holders(scene, namespace, &line.resource));
        let held = quota_use::words(holders);
        others |= holders.is_empty() || holders.iter().any(|(who, _)| who != quota_use::THE_RUN);
        told.push(format!("{} {used} of {hard} in use, each new pod asks for {}{held}", line.resource, line.asked));
        if !holders.is_empty() {
            finding = finding.proof(quota_use::evidence(object.unwrap_or(maker), line, holders, &used));
        }
    }
    if told.is_empty() {
        told.push("it has no room for what the pods ask".to_owned());
    }
    finding.detail =
        format!("quota {quota} of namespace {namespace} refuses pods of {}: {}", kind_and_name(maker), told.join("; "));
    let never = lines.iter().any(quota_use::Line::never_fits);
    let wait = match (never, others) {
        (true, _) => "ask for less in one pod",
        (false, true) => "wait for a holder to end, or ask for less",
        (false, false) => "ask for fewer or smaller pods: the run alone asks for more than the quota has",
    };
    finding
        .signature(format!("{quota} {}", lines.iter().map(|line| line.resource.as_str()).collect::<Vec<_>>().join(",")))
        .act(Actor::RunOwner, wait)
        .run(
            Actor::Platform,
            format!("or raise quota {quota}"),
            ["kubectl", "describe", "resourcequota", quota, "-n", namespace],
        )
}

pub(super) fn kind_and_name(object: &Object) -> String {
    format!("{} {}", object.kind().kind, object.name())
}
