//! How things are: the state of each object, whether its status speaks of the present spec, and the state of the whole.
//!
//! Takes words as they stand and weighs them; names no culprit.

mod roll_up;
mod staleness;

pub use roll_up::{one_to_one_child, run_state};
pub use staleness::{Freshness, freshness};

use std::collections::HashMap;

use crate::collect::Snapshot;
use crate::kinds::{Kinds, own_state};
use crate::model::{Object, ObjectKey, OwnState, State};

/// States of all objects of a snapshot, each read once.
#[derive(Clone, Debug, Default)]
pub struct Health {
    /// Looked up, never iterated.
    states: HashMap<ObjectKey, OwnState>,
}

impl Health {
    /// Reads them all.
    #[must_use]
    pub fn of(snapshot: &Snapshot, kinds: &Kinds) -> Self {
        let states = snapshot.objects().map(|object| (object.key().clone(), own_state(kinds, object))).collect();
        Self { states }
    }

    /// What an object says of itself.
    #[must_use]
    pub fn own(&self, object: &Object) -> OwnState {
        self.states.get(object.key()).cloned().unwrap_or_else(|| OwnState::of(State::Unknown))
    }

    /// In one word.
    #[must_use]
    pub fn state(&self, object: &Object) -> State {
        self.states.get(object.key()).map_or(State::Unknown, |own| own.state)
    }
}
