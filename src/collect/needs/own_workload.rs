//! Whether a suspended run that names no queue has a Workload all the same: Kueue can be told to take every job.

use std::collections::{BTreeMap, BTreeSet};

use super::view::View;
use crate::kinds::names::{self, QUEUE_LABEL};
use crate::model::{Object, Query, Selector, State};

pub(super) fn ask(view: &View<'_>, wanted: &mut BTreeSet<Query>) {
    for object in view.run() {
        let queued =
            view.kinds.get(object.kind()).is_some_and(|spec| spec.links.iter().any(|link| link.to == names::WORKLOAD));
        let alone = object.label(QUEUE_LABEL).is_none() && object.controller().is_none();
        if queued && alone && view.state(object) == State::Suspended {
            wanted.extend(own_workload(object));
        }
    }
}

/// The question for the Workload of an object; none without a UID.
#[must_use]
pub fn own_workload(object: &Object) -> Option<Query> {
    let labels = BTreeMap::from([("kueue.x-k8s.io/job-uid".to_owned(), object.uid()?.to_owned())]);
    Some(Query::List {
        kind: names::WORKLOAD,
        namespace: object.namespace().map(str::to_owned),
        selector: Selector { labels, owner: None },
    })
}
