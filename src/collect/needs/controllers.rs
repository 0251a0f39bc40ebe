//! Who reconciles what is not well, and is it alive? Lease and Deployment under their usual names.

use std::collections::BTreeSet;

use super::view::{View, get};
use crate::collect::{Seen, Snapshot};
use crate::kinds::{Controller, names};
use crate::model::{GroupKind, Object, Query, State};

/// Finalizers whose controller is not that of the object that carries them: prefix or whole, and a kind that the
/// controller reconciles.
pub const CONTROLLER_OF_FINALIZER: [(&str, GroupKind); 6] = [
    ("kueue.x-k8s.io/", names::WORKLOAD),
    ("ray.io/", names::RAY_JOB),
    ("batch.kubernetes.io/job-tracking", names::JOB),
    ("operation.logs.finalizers.polyaxon.com", names::OPERATION),
    ("operation.notifications.finalizers.polyaxon.com", names::OPERATION),
    ("trainer.kubeflow.org/", names::TRAIN_JOB),
];

pub(super) fn ask(view: &View<'_>, wanted: &mut BTreeSet<Query>) {
    let mut kinds = BTreeSet::new();
    for object in view.run() {
        let state = view.state(object);
        let queued = object.label(names::QUEUE_LABEL).is_some();
        // What runs or is done was reconciled; what waits, ends or says nothing may not be, nor what goes on although a
        // part of it has ended.
        let behind = || {
            !state.is_terminal()
                && view.snapshot.children(object).into_iter().any(|child| view.state(child).is_terminal())
        };
        let left_alone =
            matches!(state, State::Healthy | State::Succeeded | State::Failed) && object.deleted().is_none();
        if !object.is(&names::POD) && (!left_alone || behind()) {
            kinds.insert(object.kind().clone());
            if queued && state == State::Suspended {
                kinds.insert(names::WORKLOAD);
            }
        }
        for finalizer in object.finalizers().into_iter().filter(|_| object.deleted().is_some()) {
            kinds.extend(
                CONTROLLER_OF_FINALIZER
                    .iter()
                    .filter(|(prefix, _)| finalizer.starts_with(prefix))
                    .map(|(_, kind)| kind.clone()),
            );
        }
    }
    for kind in kinds {
        if let Some(controller) = view.kinds.get(&kind).and_then(|spec| spec.controller.as_ref()) {
            ask_about(view.snapshot, controller, wanted);
        }
    }
}

/// Asks about all controllers that usually live in a namespace: one of them may serve what is asked of it there.
pub(super) fn ask_in(view: &View<'_>, namespace: &str, wanted: &mut BTreeSet<Query>) {
    let controllers = view.kinds.iter().filter_map(|spec| spec.controller.as_ref());
    for controller in controllers.filter(|known| known.namespaces.iter().any(|place| *place == namespace)) {
        ask_about(view.snapshot, controller, wanted);
    }
}

/// Usual namespaces one after the other: the next is asked only once the one before has answered "not there".
fn ask_about(snapshot: &Snapshot, controller: &Controller, wanted: &mut BTreeSet<Query>) {
    for namespace in &controller.namespaces {
        let mut missing = true;
        let parts = [(names::LEASE, controller.lease.as_ref()), (names::DEPLOYMENT, controller.deployment.as_ref())];
        for (kind, name) in parts.into_iter().filter_map(|(kind, name)| Some((kind, name?))) {
            // The control plane's own processes are static pods, not Deployments.
            if kind == names::DEPLOYMENT && namespace == "kube-system" {
                continue;
            }
            wanted.insert(get(kind.clone(), Some(namespace), name));
            missing &= !matches!(snapshot.get(&kind, Some(namespace), name), Seen::Yes(_));
        }
        if !missing {
            return;
        }
    }
}

/// The controller's Lease, wherever it was found.
#[must_use]
pub fn lease_of<'s>(snapshot: &'s Snapshot, controller: &Controller) -> Option<&'s Object> {
    let name = controller.lease.as_ref()?;
    controller.namespaces.iter().find_map(|namespace| snapshot.get(&names::LEASE, Some(namespace), name).yes())
}

/// The controller's Deployment, wherever it was found.
#[must_use]
pub fn controller_objects<'s>(snapshot: &'s Snapshot, controller: &Controller) -> Option<&'s Object> {
    let name = controller.deployment.as_ref()?;
    controller.namespaces.iter().find_map(|namespace| snapshot.get(&names::DEPLOYMENT, Some(namespace), name).yes())
}
