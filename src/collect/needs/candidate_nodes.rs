//! Where could a pod without a node go? All nodes, and what runs on them.

use std::collections::BTreeSet;

use super::view::{View, list};
use crate::kinds::names;
use crate::model::Query;

pub(super) fn ask(view: &View<'_>, wanted: &mut BTreeSet<Query>) {
    if view.unscheduled().next().is_some() {
        wanted.insert(list(names::NODE, None));
        wanted.insert(list(names::POD, None));
    }
}
