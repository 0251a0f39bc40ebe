//! MLOP403: a kubelet refused a pod that the scheduler had placed.

use super::replaced::Replacements;
use crate::kinds::names;
use crate::model::{Actor, Evidence};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A pod that is Failed with a reason of the kubelet's admission: `UnexpectedAdmissionError`, `OutOf…`,
    /// `TopologyAffinityError`, `NodeAffinity`, `NodeShutdown` and others.
    ///
    /// # Why it matters
    /// None of its containers ran. The scheduler believed that there was room; the kubelet knew better: devices gone or
    /// not registered yet after a restart, CPU and GPU that cannot be aligned, labels that changed. Such pods are never
    /// taken up again and stay behind as litter once their maker has made another.
    ///
    /// # Evidence
    /// `status.reason` and `status.message`, with the numbers the kubelet gives.
    ///
    /// # What to do
    /// Depends on the reason; see the finding. A pod that nobody made has to be made anew.
    ///
    /// # Stays silent when
    /// Never; but where the pod's maker has made another since, it is told as history only.
    RULE {
        code: "MLOP403",
        slug: "kubelet-refused",
        summary: "The kubelet refused a pod.",
        layer: Node,
        nature: Cause,
        severity: Error,
        reads: [names::POD],
        needs: [],
        refines: [],
        explained_by: [],
        reasons: [
            "UnexpectedAdmissionError", "TopologyAffinityError", "SMTAlignmentError", "NodeShutdown", "OutOfcpu",
            "OutOfmemory", "OutOfpods", "OutOfnvidia.com/gpu",
        ],
        since: "0.1.0",
        check: check,
    }
}

/// Reasons of refusal, and what each means.
const REASONS: [(&str, &str); 12] = [
    (
        "NodeAffinity",
        "the node's labels no longer meet the pod's selector: they were missing or had changed when the kubelet started",
    ),
    ("NodeName", "the pod names another node"),
    ("NodePorts", "a host port that it asks for is taken on the node"),
    ("TaintToleration", "the node carries a taint that it does not tolerate"),
    (
        "TopologyAffinityError",
        "the node cannot give it CPUs and devices of one NUMA node, which its topology policy demands",
    ),
    ("SMTAlignmentError", "it does not ask for whole CPU cores, which the node's CPU policy demands"),
    ("NodeShutdown", "the node was shutting down"),
    ("Terminated", "the node was shut down under it"),
    ("PodOSNotSupported", "the node runs another operating system"),
    ("InvalidNodeInfo", "the kubelet could not read its own node"),
    ("VolumeAttachmentLimitExceeded", "the node has as many volumes attached as it may have"),
    ("EmptyPodSharedPoolError", "the node has no shared CPUs left"),
];

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    let mut replacements = None;
    for pod in scene.pods().filter(|pod| pod.str_at("/status/phase") == Some("Failed")) {
        let Some(reason) = pod.str_at("/status/reason") else { continue };
        let message = pod.str_at("/status/message").unwrap_or("");
        let Some(meaning) = meaning(reason, message) else { continue };
        let event = scene.last_event(pod, &[reason]);
        let refused = event.and_then(|event| event.first).or_else(|| pod.time_at("/status/startTime"));
        let node = pod.str_at("/spec/nodeName").unwrap_or("its node");
        let ran = pod
            .items_at("/status/containerStatuses")
            .iter()
            .any(|status| status.pointer("/state/terminated/startedAt").is_some_and(|started| !started.is_null()));
        let did = if ran { "ended" } else { "refused" };
        let replaced = replacements.get_or_insert_with(|| Replacements::of(scene)).has(scene, pod, refused);
        let mut finding = findings
            .about(pod, format!("{node} {did} pod {} ({reason}): {meaning}", pod.name()))
            .proof(Evidence::value(pod, "/status/reason"))
            .since(refused)
            .signature(format!("{reason} {meaning}"))
            .history(replaced);
        if !message.is_empty() {
            finding = finding.proof(Evidence::value(pod, "/status/message"));
        }
        if let Some(event) = event {
            finding = finding.proof(Evidence::event(pod, event));
        }
        findings.add(
            finding
                .run(
                    Actor::ClusterAdministrator,
                    "see what the node offers and what its kubelet says",
                    ["kubectl", "describe", "node", node],
                )
                .act(Actor::RunOwner, "make the pod anew if nobody does: this one is never taken up again"),
        );
    }
}

fn meaning(reason: &str, message: &str) -> Option<String> {
    if let Some((_, words)) = REASONS.iter().find(|(known, _)| *known == reason) {
        return Some((*words).to_owned());
    }
    if let Some(resource) = reason.strip_prefix("OutOf") {
        let numbers = message
            .split_once(", requested: ")
            .map(|(_, rest)| format!(" (requested: {})", rest.trim_end_matches('.')));
        return Some(format!("{resource} was used up on the node when it came{}", numbers.unwrap_or_default()));
    }
    (reason == "UnexpectedAdmissionError").then(|| devices(message))
}

/// What the kubelet's device manager means.
fn devices(message: &str) -> String {
    let after = |mark: &str| {
        message
            .split_once(mark)
            .map(|(_, rest)| rest.split([',', ' ', '.', ';']).next().unwrap_or(rest).trim_end_matches(','))
    };
    // Resource names hold dots and slashes: cut them at a comma or a space only.
    let named = |mark: &str| {
        message
            .split_once(mark)
            .map(|(_, rest)| rest.split([',', ' ', ';']).next().unwrap_or(rest).trim_end_matches('.'))
    };
    if let Some(resource) = named("requested number of devices unavailable for ") {
        let (wanted, free) = (after("Requested: ").unwrap_or("?"), after("Available: ").unwrap_or("?"));
        return format!(
            "{wanted} of {resource} were to be given to it, and {free} were free by the kubelet's own count"
        );
    }
    if let Some(resource) = named("cannot allocate unregistered device ") {
        return format!(
            "the device plugin of {resource} had not registered yet, as after a restart of node or kubelet"
        );
    }
    if let Some(resource) = named("cannot allocate unhealthy devices ") {
        return format!("no device of {resource} on the node was healthy");
    }
    if message.contains("previously allocated devices are no longer healthy") {
        return "the devices it held before are no longer healthy".to_owned();
    }
    if let Some(resource) = named("endpoint not found in cache for a registered resource: ") {
        return format!("the device plugin of {resource} had gone");
    }
    let cause = message.split_once("due to ").map_or(message, |(_, cause)| cause);
    let cause = cause.split_once(", which is unexpected").map_or(cause, |(cause, _)| cause);
    if cause.is_empty() { "its devices could not be given to it".to_owned() } else { object_words(cause) }
}

fn object_words(cause: &str) -> String {
    format!("its devices could not be given to it: {}", cause.trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kubelets_numbers_are_kept() {
        let message = "Pod was rejected: Allocate failed due to requested number of devices unavailable for \
                       nvidia.com/gpu. Requested: 1, Available: 0, which is unexpected";
        assert_eq!(
            meaning("UnexpectedAdmissionError", message).unwrap(),
            "1 of nvidia.com/gpu were to be given to it, and 0 were free by the kubelet's own count"
        );
        let message =
            "Pod was rejected: Node didn't have enough resource: nvidia.com/gpu, requested: 8, used: 4, capacity: 8";
        assert!(meaning("OutOfnvidia.com/gpu", message).unwrap().ends_with("(requested: 8, used: 4, capacity: 8)"));
        assert_eq!(meaning("Evicted", ""), None);
    }
}
