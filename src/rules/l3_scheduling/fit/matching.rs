//! Does a node match a pod's selector and affinity, and does the pod bear the node's taints?

use serde_json::Value;

use crate::model::{Object, Quantity};

/// The first demand of a pod's node selector or required node affinity that a node does not meet, in words.
#[must_use]
pub(in crate::rules) fn mismatch(pod: &Object, node: &Object) -> Option<String> {
    let selector = pod.at("/spec/nodeSelector").and_then(Value::as_object);
    for (key, wanted) in selector.into_iter().flatten() {
        let wanted = wanted.as_str().unwrap_or("");
        if node.label(key) != Some(wanted) {
            return Some(format!("{key}={wanted}"));
        }
    }
    let required = pod.at("/spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution")?;
    let terms = required.get("nodeSelectorTerms").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    if terms.iter().any(|term| unmet(term, node).is_none()) {
        return None;
    }
    Some(terms.iter().find_map(|term| unmet(term, node)).unwrap_or_else(|| "an empty node affinity".to_owned()))
}

/// The first requirement of a term that a node does not meet. An empty term matches nothing.
fn unmet(term: &Value, node: &Object) -> Option<String> {
    let list = |key: &str| term.get(key).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let (expressions, fields) = (list("matchExpressions"), list("matchFields"));
    if expressions.is_empty() && fields.is_empty() {
        return Some("an empty term of node affinity".to_owned());
    }
    let by_label = expressions.iter().map(|item| (item, node.label(key_of(item))));
    let by_field = fields.iter().map(|item| (item, (key_of(item) == "metadata.name").then_some(node.name())));
    by_label.chain(by_field).find_map(|(item, value)| (!meets(item, value)).then(|| in_words(item)))
}

fn key_of(requirement: &Value) -> &str {
    requirement.get("key").and_then(Value::as_str).unwrap_or("")
}

fn values_of(requirement: &Value) -> Vec<&str> {
    requirement.get("values").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
}

fn operator_of(requirement: &Value) -> &str {
    requirement.get("operator").and_then(Value::as_str).unwrap_or("")
}

fn meets(requirement: &Value, value: Option<&str>) -> bool {
    let values = values_of(requirement);
    let number = |text: &str| text.parse::<i64>().ok();
    let compared = || Some((number(value?)?, number(values.first()?)?));
    match operator_of(requirement) {
        "In" => value.is_some_and(|value| values.contains(&value)),
        "NotIn" => value.is_none_or(|value| !values.contains(&value)),
        "Exists" => value.is_some(),
        "DoesNotExist" => value.is_none(),
        "Gt" => compared().is_some_and(|(is, bound)| is > bound),
        "Lt" => compared().is_some_and(|(is, bound)| is < bound),
        // An operator of a later version: nothing is claimed about it.
        _ => true,
    }
}

fn in_words(requirement: &Value) -> String {
    let (key, values) = (key_of(requirement), values_of(requirement).join(", "));
    match operator_of(requirement) {
        "In" => format!("{key} in ({values})"),
        "NotIn" => format!("{key} not in ({values})"),
        "Exists" => key.to_owned(),
        "DoesNotExist" => format!("!{key}"),
        operator => format!("{key} {operator} {values}"),
    }
}

/// A taint that a pod does not tolerate.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::rules) struct Taint {
    /// Key.
    pub key: String,
    /// Value; often empty.
    pub value: String,
    /// `NoSchedule` or `NoExecute`.
    pub effect: String,
    /// Pointer to it in the node.
    pub path: String,
}

impl std::fmt::Display for Taint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let value = if self.value.is_empty() { String::new() } else { format!("={}", self.value) };
        write!(f, "{}{value}:{}", self.key, self.effect)
    }
}

/// The key of a cordon.
pub(in crate::rules) const UNSCHEDULABLE: &str = "node.kubernetes.io/unschedulable";

/// The first taint of a node that keeps a pod off. A cordon counts as one.
#[must_use]
pub(in crate::rules) fn untolerated(pod: &Object, node: &Object) -> Option<Taint> {
    let text = |item: &Value, key: &str| item.get(key).and_then(Value::as_str).unwrap_or("").to_owned();
    let tainted = node.items_at("/spec/taints").iter().enumerate().map(|(index, item)| Taint {
        key: text(item, "key"),
        value: text(item, "value"),
        effect: text(item, "effect"),
        path: format!("/spec/taints/{index}"),
    });
    let cordon = (node.bool_at("/spec/unschedulable") == Some(true)).then(|| Taint {
        key: UNSCHEDULABLE.to_owned(),
        value: String::new(),
        effect: "NoSchedule".to_owned(),
        path: "/spec/unschedulable".to_owned(),
    });
    tainted.chain(cordon).filter(|taint| taint.effect != "PreferNoSchedule").find(|taint| !tolerates(pod, taint))
}

fn tolerates(pod: &Object, taint: &Taint) -> bool {
    pod.items_at("/spec/tolerations").iter().any(|toleration| {
        let text = |key: &str| toleration.get(key).and_then(Value::as_str).unwrap_or("");
        let effect = text("effect").is_empty() || text("effect") == taint.effect;
        let same_key = text("key") == taint.key;
        let bears = match text("operator") {
            "Exists" => text("key").is_empty() || same_key,
            "" | "Equal" => same_key && text("value") == taint.value,
            "Gt" | "Lt" => same_key && Quantity::parse(&taint.value).is_some(),
            _ => same_key,
        };
        effect && bears
    })
}

#[cfg(test)]
#[expect(clippy::needless_pass_by_value, reason = "json!(…) as an argument reads best by value")]
mod tests {
    use serde_json::json;

    use super::*;

    fn pod(spec: Value) -> Object {
        Object::new(json!({"kind": "Pod", "metadata": {"name": "p"}, "spec": spec})).unwrap()
    }

    fn node(labels: Value, taints: Value) -> Object {
        Object::new(json!({"kind": "Node", "metadata": {"name": "n", "labels": labels}, "spec": {"taints": taints}}))
            .unwrap()
    }

    fn affinity(terms: Value) -> Object {
        pod(json!({"affinity": {"nodeAffinity":
            {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": terms}}}}))
    }

    #[test]
    fn terms_are_alternatives_and_requirements_are_not() {
        let node = node(json!({"zone": "a", "gen": "9"}), json!([]));
        let of = |terms| mismatch(&affinity(terms), &node);
        let zone = |value: &str| json!({"key": "zone", "operator": "In", "values": [value]});
        assert_eq!(of(json!([{"matchExpressions": [zone("b")]}, {"matchExpressions": [zone("a")]}])), None);
        assert_eq!(of(json!([{"matchExpressions": [zone("b")]}])), Some("zone in (b)".to_owned()));
        assert_eq!(of(json!([{"matchExpressions": [{"key": "gen", "operator": "Gt", "values": ["8"]}]}])), None);
        assert_eq!(of(json!([{"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["n"]}]}])), None);
        assert!(of(json!([{}])).is_some());
        assert!(of(json!([{"matchExpressions": [{"key": "no", "operator": "Exists"}]}])).is_some());
    }

    #[test]
    fn tolerations_match_by_key_value_and_effect() {
        let node = node(json!({}), json!([{"key": "gpu", "value": "h100", "effect": "NoSchedule"}]));
        let of = |toleration: Value| untolerated(&pod(json!({"tolerations": [toleration]})), &node).is_none();
        assert!(of(json!({"operator": "Exists"})));
        assert!(of(json!({"key": "gpu", "operator": "Exists"})));
        assert!(of(json!({"key": "gpu", "value": "h100"})));
        assert!(!of(json!({"key": "gpu", "value": "a100"})));
        assert!(!of(json!({"key": "gpu", "operator": "Exists", "effect": "NoExecute"})));
    }
}
