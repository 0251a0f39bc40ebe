//! MLOP307: nobody schedules a pod.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::fit;
use crate::collect::{Asked, Seen};
use crate::kinds::names;
use crate::model::object::Condition;
use crate::model::{Actor, Confidence, Evidence, Gap, GapReason, Object, Query, time};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A pod without a node on which no scheduler has left any trace for over a minute: no `PodScheduled` condition, no
    /// event, no gate. It names a scheduler that nobody runs, or the cluster's own scheduler is not alive.
    ///
    /// # Why it matters
    /// Schedulers pass over pods of other names in silence: a mistyped `schedulerName` waits for ever without a word.
    ///
    /// # Evidence
    /// `spec.schedulerName`, the absence of condition and events, and for the default scheduler its Lease.
    ///
    /// # What to do
    /// Correct the name, or have that scheduler started. The name of a pod cannot be changed: it has to be made anew.
    ///
    /// # Stays silent when
    /// The pod is younger than a minute, has a gate, or another pod with the same scheduler was placed since.
    RULE {
        code: "MLOP307",
        slug: "no-scheduler",
        summary: "No scheduler takes care of a pod.",
        layer: Scheduling,
        nature: Cause,
        severity: Error,
        reads: [names::POD, names::EVENT, names::LEASE],
        needs: [CandidateNodes],
        refines: [],
        explained_by: [],
        reasons: [],
        since: "0.1.0",
        check: check,
    }
}

/// How long a scheduler may take for a first word.
const PATIENCE: i64 = 60;
/// The cluster's own scheduler, and where its Lease is.
const DEFAULT: &str = "default-scheduler";
const LEASE: (&str, &str) = ("kube-system", "kube-scheduler");

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    let mut placed = None;
    for pod in scene.unscheduled().filter(|pod| is_silent(scene, pod)) {
        let scheduler = pod.str_at("/spec/schedulerName").unwrap_or(DEFAULT);
        if let Some((query, gap)) = unseen(scene, pod) {
            findings.blind(query, &gap);
            continue;
        }
        let placed = placed.get_or_insert_with(|| last_placed(scene));
        if placed.get(scheduler).is_some_and(|at| Some(*at) >= pod.created()) {
            continue;
        }
        let silence = pod.created().map_or_else(String::new, |created| time::age(created, scene.snapshot.now()));
        let finding = if scheduler == DEFAULT {
            let (namespace, name) = LEASE;
            let lease = match scene.snapshot.get(&names::LEASE, Some(namespace), name) {
                Seen::Yes(lease) => lease,
                Seen::Absent => continue,
                Seen::Unknown(gap) => {
                    findings.blind(lease_query(), &gap);
                    continue;
                }
            };
            let Some(age) = expired(scene, lease) else { continue };
            findings
                .about(
                    pod,
                    format!("pod {} waits for the scheduler, which last renewed its lease {age} ago", pod.name()),
                )
                .proof(Evidence::value(lease, "/spec/renewTime"))
                .related(lease.reference())
                .run(
                    Actor::ClusterAdministrator,
                    "see why the scheduler does not run",
                    ["kubectl", "-n", "kube-system", "get", "pods"],
                )
        } else {
            findings
                .about(
                    pod,
                    format!(
                        "no scheduler named {scheduler} has said a word about pod {} in {silence}: none of that name runs, \
                         or it does not look at this pod",
                        pod.name()
                    ),
                )
                .confidence(Confidence::Likely)
                .proof(Evidence::value(pod, "/spec/schedulerName"))
                .act(Actor::RunOwner, format!("correct schedulerName {scheduler} and make the pods anew, if it is mistyped"))
                .act(Actor::Platform, format!("otherwise see whether scheduler {scheduler} runs"))
        };
        let finding = finding
            .proof(Evidence::absence(pod, "condition PodScheduled and events"))
            .since(pod.created())
            .signature(scheduler.to_owned());
        findings.add(finding);
    }
}

/// No trace of a scheduler, long enough, and no reason for that in the pod itself.
fn is_silent(scene: &Scene<'_>, pod: &Object) -> bool {
    let old = pod.created().is_some_and(|made| scene.snapshot.now().duration_since(made).as_secs() > PATIENCE);
    old && pod.deleted().is_none()
        && pod.condition("PodScheduled").is_none()
        && pod.items_at("/spec/schedulingGates").is_empty()
        && scene.events(pod).is_empty()
}

/// What keeps a trace of a scheduler from view.
fn unseen(scene: &Scene<'_>, pod: &Object) -> Option<(Query, Gap)> {
    for query in [Query::Events { of: pod.key().clone() }, fit::all_pods()] {
        match scene.snapshot.answer_to(&query) {
            Some(Asked::Answered { complete: true, .. }) => {}
            Some(Asked::Gap(gap)) => return Some((query, gap.clone())),
            _ => return Some((query, Gap::new(GapReason::NotCollected))),
        }
    }
    None
}

/// When each scheduler, by name, last placed a pod that is still there.
fn last_placed<'a>(scene: &Scene<'a>) -> BTreeMap<&'a str, Timestamp> {
    let mut placed = BTreeMap::new();
    for pod in scene.snapshot.of_kind(&names::POD) {
        let scheduler = pod.str_at("/spec/schedulerName").unwrap_or(DEFAULT);
        if let Some(at) = pod.condition("PodScheduled").filter(Condition::is_true).and_then(|placed| placed.at) {
            let last = placed.entry(scheduler).or_insert(at);
            *last = at.max(*last);
        }
    }
    placed
}

fn lease_query() -> Query {
    let (namespace, name) = LEASE;
    Query::Get { kind: names::LEASE, namespace: Some(namespace.to_owned()), name: name.to_owned() }
}

/// How long ago the lease was renewed, if that is too long for whoever holds it to be alive.
fn expired(scene: &Scene<'_>, lease: &Object) -> Option<String> {
    let renewed = lease.time_at("/spec/renewTime")?;
    let allowed = lease.i64_at("/spec/leaseDurationSeconds").unwrap_or(15).max(15).saturating_mul(4);
    let now = scene.snapshot.now();
    (now.duration_since(renewed).as_secs() > allowed).then(|| time::age(renewed, now))
}
