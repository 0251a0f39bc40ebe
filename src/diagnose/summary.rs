//! The one sentence.

use super::collapse::member_words;
use super::verdict::Verdict;
use crate::model::{Object, State, time};
use crate::report::Outcome;
use crate::rules::Scene;

/// What is, in one sentence: the run, its state, since when, and why.
pub(super) fn summary(scene: &Scene<'_>, state: State, verdict: &Verdict) -> String {
    let Some(root) = scene.root() else { return "the run could not be seen".to_owned() };
    let run = format!("{} {}", root.kind().kind, root.name());
    let is = format!("{run} {}", words(state));
    let lead = verdict.lead().map(|judged| {
        let finding = &judged.finding;
        match (&finding.member, finding.occurrences) {
            (Some(member), 1) => format!("{} ({})", finding.detail, member_words(member)),
            (_, 1) => finding.detail.clone(),
            (_, count) => format!("{} (and {} more like it)", finding.detail, count - 1),
        }
    });
    match (verdict.outcome, lead) {
        (Outcome::Cause, Some(why)) => format!("{is}: {why}."),
        (Outcome::Tie, Some(why)) => {
            let others = verdict.roots().count().saturating_sub(1);
            format!("{is}: {why}; {others} more could be the cause as well.")
        }
        (Outcome::Unknown, Some(why)) => format!("{is}: {why}; why that is could not be established."),
        _ => match (state, since(scene, root)) {
            (State::Unknown, _) => {
                format!("{run}: nobody has said how it is; its status is empty or of a kind we cannot read.")
            }
            (State::Failed | State::Succeeded, Some(since)) => format!("{is} {since} ago."),
            (_, Some(since)) => format!("{is}, for {since}."),
            (_, None) => format!("{is}."),
        },
    }
}

const fn words(state: State) -> &'static str {
    match state {
        State::Healthy => "is healthy",
        State::Progressing => "is on its way",
        State::Waiting => "is waiting",
        State::Suspended => "is suspended",
        State::Degraded => "is degraded",
        State::Failed => "failed",
        State::Succeeded => "succeeded",
        State::Terminating => "is being deleted",
        State::Unknown => "is in an unknown state",
    }
}

fn since(scene: &Scene<'_>, root: &Object) -> Option<String> {
    Some(time::age(scene.own(root).since?, scene.snapshot.now()))
}
