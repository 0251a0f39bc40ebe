//! MLOP802: a pod cannot go because its node is lost.

use crate::collect::Seen;
use crate::kinds::names;
use crate::model::{Actor, Evidence, Query, time};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A pod past the end of its grace period whose node is gone or does not answer.
    ///
    /// # Why it matters
    /// Only the kubelet can say that a container has stopped. On a lost node nobody does: the pod stays, its volumes and
    /// its name stay taken, and its controller waits.
    ///
    /// # Evidence
    /// The pod's deletion time, and the node's condition `Ready`, or that there is no such node.
    ///
    /// # What to do
    /// Bring the node back, or delete the Node object, or give it the taint `node.kubernetes.io/out-of-service` once it
    /// is surely off: the pod is then removed. Doing so while it still runs may leave two writers on one volume.
    ///
    /// # Stays silent when
    /// The node is ready, or the grace period ended less than half a minute ago.
    RULE {
        code: "MLOP802",
        slug: "deletion-waits-for-lost-node",
        summary: "A pod cannot be removed because its node is lost.",
        layer: Deletion,
        nature: Cause,
        severity: Error,
        reads: [names::NODE],
        needs: [],
        refines: [],
        explained_by: ["MLOP402"],
        reasons: ["NodeLost"],
        since: "0.1.0",
        check: check,
    }
}

/// So long a kubelet may be late.
const GRACE: i64 = 30;

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    for pod in scene.pods() {
        let (Some(deleted), Some(name)) = (pod.deleted(), pod.str_at("/spec/nodeName")) else { continue };
        let late = scene.snapshot.now().duration_since(deleted).as_secs();
        let ended = matches!(pod.str_at("/status/phase"), Some("Failed" | "Succeeded"));
        if late < GRACE || ended {
            continue;
        }
        let node = scene.snapshot.get(&names::NODE, None, name);
        let (words, proof) = match &node {
            Seen::Unknown(gap) => {
                findings.blind(Query::Get { kind: names::NODE, namespace: None, name: name.to_owned() }, gap);
                continue;
            }
            Seen::Absent => ("is gone".to_owned(), Evidence::absence(pod, format!("Node {name}"))),
            Seen::Yes(node) => {
                let Some(ready) = node.condition("Ready").filter(|ready| !ready.is_true()) else { continue };
                (format!("is not ready ({})", ready.reason), Evidence::condition(node, &ready))
            }
        };
        let ago = time::age(deleted, scene.snapshot.now());
        let mut finding = findings
            .about(pod, format!("pod {} should have ended {ago} ago, but its node {name} {words}", pod.name()))
            .proof(Evidence::value(pod, "/metadata/deletionTimestamp").at(Some(deleted)))
            .proof(proof)
            .since(Some(deleted))
            .signature(name);
        if let Seen::Yes(node) = node {
            finding = finding.related(node.reference());
        }
        findings.add(finding.related(scene.made_by(pod).reference()).run(
            Actor::ClusterAdministrator,
            "bring the node back, or delete the Node once it is surely off: its pods are then removed for good",
            ["kubectl", "describe", "node", name],
        ));
    }
}
