//! Equal findings of siblings become one, with their ranks kept: four thousand ranks with one fault are one fault.

use std::collections::BTreeMap;

use crate::model::{Finding, Member, ObjectKey, Severity};
use crate::rules::Scene;

/// What makes findings equal.
type Likeness = (&'static str, Option<ObjectKey>, Option<String>, String, bool, bool, Severity);

/// Collapses equal siblings. The one that began first speaks for all.
pub(super) fn collapse(scene: &Scene<'_>, found: Vec<Finding>) -> Vec<Finding> {
    let mut alike: BTreeMap<Likeness, Vec<Finding>> = BTreeMap::new();
    for finding in found {
        let subject = scene.snapshot.object(&finding.subject.key());
        let maker = subject
            .filter(|subject| subject.controller().is_some())
            .map(|subject| scene.made_by(subject).key().clone());
        let role = finding.member.as_ref().and_then(|member| member.role.clone());
        // Without a signature a finding is like none but itself.
        let signature = if finding.signature.is_empty() {
            format!("{} {}", finding.subject, finding.detail)
        } else {
            finding.signature.clone()
        };
        let key = (finding.code, maker, role, signature, finding.history, finding.echo, finding.severity);
        alike.entry(key).or_default().push(finding);
    }
    let mut collapsed: Vec<Finding> = alike.into_values().filter_map(one_of).collect();
    collapsed.sort_by(|a, b| (a.code, &a.subject, &a.detail).cmp(&(b.code, &b.subject, &b.detail)));
    collapsed
}

fn one_of(mut siblings: Vec<Finding>) -> Option<Finding> {
    let index = |finding: &Finding| finding.member.as_ref().and_then(|member| member.index);
    // Those without a time come last: a time is what makes a first.
    siblings.sort_by(|a, b| {
        (a.since.is_none(), a.since, index(a), &a.subject).cmp(&(b.since.is_none(), b.since, index(b), &b.subject))
    });
    let count = siblings.len() as u64;
    let ranks: Vec<u64> = siblings.iter().filter_map(index).collect();
    let mut first = siblings.into_iter().next()?;
    if count > 1 {
        first.occurrences = count;
        first.ranks = (!ranks.is_empty()).then(|| ranges(ranks));
    }
    Some(first)
}

/// `0-3,7`.
fn ranges(mut ranks: Vec<u64>) -> String {
    ranks.sort_unstable();
    ranks.dedup();
    let mut text = String::new();
    let mut open: Option<(u64, u64)> = None;
    let mut close = |span: (u64, u64)| {
        if !text.is_empty() {
            text.push(',');
        }
        text.push_str(&if span.0 == span.1 { span.0.to_string() } else { format!("{}-{}", span.0, span.1) });
    };
    for rank in ranks {
        open = match open {
            Some((from, to)) if rank == to + 1 => Some((from, rank)),
            Some(span) => {
                close(span);
                Some((rank, rank))
            }
            None => Some((rank, rank)),
        };
    }
    if let Some(span) = open {
        close(span);
    }
    text
}

/// How a person says which member it is: `worker 3`, `rank 0`.
#[must_use]
pub(super) fn member_words(member: &Member) -> String {
    match (&member.role, member.index) {
        // LeaderWorkerSets name their groups by number.
        (Some(role), Some(index)) if role.bytes().all(|byte| byte.is_ascii_digit()) => {
            format!("group {role} member {index}")
        }
        (Some(role), Some(index)) => format!("{role} {index}"),
        (Some(role), None) => role.clone(),
        (None, Some(index)) => format!("rank {index}"),
        (None, None) => "a member".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn ranks_are_spans() {
        assert_eq!(ranges(vec![7, 0, 2, 1, 3, 9, 8]), "0-3,7-9");
        assert_eq!(ranges(vec![5]), "5");
        assert_eq!(ranges((0..4096).collect()), "0-4095");
    }
}
