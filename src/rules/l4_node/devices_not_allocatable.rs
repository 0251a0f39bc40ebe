//! MLOP401: a node has the devices a pod asks for, and does not offer them.

use std::collections::BTreeMap;

use crate::kinds::names;
use crate::model::{Actor, Evidence, Finding, Object, Quantity, pointer::escape};
use crate::rules::l3_scheduling::fit::{self, Hurdle, Placing, allocatable, capacity, ceiling, is_device};
use crate::rules::l3_scheduling::words::listed;
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A node that would hold a waiting pod if all its devices were offered: its capacity of the resource is enough and
    /// its allocatable is not, or labels tell of GPUs that nobody advertises.
    ///
    /// # Why it matters
    /// The scheduler says `Insufficient nvidia.com/gpu`, as if others used them. Nobody does: the device plugin holds some
    /// to be unhealthy, or has stopped. The node stays Ready all the while. The NVIDIA plugin never takes an unhealthy
    /// mark back until it is started again.
    ///
    /// # Evidence
    /// Capacity and allocatable of the resource on the node, labels `nvidia.com/gpu.present` and `.count`, and the pods
    /// that ask for it.
    ///
    /// # What to do
    /// Look for hardware errors (XID) on the node and at the device plugin's pod there. Once the hardware is well, start
    /// that pod again.
    ///
    /// # Stays silent when
    /// What is offered would be enough for the pod, or the node does not match or is tainted.
    RULE {
        code: "MLOP401",
        slug: "devices-not-allocatable",
        summary: "A node has the devices that a pod asks for and does not offer them.",
        layer: Node,
        nature: Cause,
        severity: Error,
        reads: [names::NODE],
        needs: [CandidateNodes],
        refines: [],
        explained_by: [],
        reasons: [],
        since: "0.1.0",
        check: check,
    }
}

/// Nodes that hold a resource back, each with what is offered and what there is, and the pods that would go there.
#[derive(Default)]
struct Held<'a> {
    nodes: BTreeMap<&'a str, &'a Object>,
    pods: Vec<&'a Object>,
    asked: Quantity,
}

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    let placings = fit::placings(scene, findings);
    let mut by_resource: BTreeMap<String, Held<'_>> = BTreeMap::new();
    for placing in placings.iter().filter(|placing| placing.hurdle() == Hurdle::Full) {
        for (resource, node) in held_back(placing) {
            let held = by_resource.entry(resource.to_owned()).or_default();
            held.nodes.insert(node.name(), node);
            held.asked = placing.request.get(resource).copied().unwrap_or_default();
            if held.pods.last().map(|pod| pod.key()) != placing.pods.last().map(|pod| pod.key()) {
                held.pods.extend(&placing.pods);
            }
        }
    }
    for (resource, held) in by_resource {
        if let Some(finding) = describe(findings, &resource, &held) {
            findings.add(finding);
        }
    }
}

/// Devices that open nodes hold back from these pods.
fn held_back<'a, 'p>(placing: &'p Placing<'a>) -> Vec<(&'p str, &'a Object)> {
    let devices = || placing.request.iter().filter(|(resource, _)| is_device(resource) && placing.said.lacks(resource));
    placing
        .open()
        .filter(|place| !place.able)
        .flat_map(|place| {
            devices()
                .filter(|(resource, asked)| allocatable(place.node, resource) < **asked)
                .map(|(resource, _)| (resource.as_str(), place.node))
        })
        .collect()
}

/// One finding a resource: the node that holds most back speaks for all.
fn describe(findings: &Findings, resource: &str, held: &Held<'_>) -> Option<Finding> {
    let back = |node: &Object| ceiling(node, resource).minus(allocatable(node, resource));
    let node =
        held.nodes.values().copied().max_by(|a, b| back(a).cmp(&back(b)).then_with(|| b.name().cmp(a.name())))?;
    let offered = allocatable(node, resource);
    let named = escape(resource);
    let advertised = capacity(node, resource).filter(|capacity| !capacity.is_zero());
    let count = node.label("nvidia.com/gpu.count").unwrap_or("some");
    let what = match advertised {
        Some(capacity) if offered.is_zero() => {
            format!("node {} offers none of its {capacity} {resource}: its device plugin has stopped", node.name())
        }
        Some(capacity) => format!("node {} offers {offered} of its {capacity} {resource}", node.name()),
        None => format!("node {} has {count} GPUs by its labels, and nobody advertises {resource} there", node.name()),
    };
    let asks = match held.pods.as_slice() {
        [pod] => format!("pod {} asks for {} on one node", pod.name(), held.asked),
        pods => format!("{} pods ask for up to {} on one node", pods.len(), held.asked),
    };
    let mut finding = findings.about(node, format!("{what}; {asks}"));
    if advertised.is_some() {
        finding = finding.proof(Evidence::value(node, format!("/status/capacity/{named}")));
    } else {
        finding = finding.proof(Evidence::value(node, "/metadata/labels/nvidia.com~1gpu.present"));
    }
    finding = finding.proof(Evidence::value(node, format!("/status/allocatable/{named}")));
    if held.nodes.len() > 1 {
        let names = listed(held.nodes.keys().copied());
        let terms = held.nodes.values().map(|node| format!("{}: {} offered", node.name(), allocatable(node, resource)));
        finding = finding.proof(Evidence::computed(node, "nodes that hold it back", names, terms.collect()));
        finding.occurrences = held.nodes.len() as u64;
    }
    for pod in &held.pods {
        finding = finding.related(pod.reference());
    }
    let at_node = format!("spec.nodeName={}", node.name());
    Some(
        finding
            .signature(format!("{resource} {}", node.name()))
            .run(
                Actor::ClusterAdministrator,
                "look at the device plugin's pod on this node, and for hardware errors there; a new start of that pod \
                 takes unhealthy marks back",
                ["kubectl", "get", "pods", "--all-namespaces", "--field-selector", at_node.as_str()],
            )
            .act(Actor::RunOwner, "wait, or ask for no more than a node offers"),
    )
}
