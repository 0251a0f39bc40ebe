//! What is kept of a whole namespace or cluster: the kinds we know, in the places that were asked for.
//!
//! Owns the choice, which the recorder and a capture of many runs share. Never asks anybody.

use crate::kinds::{Kinds, names};
use crate::model::GroupKind;
use crate::rights::{Place, is_kept};

/// Namespace in which events about cluster-scoped objects are kept.
const CLUSTER_EVENTS: &str = "default";

/// Kinds to look for, besides events.
#[must_use]
pub fn kinds_to_keep(kinds: &Kinds) -> Vec<GroupKind> {
    kinds.iter().map(|spec| spec.kind.clone()).filter(|kind| is_kept(kind) && *kind != names::EVENT).collect()
}

/// One list or one stream: a kind, in a namespace if one is given.
pub type Slice = (GroupKind, Option<String>);

/// What to ask for, of these kinds (and whether each lives in namespaces), events first: they are gone soonest.
#[must_use]
pub fn slices(place: &Place, kinds: &[(GroupKind, bool)]) -> Vec<Slice> {
    let slice = |kind: &GroupKind, namespace: Option<&str>| (kind.clone(), namespace.map(str::to_owned));
    let mut slices = match place {
        Place::All => vec![slice(&names::EVENT, None)],
        Place::Namespace(name) if name == CLUSTER_EVENTS => vec![slice(&names::EVENT, Some(name))],
        Place::Namespace(name) => vec![slice(&names::EVENT, Some(name)), slice(&names::EVENT, Some(CLUSTER_EVENTS))],
    };
    slices.extend(kinds.iter().map(|(kind, namespaced)| match place {
        Place::Namespace(name) if *namespaced => slice(kind, Some(name)),
        _ => slice(kind, None),
    }));
    slices
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_secret_and_no_settings_are_kept() {
        let kinds = kinds_to_keep(&Kinds::built_in());
        assert!(!kinds.contains(&names::SECRET) && !kinds.contains(&names::CONFIG_MAP));
        assert!(kinds.contains(&names::POD) && kinds.contains(&names::NODE) && kinds.contains(&names::JOB));
    }

    #[test]
    fn a_namespace_is_kept_with_the_events_about_nodes() {
        let served = [(names::POD, true), (names::NODE, false)];
        let names = |place: &Place| -> Vec<String> {
            let written = |(kind, namespace): &Slice| format!("{kind}/{}", namespace.as_deref().unwrap_or_default());
            slices(place, &served).iter().map(written).collect()
        };
        let (ml, all) = (names(&Place::Namespace("ml".to_owned())), names(&Place::All));
        assert_eq!(ml, ["Event/ml", "Event/default", "Pod/ml", "Node/"]);
        assert_eq!(all, ["Event/", "Pod/", "Node/"]);
    }
}
