//! What a namespace and a cluster lay down: namespaces, quotas, limits, classes, configuration.
//!
//! None of these has a state of its own beyond a namespace's phase: their being there says nothing about health.

use crate::kinds::names;
use crate::kinds::{KindSpec, Tier};
use crate::model::State;

/// Namespace.
pub(super) fn namespace() -> KindSpec {
    KindSpec::new(names::NAMESPACE, "v1", "namespaces", Tier::Other)
        .cluster()
        .short(&["ns"])
        .phase("/status/phase", &[("Active", State::Healthy), ("Terminating", State::Terminating)])
}

/// ResourceQuota: `status.hard` and `status.used`, per resource key.
pub(super) fn resource_quota() -> KindSpec {
    KindSpec::new(names::RESOURCE_QUOTA, "v1", "resourcequotas", Tier::Queue).short(&["quota"])
}

/// LimitRange.
pub(super) fn limit_range() -> KindSpec {
    KindSpec::new(names::LIMIT_RANGE, "v1", "limitranges", Tier::Queue).short(&["limits"])
}

/// PriorityClass.
pub(super) fn priority_class() -> KindSpec {
    KindSpec::new(names::PRIORITY_CLASS, "v1", "priorityclasses", Tier::Other).cluster().short(&["pc"])
}

/// RuntimeClass: its being there says nothing of whether the node's runtime knows the handler.
pub(super) fn runtime_class() -> KindSpec {
    KindSpec::new(names::RUNTIME_CLASS, "v1", "runtimeclasses", Tier::Other).cluster()
}

/// ConfigMap: values are masked at the door; names and keys are what a diagnosis needs.
pub(super) fn config_map() -> KindSpec {
    KindSpec::new(names::CONFIG_MAP, "v1", "configmaps", Tier::Other).short(&["cm"])
}

/// Secret: never requested. It is known so that a pasted one is emptied at the door.
pub(super) fn secret() -> KindSpec {
    KindSpec::new(names::SECRET, "v1", "secrets", Tier::Other)
}

/// Event.
pub(super) fn event() -> KindSpec {
    KindSpec::new(names::EVENT, "v1", "events", Tier::Other).short(&["ev"])
}
