//! Where is the run blocked? The furthest stage it has reached decides among what nothing explains.

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

/// The findings at the furthest stage, of the gravest severity found there. Facts alone (info) count only for a run
/// that waits.
pub(super) fn best(scene: &Scene<'_>, findings: &[Judged]) -> Vec<usize> {
    let root = scene.root().map_or(State::Unknown, |root| scene.state(root));
    let terminating = root == State::Terminating;
    let settled = matches!(root, State::Healthy | State::Succeeded);
    let weight = |judged: &Judged| (stage(judged.rule.layer, terminating), judged.finding.severity);
    let candidates: Vec<usize> = (0..findings.len())
        .filter(|index| {
            findings.get(*index).is_some_and(|judged| {
                judged.role == Role::Contributing
                    && judged.rule.layer != Layer::Evidence
                    && !(settled && judged.finding.severity == Severity::Info)
            })
        })
        .collect();
    let Some(most) = candidates.iter().filter_map(|index| findings.get(*index).map(weight)).max() else {
        return Vec::new();
    };
    candidates.into_iter().filter(|index| findings.get(*index).is_some_and(|judged| weight(judged) == most)).collect()
}
