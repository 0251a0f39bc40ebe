//! Storage classes, when a claim waits and names none: is there a default?

use std::collections::BTreeSet;

use super::view::{View, list};
use crate::kinds::names;
use crate::model::{Query, State};

pub(super) fn ask(view: &View<'_>, wanted: &mut BTreeSet<Query>) {
    let waits = view.near().any(|object| {
        object.is(&names::PERSISTENT_VOLUME_CLAIM)
            && view.state(object) == State::Waiting
            && object.at("/spec/storageClassName").is_none()
    });
    if waits {
        wanted.insert(list(names::STORAGE_CLASS, None));
    }
}
