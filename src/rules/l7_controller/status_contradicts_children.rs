//! MLOP703: an object says that it goes on, and the child that does its work has ended.

use crate::health::one_to_one_child;
use crate::model::{Actor, Evidence, State, time};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// An object that says it starts, runs or is well, while the one child that does its whole work (an Operation's Job,
    /// a TrainJob's JobSet) has failed or succeeded more than a minute ago.
    ///
    /// # Why it matters
    /// Whoever reads the top only waits for something that is over. An Operation whose Job met its deadline stays at
    /// Running for ever.
    ///
    /// # Evidence
    /// The word of the object, the word of the child, and the time of the latter.
    ///
    /// # What to do
    /// Trust the child. See why the controller of the object does not pass it on.
    ///
    /// # Stays silent when
    /// The child ended within the last minute, nobody says when it ended, or the object is suspended or being deleted.
    RULE {
        code: "MLOP703",
        slug: "status-contradicts-children",
        summary: "A status says otherwise than the child that does the work.",
        layer: Controller,
        nature: Cause,
        severity: Warning,
        reads: [],
        needs: [Controllers],
        refines: [],
        explained_by: ["MLOP702", "MLOP705"],
        reasons: [],
        since: "0.1.0",
        check: check,
    }
}

/// So long a controller may take to pass an ending on.
const GRACE: i64 = 60;

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    for object in scene.run() {
        let own = scene.own(object);
        let goes_on = matches!(own.state, State::Healthy | State::Progressing | State::Degraded | State::Waiting);
        let Some(child) = one_to_one_child(scene.snapshot, scene.kinds, object).filter(|_| goes_on) else { continue };
        let end = scene.own(child);
        let Some(at) = end.since.or_else(|| child.time_at("/status/completionTime")) else { continue };
        let age = time::between(at, scene.snapshot.now());
        if !end.state.is_terminal() || age.as_secs() <= GRACE {
            continue;
        }
        let what = format!("{} {}", object.kind().kind, object.name());
        let word = if own.reason.is_empty() { own.state.to_string() } else { own.reason.clone() };
        let said = object.str_at(&format!("{}/type", own.path)).map_or(word, str::to_owned);
        let verb = if end.state == State::Failed { "failed" } else { "succeeded" };
        let why = if end.reason.is_empty() { String::new() } else { format!(" ({})", end.reason) };
        let detail = format!(
            "{what} says {said}, but its {} {} {verb}{why} {} ago",
            child.kind().kind,
            child.name(),
            time::human(age)
        );
        let (kind, namespace) = (child.kind().kind.to_ascii_lowercase(), child.namespace().unwrap_or("default"));
        findings.add(
            findings
                .about(object, detail)
                .proof(Evidence::value(object, own.path.clone()))
                .proof(Evidence::value(child, end.path.clone()).at(Some(at)))
                .since(Some(at))
                .related(child.reference())
                .run(
                    Actor::Platform,
                    format!("trust the {}; see why the status above it does not follow", child.kind().kind),
                    ["kubectl", "get", &kind, child.name(), "-n", namespace, "-o", "yaml"],
                ),
        );
    }
}
