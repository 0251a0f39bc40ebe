//! What happened when: conditions, events, containers, births and deaths of the run and what it refers to.

use std::collections::BTreeSet;

use crate::kinds::names;
use crate::report::TimelineEntry;
use crate::rules::Scene;

/// More than this nobody reads; the newest stay.
const MOST: usize = 200;

/// The timeline, oldest first.
pub(super) fn timeline(scene: &Scene<'_>) -> Vec<TimelineEntry> {
    let mut entries = BTreeSet::new();
    for object in scene.near() {
        let mut add = |at: Option<jiff::Timestamp>, what: String, from: &str| {
            if let Some(at) = at {
                entries.insert(TimelineEntry { at, subject: object.reference(), what, from: from.to_owned() });
            }
        };
        if scene.snapshot.role(object) == crate::collect::Role::Run {
            add(object.created(), "created".to_owned(), "metadata");
        }
        add(object.deleted(), "deletion requested".to_owned(), "metadata");
        for condition in object.conditions() {
            add(condition.at, format!("{}={} {}", condition.kind, condition.status, condition.reason), "condition");
        }
        for event in scene.events(object) {
            let times = if event.count > 1 { format!(" (x{})", event.count) } else { String::new() };
            add(event.at, format!("{}: {}{times}", event.reason, event.message), "event");
        }
        if object.is(&names::POD) {
            for container in scene.containers(object) {
                if let Some(ending) = container.ended() {
                    let what =
                        format!("container {} ended: {} exit code {}", container.name, ending.reason, ending.code);
                    add(ending.at, what, "container");
                }
            }
        }
    }
    let skip = entries.len().saturating_sub(MOST);
    entries.into_iter().skip(skip).collect()
}
