//! Node. Ready is the one condition that is good when True; every other one is bad when True.

use crate::kinds::names;
use crate::kinds::{KindSpec, Tier};
use crate::model::{Object, OwnState, State};

/// The kind.
pub(in crate::kinds) fn spec() -> KindSpec {
    KindSpec::new(names::NODE, "v1", "nodes", Tier::Node)
        .cluster()
        .short(&["no"])
        .vanishes("a removed node takes its conditions with it; its pods' events keep its name")
        .state_by(state)
}

fn state(node: &Object) -> OwnState {
    let Some(ready) = node.condition("Ready") else { return OwnState::of(State::Unknown).because("NoReadyCondition") };
    let own =
        |state| OwnState::of(state).because(ready.reason).saying(ready.message).since(ready.at).at(ready.path.clone());
    if !ready.is_true() {
        return own(State::Failed);
    }
    if node.bool_at("/spec/unschedulable") == Some(true) {
        return OwnState::of(State::Degraded).because("Unschedulable").at("/spec/unschedulable");
    }
    own(State::Healthy)
}
