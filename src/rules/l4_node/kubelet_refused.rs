//! MLOP403: a kubelet refused a pod that the scheduler had placed.

use super::refusal::meaning;
use super::replaced::Replacements;
use crate::kinds::names;
use crate::model::{Actor, Evidence, pointer};
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

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    let mut replacements = None;
    for pod in scene.pods().filter(|pod| pod.str_at("/status/phase") == Some("Failed")) {
        let Some(reason) = pod.str_at("/status/reason") else { continue };
        let message = pod.str_at("/status/message").unwrap_or("");
        let Some(meaning) = meaning(reason, message) else { continue };
        let event = scene.last_event(pod, &[reason]);
        let refused = event.and_then(|event| event.first).or_else(|| pod.time_at("/status/startTime"));
        let node = pod.str_at("/spec/nodeName").unwrap_or("its node");
        let ran = pod.items_at("/status/containerStatuses").iter().any(|status| {
            pointer::follow(status, "/state/terminated/startedAt").is_some_and(|started| !started.is_null())
        });
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
