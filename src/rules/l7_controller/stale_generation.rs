//! MLOP701: a status speaks of an older spec.

use jiff::Timestamp;

use crate::health::{Freshness, freshness};
use crate::model::{Actor, Confidence, Evidence, Object, Severity, time};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// An object of the run whose kind reports the generation its status was computed for, where that is older than the
    /// present generation.
    ///
    /// # Why it matters
    /// Everything the status says may be of the past: "ready" of the spec before the edit.
    ///
    /// # Evidence
    /// `metadata.generation` against `observedGeneration`, and when spec and status were last written.
    ///
    /// # What to do
    /// See whether the controller is at work, and what it logs about this object.
    ///
    /// # Stays silent when
    /// The kind does not report it, the object is being deleted (which raises the generation by itself), or the spec was
    /// written less than a minute ago.
    RULE {
        code: "MLOP701",
        slug: "stale-generation",
        summary: "A status speaks of an older spec.",
        layer: Controller,
        nature: Cause,
        severity: Warning,
        reads: [],
        needs: [Controllers],
        refines: [],
        explained_by: ["MLOP702"],
        reasons: [],
        since: "0.1.0",
        check: check,
    }
}

/// So long a controller may take to look at an edit.
const GRACE: i64 = 60;

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    for object in scene.run().filter(|object| freshness(scene.kinds, object) == Freshness::Stale) {
        let now = scene.snapshot.now();
        let edited = written(object, false);
        if edited.is_some_and(|edited| time::between(edited, now).as_secs() < GRACE) {
            continue;
        }
        let (Some(generation), Some((pointer, observed))) = (object.generation(), observed(object)) else { continue };
        let behind = generation.saturating_sub(observed);
        let since = edited.map_or(String::new(), |edited| format!(" since {} ago", time::age(edited, now)));
        let status = written(object, true);
        let what = format!("{} {}", object.kind().kind, object.name());
        let detail = format!(
            "the status of {what} is {behind} generation{} behind its spec{since} ({observed} of {generation})",
            if behind == 1 { "" } else { "s" }
        );
        let mut finding = findings
            .about(object, detail)
            .proof(Evidence::value(object, "/metadata/generation").at(edited))
            .proof(Evidence::value(object, pointer).at(status))
            .since(edited);
        if edited.is_none() {
            // Nobody says when the spec was written: it may have been a moment ago.
            finding = finding.severity(Severity::Info).confidence(Confidence::Possible);
        }
        let (kind, namespace) = (object.kind().kind.to_ascii_lowercase(), object.namespace().unwrap_or("default"));
        findings.add(finding.run(
            Actor::Platform,
            "see whether its controller is at work",
            ["kubectl", "describe", &kind, object.name(), "-n", namespace],
        ));
    }
}

/// The generation that the status was computed for.
fn observed(object: &Object) -> Option<(String, i64)> {
    let whole = "/status/observedGeneration";
    let of_conditions = || {
        let newest = object.conditions().into_iter().max_by_key(|condition| condition.observed_generation)?;
        Some((format!("{}/observedGeneration", newest.path), newest.observed_generation?))
    };
    object.i64_at(whole).map(|observed| (whole.to_owned(), observed)).or_else(of_conditions)
}

/// When the status, or the spec, was last written.
pub(super) fn written(object: &Object, status: bool) -> Option<Timestamp> {
    object.writers_of(&[if status { "status" } else { "spec" }]).into_iter().filter_map(|(_, at)| at).max()
}
