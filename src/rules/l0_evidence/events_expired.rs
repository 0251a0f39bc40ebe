//! MLOP002: the events that would tell are gone.

use jiff::SignedDuration;

use crate::collect::Asked;
use crate::kinds::names;
use crate::model::{Actor, Evidence, Query, State, time};
use crate::rules::{Findings, Scene, declare::declare_rule};

/// How long an API server keeps events unless it is told otherwise.
const USUAL_LIFE: SignedDuration = SignedDuration::from_hours(1);

declare_rule! {
    /// # Detects
    /// A run that is not well, is older than the usual life of events (one hour), and has no event left.
    ///
    /// # Why it matters
    /// "No events" does not mean that nothing happened: the API server forgets them. What events alone would tell
    /// (a refused creation, a preempted pod, an earlier attempt) can no longer be seen.
    ///
    /// # Evidence
    /// The age of the run and the empty answer to the question for its events.
    ///
    /// # What to do
    /// Capture evidence while it is there: `kubectl mlop capture` within the hour.
    ///
    /// # Stays silent when
    /// Events could not be read (that is a gap), or the run is healthy or done.
    RULE {
        code: "MLOP002",
        slug: "events-expired",
        summary: "The run is older than its events are kept, and none is left.",
        layer: Evidence,
        nature: Symptom,
        severity: Info,
        reads: [names::EVENT],
        needs: [],
        refines: [],
        explained_by: [],
        reasons: [],
        since: "0.1.0",
        check: check,
    }
}

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    let Some(root) = scene.root() else { return };
    if matches!(scene.state(root), State::Healthy | State::Succeeded) {
        return;
    }
    let Some(created) = root.created() else { return };
    let age = time::between(created, scene.snapshot.now());
    let query = Query::Events { of: root.key().clone() };
    let answered = matches!(scene.snapshot.answer_to(&query), Some(Asked::Answered { complete: true, .. }));
    let any = scene.run().any(|object| !scene.events(object).is_empty());
    if age > USUAL_LIFE && answered && !any {
        findings.add(
            findings
                .about(root, format!("it is {} old and no event about it is left", time::human(age)))
                .proof(Evidence::value(root, "/metadata/creationTimestamp").at(Some(created)))
                .proof(Evidence::absence(root, "events"))
                .act(Actor::RunOwner, "next time capture the evidence within the hour"),
        );
    }
}
