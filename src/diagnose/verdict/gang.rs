//! Endings within one gang: the first in time is the fault, the others are its echoes.

use super::Judged;
use crate::kinds::names;
use crate::model::Finding;
use crate::report::Role;
use crate::rules::Layer;

/// Lets the first ending explain the later ones, and any true ending explain the echoes.
pub(super) fn first_in_time(findings: &mut [Judged]) {
    let endings: Vec<usize> = (0..findings.len()).filter(|index| findings.get(*index).is_some_and(is_ending)).collect();
    let place = |index: usize| findings.get(index).map(|judged| order(&judged.finding));
    let Some(first) = endings.iter().copied().min_by_key(|index| place(*index)) else { return };
    let Some(time) = findings.get(first).and_then(|judged| judged.finding.since) else { return };
    for index in endings.into_iter().filter(|index| *index != first) {
        let Some(judged) = findings.get_mut(index) else { continue };
        // Without a time nobody can say that it came later. Two at the same second are equals.
        let later = judged.finding.since.is_some_and(|since| since.as_second() > time.as_second());
        if later || judged.finding.echo {
            judged.explained_by.insert(first);
        }
    }
}

/// A container's ending in effect, not yet explained.
pub(super) fn is_ending(judged: &Judged) -> bool {
    judged.role != Role::History
        && judged.explained_by.is_empty()
        && matches!(judged.rule.layer, Layer::Container | Layer::Node)
        && judged.finding.subject.group_kind() == names::POD
}

/// Echoes last; then by time, where a known time comes before an unknown one; then by name.
fn order(finding: &Finding) -> (bool, bool, Option<jiff::Timestamp>, &crate::model::ObjectRef) {
    (finding.echo, finding.since.is_none(), finding.since, &finding.subject)
}
