//! Which answer knows the answer to another question.
//!
//! Owns the one rule by which a list proves what is there and what is not, wherever it was kept. The list has to be
//! complete for that: whoever asks here has made sure.

use crate::kinds::names;
use crate::model::{Query, Selector};

/// Whether a complete answer to `known` answers `other` too: a list of all pods of a namespace knows each of them by name,
/// by label and by owner; a list of its events knows those of each object; of all runs, each is known by name.
#[must_use]
pub fn covers(known: &Query, other: &Query) -> bool {
    let spans = |place: &Option<String>, namespace: &Option<String>| place.is_none() || place == namespace;
    match (known, other) {
        _ if known == other => true,
        (
            Query::List { kind, namespace: place, selector },
            Query::Get { kind: of, namespace, .. } | Query::List { kind: of, namespace, .. },
        ) => kind == of && *selector == Selector::default() && spans(place, namespace),
        (Query::List { kind, namespace: place, selector }, Query::Events { of }) => {
            // An event of what has no namespace stands in `default`.
            let stands = Some(of.namespace.clone().unwrap_or_else(|| "default".to_owned()));
            *kind == names::EVENT && *selector == Selector::default() && spans(place, &stands)
        }
        (Query::Runs { namespace: place }, Query::Runs { namespace } | Query::Named { namespace, .. }) => {
            spans(place, namespace)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{GroupKind, ObjectKey};

    fn place(name: &str) -> Option<String> {
        (!name.is_empty()).then(|| name.to_owned())
    }

    fn list(kind: GroupKind, namespace: &str) -> Query {
        Query::List { kind, namespace: place(namespace), selector: Selector::default() }
    }

    fn of_owner(kind: GroupKind, namespace: &str) -> Query {
        let selector = Selector { owner: Some("u".to_owned()), ..Selector::default() };
        Query::List { kind, namespace: place(namespace), selector }
    }

    fn get(kind: GroupKind, namespace: &str) -> Query {
        Query::Get { kind, namespace: place(namespace), name: "a".to_owned() }
    }

    fn events(kind: GroupKind, namespace: &str) -> Query {
        Query::Events { of: ObjectKey { kind, namespace: place(namespace), name: "a".to_owned(), uid: None } }
    }

    #[test]
    fn a_list_knows_what_is_in_its_place_and_nothing_else() {
        let (all, ml) = (list(names::POD, ""), list(names::POD, "ml"));
        for other in [get(names::POD, "ml"), of_owner(names::POD, "ml"), ml.clone()] {
            assert!(covers(&all, &other) && covers(&ml, &other), "{other}");
        }
        for other in [get(names::NODE, ""), get(names::POD, "other"), of_owner(names::POD, "other"), all.clone()] {
            assert!(!covers(&ml, &other), "{other}");
        }
        assert!(!covers(&of_owner(names::POD, "ml"), &ml), "a part knows no whole");
    }

    #[test]
    fn a_list_of_events_knows_those_of_each_object() {
        let (ml, default) = (list(names::EVENT, "ml"), list(names::EVENT, "default"));
        assert!(covers(&ml, &events(names::POD, "ml")) && covers(&default, &events(names::NODE, "")));
        assert!(!covers(&ml, &events(names::NODE, "")) && !covers(&ml, &events(names::POD, "other")));
        assert!(!covers(&list(names::POD, "ml"), &events(names::POD, "ml")));
    }

    #[test]
    fn all_runs_are_known_by_name() {
        let runs = |namespace: &str| Query::Runs { namespace: place(namespace) };
        let named = |namespace: &str| Query::Named { namespace: place(namespace), name: "a".to_owned() };
        assert!(covers(&runs(""), &named("ml")) && covers(&runs("ml"), &named("ml")) && covers(&runs(""), &runs("ml")));
        assert!(!covers(&runs("ml"), &named("")) && !covers(&named("ml"), &runs("ml")));
    }
}
