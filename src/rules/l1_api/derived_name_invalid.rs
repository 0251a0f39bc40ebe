//! MLOP102: a name that follows from the run's name is not valid for what it would name.

use crate::collect::needs::{first_service, is_dns_1035};
use crate::kinds::names;
use crate::model::{Actor, Evidence, Finding, Object, Query, State};
use crate::rules::l2_admission::refusal::refusals;
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A run whose name makes an invalid name for a child: a PyTorchJob whose name begins with a digit or holds a dot,
    /// with pods and without its Service; or a child that was refused because of its name.
    ///
    /// # Why it matters
    /// Names of pods may begin with a digit, names of Services may not. The pods run and hang, since their first member
    /// has no address, and it looks like a fault of the network. The refusal stands in the operator's log only.
    ///
    /// # Evidence
    /// The name, and the absence of the Service; or the event.
    ///
    /// # What to do
    /// Submit the run again under a name of lower-case letters, digits and dashes that begins with a letter.
    ///
    /// # Stays silent when
    /// The Service exists (newer clusters allow such names), or nobody could look for it.
    RULE {
        code: "MLOP102",
        slug: "derived-name-invalid",
        summary: "The run's name makes an invalid name for something it needs.",
        layer: Api,
        nature: Cause,
        severity: Error,
        reads: [names::SERVICE],
        needs: [ChildServices],
        refines: ["MLOP103"],
        explained_by: [],
        reasons: [],
        since: "0.1.0",
        check: check,
    }
}

/// Words of validation that are about a name.
const NAME_RULES: [&str; 4] = [
    "a DNS-1035 label must",
    "a lowercase RFC 1123 label must",
    "a lowercase RFC 1123 subdomain must",
    "must be no more than 63 characters",
];

fn speaks_of_a_name(message: &str) -> bool {
    message.contains(" is invalid: ")
        && ["metadata.name", "metadata.labels", "spec.hostname", "spec.subdomain"]
            .into_iter()
            .any(|field| message.contains(field))
        && NAME_RULES.into_iter().any(|rule| message.contains(rule))
}

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    // What has pods was not refused them; of what has none, only its events tell.
    for maker in scene.run().filter(|maker| !maker.is(&names::POD)) {
        if let Some(gap) = scene.snapshot.events_gap(maker).filter(|_| scene.snapshot.children(maker).is_empty()) {
            findings.blind(Query::Events { of: maker.key().clone() }, gap);
        }
    }
    let mut told = Vec::new();
    for refusal in refusals(scene, findings, speaks_of_a_name) {
        let maker = refusal.maker;
        let message = &refusal.event.message;
        let words = message.split_once(" is invalid: ").map_or("", |(_, why)| why).trim_end_matches('.');
        let detail = format!("{} {} gives a child a name that is not valid: {words}", maker.kind().kind, maker.name());
        told.push(maker.key());
        let finding = findings
            .about(maker, detail)
            .proof(Evidence::event(maker, refusal.event))
            .since(refusal.event.first)
            .history(refusal.past);
        findings.add(rename(finding));
    }
    for job in scene.run().filter(|job| !told.contains(&job.key())) {
        if let Some(finding) = without_service(scene, findings, job) {
            findings.add(finding);
        }
    }
}

fn without_service(scene: &Scene<'_>, findings: &Findings, job: &Object) -> Option<Finding> {
    let service = first_service(job).filter(|service| !is_dns_1035(service))?;
    let state = scene.state(job);
    // Only once pods were made has the operator come to the Services.
    let pods = scene.snapshot.children_of_kind(job, &names::POD);
    let pod = pods.first()?;
    if state.is_terminal() || matches!(state, State::Suspended | State::Terminating) {
        return None;
    }
    if !scene.snapshot.get(&names::SERVICE, job.namespace(), &service).is_absent() {
        return None;
    }
    let detail = format!(
        "{} {} has pods and no Service {service}: the name of a Service has to begin with a letter and to hold only \
         letters, digits and dashes, 63 at most",
        job.kind().kind,
        job.name()
    );
    let finding = findings
        .about(job, detail)
        .proof(Evidence::value(job, "/metadata/name"))
        .proof(Evidence::absence(job, format!("Service {service}")))
        .proof(Evidence::value(pod, "/metadata/name"))
        .since(job.created());
    // What hangs in them, or breaks off, follows from it.
    let finding = pods.iter().fold(finding, |finding, pod| finding.related(pod.reference()));
    Some(rename(finding))
}

fn rename(finding: Finding) -> Finding {
    finding.act(
        Actor::RunOwner,
        "submit it again under a shorter name of lower-case letters, digits and dashes that begins with a letter",
    )
}
