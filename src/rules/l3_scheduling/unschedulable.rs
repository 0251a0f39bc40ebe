//! MLOP301: a scheduler could not place a pod.

use super::fit;
use crate::kinds::names;
use crate::model::Actor;
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A pod without a node of which a scheduler says why it could not place it: `PodScheduled=False`, or the newest
    /// `FailedScheduling` event of a scheduler that writes no condition.
    ///
    /// # Why it matters
    /// Nothing of it can start. The words say which checks failed on how many nodes, not what would have to change: the
    /// other rules of this layer ask the question again, node by node, and name that.
    ///
    /// # Evidence
    /// The condition's message, without its tail: `no new claims to deallocate` and `Preemption is not helpful for
    /// scheduling` stand behind nearly every one and are no causes.
    ///
    /// # What to do
    /// Let the nodes be seen (`list nodes` and `list pods` over all namespaces), then ask again.
    ///
    /// # Stays silent when
    /// The pod is held by a scheduling gate, has a node, or is being deleted.
    RULE {
        code: "MLOP301",
        slug: "unschedulable",
        summary: "No node could be found for a pod.",
        layer: Scheduling,
        nature: Symptom,
        severity: Warning,
        reads: [names::POD],
        needs: [CandidateNodes],
        refines: [],
        explained_by: [
            "MLOP302", "MLOP303", "MLOP304", "MLOP305", "MLOP306", "MLOP401", "MLOP402", "MLOP503", "MLOP504",
            "MLOP505",
        ],
        reasons: ["Unschedulable", "FailedScheduling", "SchedulerError", "NotTriggerScaleUp"],
        since: "0.1.0",
        check: check,
    }
}

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    for pod in scene.unscheduled().filter(|pod| pod.deleted().is_none()) {
        let Some(said) = fit::said(scene, pod) else { continue };
        let finding = findings
            .about(pod, format!("pod {} has no node: {}", pod.name(), said.text))
            .proof(said.evidence)
            .since(said.at)
            .signature(said.text)
            .run(
                Actor::ClusterAdministrator,
                "let the nodes and what runs on them be seen, or look yourself",
                ["kubectl", "describe", "nodes"],
            );
        findings.add(finding);
    }
}
