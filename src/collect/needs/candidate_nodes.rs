//! Where could a pod without a node go? All nodes, and what runs on them; and, if no scheduler has said a word, whether
//! the cluster's own is alive.

use std::collections::BTreeSet;

use super::view::{View, get, list};
use crate::collect::occupant;
use crate::kinds::names;
use crate::model::{Object, Query};

pub(super) fn ask(view: &View<'_>, wanted: &mut BTreeSet<Query>) {
    if view.unscheduled().next().is_some() {
        wanted.insert(list(names::NODE, None));
        wanted.insert(occupant::all_pods());
    }
    let unheard = |pod: &Object| {
        pod.condition("PodScheduled").is_none()
            && pod.str_at("/spec/schedulerName").is_none_or(|name| name == "default-scheduler")
    };
    if view.unscheduled().any(unheard) {
        wanted.insert(get(names::LEASE, Some("kube-system"), "kube-scheduler"));
    }
}
