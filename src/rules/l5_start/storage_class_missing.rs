//! MLOP504: a claim's storage class is not there.

use super::claims;
use crate::collect::{Asked, Seen};
use crate::kinds::names;
use crate::model::{Actor, Evidence, Finding, Gap, GapReason, Object, Query, Selector};
use crate::rules::l3_scheduling::words::listed;
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A claim that waits and names a storage class that does not exist, or names none where the cluster has no default.
    ///
    /// # Why it matters
    /// Nobody makes a volume for it, and a pod that uses it looks unschedulable for ever.
    ///
    /// # Evidence
    /// `spec.storageClassName`, and the absence of the class or of a default among all classes; or the volume controller's
    /// own event.
    ///
    /// # What to do
    /// Make the claim anew with a class that exists: a claim's class cannot be changed. Or have the class, or a default,
    /// installed.
    ///
    /// # Stays silent when
    /// The claim is bound, or names the empty class and so waits for a volume that somebody makes by hand.
    RULE {
        code: "MLOP504",
        slug: "storage-class-missing",
        summary: "A claim's storage class is not there.",
        layer: Start,
        nature: Cause,
        severity: Error,
        reads: [names::PERSISTENT_VOLUME_CLAIM, names::STORAGE_CLASS],
        needs: [StorageClasses],
        refines: [],
        explained_by: [],
        reasons: [],
        since: "0.1.0",
        check: check,
    }
}

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    for (claim, pods) in claims::pending(scene) {
        let finding = match claim.at("/spec/storageClassName").and_then(|name| name.as_str()) {
            Some("") => None,
            Some(class) => named(scene, findings, claim, class),
            None => no_default(scene, findings, claim),
        };
        let Some(mut finding) = finding else { continue };
        finding = finding.since(claim.created()).proof(Evidence::value(claim, "/status/phase"));
        for pod in pods {
            finding = finding.related(pod.reference());
        }
        findings.add(
            finding
                .run(
                    Actor::RunOwner,
                    "make the claim anew with a class that exists; what is in it is lost only if it was ever bound",
                    ["kubectl", "get", "storageclasses"],
                )
                .act(Actor::ClusterAdministrator, "or install the class"),
        );
    }
}

fn named(scene: &Scene<'_>, findings: &mut Findings, claim: &Object, class: &str) -> Option<Finding> {
    let said = scene.events(claim).into_iter().rev().find(|event| {
        event.reason == "ProvisioningFailed"
            && event.message.contains(&format!("storageclass.storage.k8s.io \"{class}\" not found"))
    });
    let seen = scene.snapshot.get(&names::STORAGE_CLASS, None, class);
    let detail = format!("claim {} asks for storage class {class}, which is not there", claim.name());
    let finding =
        || findings.about(claim, detail).signature(class).proof(Evidence::value(claim, "/spec/storageClassName"));
    match (seen, said) {
        (Seen::Yes(_), _) => None,
        (Seen::Absent, said) => {
            let finding = finding().proof(Evidence::absence(claim, format!("StorageClass {class}")));
            Some(match said {
                Some(event) => finding.proof(Evidence::event(claim, event)),
                None => finding,
            })
        }
        (Seen::Unknown(gap), _) => {
            // An event may be older than the class: without the class's own answer nothing is known of now.
            let get = Query::Get { kind: names::STORAGE_CLASS, namespace: None, name: class.to_owned() };
            findings.blind(get, &gap);
            None
        }
    }
}

fn no_default(scene: &Scene<'_>, findings: &mut Findings, claim: &Object) -> Option<Finding> {
    let all = Query::List { kind: names::STORAGE_CLASS, namespace: None, selector: Selector::default() };
    let gap = match scene.snapshot.answer_to(&all) {
        Some(Asked::Answered { complete: true, .. }) => None,
        Some(Asked::Gap(gap)) => Some(gap.clone()),
        _ => Some(Gap::new(GapReason::NotCollected)),
    };
    if let Some(gap) = gap {
        findings.blind(all, &gap);
        return None;
    }
    let classes: Vec<&Object> = scene.snapshot.of_kind(&names::STORAGE_CLASS).collect();
    if classes.iter().any(|class| is_default(class)) {
        return None;
    }
    let there = if classes.is_empty() {
        "there are none at all".to_owned()
    } else {
        format!("there are {}", listed(classes.iter().map(|class| class.name())))
    };
    Some(
        findings
            .about(claim, format!("claim {} names no storage class, and none is the default; {there}", claim.name()))
            .signature("no default")
            .proof(Evidence::absence(claim, "a default StorageClass"))
            .proof(Evidence::computed(claim, "storage classes", there, Vec::new())),
    )
}

fn is_default(class: &Object) -> bool {
    ["storageclass.kubernetes.io/is-default-class", "storageclass.beta.kubernetes.io/is-default-class"]
        .into_iter()
        .any(|key| class.annotation(key).is_some_and(|value| value != "false"))
}
