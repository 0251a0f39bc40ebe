//! MLOP601: a container went over its memory limit.

use std::collections::BTreeMap;

use crate::kinds::names;
use crate::model::{Actor, Evidence, Finding, Object, Quantity, State};
use crate::rules::scene::{ContainerStatus, Ending};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A container whose last ending has the runtime's reason `OOMKilled`.
    ///
    /// # Why it matters
    /// The kernel killed it at its memory limit. It will happen again at the same point unless it needs less or gets
    /// more. In a gang the other ranks then end with network or collective errors that are only echoes.
    ///
    /// # Evidence
    /// `state.terminated` or `lastState.terminated` of the container, its exit code and time, and its memory limit.
    ///
    /// # What to do
    /// Raise the container's memory limit, or make it need less: smaller batches, fewer loader workers, streaming.
    ///
    /// # Stays silent when
    /// The exit code is 137 and the reason is another one: SIGKILL has many senders. A container that is up again is told
    /// as history, unless something that ran beside it failed within five minutes and the run is not well.
    RULE {
        code: "MLOP601",
        slug: "oom-killed",
        summary: "A container was killed at its memory limit.",
        layer: Container,
        nature: Cause,
        severity: Error,
        reads: [names::POD],
        needs: [Logs],
        refines: [],
        explained_by: [],
        reasons: ["OOMKilled"],
        since: "0.1.0",
        check: check,
    }
}

/// An ending within so many seconds of the kill is taken to follow from it.
const FOLLOWS: i64 = 5 * 60;

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    let failures = failures(scene);
    for pod in scene.pods() {
        for container in scene.containers(pod) {
            if let Some(ending) = container.ended().filter(|ending| ending.reason == "OOMKilled") {
                // A container that has come back and is well is told, not blamed, unless the run went down with it.
                let well = ending.before_restart && scene.state(pod) == State::Healthy;
                let past = well && !brought_down(&failures, ending);
                findings.add(describe(findings, pod, container, ending).history(past));
            }
        }
    }
    remembered_by_ray(scene, findings);
}

/// When containers of the run failed that are not up again, by the second, with the earliest start of those that ended
/// then. None while the run as a whole is well: then whatever failed was made good.
fn failures(scene: &Scene<'_>) -> BTreeMap<i64, i64> {
    let mut found: BTreeMap<i64, i64> = BTreeMap::new();
    if scene.root().is_some_and(|root| matches!(scene.state(root), State::Healthy | State::Succeeded)) {
        return found;
    }
    for pod in scene.pods().filter(|pod| scene.state(pod) != State::Healthy) {
        for ending in scene.containers(pod).iter().filter_map(ContainerStatus::ended).filter(|ending| ending.code != 0)
        {
            if let (Some(at), Some(started)) = (ending.at, ending.started) {
                let first = found.entry(at.as_second()).or_insert(i64::MAX);
                *first = started.as_second().min(*first);
            }
        }
    }
    found
}

/// Whether something that ran at the time of the kill failed soon after it: the launcher of an MPIJob, whose worker's
/// container is started again and waits for a launcher that is gone.
fn brought_down(failures: &BTreeMap<i64, i64>, ending: &Ending<'_>) -> bool {
    ending.at.is_some_and(|at| {
        let at = at.as_second();
        failures.range(at..=at.saturating_add(FOLLOWS)).any(|(_, started)| *started <= at)
    })
}

fn describe(findings: &Findings, pod: &Object, container: &ContainerStatus<'_>, ending: &Ending<'_>) -> Finding {
    let limit = memory_limit(pod, container);
    let limited = limit.as_ref().map_or_else(
        || "it has no memory limit of its own, so a limit above it or the node's memory was reached".to_owned(),
        |(_, limit)| format!("its limit is {limit}"),
    );
    let mut finding = findings
        .about(pod, format!("container {} of pod {} was killed for memory; {limited}", container.name, pod.name()))
        .proof(Evidence::value(pod, ending.path.clone()).at(ending.at))
        .since(ending.at)
        .signature(format!("{} {}", container.name, ending.code))
        .act(Actor::RunOwner, format!("raise the memory limit of container {}, or make it need less", container.name));
    if let Some((path, _)) = limit {
        finding = finding.proof(Evidence::value(pod, path));
    }
    finding
}

/// The container's memory limit with its place.
fn memory_limit(pod: &Object, container: &ContainerStatus<'_>) -> Option<(String, Quantity)> {
    let list = if container.init { "/spec/initContainers" } else { "/spec/containers" };
    let index = pod
        .items_at(list)
        .iter()
        .position(|item| item.get("name").and_then(|name| name.as_str()) == Some(container.name))?;
    let path = format!("{list}/{index}/resources/limits/memory");
    Some((path.clone(), pod.quantity_at(&path)?))
}

/// Ray pods that failed are deleted and made anew. Only an event of the RayCluster keeps how they ended, and it is past.
fn remembered_by_ray(scene: &Scene<'_>, findings: &mut Findings) {
    for cluster in scene.run().filter(|object| object.is(&names::RAY_CLUSTER)) {
        for event in scene.events(cluster).into_iter().filter(|event| event.message.contains("Reason:OOMKilled,")) {
            let pod = event.message.split(['/', ';']).nth(1).unwrap_or("a Ray pod");
            let detail = format!("pod {pod} was killed for memory, and the operator has deleted it and made another");
            findings.add(
                findings
                    .about(cluster, detail)
                    .proof(Evidence::event(cluster, event))
                    .history(true)
                    .act(Actor::RunOwner, "raise the memory limit of the Ray container, or make its tasks need less"),
            );
        }
    }
}
