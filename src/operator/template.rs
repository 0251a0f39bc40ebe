//! A pod template inside an Operation.
//!
//! Owns the few looks into it that follow from the operator's habits. The template itself stays JSON: it is
//! Kubernetes' type, it grows with every release, and Kubernetes' own schema is not ours to repeat.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::names;

/// A pod template, as it came.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PodTemplate(pub Value);

/// A pod template and where in the Operation it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct TemplateAt<'a> {
    /// JSON pointer to it, from the top of the Operation.
    pub path: String,
    /// Role of its pods, as the Operation spells it (`Worker`, `head`); none where a run has one role only.
    pub role: Option<&'a str>,
    /// How many pods are asked for; one unless said.
    pub replicas: i64,
    /// The template.
    pub template: &'a PodTemplate,
}

impl PodTemplate {
    /// The containers, as JSON; none if the template is not shaped like one.
    #[must_use]
    pub fn containers(&self) -> &[Value] {
        self.0.pointer("/spec/containers").and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// The container that runs the person's code, if it has the name the operator expects.
    #[must_use]
    pub fn main_container(&self) -> Option<&Value> {
        self.containers().iter().find(|container| {
            container.get("name").and_then(Value::as_str).is_some_and(|name| name == names::MAIN_CONTAINER)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_main_container_is_found_by_name() {
        let template = PodTemplate(json!({"spec": {"containers": [{"name": "sidecar"}, {"name": "polyaxon-main"}]}}));
        assert_eq!(template.main_container(), Some(&json!({"name": "polyaxon-main"})));
    }

    #[test]
    fn a_template_of_another_shape_has_no_containers() {
        for value in [json!(null), json!("pod"), json!({"spec": {"containers": {"name": "polyaxon-main"}}})] {
            assert!(PodTemplate(value).containers().is_empty());
        }
    }
}
