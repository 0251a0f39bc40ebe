//! ConfigMaps named by pods that wait for their configuration. Secrets are never asked for.

use std::collections::BTreeSet;

use super::view::{View, get};
use crate::kinds::names;
use crate::model::{Object, Query};

/// Where a pod names ConfigMaps.
const REFERENCES: [&str; 5] = [
    "/spec/volumes/*/configMap/name",
    "/spec/containers/*/envFrom/*/configMapRef/name",
    "/spec/containers/*/env/*/valueFrom/configMapKeyRef/name",
    "/spec/initContainers/*/envFrom/*/configMapRef/name",
    "/spec/initContainers/*/env/*/valueFrom/configMapKeyRef/name",
];

pub(super) fn ask(view: &View<'_>, wanted: &mut BTreeSet<Query>) {
    for pod in view.pods_apart().filter(|pod| waits_for_config(pod)) {
        for name in REFERENCES.iter().flat_map(|pattern| pod.each(pattern)).filter_map(|(_, value)| value.as_str()) {
            wanted.insert(get(names::CONFIG_MAP, pod.namespace(), name));
        }
    }
}

/// On a node, and no container has begun.
fn waits_for_config(pod: &Object) -> bool {
    pod.str_at("/spec/nodeName").is_some() && pod.str_at("/status/phase") == Some("Pending")
}
