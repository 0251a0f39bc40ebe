//! When a namespace's quota refused a pod: the quotas, and the pods that use them up.

use std::collections::BTreeSet;

use super::view::{View, list};
use crate::kinds::names;
use crate::model::Query;

pub(super) fn ask(view: &View<'_>, wanted: &mut BTreeSet<Query>) {
    for (object, event) in view.events() {
        if event.message.contains("exceeded quota") || event.message.contains("failed quota") {
            wanted.insert(list(names::RESOURCE_QUOTA, object.namespace()));
            wanted.insert(list(names::POD, object.namespace()));
        }
    }
}
