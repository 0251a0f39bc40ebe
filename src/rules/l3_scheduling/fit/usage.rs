//! What is in use on nodes, and by whom.

use std::collections::{BTreeMap, BTreeSet};

use super::{Amounts, Placing, add, allocatable, request, takes_room};
use crate::kinds::names;
use crate::model::{Object, Quantity};
use crate::rules::Scene;

/// Pods that take up room, by node.
pub(in crate::rules) struct Usage<'a> {
    on: BTreeMap<&'a str, Vec<(&'a Object, Amounts)>>,
}

impl<'a> Usage<'a> {
    /// What was seen of it. There may be more: a sum is a lower bound.
    #[must_use]
    pub(in crate::rules) fn seen(scene: &Scene<'a>) -> Self {
        let mut on: BTreeMap<&str, Vec<_>> = BTreeMap::new();
        for pod in scene.snapshot.of_kind(&names::POD).filter(|pod| takes_room(pod)) {
            if let Some(node) = pod.str_at("/spec/nodeName") {
                on.entry(node).or_default().push((pod, request(pod)));
            }
        }
        Self { on }
    }

    fn pods(&self, node: &Object) -> &[(&'a Object, Amounts)] {
        self.on.get(node.name()).map_or(&[], Vec::as_slice)
    }

    /// The sum on a node.
    #[must_use]
    pub(in crate::rules) fn of(&self, node: &Object) -> Amounts {
        let mut sum = Amounts::new();
        for (_, amounts) in self.pods(node) {
            add(&mut sum, amounts);
        }
        sum
    }

    /// Resources that a node has too little left of for one of these pods.
    #[must_use]
    pub(in crate::rules) fn short<'p>(&self, node: &Object, placing: &'p Placing<'_>) -> BTreeSet<&'p str> {
        let used = self.of(node);
        let free = |resource: &str| allocatable(node, resource).minus(used.get(resource).copied().unwrap_or_default());
        let asked = placing.request.iter();
        asked.filter(|(resource, asked)| free(resource) < **asked).map(|(resource, _)| resource.as_str()).collect()
    }

    /// Who uses a resource on these nodes, largest first: the maker of the pods, with the amount and a pod of it.
    #[must_use]
    pub(in crate::rules) fn holders(&self, nodes: &[&Object], resource: &str) -> Vec<(String, Quantity)> {
        let mut holders: BTreeMap<String, Quantity> = BTreeMap::new();
        for (pod, amounts) in nodes.iter().flat_map(|node| self.pods(node)) {
            let amount = amounts.get(resource).copied().filter(|amount| !amount.is_zero());
            if let Some(amount) = amount {
                let sum = holders.entry(maker(pod)).or_default();
                *sum = sum.plus(amount);
            }
        }
        let mut holders: Vec<_> = holders.into_iter().collect();
        holders.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        holders
    }
}

/// `Job ml/train`, or the pod itself if nobody made it.
fn maker(pod: &Object) -> String {
    let (kind, name) =
        pod.controller().map_or_else(|| ("Pod".to_owned(), pod.name().to_owned()), |owner| (owner.kind, owner.name));
    match pod.namespace() {
        Some(namespace) => format!("{kind} {namespace}/{name}"),
        None => format!("{kind} {name}"),
    }
}
