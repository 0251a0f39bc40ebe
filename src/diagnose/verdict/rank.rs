//! Where is the run blocked? The furthest stage it has reached decides among what nothing explains.

use std::collections::BTreeSet;

use super::Judged;
use crate::kinds::names;
use crate::model::{ObjectRef, Severity, State};
use crate::report::Role;
use crate::rules::{Layer, Scene};

/// How far along a run's path a layer lies. Deletion comes last for a run that is being deleted, and first otherwise.
fn stage(layer: Layer, terminating: bool) -> u8 {
    match layer {
        Layer::Deletion if terminating => 9,
        Layer::Deletion | Layer::Evidence => 0,
        Layer::Controller => 1,
        Layer::Api => 2,
        Layer::Admission => 3,
        Layer::Scheduling | Layer::Node | Layer::Start | Layer::Container => 4,
        Layer::Serving => 5,
    }
}

/// How far the run has come by each finding: its own stage, or that of the furthest one it explains. A controller that
/// is down blocks the run where it makes itself felt.
fn stages(findings: &[Judged], terminating: bool) -> Vec<u8> {
    let mut stages: Vec<u8> = findings.iter().map(|judged| stage(judged.rule.layer, terminating)).collect();
    for (index, judged) in findings.iter().enumerate().filter(|(_, judged)| judged.role != Role::History) {
        let own = stage(judged.rule.layer, terminating);
        let mut open: Vec<usize> = judged.explained_by.iter().copied().collect();
        let mut seen = BTreeSet::from([index]);
        while let Some(deeper) = open.pop().filter(|_| own > 0) {
            if seen.insert(deeper)
                && let (Some(stage), Some(deeper)) = (stages.get_mut(deeper), findings.get(deeper))
            {
                *stage = own.max(*stage);
                open.extend(&deeper.explained_by);
            }
        }
    }
    stages
}

/// What a queue said of a Workload, for a finding that its controller is not at work. What was said may be out of date,
/// and nobody will act on it: both hold the run, and neither explains the other.
fn last_words(findings: &[Judged], index: usize) -> Vec<usize> {
    let Some(judged) = findings.get(index).filter(|judged| judged.rule.layer == Layer::Controller) else {
        return Vec::new();
    };
    let claims: BTreeSet<&ObjectRef> =
        judged.finding.related.iter().filter(|object| object.group_kind() == names::WORKLOAD).collect();
    let speaks = |other: &Judged| {
        let finding = &other.finding;
        other.rule.layer == Layer::Admission
            && std::iter::once(&finding.subject).chain(&finding.related).any(|object| claims.contains(object))
    };
    (0..findings.len()).filter(|other| findings.get(*other).is_some_and(speaks)).collect()
}

/// The findings at the furthest stage, of the gravest severity found there. Facts alone (info) count only for a run
/// that waits.
pub(super) fn best(scene: &Scene<'_>, findings: &[Judged]) -> Vec<usize> {
    let root = scene.root().map_or(State::Unknown, |root| scene.state(root));
    let terminating = root == State::Terminating;
    let settled = matches!(root, State::Healthy | State::Succeeded);
    let mut stages = stages(findings, terminating);
    let candidates: Vec<usize> = (0..findings.len())
        .filter(|index| {
            findings.get(*index).is_some_and(|judged| {
                judged.role == Role::Contributing
                    && judged.rule.layer != Layer::Evidence
                    && !(settled && judged.finding.severity == Severity::Info)
            })
        })
        .collect();
    let silenced: Vec<(usize, Vec<usize>)> = candidates
        .iter()
        .map(|index| {
            let mut words = last_words(findings, *index);
            words.retain(|word| candidates.contains(word));
            (*index, words)
        })
        .filter(|(_, words)| !words.is_empty())
        .collect();
    for (index, words) in &silenced {
        let furthest = words.iter().filter_map(|word| stages.get(*word).copied()).max();
        if let (Some(stage), Some(furthest)) = (stages.get_mut(*index), furthest) {
            *stage = furthest.max(*stage);
        }
    }
    let weight = |index: usize| Some((*stages.get(index)?, findings.get(index)?.finding.severity));
    let Some(most) = candidates.iter().filter_map(|index| weight(*index)).max() else { return Vec::new() };
    let mut best: BTreeSet<usize> = candidates.into_iter().filter(|index| weight(*index) == Some(most)).collect();
    for (index, words) in silenced {
        if best.contains(&index) {
            best.extend(words);
        }
    }
    best.into_iter().collect()
}
