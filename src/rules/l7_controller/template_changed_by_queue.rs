//! MLOP705: the queue changed a template that the operator wants back.

use jiff::Timestamp;

use crate::kinds::names;
use crate::model::pointer::escape;
use crate::model::{Actor, Confidence, Evidence, Object, State, time};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// An Operation whose Job was admitted by Kueue, which wrote node selector and labels into the Job's template, and
    /// whose own status has stood still since.
    ///
    /// # Why it matters
    /// On every pass the operator compares templates, tries to write its own back, and is refused: a Job's template is
    /// immutable once it has started. It then never comes to read the Job's status. The Job goes on and ends; the
    /// Operation says `Starting` for ever, and no event tells.
    ///
    /// # Evidence
    /// Kueue's fields in the Job's template that the Operation's template lacks, who wrote them and when, the time of
    /// the Operation's last condition.
    ///
    /// # What to do
    /// Trust the Job. Queue the run by another way than a label on the Operation, or use an operator that leaves the
    /// fields of others alone.
    ///
    /// # Stays silent when
    /// The Operation's status moved after Kueue's write, or has ended, or the write is younger than half a minute.
    RULE {
        code: "MLOP705",
        slug: "template-changed-by-queue",
        summary: "The queue changed a template that the operator wants back, and the status stands still.",
        layer: Controller,
        nature: Cause,
        severity: Error,
        reads: [],
        needs: [],
        refines: [],
        explained_by: [],
        reasons: [],
        since: "0.1.0",
        check: check,
    }
}

/// So long the operator may take to look at its Job.
const GRACE: i64 = 30;

/// What Kueue writes into a template on admission.
const MARKS: [(&str, &str); 4] = [
    ("labels", "kueue.x-k8s.io/podset"),
    ("labels", "kueue.x-k8s.io/cluster-queue-name"),
    ("labels", "kueue.x-k8s.io/local-queue-name"),
    ("annotations", "kueue.x-k8s.io/workload"),
];

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    for operation in scene.run().filter(|object| object.is(&names::OPERATION)) {
        if scene.state(operation).is_terminal() || operation.deleted().is_some() {
            continue;
        }
        for job in scene.snapshot.children_of_kind(operation, &names::JOB) {
            if job.bool_at("/spec/suspend") != Some(true) && scene.state(job) != State::Unknown {
                look_at(scene, findings, operation, job);
            }
        }
    }
}

fn look_at(scene: &Scene<'_>, findings: &mut Findings, operation: &Object, job: &Object) {
    let Some(mark) = mark(operation, job) else { return };
    let writer = job.writers_of(&["spec", "template"]).into_iter().find(|(name, _)| name.starts_with("kueue"));
    let Some(changed) = writer.and_then(|(_, at)| at).or_else(|| job.time_at("/status/startTime")) else { return };
    let Some(last) = last_word(operation) else { return };
    let now = scene.snapshot.now();
    if last >= changed || time::between(changed, now).as_secs() < GRACE {
        return;
    }
    let own = scene.own(operation);
    let word = operation.str_at(&format!("{}/type", own.path)).unwrap_or("nothing");
    let detail = format!(
        "Operation {} says {word} since {last}: at {changed} Kueue wrote into the template of Job {}, which the operator \
         tries to write back and may not, so it no longer reads the Job's status",
        operation.name(),
        job.name()
    );
    let mut finding = findings
        .about(operation, detail)
        .confidence(Confidence::Likely)
        .proof(Evidence::value(operation, own.path.clone()).at(Some(last)))
        .proof(Evidence::value(job, mark).at(Some(changed)))
        .proof(Evidence::value(job, scene.own(job).path).at(scene.own(job).since))
        .since(Some(changed))
        .related(job.reference());
    if let Some((name, at)) = writer {
        let terms = vec![format!("manager {name}"), format!("fields f:spec.f:template of Job {}", job.name())];
        finding = finding.proof(Evidence::computed(job, "/metadata/managedFields", name, terms).at(at));
    }
    let namespace = job.namespace().unwrap_or("default");
    findings.add(finding.run(
        Actor::Platform,
        "trust the Job; keep the queue and the operator from writing one template",
        ["kubectl", "get", "job", job.name(), "-n", namespace, "-o", "yaml"],
    ));
}

/// Something of Kueue's in the Job's template that the Operation's own lacks.
fn mark(operation: &Object, job: &Object) -> Option<String> {
    MARKS.into_iter().find_map(|(part, key)| {
        let place = format!("template/metadata/{part}/{}", escape(key));
        let pointer = format!("/spec/{place}");
        (job.at(&pointer).is_some() && operation.at(&format!("/batchJobSpec/{place}")).is_none()).then_some(pointer)
    })
}

/// When the Operation's status last moved. The transition time is that of the first condition: the update time is true.
fn last_word(operation: &Object) -> Option<Timestamp> {
    operation.each("/status/conditions/*/lastUpdateTime").into_iter().filter_map(|(_, value)| time::parse(value)).max()
}
