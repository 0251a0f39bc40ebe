//! Where is the run blocked? The furthest stage it has reached decides among what nothing explains.

use std::collections::BTreeSet;

use super::Judged;
use crate::model::{Severity, State};
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

/// The findings at the furthest stage, of the gravest severity found there. Facts alone (info) count only for a run
/// that waits.
pub(super) fn best(scene: &Scene<'_>, findings: &[Judged]) -> Vec<usize> {
    let root = scene.root().map_or(State::Unknown, |root| scene.state(root));
    let terminating = root == State::Terminating;
    let settled = matches!(root, State::Healthy | State::Succeeded);
    let stages = stages(findings, terminating);
    let weight = |index: usize| Some((*stages.get(index)?, findings.get(index)?.finding.severity));
    let candidates: Vec<usize> = (0..findings.len())
        .filter(|index| {
            findings.get(*index).is_some_and(|judged| {
                judged.role == Role::Contributing
                    && judged.rule.layer != Layer::Evidence
                    && !(settled && judged.finding.severity == Severity::Info)
            })
        })
        .collect();
    let Some(most) = candidates.iter().filter_map(|index| weight(*index)).max() else { return Vec::new() };
    candidates.into_iter().filter(|index| weight(*index) == Some(most)).collect()
}
