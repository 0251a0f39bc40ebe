//! MLOP302: a pod asks for more than any node has.

use super::fit::{self, Hurdle, Placing, ceiling};
use super::words::{asked, count, report};
use crate::kinds::names;
use crate::model::{Actor, Evidence, Object, Quantity};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A pod that no node could hold even if it were empty. Resources count per node: GPUs of two nodes do not add up.
    ///
    /// # Why it matters
    /// Waiting does not help, and neither does a free cluster.
    ///
    /// # Evidence
    /// The pod's request as the scheduler counts it (containers, init containers, sidecars, overhead), and the largest
    /// amount on any node. Of devices the capacity counts, unhealthy ones included; of cpu and memory what the node
    /// leaves to pods. The number of nodes must be the one the scheduler speaks of.
    ///
    /// # What to do
    /// Ask for less per pod and use more pods, or have a larger node type added.
    ///
    /// # Stays silent when
    /// Some node is large enough (then it is in use, tainted or does not match), or no node has the resource at all.
    RULE {
        code: "MLOP302",
        slug: "request-exceeds-every-node",
        summary: "A pod asks for more than any node has.",
        layer: Scheduling,
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

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    for placing in fit::placings(scene, findings).iter().filter(|placing| placing.hurdle() == Hurdle::TooBig) {
        let over: Vec<Over<'_>> = over(placing);
        let what = match (placing.nodes.len(), over.as_slice()) {
            (0, _) => "there is no node at all".to_owned(),
            (_, []) => format!("no single node has all of it ({})", asked(placing)),
            (_, over) => over.iter().map(Over::words).collect::<Vec<_>>().join("; "),
        };
        report(
            scene,
            findings,
            placing,
            &what,
            |pod| format!("pod {} fits on no node, even an empty one: {what}", pod.name()),
            |finding, pod| {
                let nodes = count(placing.nodes.len(), "node");
                let terms = over.iter().map(Over::words).collect();
                finding
                    .proof(Evidence::computed(
                        pod,
                        format!("request against the largest of {nodes}"),
                        what.clone(),
                        terms,
                    ))
                    .act(Actor::RunOwner, "ask for less in one pod, and spread the work over more pods")
                    .run(
                        Actor::ClusterAdministrator,
                        "see what the nodes have; add a larger node type if this is to run",
                        [
                            "kubectl",
                            "get",
                            "nodes",
                            "-o",
                            "custom-columns=NAME:.metadata.name,CAPACITY:.status.capacity",
                        ],
                    )
            },
        );
    }
}

/// A resource of which no node has enough.
struct Over<'a> {
    resource: &'a str,
    asked: Quantity,
    most: Quantity,
    node: &'a Object,
}

impl Over<'_> {
    fn words(&self) -> String {
        let Self { resource, asked, most, node } = self;
        format!("it asks for {resource} {asked}, and the most that a node has is {most} ({})", node.name())
    }
}

fn over<'p>(placing: &'p Placing<'_>) -> Vec<Over<'p>> {
    let largest = |resource: &str| {
        let mut best: Option<(Quantity, &Object)> = None;
        for place in &placing.nodes {
            let has = ceiling(place.node, resource);
            if best.is_none_or(|(most, _)| has > most) {
                best = Some((has, place.node));
            }
        }
        best
    };
    let check = |(resource, asked): (&'p String, &Quantity)| {
        let (most, node) = largest(resource)?;
        (most < *asked).then_some(Over { resource, asked: *asked, most, node })
    };
    placing.request.iter().filter_map(check).collect()
}
