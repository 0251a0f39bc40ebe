//! MLOP507: a volume cannot be attached or mounted.

use crate::collect::Seen;
use crate::kinds::names;
use crate::model::{Actor, Event, Evidence, Object, Severity, time};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A pod on a node whose volume the attach controller or the kubelet cannot bring there: `FailedAttachVolume`,
    /// `FailedMount`, `FailedMapVolume`, with nothing since that went well.
    ///
    /// # Why it matters
    /// The pod stays `ContainerCreating` without an end of its own.
    ///
    /// # Evidence
    /// The newest event that names a reason. "Unable to attach or mount volumes … timed out" only sums up: it is used if
    /// nothing else was said.
    ///
    /// # What to do
    /// For a multi-attach error: the old pod or its node still holds the volume; let it go. Else follow the driver's
    /// words.
    ///
    /// # Stays silent when
    /// What is missing is a ConfigMap or Secret. A multi-attach error of less than six minutes is normal when a pod is
    /// replaced, and is told as such.
    RULE {
        code: "MLOP507",
        slug: "volume-not-mounted",
        summary: "A volume cannot be attached or mounted.",
        layer: Start,
        nature: Cause,
        severity: Error,
        reads: [names::POD, names::EVENT],
        needs: [],
        refines: [],
        explained_by: ["MLOP402"],
        reasons: ["FailedAttachVolume", "FailedMount", "FailedMapVolume"],
        since: "0.1.0",
        check: check,
    }
}

const FAILURES: [&str; 3] = ["FailedAttachVolume", "FailedMount", "FailedMapVolume"];
/// Events that show that all volumes are there.
const PASSED: [&str; 5] = ["Pulling", "Pulled", "Created", "Started", "Failed"];
/// Seconds that a volume may take to be let go by another node, and that other failures may take to pass.
const PATIENCE: (i64, i64) = (6 * 60, 2 * 60);

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    let waiting = scene.pods().filter(|pod| {
        pod.str_at("/status/phase") == Some("Pending") && pod.str_at("/spec/nodeName").is_some() && scene.testifies(pod)
    });
    for pod in waiting {
        let events = scene.events(pod);
        let Some(place) = events.iter().rposition(|event| FAILURES.contains(&event.reason.as_str())) else { continue };
        let passed = events.iter().skip(place + 1).any(|event| PASSED.contains(&event.reason.as_str()));
        let started = !pod.each("/status/initContainerStatuses/*/state/running").is_empty()
            || !pod.each("/status/initContainerStatuses/*/state/terminated").is_empty();
        let Some(event) = telling(&events).filter(|_| !passed && !started) else { continue };
        if is_config(&event.message) {
            continue;
        }
        findings.add(describe(scene, findings, pod, event));
    }
}

/// The newest event that says more than that it timed out.
fn telling<'e>(events: &[&'e Event]) -> Option<&'e Event> {
    let failures = || events.iter().rev().copied().filter(|event| FAILURES.contains(&event.reason.as_str()));
    failures().find(|event| !event.message.starts_with("Unable to attach or mount")).or_else(|| failures().next())
}

fn is_config(message: &str) -> bool {
    let text = message.to_lowercase();
    (text.contains("configmap") || text.contains("secret"))
        && (text.contains("not found") || text.contains("references non-existent"))
}

fn describe(scene: &Scene<'_>, findings: &Findings, pod: &Object, event: &Event) -> crate::model::Finding {
    let since = event.first.or(event.at);
    let lasted = since.map_or(0, |since| scene.snapshot.now().duration_since(since).as_secs());
    let multi = event.message.contains("Multi-Attach") || event.message.contains("Waiting for detach");
    let young = lasted < if multi { PATIENCE.0 } else { PATIENCE.1 };
    let age = since.map_or(String::new(), |since| format!(" for {}", time::age(since, scene.snapshot.now())));
    let words = event.message.trim_end_matches('.');
    let mut finding = findings
        .about(pod, format!("a volume of pod {} could not be made ready{age}: {words}", pod.name()))
        .proof(Evidence::event(pod, event))
        .since(since)
        .signature(volume(words).unwrap_or(words))
        .severity(if young { Severity::Info } else { Severity::Error });
    // A claim that another pod of the run still holds: what befell that pod's node explains it.
    if multi {
        let holders = words.split_once("pod(s) ").map_or("", |(_, names)| names);
        for name in holders.split([',', ' ']).filter(|name| !name.is_empty()) {
            if let Seen::Yes(other) = scene.snapshot.get(&names::POD, pod.namespace(), name) {
                finding = finding.related(other.reference());
            }
        }
    }
    let act = match (multi, young) {
        (true, true) => (Actor::RunOwner, "wait: the volume is let go within some minutes once the old pod has ended"),
        (true, false) => (
            Actor::ClusterAdministrator,
            "see which pod or node still holds the volume; if that node is dead, mark it out of service",
        ),
        _ => (Actor::ClusterAdministrator, "see what the storage driver says on this node"),
    };
    finding.act(act.0, act.1)
}

/// The volume's name, which siblings share.
fn volume(message: &str) -> Option<&str> {
    let (_, rest) = message.split_once("volume \"")?;
    rest.split_once('"').map(|(name, _)| name)
}
