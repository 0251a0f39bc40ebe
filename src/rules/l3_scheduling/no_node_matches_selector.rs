//! MLOP306: no node that could hold a pod meets its selector or affinity.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::fit::{self, Hurdle, Placing};
use super::words::{listed, report};
use crate::collect::distance;
use crate::kinds::names;
use crate::model::{Actor, Evidence, Object};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A node selector or a required node affinity that no node large enough for the pod meets.
    ///
    /// # Why it matters
    /// A mistyped value, a label that nodes have lost, or an empty value that a controller copied: waiting helps only if
    /// somebody labels a node or adds one.
    ///
    /// # Evidence
    /// The demand that fails, how many nodes fail it, and the values that nodes do have for that key, nearest first.
    ///
    /// # What to do
    /// Ask for a value that exists, or label the nodes that are meant.
    ///
    /// # Stays silent when
    /// A node large enough matches: then its taints or its use keep the pod off.
    RULE {
        code: "MLOP306",
        slug: "no-node-matches-selector",
        summary: "No node that could hold a pod meets its node selector or affinity.",
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
    for placing in fit::placings(scene, findings).iter().filter(|placing| placing.hurdle() == Hurdle::Unmatched) {
        let failed = failed(placing);
        let words: Vec<String> = failed.iter().map(|(demand, nodes)| format!("{demand} (not on {nodes})")).collect();
        let what = words.join("; ");
        let matching = || placing.nodes.iter().filter(|place| place.mismatch.is_none());
        let others = if matching().next().is_none() {
            "no node matches".to_owned()
        } else {
            format!("what matches is too small ({})", listed(matching().map(|place| place.node.name())))
        };
        report(
            scene,
            findings,
            placing,
            &what,
            |pod| {
                let near = near_values(pod, placing);
                format!("pod {} asks for nodes with {}; {others}{near}", pod.name(), demands(&failed))
            },
            |finding, pod| {
                finding
                    .proof(selector(pod))
                    .proof(Evidence::computed(
                        pod,
                        "nodes large enough, by the demand they fail",
                        what.clone(),
                        words.clone(),
                    ))
                    .run(
                        Actor::RunOwner,
                        "correct the node selector or affinity; see which labels the nodes have",
                        ["kubectl", "get", "nodes", "--show-labels"],
                    )
                    .act(Actor::ClusterAdministrator, "label the nodes that are meant, if the demand is right")
            },
        );
    }
}

/// Demands that nodes large enough fail, with how many fail each.
fn failed(placing: &Placing<'_>) -> BTreeMap<String, usize> {
    let mut failed = BTreeMap::new();
    for demand in placing.nodes.iter().filter(|place| place.large_enough).filter_map(|place| place.mismatch.clone()) {
        *failed.entry(demand).or_default() += 1;
    }
    failed
}

fn demands(failed: &BTreeMap<String, usize>) -> String {
    failed.keys().cloned().collect::<Vec<_>>().join(" and ")
}

fn selector(pod: &Object) -> Evidence {
    let places = ["/spec/nodeSelector", "/spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution"];
    let found = places.into_iter().find(|place| pod.at(place).is_some());
    Evidence::value(pod, found.unwrap_or("/spec/nodeSelector"))
}

/// For a demand of the plain selector: the values that nodes have for its key.
fn near_values(pod: &Object, placing: &Placing<'_>) -> String {
    let selector = pod.at("/spec/nodeSelector").and_then(Value::as_object);
    for (key, wanted) in selector.into_iter().flatten() {
        let wanted = wanted.as_str().unwrap_or("");
        let values: BTreeSet<&str> = placing.nodes.iter().filter_map(|place| place.node.label(key)).collect();
        if values.contains(wanted) {
            continue;
        }
        let mut values: Vec<&str> = values.into_iter().collect();
        values.sort_by_key(|value| (distance(value, wanted), *value));
        return if values.is_empty() {
            format!("; no node has the label {key}")
        } else if wanted.is_empty() {
            format!("; the value is empty, and nodes have {}", listed(values))
        } else {
            format!("; nodes have {}", listed(values))
        };
    }
    String::new()
}
