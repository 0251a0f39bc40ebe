//! Which objects of the lists are runs: what nobody else in the lists made, among the kinds that may be one.

use std::collections::BTreeSet;

use super::listed::Listed;
use super::store::{Entry, Number};
use crate::bundle::BundleError;
use crate::kinds::{Kinds, Tier, generic, own_state};
use crate::model::{LabelSelector, Object, State};
use crate::rights::Place;

/// The runs, those that are not well first: if the asking is cut short, theirs is the evidence that is there. Pods that
/// nobody made are runs in one namespace; of a whole cluster there are too many, and few of them are.
pub(super) fn runs(
    listed: &mut Listed<'_>,
    kinds: &Kinds,
    place: &Place,
    labels: &LabelSelector,
) -> Result<Vec<Number>, BundleError> {
    let may_be_run = |entry: &Entry| match kinds.get(&entry.key.kind) {
        Some(spec) => spec.tier.may_be_run() && (spec.tier != Tier::Pod || *place != Place::All),
        None => generic::may_be_run(&entry.key.kind),
    };
    let makers: BTreeSet<&str> = {
        let may_make = |entry: &Entry| kinds.get(&entry.key.kind).is_none_or(|spec| spec.tier.may_be_run());
        let makers = listed.store.objects().filter(|(_, entry)| may_make(entry));
        makers.filter_map(|(_, entry)| entry.key.uid.as_deref()).collect()
    };
    let topmost = listed.store.objects().filter(|(_, entry)| {
        may_be_run(entry) && labels.selects(|key| entry.label(key)) && !entry.owners().any(|uid| makers.contains(uid))
    });
    let topmost: Vec<Number> = topmost.map(|(number, _)| number).collect();
    let mut sorted = Vec::with_capacity(topmost.len());
    for number in topmost {
        let object = listed.store.value(number)?.and_then(Object::new);
        let well =
            object.is_some_and(|object| matches!(own_state(kinds, &object).state, State::Healthy | State::Succeeded));
        sorted.push((well, number));
    }
    // Stable: what is alike stays in the order of kinds, places and names.
    sorted.sort_by_key(|(well, _)| *well);
    Ok(sorted.into_iter().map(|(_, number)| number).collect())
}
