//! MLOP210: a job waits for the queue, and the queue does not know of it.

use crate::collect::needs::{controller_objects, lease_of};
use crate::collect::{Asked, link_queries};
use crate::kinds::names::{self, QUEUE_LABEL};
use crate::model::pointer::escape;
use crate::model::{Actor, Evidence, Object, State, time};
use crate::rules::{Findings, Scene, declare::declare_rule};

/// A Workload is made within moments; younger jobs are left alone.
const GRACE_SECONDS: i64 = 30;

/// Who acts on a job unless `managedBy` says otherwise.
const DEFAULT_MANAGERS: [&str; 6] = [
    "kubernetes.io/job-controller",
    "jobset.sigs.k8s.io/jobset-controller",
    "trainer.kubeflow.org/trainjob-controller",
    "kubeflow.org/training-operator",
    "kubeflow.org/mpi-operator",
    "ray.io/kuberay-operator",
];

declare_rule! {
    /// # Detects
    /// A suspended job with a queue label for which there is no Workload.
    ///
    /// # Why it matters
    /// Nobody will ever resume it: only Kueue does, and Kueue works on Workloads. Kueue may be down, may not be set up
    /// for this kind, or may not watch this namespace.
    ///
    /// # Evidence
    /// The queue label, the suspend flag, and that no Workload carries the job's UID.
    ///
    /// # What to do
    /// See whether Kueue runs, whether the kind is among its integrations, and whether the namespace is selected.
    ///
    /// # Stays silent when
    /// Workloads could not be listed; the job was made moments ago; something above it stands in the queue for it;
    /// `managedBy` gives it to somebody else; it names a prebuilt Workload.
    RULE {
        code: "MLOP210",
        slug: "workload-missing",
        summary: "The run asks for a queue, and Kueue has made no Workload for it.",
        layer: Admission,
        nature: Cause,
        severity: Error,
        reads: [names::WORKLOAD],
        needs: [Controllers],
        refines: [],
        explained_by: ["MLOP203", "MLOP702"],
        reasons: [],
        since: "0.1.0",
        check: check,
    }
}

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    for job in scene.run().filter(|object| scene.state(object) == State::Suspended) {
        let Some(queue) = job.label(QUEUE_LABEL).filter(|_| is_queued(scene, job) && !left_to_others(scene, job))
        else {
            continue;
        };
        let Some(spec) = scene.spec(job) else { continue };
        let link = spec.links.iter().find(|link| link.to == names::WORKLOAD);
        let Some(query) = link.and_then(|link| link_queries(scene.kinds, job, link).pop()) else { continue };
        match scene.snapshot.answer_to(&query) {
            Some(Asked::Answered { complete: true, found }) if found.is_empty() => {}
            Some(Asked::Gap(gap)) => {
                findings.blind(query, gap);
                continue;
            }
            _ => continue,
        }
        if !scene.snapshot.children_of_kind(job, &names::WORKLOAD).is_empty() || is_young(scene, job) {
            continue;
        }
        let suspend = spec.suspend.as_deref().unwrap_or("/spec/suspend");
        let (kind, name) = (&job.kind().kind, job.name());
        let mut finding = findings
            .about(job, format!("{kind} {name} waits for queue {queue}, and there is no Workload for it"))
            .signature(queue)
            .proof(Evidence::absence(job, format!("Workload with job-uid {}", job.uid().unwrap_or(""))))
            .proof(Evidence::value(job, format!("/metadata/labels/{}", escape(QUEUE_LABEL))))
            .proof(Evidence::value(job, suspend));
        if let Some(kueue) = scene.controller(&names::WORKLOAD) {
            let parts = [controller_objects(scene.snapshot, kueue), lease_of(scene.snapshot, kueue)];
            for part in parts.into_iter().flatten() {
                finding = finding.related(part.reference());
            }
        }
        // Kueue makes the Workload of a job whose queue is missing too, so that is not why; it is the next to be mended.
        if scene.snapshot.get(&names::LOCAL_QUEUE, job.namespace(), queue).is_absent() {
            finding.detail = format!("{}; nor is there a LocalQueue {queue}", finding.detail);
            finding = finding.proof(Evidence::absence(job, format!("LocalQueue {queue}")));
        }
        findings.add(
            finding
                .run(
                    Actor::Platform,
                    format!("see whether Kueue runs, takes {kind}, and watches this namespace"),
                    ["kubectl", "get", "pods,configmaps", "-n", "kueue-system"],
                )
                .act(Actor::RunOwner, "the queue label has to stand when the job is created"),
        );
    }
}

/// Whether Kueue makes Workloads for this kind.
pub(super) fn is_queued(scene: &Scene<'_>, object: &Object) -> bool {
    scene.spec(object).is_some_and(|spec| spec.links.iter().any(|link| link.to == names::WORKLOAD))
}

/// Whether `managedBy` gives it to another controller than its kind's own.
pub(in crate::rules) fn managed_elsewhere(job: &Object) -> bool {
    let manager = job.str_at("/spec/managedBy").or_else(|| job.str_at("/spec/runPolicy/managedBy"));
    manager.is_some_and(|manager| !DEFAULT_MANAGERS.contains(&manager))
}

/// Whether somebody else sees to it: an object above it that is queued for it, another manager, a prebuilt Workload.
fn left_to_others(scene: &Scene<'_>, job: &Object) -> bool {
    managed_elsewhere(job)
        || job.label("kueue.x-k8s.io/prebuilt-workload-name").is_some()
        || job.annotation("kueue.x-k8s.io/prebuilt-workload-name").is_some()
        || above(scene, job).iter().any(|parent| stands_in_queue(scene, parent))
}

/// Whether an object is in the queue by itself.
pub(super) fn stands_in_queue(scene: &Scene<'_>, object: &Object) -> bool {
    is_queued(scene, object) && object.label(QUEUE_LABEL).is_some()
        || !scene.snapshot.children_of_kind(object, &names::WORKLOAD).is_empty()
}

/// What made it, and what made that.
fn above<'a>(scene: &Scene<'a>, job: &Object) -> Vec<&'a Object> {
    let mut chain: Vec<&Object> = Vec::new();
    let mut next = scene.parent(job);
    while let Some(parent) = next.filter(|_| chain.len() < 8) {
        chain.push(parent);
        next = scene.parent(parent);
    }
    chain
}

fn is_young(scene: &Scene<'_>, job: &Object) -> bool {
    job.created().is_some_and(|created| time::between(created, scene.snapshot.now()).as_secs() < GRACE_SECONDS)
}
