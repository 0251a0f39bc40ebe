//! MLOP212: the queue that the run waits in admits nobody.

use std::collections::BTreeMap;

use super::queue;
use crate::collect::Seen;
use crate::kinds::names;
use crate::model::object::Condition;
use crate::model::{Actor, Evidence, Finding, Object, ObjectKey};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A ClusterQueue with `Active=False`, or a stopped LocalQueue, that a Workload of the run waits in.
    ///
    /// # Why it matters
    /// The Workload only says "is inactive", whether somebody stopped the queue, a flavor or an admission check is
    /// missing, or the queue is being deleted. Nothing in it is admitted until that is mended.
    ///
    /// # Evidence
    /// The queue's `Active` condition, its `stopPolicy` with the writer of the field, and the flavors it names.
    ///
    /// # What to do
    /// The platform sets `stopPolicy: None`, makes the missing flavor or check, or names another one.
    ///
    /// # Stays silent when
    /// The queue could not be seen: "is inactive" alone does not say why. Or the run is admitted: a hold lets it go on.
    RULE {
        code: "MLOP212",
        slug: "cluster-queue-inactive",
        summary: "The queue that the run waits in admits nobody.",
        layer: Admission,
        nature: Cause,
        severity: Error,
        reads: [names::WORKLOAD, names::LOCAL_QUEUE, names::CLUSTER_QUEUE],
        needs: [],
        refines: [],
        explained_by: [],
        reasons: ["Stopped", "FlavorNotFound", "ClusterQueueIsInactive", "ClusterQueueStopped"],
        since: "0.1.0",
        check: check,
    }
}

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    let mut found: BTreeMap<ObjectKey, (&Object, Vec<&Object>)> = BTreeMap::new();
    for workload in queue::waiting(scene) {
        let says_inactive = queue::refused(workload).is_some_and(|refused| refused.message.ends_with("is inactive"));
        if let Seen::Yes(local) = queue::local_queue(scene, workload)
            && local.condition("Active").is_some_and(|active| active.is_false() && active.reason == "Stopped")
        {
            found.entry(local.key().clone()).or_insert((local, Vec::new())).1.push(workload);
            continue;
        }
        match queue::cluster_queue(scene, workload) {
            Seen::Yes(cluster) if cluster.condition("Active").is_some_and(|active| active.is_false()) => {
                found.entry(cluster.key().clone()).or_insert((cluster, Vec::new())).1.push(workload);
            }
            Seen::Unknown(gap) if says_inactive => findings.blind(queue::queue_query(workload), &gap),
            _ => {}
        }
    }
    for (queue, workloads) in found.into_values() {
        if let Some(active) = queue.condition("Active") {
            findings.add(describe(findings, queue, &active, &workloads));
        }
    }
}

fn describe(findings: &Findings, queue: &Object, active: &Condition<'_>, workloads: &[&Object]) -> Finding {
    let name = format!("{} {}", queue.kind().kind, queue.name());
    let mut finding = findings.about(queue, "").proof(Evidence::condition(queue, active)).since(active.at);
    let said = active.message.trim_end_matches('.');
    finding.detail = match (active.reason, queue.str_at("/spec/stopPolicy").filter(|policy| *policy != "None")) {
        ("Stopped", Some(policy)) => {
            let writers = queue.writers_of(&["spec", "stopPolicy"]);
            let by = writers.first().map_or(String::new(), |(writer, at)| {
                at.map_or_else(|| format!(", last written by {writer}"), |at| format!(", written by {writer} at {at}"))
            });
            finding = finding.proof(Evidence::value(queue, "/spec/stopPolicy"));
            format!("{name} is stopped: its stopPolicy is {policy}{by}")
        }
        ("FlavorNotFound", _) => {
            let missing = said.rsplit_once("ResourceFlavor(s): ").map_or("", |(_, names)| names.trim_end_matches('.'));
            for (path, flavor) in queue.each("/spec/resourceGroups/*/flavors/*/name") {
                if flavor.as_str().is_some_and(|flavor| missing.split(',').any(|name| name.trim() == flavor)) {
                    finding = finding.proof(Evidence::value(queue, path));
                }
            }
            format!("{name} admits nobody: it names ResourceFlavor {missing}, which does not exist")
        }
        ("Terminating", _) => format!("{name} is being deleted and admits nobody"),
        (reason, _) => format!("{name} admits nobody ({reason}): {said}"),
    };
    for workload in workloads {
        finding = finding.related(workload.reference());
        if let Some(refused) = queue::refused(workload).filter(|_| workloads.len() == 1) {
            finding = finding.proof(Evidence::condition(workload, &refused));
        }
    }
    let act = match active.reason {
        "Stopped" => "set stopPolicy to None when the queue may admit again",
        "FlavorNotFound" => "make the ResourceFlavor, or name one that exists",
        _ => "mend what the condition names",
    };
    let resource = if queue.is(&names::CLUSTER_QUEUE) { "clusterqueue" } else { "localqueue" };
    match queue.namespace() {
        Some(namespace) => {
            finding.run(Actor::Platform, act, ["kubectl", "describe", resource, queue.name(), "-n", namespace])
        }
        None => finding.run(Actor::Platform, act, ["kubectl", "describe", resource, queue.name()]),
    }
    .act(Actor::RunOwner, "or submit to another queue")
}
