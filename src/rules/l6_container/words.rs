//! How kinds word the end of a run: retries used up, a deadline passed, or nothing but "failed".

use crate::kinds::names;
use crate::model::{Object, OwnState, State};
use crate::rules::Scene;

/// What an object's word of failure means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// Retries are used up, or a policy ended it: something below failed too often.
    Retries,
    /// A deadline passed.
    Deadline,
    /// It failed, and the words name no cause.
    Failed,
}

/// Reasons that say that something below failed too often.
const RETRIES: [&str; 8] = [
    "BackoffLimitExceeded",
    "PodFailurePolicy",
    "MaxFailedIndexesExceeded",
    "FailedIndexes",
    "ReachedMaxRestarts",
    "FailedJobs",
    "FailJobSetFailurePolicyAction",
    "SubmissionFailed",
];

/// Reads a failed object's own word; none if it has not failed.
pub(super) fn word(own: &OwnState) -> Option<Word> {
    if own.state != State::Failed {
        return None;
    }
    let reason = own.reason.split('/').next().unwrap_or("");
    let message = own.message.as_str();
    Some(if reason == "DeadlineExceeded" || message.contains("was active longer than specified deadline") {
        Word::Deadline
    } else if RETRIES.contains(&reason) || message.contains("has reached the specified backoff limit") {
        Word::Retries
    } else {
        Word::Failed
    })
}

/// Objects of the run, pods left out, whose word is this one and none of whose children says the same: the deepest.
pub(super) fn deepest<'a>(scene: &Scene<'a>, wanted: Word) -> Vec<(&'a Object, OwnState)> {
    let is = |object: &Object| !object.is(&names::POD) && word(&scene.own(object)) == Some(wanted);
    scene
        .run()
        .filter(|object| is(object) && !scene.snapshot.children(object).into_iter().any(is))
        .map(|object| (object, scene.own(object)))
        .collect()
}

/// The object's reason and message as one.
pub(super) fn said(own: &OwnState) -> String {
    let message = own.message.trim_end_matches([':', ' ', '.']);
    match (own.reason.as_str(), message) {
        ("", message) => message.to_owned(),
        (reason, "") => reason.to_owned(),
        (reason, message) => format!("{}, {message}", reason.trim_end_matches('/')),
    }
}
