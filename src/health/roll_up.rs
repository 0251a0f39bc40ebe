//! The state of a whole run, from the states of its parts. The top object is often wrong, in both directions.

use super::Health;
use crate::collect::{Role, Snapshot};
use crate::kinds::{Kinds, LinkBy, Tier, names};
use crate::model::{Object, State};

/// The child that does an object's whole work under its own name, if it has such a child: an Operation's Job, a
/// TrainJob's JobSet.
#[must_use]
pub fn one_to_one_child<'s>(snapshot: &'s Snapshot, kinds: &Kinds, object: &Object) -> Option<&'s Object> {
    let spec = kinds.get(object.kind())?;
    snapshot.children(object).into_iter().find(|child| {
        spec.links.iter().any(|link| {
            child.is(&link.to)
                && matches!(link.by, LinkBy::SameName | LinkBy::Template(_))
                && kinds.get(&link.to).is_some_and(|spec| matches!(spec.tier, Tier::Root | Tier::Workload))
        })
    })
}

/// The state of the run as its objects tell it, before any finding is weighed.
#[must_use]
pub fn run_state(snapshot: &Snapshot, kinds: &Kinds, health: &Health) -> State {
    let Some(root) = snapshot.root() else { return State::Unknown };
    let own = health.state(root);
    if own == State::Terminating || own.is_terminal() {
        return own;
    }
    match ended_below(snapshot, kinds, health, root) {
        Some(State::Failed) => return State::Failed,
        // The work is done and the object above does not say so (yet).
        Some(State::Succeeded) => return State::Degraded,
        _ => {}
    }
    if own == State::Suspended {
        return if queued(snapshot, root) { State::Waiting } else { State::Suspended };
    }
    of_parts(snapshot, health, own)
}

/// Whether the chain of one-to-one children has ended.
fn ended_below(snapshot: &Snapshot, kinds: &Kinds, health: &Health, root: &Object) -> Option<State> {
    let mut object = root;
    for _ in 0..8 {
        object = one_to_one_child(snapshot, kinds, object)?;
        let state = health.state(object);
        if state.is_terminal() {
            return Some(state);
        }
    }
    None
}

/// Whether something other than a person decides when it starts.
fn queued(snapshot: &Snapshot, root: &Object) -> bool {
    root.label(names::QUEUE_LABEL).is_some() || !snapshot.children_of_kind(root, &names::WORKLOAD).is_empty()
}

/// Pods and suspended children decide where the object above only says that it goes on.
fn of_parts(snapshot: &Snapshot, health: &Health, own: State) -> State {
    let parts: Vec<(&Object, State)> = snapshot
        .objects()
        .filter(|object| snapshot.role(object) == Role::Run && Some(object.key()) != snapshot.root().map(Object::key))
        .map(|object| (object, health.state(object)))
        .collect();
    let pods: Vec<State> = parts.iter().filter(|(part, _)| part.is(&names::POD)).map(|(_, state)| *state).collect();
    if pods.contains(&State::Degraded) {
        return State::Degraded;
    }
    if pods.contains(&State::Waiting) {
        return State::Waiting;
    }
    let suspended = parts.iter().find(|(part, state)| *state == State::Suspended && !part.is(&names::POD));
    if let Some((part, _)) = suspended.filter(|_| !pods.contains(&State::Healthy)) {
        return if queued(snapshot, part) { State::Waiting } else { State::Suspended };
    }
    if own == State::Unknown && pods.contains(&State::Healthy) { State::Progressing } else { own }
}
