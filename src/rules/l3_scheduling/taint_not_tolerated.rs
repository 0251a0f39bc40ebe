//! MLOP305: the nodes that could hold a pod are tainted.

use std::collections::{BTreeMap, BTreeSet};

use super::fit::{self, Hurdle, Placing, Taint, UNSCHEDULABLE};
use super::words::{count, listed, report};
use crate::kinds::names;
use crate::model::{Actor, Evidence, Finding, Object};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A pod for which nodes are large enough and match, and every one of them carries a taint that it does not tolerate,
    /// or is cordoned.
    ///
    /// # Why it matters
    /// Since Kubernetes 1.35 the scheduler's words no longer name the taint, and beside `Insufficient nvidia.com/gpu` for
    /// the nodes without GPUs it reads like a shortage.
    ///
    /// # Evidence
    /// The taint in each such node's spec, and the pod's tolerations.
    ///
    /// # What to do
    /// Add a toleration if the run is meant to go there. A taint that Kubernetes itself sets (not ready, unreachable,
    /// unschedulable, pressure) speaks of the node: see to the node instead.
    ///
    /// # Stays silent when
    /// A node without such a taint could hold the pod: then that one is what it waits for.
    RULE {
        code: "MLOP305",
        slug: "taint-not-tolerated",
        summary: "The nodes that could hold a pod carry a taint that it does not tolerate.",
        layer: Scheduling,
        nature: Cause,
        severity: Error,
        reads: [names::NODE],
        needs: [CandidateNodes],
        refines: [],
        explained_by: ["MLOP402"],
        reasons: [],
        since: "0.1.0",
        check: check,
    }
}

/// Taints that Kubernetes sets by itself, and what they say.
const OF_THE_NODE: [(&str, &str); 7] = [
    ("node.kubernetes.io/not-ready", "not ready"),
    ("node.kubernetes.io/unreachable", "unreachable"),
    (UNSCHEDULABLE, "cordoned"),
    ("node.kubernetes.io/memory-pressure", "short of memory"),
    ("node.kubernetes.io/disk-pressure", "short of disk"),
    ("node.kubernetes.io/pid-pressure", "short of process ids"),
    ("node.kubernetes.io/network-unavailable", "without network"),
];

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    for placing in fit::placings(scene, findings).iter().filter(|placing| placing.hurdle() == Hurdle::Tainted) {
        let kept_off = kept_off(placing);
        let words: Vec<String> = kept_off.iter().map(|(taint, nodes)| told(taint, nodes)).collect();
        let what = words.join("; ");
        let large = kept_off.values().flatten().count();
        let own: BTreeSet<&str> =
            kept_off.keys().map(|(key, ..)| key.as_str()).filter(|key| state(key).is_none()).collect();
        report(
            scene,
            findings,
            placing,
            &what,
            |pod| format!("pod {} would fit on {}, and may not go there: {what}", pod.name(), count(large, "node")),
            |finding, _| {
                let first = kept_off.values().flatten().next();
                let finding = match first {
                    Some((node, taint)) => prove(finding, node, taint),
                    None => finding,
                };
                if own.is_empty() {
                    finding.run(
                        Actor::ClusterAdministrator,
                        "see why the nodes are kept out of use",
                        ["kubectl", "get", "nodes"],
                    )
                } else {
                    let keys = own.iter().copied().collect::<Vec<_>>().join(", ");
                    finding
                        .act(
                            Actor::RunOwner,
                            format!("tolerate {keys} in the pod template if the run is meant to go there"),
                        )
                        .act(Actor::ClusterAdministrator, "or say which nodes are meant for such runs")
                }
            },
        );
    }
}

fn prove(mut finding: Finding, node: &Object, taint: &Taint) -> Finding {
    finding = finding.proof(Evidence::value(node, taint.path.clone()));
    finding.related(node.reference())
}

/// Large enough, matching nodes by the taint that keeps the pods off: key, value, effect.
type KeptOff<'p> = BTreeMap<(String, String, String), Vec<(&'p Object, &'p Taint)>>;

fn kept_off<'p>(placing: &'p Placing<'_>) -> KeptOff<'p> {
    let mut found: KeptOff<'p> = BTreeMap::new();
    for place in placing.nodes.iter().filter(|place| place.large_enough && place.mismatch.is_none()) {
        if let Some(taint) = &place.taint {
            let key = (taint.key.clone(), taint.value.clone(), taint.effect.clone());
            found.entry(key).or_default().push((place.node, taint));
        }
    }
    found
}

fn state(key: &str) -> Option<&'static str> {
    OF_THE_NODE.iter().find(|(known, _)| *known == key).map(|(_, words)| *words)
}

fn told((key, _, _): &(String, String, String), nodes: &[(&Object, &Taint)]) -> String {
    let names = listed(nodes.iter().map(|(node, _)| node.name()));
    let is = if nodes.len() == 1 { "is" } else { "are" };
    match (state(key), nodes.first()) {
        (Some(words), _) => format!("{names} {is} {words}"),
        (None, Some((_, taint))) => format!("{names} {is} tainted {taint}"),
        (None, None) => names,
    }
}
