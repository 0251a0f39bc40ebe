//! What a pod asks for and what a node has, resource by resource.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::kinds::names;
use crate::model::{Object, Quantity, pointer};

/// Amounts by resource.
pub(in crate::rules) type Amounts = BTreeMap<String, Quantity>;

/// The GPU resource whose devices feature discovery counts in a label of its own.
const GPU: &str = "nvidia.com/gpu";

/// What a pod asks of a node, as the scheduler counts it: its containers together with its restartable init containers,
/// or the largest moment of its init phase if that is more; plus overhead, plus a place among the node's pods.
#[must_use]
pub(in crate::rules) fn request(pod: &Object) -> Amounts {
    let (mut beside, mut peak) = (Amounts::new(), Amounts::new());
    for container in pod.items_at("/spec/initContainers") {
        let own = of_container(container);
        if container.get("restartPolicy").and_then(Value::as_str) == Some("Always") {
            add(&mut beside, &own);
            raise(&mut peak, &beside);
        } else {
            let mut moment = beside.clone();
            add(&mut moment, &own);
            raise(&mut peak, &moment);
        }
    }
    let mut total = beside;
    for container in pod.items_at("/spec/containers") {
        add(&mut total, &of_container(container));
    }
    raise(&mut total, &peak);
    // Resources of the whole pod stand in for the sum of its containers.
    total.extend(read(pod.at("/spec/resources/requests")));
    add(&mut total, &read(pod.at("/spec/overhead")));
    total.insert("pods".to_owned(), Quantity::whole(1));
    total.retain(|_, amount| !amount.is_zero());
    total
}

/// Requests of a container; a limit without a request is one.
fn of_container(container: &Value) -> Amounts {
    let mut amounts = read(pointer::follow(container, "/resources/limits"));
    amounts.extend(read(pointer::follow(container, "/resources/requests")));
    amounts
}

fn read(list: Option<&Value>) -> Amounts {
    list.and_then(Value::as_object)
        .into_iter()
        .flatten()
        .filter_map(|(resource, amount)| Some((resource.clone(), Quantity::read(amount)?)))
        .collect()
}

/// Adds amounts to a sum.
pub(in crate::rules) fn add(sum: &mut Amounts, more: &Amounts) {
    for (resource, amount) in more {
        let known = sum.entry(resource.clone()).or_default();
        *known = known.plus(*amount);
    }
}

fn raise(most: &mut Amounts, other: &Amounts) {
    for (resource, amount) in other {
        let known = most.entry(resource.clone()).or_default();
        *known = (*known).max(*amount);
    }
}

/// Whether a resource is advertised by a device plugin and not by the kubelet itself.
#[must_use]
pub(in crate::rules) fn is_device(resource: &str) -> bool {
    resource.contains('/')
}

/// What a node advertises for use now.
#[must_use]
pub(in crate::rules) fn allocatable(node: &Object, resource: &str) -> Quantity {
    amount(node, "allocatable", resource).or_else(|| amount(node, "capacity", resource)).unwrap_or_default()
}

/// What a node has, healthy or not; none if it has never said so.
#[must_use]
pub(in crate::rules) fn capacity(node: &Object, resource: &str) -> Option<Quantity> {
    amount(node, "capacity", resource)
}

/// The most that a node could offer once everything on it is well: of devices all that are built in, whether or not they
/// are advertised at the moment; of all else what the kubelet leaves to pods.
#[must_use]
pub(in crate::rules) fn ceiling(node: &Object, resource: &str) -> Quantity {
    let now = allocatable(node, resource);
    if !is_device(resource) {
        return now;
    }
    let built_in = if resource == GPU { counted_gpus(node) } else { None };
    now.max(capacity(node, resource).unwrap_or_default()).max(built_in.unwrap_or_default())
}

/// Stands for "some": the node is known to hold GPUs and nobody counted them.
const UNCOUNTED: Quantity = Quantity::whole(1_000_000);

/// GPUs that labels tell of, on a node that does not offer them under another name.
fn counted_gpus(node: &Object) -> Option<Quantity> {
    let elsewhere = resources(node)
        .into_iter()
        .any(|name| name.starts_with("nvidia.com/") && name != GPU && !ceiling(node, name).is_zero());
    if elsewhere || node.label("nvidia.com/gpu.present") != Some("true") {
        return None;
    }
    let counted = node.label("nvidia.com/gpu.count").and_then(Quantity::parse);
    let advertised = capacity(node, GPU).is_some_and(|capacity| !capacity.is_zero());
    counted.or_else(|| (!advertised).then_some(UNCOUNTED))
}

/// Names of the resources that a node knows.
#[must_use]
pub(in crate::rules) fn resources(node: &Object) -> Vec<&str> {
    let list = node.at("/status/capacity").and_then(Value::as_object);
    list.into_iter().flatten().map(|(name, _)| name.as_str()).collect()
}

fn amount(node: &Object, part: &str, resource: &str) -> Option<Quantity> {
    node.at("/status")?.get(part)?.get(resource).and_then(Quantity::read)
}

/// Whether a pod takes up room on its node.
#[must_use]
pub(in crate::rules) fn takes_room(pod: &Object) -> bool {
    pod.is(&names::POD) && !matches!(pod.str_at("/status/phase"), Some("Succeeded" | "Failed"))
}

#[cfg(test)]
#[expect(clippy::needless_pass_by_value, reason = "json!(…) as an argument reads best by value")]
mod tests {
    use serde_json::json;

    use super::*;

    fn pod(spec: Value) -> Amounts {
        request(&Object::new(json!({"kind": "Pod", "metadata": {"name": "p"}, "spec": spec})).unwrap())
    }

    #[test]
    fn init_containers_count_by_their_largest_and_sidecars_stay() {
        let of = |cpu: &str| json!({"requests": {"cpu": cpu}});
        let asked = pod(json!({
            "initContainers": [
                {"name": "side", "restartPolicy": "Always", "resources": of("1")},
                {"name": "fetch", "resources": of("6")},
            ],
            "containers": [{"name": "a", "resources": of("2")}, {"name": "b", "resources": of("2")}],
            "overhead": {"cpu": "500m"},
        }));
        assert_eq!(asked.get("cpu").unwrap().to_string(), "7500m");
        assert_eq!(asked.get("pods").unwrap().to_string(), "1");
    }

    #[test]
    fn a_limit_without_a_request_is_one() {
        let asked = pod(json!({"containers": [{"name": "a", "resources": {"limits": {"nvidia.com/gpu": "8"}}}]}));
        assert_eq!(asked.get("nvidia.com/gpu").unwrap().to_string(), "8");
    }

    #[test]
    fn gpus_that_nobody_advertises_are_still_built_in() {
        let node = |labels: Value, capacity: Value| {
            let value =
                json!({"kind": "Node", "metadata": {"name": "n", "labels": labels}, "status": {"capacity": capacity}});
            ceiling(&Object::new(value).unwrap(), "nvidia.com/gpu").to_string()
        };
        let labels = json!({"nvidia.com/gpu.present": "true", "nvidia.com/gpu.count": "8"});
        assert_eq!(node(labels.clone(), json!({"cpu": "8"})), "8");
        assert_eq!(node(labels, json!({"nvidia.com/mig-1g.10gb": "7"})), "0");
        assert_eq!(node(json!({}), json!({"cpu": "8"})), "0");
    }
}
