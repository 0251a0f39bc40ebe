//! Who holds the quota that a waiting Workload wants: all Workloads, since any namespace may feed a ClusterQueue.

use std::collections::BTreeSet;

use super::view::{View, list};
use crate::kinds::names;
use crate::model::{Query, State};

pub(super) fn ask(view: &View<'_>, wanted: &mut BTreeSet<Query>) {
    if view.near().any(|object| object.is(&names::WORKLOAD) && view.state(object) == State::Waiting) {
        wanted.insert(list(names::WORKLOAD, None));
    }
}
