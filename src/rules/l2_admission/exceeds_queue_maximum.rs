//! MLOP213: the run asks for more than its queue can ever give.

use super::messages::{PodSet, Reason, Wait, pod_sets};
use super::queue;
use crate::kinds::names;
use crate::model::object::Condition;
use crate::model::{Actor, Evidence, Finding, Object};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A waiting Workload with a pod set that is larger than the maximum capacity of every flavor that Kueue tried.
    ///
    /// # Why it matters
    /// It looks like any other Workload in the queue and is never admitted, however long it waits and whoever ends.
    ///
    /// # Evidence
    /// The words of the Workload's `QuotaReserved` condition with the numbers, and the ClusterQueue's nominal quota.
    ///
    /// # What to do
    /// Ask for less, choose a larger queue, or have nominalQuota or borrowingLimit raised.
    ///
    /// # Stays silent when
    /// Another flavor can take the pod set once quota is freed.
    RULE {
        code: "MLOP213",
        slug: "exceeds-queue-maximum",
        summary: "The run asks for more than its queue can ever give.",
        layer: Admission,
        nature: Cause,
        severity: Error,
        reads: [names::WORKLOAD],
        needs: [],
        refines: [],
        explained_by: [],
        reasons: ["ExceedsMaxQuota"],
        since: "0.1.0",
        check: check,
    }
}

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    for workload in queue::waiting(scene) {
        let Some(refused) = queue::refused(workload) else { continue };
        let sets: Vec<PodSet> =
            pod_sets(refused.message).into_iter().filter(|set| set.wait() == Some(Wait::TooMuch)).collect();
        if !sets.is_empty() {
            findings.add(describe(scene, findings, workload, &refused, &sets));
        }
    }
}

fn describe(
    scene: &Scene<'_>,
    findings: &Findings,
    workload: &Object,
    refused: &Condition<'_>,
    sets: &[PodSet],
) -> Finding {
    let cluster = queue::cluster_queue(scene, workload).yes();
    let mut finding = findings.about(workload, "").proof(Evidence::condition(workload, refused));
    let mut told = Vec::new();
    for set in sets {
        for reason in &set.reasons {
            let Reason::TooMuch { resource, flavor, asked, most } = reason else { continue };
            let name = if set.name.is_empty() { "it".to_owned() } else { format!("pod set {}", set.name) };
            told.push(format!("{name} asks for {resource} {asked} in flavor {flavor}, which has {most} at most"));
            if let Some((path, _)) =
                cluster.and_then(|cluster| queue::shares(cluster, flavor, resource).remove("nominal"))
            {
                finding = finding.proof(Evidence::value(cluster.unwrap_or(workload), path));
            }
        }
    }
    let place = cluster.map_or_else(|| "the queue".to_owned(), |cluster| format!("ClusterQueue {}", cluster.name()));
    let signature = told.join("; ");
    finding.detail = format!("{} is larger than {place} can ever take: {signature}", queue::owner_words(workload));
    finding = finding.signature(signature).act(Actor::RunOwner, "ask for less, or choose a larger queue");
    match cluster {
        Some(cluster) => finding.run(
            Actor::Platform,
            "or raise nominalQuota or borrowingLimit",
            ["kubectl", "get", "clusterqueue", cluster.name(), "-o", "yaml"],
        ),
        None => finding.act(Actor::Platform, "or raise nominalQuota or borrowingLimit"),
    }
}
