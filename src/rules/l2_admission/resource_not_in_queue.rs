//! MLOP215: the queue does not offer what the run asks for.

use super::messages::{Reason, Wait, pod_sets};
use super::queue;
use crate::kinds::names;
use crate::model::{Actor, Evidence};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A waiting Workload that asks for a resource which no resource group of its ClusterQueue covers, or whose pods can
    /// go to none of its flavors (a taint not tolerated, a node affinity that does not match).
    ///
    /// # Why it matters
    /// Quota may be plentiful; the Workload is never admitted all the same.
    ///
    /// # Evidence
    /// The words of the Workload's `QuotaReserved` condition, and the resources that the ClusterQueue covers.
    ///
    /// # What to do
    /// Leave the resource out, add the toleration or mend the selector, choose another queue, or have the resource added
    /// to `coveredResources` with a quota.
    ///
    /// # Stays silent when
    /// Some flavor can take the pods once quota is freed, or only lacks size.
    RULE {
        code: "MLOP215",
        slug: "resource-not-in-queue",
        summary: "The queue does not offer what the run asks for.",
        layer: Admission,
        nature: Cause,
        severity: Error,
        reads: [names::WORKLOAD],
        needs: [],
        refines: [],
        explained_by: [],
        reasons: ["NoMatchingFlavor"],
        since: "0.1.0",
        check: check,
    }
}

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    for workload in queue::waiting(scene) {
        let Some(refused) = queue::refused(workload) else { continue };
        let mut told = Vec::new();
        let mut uncovered = false;
        for set in pod_sets(refused.message).iter().filter(|set| set.wait() == Some(Wait::NotOffered)) {
            let who = if set.name.is_empty() { "it".to_owned() } else { format!("pod set {}", set.name) };
            for reason in &set.reasons {
                match reason {
                    Reason::NotCovered { resource } => {
                        uncovered = true;
                        told.push(format!("{who} asks for {resource}, which no resource group covers"));
                    }
                    Reason::Unfit { flavor, why } => told.push(format!("{who} cannot use flavor {flavor}: {why}")),
                    Reason::InUse { .. } | Reason::TooMuch { .. } => {}
                }
            }
        }
        if told.is_empty() {
            continue;
        }
        let cluster = queue::cluster_queue(scene, workload).yes();
        let place =
            cluster.map_or_else(|| "the queue".to_owned(), |cluster| format!("ClusterQueue {}", cluster.name()));
        let words = told.join("; ");
        let mut finding = findings
            .about(workload, format!("{place} does not offer what {} asks for: {words}", queue::owner_words(workload)))
            .signature(words)
            .proof(Evidence::condition(workload, &refused));
        if let Some(cluster) = cluster.filter(|_| uncovered) {
            for (path, _) in cluster.each("/spec/resourceGroups/*/coveredResources") {
                finding = finding.proof(Evidence::value(cluster, path));
            }
        }
        let (run, platform) = if uncovered {
            ("leave the resource out, or choose a queue that covers it", "or add it to coveredResources with a quota")
        } else {
            ("tolerate the taint, or mend the node selector", "or give the queue a flavor that fits")
        };
        findings.add(finding.act(Actor::RunOwner, run).act(Actor::Platform, platform));
    }
}
