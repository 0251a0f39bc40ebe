//! What a kubelet means when it refuses a pod, with its numbers.

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

/// What a kubelet's reason and message mean; none if the reason is none of its refusals.
#[must_use]
pub(super) fn meaning(reason: &str, message: &str) -> Option<String> {
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
    if cause.is_empty() { "its devices could not be given to it".to_owned() } else { not_given(cause) }
}

fn not_given(cause: &str) -> String {
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
