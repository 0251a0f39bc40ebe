//! What is past: told, never blamed. Earlier attempts, and failures inside what has succeeded since.

use std::collections::{BTreeMap, BTreeSet};

use crate::kinds::names;
use crate::model::{Finding, Object, ObjectKey, State};
use crate::rules::Scene;

/// Marks findings on pods of earlier attempts, and on pods whose makers have succeeded, as history.
pub(super) fn mark(scene: &Scene<'_>, found: &mut [Finding]) {
    let earlier = earlier_attempts(scene);
    for finding in found {
        let key = finding.subject.key();
        let Some(subject) = scene.snapshot.object(&key) else { continue };
        if earlier.contains(&key) || subject.is(&names::POD) && (made_good(scene, subject) || replaced(scene, subject))
        {
            finding.history = true;
        }
    }
}

/// Whether something above the pod has reached its end well.
fn made_good(scene: &Scene<'_>, pod: &Object) -> bool {
    let mut object = pod;
    for _ in 0..8 {
        let Some(parent) = scene.parent(object) else {
            return false;
        };
        if scene.state(parent) == State::Succeeded {
            return true;
        }
        object = parent;
    }
    false
}

/// Whether a pod has ended while the Job or set that made it has all the pods it wants.
fn replaced(scene: &Scene<'_>, pod: &Object) -> bool {
    let maker = scene.made_by(pod);
    let replaces = [names::JOB, names::REPLICA_SET, names::STATEFUL_SET].iter().any(|kind| maker.is(kind));
    replaces && scene.state(pod) == State::Failed && scene.state(maker) == State::Healthy
}

/// Pods that another pod of the same Job and index has replaced.
///
/// Pods of a Job that runs several at once without indices cannot be told apart, so none of them counts as replaced.
fn earlier_attempts(scene: &Scene<'_>) -> BTreeSet<ObjectKey> {
    let mut lines: BTreeMap<(ObjectKey, Option<&str>), Vec<&Object>> = BTreeMap::new();
    for pod in scene.pods() {
        let maker = scene.made_by(pod);
        let index = pod.label("batch.kubernetes.io/job-completion-index");
        let alone =
            maker.i64_at("/spec/parallelism").unwrap_or(1) == 1 && maker.i64_at("/spec/completions").unwrap_or(1) == 1;
        if maker.is(&names::JOB) && (index.is_some() || alone) {
            lines.entry((maker.key().clone(), index)).or_default().push(pod);
        }
    }
    let mut earlier = BTreeSet::new();
    for mut pods in lines.into_values() {
        pods.sort_by_key(|pod| (pod.created(), pod.key()));
        pods.pop();
        earlier.extend(pods.into_iter().map(|pod| pod.key().clone()));
    }
    earlier
}
