//! MLOP202: a policy or an admission plugin refuses what the run needs.

use super::pod_security_violation::speaks_of_security;
use super::quota_exceeded::{kind_and_name, speaks_of_quota};
use super::refusal::refusals;
use crate::kinds::names;
use crate::model::{Actor, Evidence};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// An object of the run whose children are refused by an admission webhook that said no, by a
    /// ValidatingAdmissionPolicy, or as `forbidden` by an admission plugin or by access rights, and that still lacks
    /// them.
    ///
    /// # Why it matters
    /// The object itself was accepted; the refusal reaches nobody but its events, and the maker tries again for ever.
    ///
    /// # Evidence
    /// The event, with the name of who refused and its words.
    ///
    /// # What to do
    /// Do what the refusal asks, or talk to the owner of the policy.
    ///
    /// # Stays silent when
    /// The object got its children since: a webhook whose cache is behind refuses once and lets the next try in. Quotas
    /// and pod security have rules of their own.
    RULE {
        code: "MLOP202",
        slug: "admission-denied",
        summary: "An admission policy refuses what the run needs.",
        layer: Admission,
        nature: Cause,
        severity: Error,
        reads: [names::EVENT],
        needs: [],
        refines: [],
        explained_by: [],
        reasons: ["FailedCreate"],
        since: "0.1.0",
        check: check,
    }
}

/// Who refused, and the words.
fn denial(message: &str) -> Option<(String, String)> {
    if speaks_of_quota(message) || speaks_of_security(message) {
        return None;
    }
    if let Some((_, rest)) = message.split_once("admission webhook \"") {
        let (webhook, rest) = rest.split_once("\" denied the request")?;
        let words = rest.trim_start_matches([':', ' ']);
        let words = if words.is_empty() { "without a reason" } else { words };
        return Some((format!("admission webhook {webhook}"), words.to_owned()));
    }
    if let Some((_, rest)) = message.split_once("ValidatingAdmissionPolicy '") {
        let (policy, rest) = rest.split_once('\'')?;
        let (_, words) = rest.split_once("denied request: ")?;
        return Some((format!("ValidatingAdmissionPolicy {policy}"), words.to_owned()));
    }
    let (_, words) = message.split_once(" is forbidden: ")?;
    Some(("the API server".to_owned(), words.to_owned()))
}

/// Whether an event tells of such a refusal.
pub(in crate::rules) fn speaks_of_denial(message: &str) -> bool {
    denial(message).is_some()
}

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    for refusal in refusals(scene, findings, speaks_of_denial) {
        let Some((who, words)) = denial(&refusal.event.message) else { continue };
        let maker = refusal.maker;
        let platform = if words.starts_with("User \"") {
            "give the controller's service account the right that the refusal names"
        } else {
            "or change the policy that refuses"
        };
        let finding = findings
            .about(maker, format!("{who} refuses what {} makes: {words}", kind_and_name(maker)))
            .signature(who)
            .proof(Evidence::event(maker, refusal.event))
            .since(refusal.event.first)
            .history(refusal.past)
            .act(Actor::RunOwner, "change the run as the refusal asks")
            .act(Actor::Platform, platform);
        findings.add(finding);
    }
}

#[cfg(test)]
mod tests {
    use super::denial;

    #[test]
    fn knows_who_refused() {
        let cases = [
            ("Error creating: admission webhook \"w.io\" denied the request: no", "admission webhook w.io", "no"),
            (
                "pods \"a\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: too big",
                "ValidatingAdmissionPolicy p",
                "too big",
            ),
            (
                "Error creating: pods \"a-\" is forbidden: error looking up service account ml/x: serviceaccount \"x\" \
                 not found",
                "the API server",
                "error looking up service account ml/x: serviceaccount \"x\" not found",
            ),
        ];
        for (message, who, words) in cases {
            assert_eq!(denial(message), Some((who.to_owned(), words.to_owned())));
        }
    }

    #[test]
    fn leaves_to_others_what_is_theirs() {
        for message in [
            "pods \"a\" is forbidden: exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1",
            "pods \"a\" is forbidden: violates PodSecurity \"restricted:latest\": x",
            "Internal error occurred: failed calling webhook \"w.io\": failed to call webhook: timeout",
        ] {
            assert_eq!(denial(message), None, "{message}");
        }
    }
}
