//! The way from a waiting Workload to its queues, and who holds what they give.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::collect::Seen;
use crate::kinds::names;
use crate::model::object::Condition;
use crate::model::{Gap, GapReason, Object, Quantity, Query, State, time};
use crate::rules::Scene;

/// The run's Workloads that have no quota yet.
pub(super) fn waiting<'a>(scene: &Scene<'a>) -> Vec<&'a Object> {
    scene.near().filter(|object| object.is(&names::WORKLOAD) && scene.state(object) == State::Waiting).collect()
}

/// The run's Workloads.
pub(super) fn workloads<'a>(scene: &Scene<'a>) -> Vec<&'a Object> {
    scene.near().filter(|object| object.is(&names::WORKLOAD)).collect()
}

/// The condition that says why a Workload has no quota.
pub(super) fn refused(workload: &Object) -> Option<Condition<'_>> {
    workload.condition("QuotaReserved").filter(Condition::is_false)
}

/// The queue that a Workload stands in.
pub(super) fn local_queue<'a>(scene: &Scene<'a>, workload: &Object) -> Seen<&'a Object> {
    match workload.str_at("/spec/queueName") {
        Some(name) => scene.snapshot.get(&names::LOCAL_QUEUE, workload.namespace(), name),
        None => Seen::Unknown(Gap::new(GapReason::NotCollected)),
    }
}

/// The ClusterQueue behind it.
pub(super) fn cluster_queue<'a>(scene: &Scene<'a>, workload: &Object) -> Seen<&'a Object> {
    match local_queue(scene, workload) {
        Seen::Yes(queue) => match queue.str_at("/spec/clusterQueue") {
            Some(name) => scene.snapshot.get(&names::CLUSTER_QUEUE, None, name),
            None => Seen::Unknown(Gap::new(GapReason::NotCollected)),
        },
        Seen::Absent => Seen::Absent,
        Seen::Unknown(gap) => Seen::Unknown(gap),
    }
}

/// The question whose answer would tell of a Workload's queue.
pub(super) fn queue_query(workload: &Object) -> Query {
    Query::Get {
        kind: names::LOCAL_QUEUE,
        namespace: workload.namespace().map(str::to_owned),
        name: workload.str_at("/spec/queueName").unwrap_or("").to_owned(),
    }
}

/// The object whose Workload this is, in words: `PyTorchJob ml/run-39`.
pub(super) fn owner_words(workload: &Object) -> String {
    let place = workload.namespace().map_or(String::new(), |namespace| format!("{namespace}/"));
    match workload.controller() {
        Some(owner) => format!("{} {place}{}", owner.kind, owner.name),
        None => format!("Workload {place}{}", workload.name()),
    }
}

/// One holder of a flavor's resource.
#[derive(Clone, Debug)]
pub(super) struct Holder {
    /// Whose it is.
    pub(super) who: String,
    /// How much it holds.
    pub(super) amount: Quantity,
    /// For how long.
    pub(super) age: Option<String>,
}

impl Holder {
    /// `PyTorchJob ml/run-39 (40, for 9h)`.
    pub(super) fn words(&self) -> String {
        let age = self.age.as_ref().map_or(String::new(), |age| format!(", for {age}"));
        format!("{} ({}{age})", self.who, self.amount)
    }
}

/// Who holds a flavor's resource in a ClusterQueue, the most first, as far as Workloads were seen.
pub(super) fn holders(scene: &Scene<'_>, cluster_queue: &str, flavor: &str, resource: &str) -> Vec<Holder> {
    let mut found: Vec<Holder> = scene
        .snapshot
        .of_kind(&names::WORKLOAD)
        .filter(|workload| workload.str_at("/status/admission/clusterQueue") == Some(cluster_queue))
        .filter_map(|workload| {
            let reserved = workload.condition("QuotaReserved").filter(Condition::is_true)?;
            if workload.condition("Finished").is_some_and(|finished| finished.is_true()) {
                return None;
            }
            let amount = held(workload, flavor, resource).filter(|amount| !amount.is_zero())?;
            let age = reserved.at.map(|at| time::age(at, scene.snapshot.now()));
            Some(Holder { who: owner_words(workload), amount, age })
        })
        .collect();
    found.sort_by(|a, b| b.amount.cmp(&a.amount).then_with(|| a.who.cmp(&b.who)));
    found
}

/// What one Workload holds of a flavor's resource.
fn held(workload: &Object, flavor: &str, resource: &str) -> Option<Quantity> {
    let mut sum: Option<Quantity> = None;
    for set in workload.items_at("/status/admission/podSetAssignments") {
        let assigned = set.get("flavors").and_then(|flavors| flavors.get(resource)).and_then(Value::as_str);
        if assigned != Some(flavor) {
            continue;
        }
        let usage = set.get("resourceUsage").and_then(|usage| usage.get(resource)).and_then(Quantity::read)?;
        sum = Some(sum.unwrap_or_default().plus(usage));
    }
    sum
}

/// What the ClusterQueue has of a flavor's resource: pointer and amount of its nominal quota, and of what is reserved.
pub(super) fn shares(
    cluster_queue: &Object,
    flavor: &str,
    resource: &str,
) -> BTreeMap<&'static str, (String, Quantity)> {
    let mut found = BTreeMap::new();
    let places = [
        ("nominal", "/spec/resourceGroups/*/flavors/*", "nominalQuota"),
        ("reserved", "/status/flavorsReservation/*", "total"),
        ("used", "/status/flavorsUsage/*", "total"),
    ];
    for (what, pattern, field) in places {
        for (path, value) in cluster_queue.each(pattern) {
            if value.get("name").and_then(Value::as_str) != Some(flavor) {
                continue;
            }
            let resources = value.get("resources").and_then(Value::as_array).into_iter().flatten();
            for (index, item) in resources.enumerate() {
                if item.get("name").and_then(Value::as_str) == Some(resource)
                    && let Some(amount) = item.get(field).and_then(Quantity::read)
                {
                    found.insert(what, (format!("{path}/resources/{index}/{field}"), amount));
                }
            }
        }
    }
    found
}
