//! What is watched: the kinds we know that the cluster serves, in the places that were asked for.

use crate::kinds::{Kinds, names};
use crate::model::GroupKind;
use crate::source::cluster::Followed;

/// Where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Everywhere.
    All,
    /// In one namespace; of what has none, everything.
    Namespace(String),
}

/// Namespace in which events about cluster-scoped objects are kept.
const CLUSTER_EVENTS: &str = "default";

/// Kinds that are not watched: what holds people's data, and what only beats.
fn is_left_out(kind: &GroupKind) -> bool {
    let slices = GroupKind::of("discovery.k8s.io", "EndpointSlice");
    [names::SECRET, names::CONFIG_MAP, names::LEASE, names::EVENT, slices].contains(kind)
}

/// Kinds to look for.
#[must_use]
pub fn kinds_to_watch(kinds: &Kinds) -> Vec<GroupKind> {
    kinds.iter().map(|spec| spec.kind.clone()).filter(|kind| !is_left_out(kind)).collect()
}

/// What to follow of what is served, events first: they are gone soonest.
#[must_use]
pub fn plan(place: &Place, served: &[(GroupKind, bool)]) -> Vec<Followed> {
    let follow = |kind: &GroupKind, namespace: Option<&str>| Followed {
        kind: kind.clone(),
        namespace: namespace.map(str::to_owned),
        from: None,
    };
    let mut followed = match place {
        Place::All => vec![follow(&names::EVENT, None)],
        Place::Namespace(name) if name == CLUSTER_EVENTS => vec![follow(&names::EVENT, Some(name))],
        Place::Namespace(name) => {
            vec![follow(&names::EVENT, Some(name)), follow(&names::EVENT, Some(CLUSTER_EVENTS))]
        }
    };
    followed.extend(served.iter().map(|(kind, namespaced)| match place {
        Place::Namespace(name) if *namespaced => follow(kind, Some(name)),
        _ => follow(kind, None),
    }));
    followed
}

/// Name of a stream: `pods/ml`, `nodes/`.
pub(super) fn name_of(kinds: &Kinds, followed: &Followed) -> String {
    format!("{}/{}", kinds.resource(&followed.kind), followed.namespace.as_deref().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_secret_and_no_settings_are_watched() {
        let kinds = kinds_to_watch(&Kinds::built_in());
        assert!(!kinds.contains(&names::SECRET) && !kinds.contains(&names::CONFIG_MAP));
        assert!(kinds.contains(&names::POD) && kinds.contains(&names::NODE) && kinds.contains(&names::JOB));
    }

    #[test]
    fn a_namespace_is_watched_with_the_events_about_nodes() {
        let served = [(names::POD, true), (names::NODE, false)];
        let names: Vec<String> = plan(&Place::Namespace("ml".to_owned()), &served)
            .iter()
            .map(|followed| name_of(&Kinds::built_in(), followed))
            .collect();
        assert_eq!(names, ["events/ml", "events/default", "pods/ml", "nodes/"]);
        let names: Vec<String> =
            plan(&Place::All, &served).iter().map(|followed| name_of(&Kinds::built_in(), followed)).collect();
        assert_eq!(names, ["events/", "pods/", "nodes/"]);
    }
}
