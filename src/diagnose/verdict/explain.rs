//! Which finding explains which.

use std::collections::BTreeSet;

use super::Judged;
use crate::model::{ObjectKey, ObjectRef};
use crate::report::Role;
use crate::rules::Scene;

/// A special rule replaces the general one that says the same of the same subject.
pub(super) fn refine(findings: &mut Vec<Judged>) {
    let special: Vec<(&'static str, ObjectRef, bool)> = findings
        .iter()
        .flat_map(|judged| {
            let finding = &judged.finding;
            judged.rule.refines.iter().map(|code| (*code, finding.subject.clone(), finding.history))
        })
        .collect();
    findings.retain(|judged| {
        !special.iter().any(|(code, subject, past)| {
            *code == judged.rule.code && *subject == judged.finding.subject && *past == judged.finding.history
        })
    });
}

/// Fills in explanations: by a finding that the rule names, about something that the subject depends on.
pub(super) fn explain(scene: &Scene<'_>, findings: &mut [Judged]) {
    let places: Vec<(&'static str, ObjectKey, BTreeSet<ObjectKey>, bool)> = findings
        .iter()
        .map(|judged| {
            let related = judged.finding.related.iter().map(ObjectRef::key).collect();
            (judged.rule.code, judged.finding.subject.key(), related, judged.role == Role::History)
        })
        .collect();
    for (index, judged) in findings.iter_mut().enumerate() {
        if judged.role == Role::History || judged.rule.explained_by.is_empty() {
            continue;
        }
        let subject = judged.finding.subject.key();
        let related: BTreeSet<ObjectKey> = judged.finding.related.iter().map(ObjectRef::key).collect();
        let mut reach = scene.graph.reach(&subject);
        for key in &related {
            reach.append(&mut scene.graph.reach(key));
        }
        for (other, (code, about, its_related, past)) in places.iter().enumerate() {
            let named = judged.rule.explained_by.contains(code) && other != index && !past;
            let joined = reach.contains(about) || its_related.contains(&subject) || !its_related.is_disjoint(&related);
            if named && joined {
                judged.explained_by.insert(other);
            }
        }
    }
    break_circles(findings);
}

/// Two findings that explain each other explain nothing: the one with the lower code stands.
fn break_circles(findings: &mut [Judged]) {
    let explained: Vec<BTreeSet<usize>> = findings.iter().map(|judged| judged.explained_by.clone()).collect();
    for (index, judged) in findings.iter_mut().enumerate() {
        judged.explained_by.retain(|other| {
            let back = reaches(&explained, *other, index);
            !back || *other < index
        });
    }
}

/// Whether following explanations from one finding leads to another.
fn reaches(explained: &[BTreeSet<usize>], from: usize, to: usize) -> bool {
    let mut open = vec![from];
    let mut seen = BTreeSet::new();
    while let Some(index) = open.pop() {
        if index == to {
            return true;
        }
        if seen.insert(index) {
            open.extend(explained.get(index).into_iter().flatten());
        }
    }
    false
}
