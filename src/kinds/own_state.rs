//! What an object says of itself, read by its kind's table.

use super::{KindSpec, Phase};
use super::{Kinds, generic};
use crate::model::{Object, OwnState, State};

/// The object's own word. A deletion under way comes first, an ending second, a suspension third.
#[must_use]
pub fn own_state(kinds: &Kinds, object: &Object) -> OwnState {
    if let Some(deleted) = object.deleted() {
        return OwnState::of(State::Terminating).since(Some(deleted)).at("/metadata/deletionTimestamp");
    }
    match kinds.get(object.kind()) {
        Some(spec) => by_spec(spec, object),
        None => generic::own_state(object),
    }
}

/// By function, by conditions, by phase; then what the kind says of silence.
fn by_spec(spec: &KindSpec, object: &Object) -> OwnState {
    if let Some(state) = spec.state {
        return state(object);
    }
    let spoken = by_conditions(spec, object).or_else(|| by_phase(spec.phase.as_ref()?, object));
    let ended = spoken.as_ref().is_some_and(|own| own.state.is_terminal());
    if !ended && let Some(suspended) = suspended(spec, object) {
        return suspended;
    }
    spoken.unwrap_or_else(|| OwnState::of(spec.otherwise))
}

/// The first row of the table that a condition of the object meets.
fn by_conditions(spec: &KindSpec, object: &Object) -> Option<OwnState> {
    let conditions = object.conditions();
    spec.conditions.iter().find_map(|row| {
        let condition = conditions.iter().rev().find(|condition| {
            condition.kind == row.kind
                && condition.status == row.status
                && row.reason.as_ref().is_none_or(|reason| condition.reason == reason)
        })?;
        Some(
            OwnState::of(row.state)
                .because(condition.reason)
                .saying(condition.message)
                .since(condition.at)
                .at(condition.path.clone()),
        )
    })
}

fn by_phase(phase: &Phase, object: &Object) -> Option<OwnState> {
    let value = object.str_at(&phase.path)?;
    let (_, state) = phase.rows.iter().find(|(known, _)| known == value)?;
    let word =
        |pointer: &Option<_>| pointer.as_ref().and_then(|pointer: &std::borrow::Cow<'_, str>| object.str_at(pointer));
    Some(
        OwnState::of(*state)
            .because(word(&phase.reason_at).unwrap_or(value))
            .saying(word(&phase.message_at).unwrap_or(""))
            .at(phase.path.clone()),
    )
}

fn suspended(spec: &KindSpec, object: &Object) -> Option<OwnState> {
    let pointer = spec.suspend.as_ref()?;
    object.bool_at(pointer)?.then(|| OwnState::of(State::Suspended).because("Suspended").at(pointer.clone()))
}
