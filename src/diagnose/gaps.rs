//! What could not be seen, and what it could change.

use std::collections::{BTreeMap, BTreeSet};

use super::verdict::Verdict;
use crate::kinds::{Kinds, names};
use crate::model::{Gap, GapReason, GroupKind, Object, Permission, Query};
use crate::report::{GapNote, NotEvaluated};
use crate::rules::{Blind, Scene, all};

/// Rules that lacked evidence and found nothing.
pub(super) fn not_evaluated(scene: &Scene<'_>, verdict: &Verdict, blind: &[Blind]) -> Vec<NotEvaluated> {
    let fired: BTreeSet<&str> = verdict.findings.iter().map(|judged| judged.rule.code).collect();
    let mut notes: BTreeMap<&str, NotEvaluated> = BTreeMap::new();
    let own = blind.iter().map(|blind| (blind.code, &blind.query, &blind.gap));
    let by_kind = scene.snapshot.gaps().flat_map(|(query, gap)| {
        let kind = query.kind();
        all().filter(move |rule| rule.reads.contains(&kind)).map(move |rule| (rule.code, query, gap))
    });
    for (code, query, gap) in own.chain(by_kind).filter(|(code, ..)| !fired.contains(code)) {
        notes.entry(code).or_insert_with(|| NotEvaluated {
            code: code.to_owned(),
            needs: query.to_string(),
            gap: gap.reason.words().to_owned(),
        });
    }
    notes.into_values().collect()
}

/// What makes gaps alike: the kind, the reason, and the right that is lacking.
type Likeness = (GroupKind, GapReason, Option<String>);

/// All gaps; those alike but for the object they were asked for become one note.
pub(super) fn gaps(scene: &Scene<'_>, kinds: &Kinds) -> Vec<GapNote> {
    let mut groups: BTreeMap<Likeness, Vec<(&Query, &Gap)>> = BTreeMap::new();
    for (query, gap) in scene.snapshot.gaps() {
        let key = (query.kind(), gap.reason, permission(kinds, query, gap).map(|right| format!("{right:?}")));
        groups.entry(key).or_default().push((query, gap));
    }
    groups
        .into_iter()
        .filter_map(|((kind, reason, _), queries)| {
            let (query, gap) = queries.first()?;
            let more = queries.len() - 1;
            Some(GapNote {
                query: if more == 0 { query.to_string() } else { format!("{query} (and {more} like it)") },
                why: gap.message.clone().unwrap_or_else(|| reason.words().to_owned()),
                could_change: all()
                    .filter(|rule| rule.reads.contains(&kind))
                    .map(|rule| rule.code.to_owned())
                    .collect(),
                permission: permission(kinds, query, gap),
            })
        })
        .collect()
}

/// Whether pods or events of the run itself were asked for and withheld. What is merely not in a file was not.
pub(super) fn own_refused(scene: &Scene<'_>) -> bool {
    let namespace = scene.root().and_then(Object::namespace);
    let events = scene
        .snapshot
        .gaps()
        .filter(|(query, _)| matches!(query, Query::Events { of } if of.namespace.as_deref() == namespace));
    events.chain(scene.pods_gap()).any(|(_, gap)| gap.reason != GapReason::NotCollected)
}

/// The right that would have answered a refused question.
fn permission(kinds: &Kinds, query: &Query, gap: &Gap) -> Option<Permission> {
    if gap.reason != GapReason::Forbidden {
        return None;
    }
    let right = |verb: &str, kind: &GroupKind, resource: Option<&str>, namespace: Option<String>| Permission {
        verb: verb.to_owned(),
        group: kind.group.to_string(),
        resource: resource
            .map_or_else(|| kinds.resource(kind).split('.').next().unwrap_or_default().to_owned(), str::to_owned),
        namespace,
    };
    Some(match query {
        Query::Get { kind, namespace, .. } => right("get", kind, None, namespace.clone()),
        Query::List { kind, namespace, .. } => right("list", kind, None, namespace.clone()),
        Query::Events { of } => {
            // Events of cluster-scoped objects live in the namespace default.
            let namespace = of.namespace.clone().unwrap_or_else(|| "default".to_owned());
            right("list", &names::EVENT, None, Some(namespace))
        }
        Query::Log { of } => right("get", &names::POD, Some("pods/log"), of.pod.namespace.clone()),
        Query::Named { .. } | Query::Runs { .. } => return None,
    })
}
