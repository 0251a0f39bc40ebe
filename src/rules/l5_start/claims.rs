//! Claims of volumes that the run's pods wait for.

use std::collections::BTreeMap;

use crate::collect::Seen;
use crate::kinds::names;
use crate::model::{Object, ObjectKey};
use crate::rules::Scene;

/// Names of the claims a pod uses, each with its place. An ephemeral volume's claim is named after pod and volume.
#[must_use]
pub(super) fn named(pod: &Object) -> Vec<(String, String)> {
    let plain = pod
        .each("/spec/volumes/*/persistentVolumeClaim/claimName")
        .into_iter()
        .filter_map(|(path, name)| Some((name.as_str()?.to_owned(), path)));
    let volumes = pod.items_at("/spec/volumes").iter().enumerate();
    let ephemeral = volumes.filter(|(_, volume)| volume.get("ephemeral").is_some()).filter_map(|(index, volume)| {
        let name = volume.get("name")?.as_str()?;
        Some((format!("{}-{name}", pod.name()), format!("/spec/volumes/{index}/ephemeral")))
    });
    plain.chain(ephemeral).collect()
}

/// Claims seen `Pending` that pods of the run name, each with those pods.
#[must_use]
pub(super) fn pending<'a>(scene: &Scene<'a>) -> Vec<(&'a Object, Vec<&'a Object>)> {
    let mut found: BTreeMap<ObjectKey, (&Object, Vec<&Object>)> = BTreeMap::new();
    for pod in scene.pods().filter(|pod| pod.deleted().is_none() && pod.str_at("/status/phase") == Some("Pending")) {
        for (name, _) in named(pod) {
            if let Seen::Yes(claim) = scene.snapshot.get(&names::PERSISTENT_VOLUME_CLAIM, pod.namespace(), &name)
                && claim.str_at("/status/phase") == Some("Pending")
            {
                found.entry(claim.key().clone()).or_insert_with(|| (claim, Vec::new())).1.push(pod);
            }
        }
    }
    found.into_values().collect()
}
