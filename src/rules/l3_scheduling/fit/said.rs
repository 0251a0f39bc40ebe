//! What a scheduler said about a pod it could not place.

use jiff::Timestamp;

use crate::model::{Evidence, Object};
use crate::rules::Scene;

/// Why a pod has no node, in a scheduler's words.
#[derive(Clone, Debug)]
pub(in crate::rules) struct Said {
    /// The text without what it says of preemption and of claims to deallocate: neither is ever a cause.
    pub text: String,
    /// How many nodes it looked at; none if its words do not tell.
    pub nodes: Option<usize>,
    /// Its reasons, each with the number of nodes that gave it; without one, the reason stopped it before any node.
    pub reasons: Vec<(Option<u64>, String)>,
    /// Since when the pod is unplaced.
    pub at: Option<Timestamp>,
    /// Where it says so.
    pub evidence: Evidence,
}

/// What the newest word is: the pod's condition (never cut), else the newest event.
#[must_use]
pub(in crate::rules) fn said(scene: &Scene<'_>, pod: &Object) -> Option<Said> {
    if let Some(condition) = pod.condition("PodScheduled") {
        let unplaced = condition.is_false() && condition.reason != "SchedulingGated" && !condition.message.is_empty();
        return unplaced.then(|| read(condition.message, condition.at, Evidence::condition(pod, &condition)));
    }
    let event = scene.last_event(pod, &["FailedScheduling", "Unschedulable"])?;
    Some(read(&event.message, event.first, Evidence::event(pod, event)))
}

fn read(message: &str, at: Option<Timestamp>, evidence: Evidence) -> Said {
    let text = clean(message);
    let counted = text
        .strip_prefix("0/")
        .and_then(|rest| rest.split_once(" nodes are available: "))
        .and_then(|(nodes, reasons)| Some((nodes.parse().ok()?, reasons)));
    let nodes = match counted {
        Some((nodes, _)) => Some(nodes),
        None => text.starts_with("no nodes available").then_some(0),
    };
    let reasons = counted.map_or("", |(_, reasons)| reasons);
    let reasons = reasons.split(", ").filter(|reason| !reason.is_empty()).map(reason).collect();
    Said { text: text.to_owned(), nodes, reasons, at, evidence }
}

/// The message up to its noise.
fn clean(message: &str) -> &str {
    const NOISE: [&str; 4] =
        ["no new claims to deallocate", "still not schedulable", "deallocation of ResourceClaim", "preemption: "];
    let cut = NOISE.iter().filter_map(|noise| message.split_once(noise)).map(|(before, _)| before);
    cut.min_by_key(|before| before.len()).unwrap_or(message).trim_end_matches([' ', '.', ','])
}

fn reason(text: &str) -> (Option<u64>, String) {
    let counted = text.split_once(' ').and_then(|(count, reason)| Some((count.parse().ok()?, reason)));
    counted.map_or_else(|| (None, text.to_owned()), |(count, reason)| (Some(count), reason.to_owned()))
}

impl Said {
    /// Whether it looked at nodes one by one; a word of another scheduler, in another form, does not deny it.
    #[must_use]
    pub(in crate::rules) fn looked_at_nodes(&self) -> bool {
        self.reasons.is_empty() || self.reasons.iter().any(|(count, _)| count.is_some())
    }

    /// Whether it says that nodes lack a resource.
    #[must_use]
    pub(in crate::rules) fn lacks(&self, resource: &str) -> bool {
        let words = if resource == "pods" { "Too many pods".to_owned() } else { format!("Insufficient {resource}") };
        self.reasons.is_empty() || self.reasons.iter().any(|(_, given)| *given == words)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(message: &str) -> Said {
        let pod = Object::new(json!({"kind": "Pod", "metadata": {"name": "p"}})).unwrap();
        read(message, None, Evidence::absence(&pod, "test"))
    }

    #[test]
    fn the_tail_is_cut_and_reasons_are_counted() {
        let said = of("0/4 nodes are available: 1 Too many pods, 3 Insufficient nvidia.com/gpu. no new claims to \
             deallocate, preemption: 0/4 nodes are available: 4 Preemption is not helpful for scheduling.");
        assert_eq!(said.text, "0/4 nodes are available: 1 Too many pods, 3 Insufficient nvidia.com/gpu");
        assert_eq!(said.nodes, Some(4));
        assert!(said.lacks("nvidia.com/gpu") && said.lacks("pods") && !said.lacks("cpu") && said.looked_at_nodes());
    }

    #[test]
    fn a_reason_without_a_count_came_before_any_node() {
        let said = of("0/4 nodes are available: pod has unbound immediate PersistentVolumeClaims. preemption: x");
        assert!(!said.looked_at_nodes());
        assert_eq!(of("no nodes available to schedule pods").nodes, Some(0));
        assert_eq!(of("3/3 tasks in gang unschedulable").nodes, None);
    }
}
