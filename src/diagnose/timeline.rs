//! What happened when: conditions, events, containers, births and deaths of the run and what it refers to.

use std::collections::BTreeSet;

use crate::kinds::names;
use crate::report::TimelineEntry;
use crate::rules::Scene;

/// More than this nobody reads; the newest stay.
const MOST: usize = 200;

/// The timeline, oldest first.
pub(super) fn timeline(scene: &Scene<'_>) -> Vec<TimelineEntry> {
    let mut entries: BTreeSet<TimelineEntry> = BTreeSet::new();
    for object in scene.near() {
        let mut add = |at: Option<jiff::Timestamp>, from: &str, what: &dyn Fn() -> String| {
            let Some(at) = at else { return };
            // In a large gang most of it is older than what is kept: it is not even put into words.
            if entries.len() >= MOST && entries.first().is_some_and(|oldest| at < oldest.at) {
                return;
            }
            entries.insert(TimelineEntry { at, subject: object.reference(), what: what(), from: from.to_owned() });
            if entries.len() > MOST {
                entries.pop_first();
            }
        };
        if scene.snapshot.role(object) == crate::collect::Role::Run {
            add(object.created(), "metadata", &|| "created".to_owned());
        }
        add(object.deleted(), "metadata", &|| "deletion requested".to_owned());
        for condition in object.conditions() {
            add(condition.at, "condition", &|| {
                format!("{}={} {}", condition.kind, condition.status, condition.reason).trim_end().to_owned()
            });
        }
        for event in scene.events(object) {
            let times = if event.count > 1 { format!(" (x{})", event.count) } else { String::new() };
            add(event.at, "event", &|| format!("{}: {}{times}", event.reason, event.message));
        }
        if object.is(&names::POD) {
            for container in scene.containers(object) {
                let Some(ending) = container.ended() else { continue };
                add(ending.at, "container", &|| {
                    format!("container {} ended: {} exit code {}", container.name, ending.reason, ending.code)
                });
            }
        }
    }
    entries.into_iter().collect()
}
