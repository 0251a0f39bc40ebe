//! MLOP304: a pod asks for a device that no node has.

use std::collections::BTreeSet;

use super::fit::{self, Hurdle, Placing, is_device, resources};
use super::words::{listed, report};
use crate::collect::distance;
use crate::kinds::names;
use crate::model::{Actor, Evidence};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// An extended resource in a pod's request that stands in no node's capacity.
    ///
    /// # Why it matters
    /// The scheduler calls it `Insufficient`, as if it were used up. It is not: the name is wrong, the nodes offer their
    /// GPUs under other names (MIG profiles, shared GPUs), or no device plugin has ever registered it.
    ///
    /// # Evidence
    /// The request, and the device resources that nodes do have, nearest name first.
    ///
    /// # What to do
    /// Ask for a resource that exists, or have the device plugin for this one installed.
    ///
    /// # Stays silent when
    /// Any node has the resource, or labels tell that GPUs are built in while nobody advertises them.
    RULE {
        code: "MLOP304",
        slug: "resource-on-no-node",
        summary: "A pod asks for a device that no node has.",
        layer: Scheduling,
        nature: Cause,
        severity: Error,
        reads: [names::NODE],
        needs: [CandidateNodes],
        refines: [],
        explained_by: ["MLOP401"],
        reasons: [],
        since: "0.1.0",
        check: check,
    }
}

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    for placing in fit::placings(scene, findings).iter().filter(|placing| placing.hurdle() == Hurdle::Nowhere) {
        let wanted = placing.nowhere();
        let known = known_devices(placing, &wanted);
        let instead = if known.is_empty() {
            "nodes have no devices of any name".to_owned()
        } else {
            format!("nodes have {}", listed(known.iter().copied()))
        };
        report(
            scene,
            findings,
            placing,
            &wanted.join(","),
            |pod| format!("pod {} asks for {}, which no node has; {instead}", pod.name(), wanted.join(", ")),
            |finding, pod| {
                let terms = known.iter().map(|name| format!("known: {name}")).collect();
                finding
                    .proof(Evidence::computed(pod, "device resources of all nodes", instead.clone(), terms))
                    .act(Actor::RunOwner, "ask for a resource that the nodes have")
                    .run(
                        Actor::ClusterAdministrator,
                        format!("if {} is to exist, see whether its device plugin runs", wanted.join(", ")),
                        ["kubectl", "get", "daemonsets", "--all-namespaces"],
                    )
            },
        );
    }
}

/// Device resources of the nodes, nearest in name first.
fn known_devices<'p>(placing: &'p Placing<'_>, wanted: &[&str]) -> Vec<&'p str> {
    let known: BTreeSet<&str> = placing
        .nodes
        .iter()
        .flat_map(|place| resources(place.node))
        .filter(|name| is_device(name) && !wanted.contains(name))
        .collect();
    let mut known: Vec<&str> = known.into_iter().collect();
    let far = |name: &str| wanted.iter().map(|wanted| distance(name, wanted)).min();
    known.sort_by_key(|name| (far(name), *name));
    known
}
