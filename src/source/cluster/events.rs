//! Events. A few are asked for one by one; of many objects in one namespace, all events of it are read in one list,
//! which costs the server no more: it has no index over them.
//!
//! Owns that choice, and who an event is about. Must never mix a namesake's events in.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use super::asker::{Asker, Narrow};
use crate::collect::Answer;
use crate::kinds::names;
use crate::model::{Event, Gap, ObjectKey, Query};

/// From so many objects of one namespace on, its events are read in one list.
const MANY: usize = 3;

/// All events of a namespace.
pub(super) type All = Result<(Vec<(Event, Value)>, bool), Gap>;

/// Where the events of an object live: those of what has no namespace, in `default`.
pub(super) fn place(of: &ObjectKey) -> &str {
    of.namespace.as_deref().unwrap_or("default")
}

/// The namespaces of a batch whose events are read in one list.
pub(super) fn crowded(queries: &[Query]) -> Vec<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for query in queries {
        if let Query::Events { of } = query {
            *counts.entry(place(of)).or_default() += 1;
        }
    }
    counts.into_iter().filter(|(_, count)| *count >= MANY).map(|(namespace, _)| namespace.to_owned()).collect()
}

/// All events of a namespace.
pub(super) async fn all(asker: Arc<Asker>, namespace: String) -> All {
    let listed = asker.list(&names::EVENT, Some(&namespace), &Narrow::default()).await?;
    let mut complete = listed.complete;
    let mut events = Vec::with_capacity(listed.items.len());
    for item in listed.items {
        // One that speaks of nothing could have spoken of anything.
        match Event::read(&item) {
            Some(event) => events.push((event, item)),
            None => complete = false,
        }
    }
    Ok((events, complete))
}

/// Those of them that are about one object.
pub(super) fn about(all: &All, of: &ObjectKey) -> Answer {
    match all {
        Ok((events, complete)) => {
            let mine = events.iter().filter(|(event, _)| event.is_about(of)).map(|(_, item)| item.clone());
            Answer::Objects { items: mine.collect(), complete: *complete }
        }
        Err(gap) => Answer::Gap(gap.clone()),
    }
}

/// Events of one object. Asked for by name, since the UID in events of nodes and static pods is another one.
pub(super) async fn one(asker: &Asker, of: &ObjectKey) -> Answer {
    let fields = format!("involvedObject.kind={},involvedObject.name={}", escape(&of.kind.kind), escape(&of.name));
    let narrow = Narrow { fields, ..Narrow::default() };
    match asker.list(&names::EVENT, Some(place(of)), &narrow).await {
        Ok(mut listed) => {
            listed.items.retain(|item| Event::read(item).is_some_and(|event| event.is_about(of)));
            Answer::Objects { items: listed.items, complete: listed.complete }
        }
        Err(gap) => Answer::Gap(gap),
    }
}

/// In field selectors commas, equals signs and backslashes have a meaning.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(',', "\\,").replace('=', "\\=")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::GroupKind;

    #[test]
    fn three_in_one_place_are_a_crowd() {
        let of = |kind, namespace: Option<&str>, name: &str| Query::Events {
            of: ObjectKey {
                kind: GroupKind::of("", kind),
                namespace: namespace.map(str::to_owned),
                name: name.to_owned(),
                uid: None,
            },
        };
        let queries = [
            of("Pod", Some("ml"), "a"),
            of("Pod", Some("ml"), "b"),
            of("Node", None, "n1"),
            of("Node", None, "n2"),
            of("Pod", Some("default"), "c"),
        ];
        assert_eq!(crowded(&queries), ["default"]);
    }
}
