//! MLOP103: the API server refuses a child of the run as invalid.

use crate::collect::needs::failing_webhook;
use crate::kinds::names;
use crate::model::{Actor, Evidence, Severity};
use crate::rules::l2_admission::admission_denied::speaks_of_denial;
use crate::rules::l2_admission::refusal::refusals;
use crate::rules::{Findings, Scene, declare::declare_rule};

/// Longer messages of validation are cut in the sentence; the evidence holds them whole.
const MOST_LETTERS: usize = 300;

declare_rule! {
    /// # Detects
    /// An object of the run whose child, or a change of whose child, is refused by validation: `… is invalid: …`.
    ///
    /// # Why it matters
    /// The object itself was accepted. What is made from it is not, and most operators write that into an event at best.
    ///
    /// # Evidence
    /// The event, with the field and the rule it breaks.
    ///
    /// # What to do
    /// Change the field that the message names. If the run does not set it, the operator and the child's CRD are of
    /// releases that do not go together.
    ///
    /// # Stays silent when
    /// The child was made after the event.
    RULE {
        code: "MLOP103",
        slug: "child-rejected-as-invalid",
        summary: "The API server refuses what the run makes as invalid.",
        layer: Api,
        nature: Cause,
        severity: Error,
        reads: [names::EVENT],
        needs: [],
        refines: [],
        explained_by: [],
        reasons: ["TrainJobResourcesCreationFailed"],
        since: "0.1.0",
        check: check,
    }
}

fn speaks_of_validation(message: &str) -> bool {
    message.contains(" is invalid: ") && !speaks_of_denial(message) && failing_webhook(message).is_none()
}

/// The child as the API server names it (`JobSet.jobset.x-k8s.io "first"`), and what is wrong with it.
fn read(message: &str) -> Option<(String, String)> {
    let (before, why) = message.split_once(" is invalid: ")?;
    let child = before.rsplit_once(": ").map_or(before, |(_, child)| child);
    let mut short: String = why.chars().take(MOST_LETTERS).collect();
    if short.len() < why.len() {
        short.push('…');
    }
    Some((child.trim().to_owned(), short.trim_end_matches('.').to_owned()))
}

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    for refusal in refusals(scene, findings, speaks_of_validation) {
        let Some((child, why)) = read(&refusal.event.message) else { continue };
        let maker = refusal.maker;
        let (what, severity) =
            if refusal.has_children { ("a change of", Severity::Warning) } else { ("it makes", Severity::Error) };
        let detail = format!("{} {}: {what} {child} is refused as invalid: {why}", maker.kind().kind, maker.name());
        let finding = findings
            .about(maker, detail)
            .severity(severity)
            .signature(why)
            .proof(Evidence::event(maker, refusal.event))
            .since(refusal.event.first)
            .history(refusal.past)
            .act(Actor::RunOwner, "change the field that the message names")
            .act(Actor::Platform, "if the run does not set it, bring operator and CRD to releases that go together");
        findings.add(finding);
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn names_the_child() {
        let message = "TrainJob resources reconciliation failed: JobSet.jobset.x-k8s.io \"first\" is invalid: \
                       [spec.replicatedJobs[0]: Invalid value: null]";
        let (child, why) = read(message).unwrap();
        assert_eq!(child, "JobSet.jobset.x-k8s.io \"first\"");
        assert_eq!(why, "[spec.replicatedJobs[0]: Invalid value: null]");
    }
}
