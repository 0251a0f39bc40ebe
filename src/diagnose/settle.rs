//! The state of the run, once the findings are weighed.

use super::verdict::Verdict;
use crate::model::{Severity, State};
use crate::report::Role;
use crate::rules::Scene;

/// What the objects say, corrected where a finding knows better: a run that "goes on" beside an error does not.
pub(super) fn settle(scene: &Scene<'_>, told: State, verdict: &Verdict) -> State {
    let stuck = verdict
        .findings
        .iter()
        .any(|judged| matches!(judged.role, Role::Cause | Role::Symptom) && judged.finding.severity == Severity::Error);
    if !stuck || !matches!(told, State::Healthy | State::Progressing | State::Unknown) {
        return told;
    }
    let some_run = scene.pods().any(|pod| matches!(scene.state(pod), State::Healthy | State::Succeeded));
    if some_run { State::Degraded } else { State::Waiting }
}
