//! MLOP506: an init container does not end, and the rest of the pod waits for it.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::kinds::names;
use crate::model::{Actor, Evidence, Finding, Object, State, pointer, time};
use crate::rules::scene::ContainerStatus;
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A pod on a node whose init container has run for long or fails again and again, so that its own containers have
    /// not begun.
    ///
    /// # Why it matters
    /// Many init containers do nothing but wait for another pod: KubeRay's `wait-gcs-ready` for the head, Kubeflow's
    /// `init-pytorch` for the master. The fault is then in that other pod, or in the name by which it is looked up.
    ///
    /// # Evidence
    /// The init container's state with its time or exit code, and the state of the pod it waits for.
    ///
    /// # What to do
    /// See to the pod that is waited for. If that one is well, look at the init container's log and at DNS: a pod with
    /// `hostNetwork` and `dnsPolicy: ClusterFirst` cannot resolve names of the cluster.
    ///
    /// # Stays silent when
    /// It has run for less than five minutes (fifteen if it is not known to wait only), or is a sidecar.
    RULE {
        code: "MLOP506",
        slug: "init-stuck",
        summary: "An init container does not end.",
        layer: Start,
        nature: Cause,
        severity: Warning,
        reads: [names::POD],
        needs: [Logs],
        refines: [],
        explained_by: [
            "MLOP102", "MLOP301", "MLOP402", "MLOP501", "MLOP502", "MLOP507", "MLOP508", "MLOP601", "MLOP602", "MLOP603",
        ],
        reasons: ["PodInitializing"],
        since: "0.1.0",
        check: check,
    }
}

/// Init containers that wait for another pod: their name, and the label with its value that marks that pod, among those
/// that share a third label with the waiting one.
const WAITERS: [(&str, &str, &str, &str); 2] = [
    ("wait-gcs-ready", "ray.io/node-type", "head", "ray.io/cluster"),
    ("init-pytorch", "training.kubeflow.org/replica-type", "master", "training.kubeflow.org/job-name"),
];
/// Seconds that one may run: known waiters, and others, which may have much to fetch.
const PATIENCE: (i64, i64) = (5 * 60, 15 * 60);

/// Pods that others wait for, by the name of the init container and what they share.
type Awaited<'a> = BTreeMap<(&'static str, &'a str), &'a Object>;

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    let awaited = awaited(scene);
    for pod in scene.pods().filter(|pod| pod.str_at("/status/phase") == Some("Pending") && scene.testifies(pod)) {
        let init = scene.containers(pod).iter().filter(|container| container.init && !is_sidecar(pod, container.name));
        for container in init {
            if let Some(finding) = judge(scene, findings, &awaited, pod, container) {
                findings.add(finding);
                break;
            }
        }
    }
}

fn is_sidecar(pod: &Object, name: &str) -> bool {
    pod.items_at("/spec/initContainers").iter().any(|item| {
        item.get("name").and_then(Value::as_str) == Some(name)
            && item.get("restartPolicy").and_then(Value::as_str) == Some("Always")
    })
}

fn judge(
    scene: &Scene<'_>,
    findings: &Findings,
    awaited: &Awaited<'_>,
    pod: &Object,
    container: &ContainerStatus<'_>,
) -> Option<Finding> {
    let name = container.name;
    let waiter = WAITERS.iter().find(|(known, ..)| *known == name);
    let finding = if let Some(started) =
        pointer::follow(container.value, "/state/running/startedAt").and_then(time::parse)
    {
        let patience = if waiter.is_some() { PATIENCE.0 } else { PATIENCE.1 };
        let now = scene.snapshot.now();
        if now.duration_since(started).as_secs() < patience {
            return None;
        }
        let age = time::age(started, now);
        findings
            .about(pod, format!("init container {name} of pod {} has run for {age} and has not ended", pod.name()))
            .proof(Evidence::value(pod, format!("{}/state/running", container.path)))
            .since(Some(started))
    } else {
        let ending = container.ended().filter(|ending| ending.code != 0)?;
        if container.restarts() == 0 && !ending.before_restart {
            return None;
        }
        let times = container.restarts() + 1;
        findings
            .about(
                pod,
                format!("init container {name} of pod {} fails: exit code {}, {times} times", pod.name(), ending.code),
            )
            .proof(Evidence::value(pod, ending.path.clone()).at(ending.at))
            .since(ending.at)
    };
    let finding = finding.signature(name);
    let other = waiter.and_then(|(known, _, _, shared)| awaited.get(&(*known, pod.label(shared)?)));
    let finding = match other.filter(|other| other.key() != pod.key()) {
        Some(other) => told_of(scene, finding, pod, other),
        None => finding,
    };
    Some(match pod.namespace() {
        Some(namespace) => finding.run(
            Actor::RunOwner,
            "read what it says",
            ["kubectl", "-n", namespace, "logs", pod.name(), "-c", name],
        ),
        None => finding.act(Actor::RunOwner, "read its log"),
    })
}

/// The pods that known waiters wait for.
fn awaited<'a>(scene: &Scene<'a>) -> Awaited<'a> {
    let mut found = Awaited::new();
    for pod in scene.pods() {
        for (name, key, value, shared) in WAITERS {
            if let Some(shared) = pod.label(shared).filter(|_| pod.label(key) == Some(value)) {
                found.insert((name, shared), pod);
            }
        }
    }
    found
}

fn told_of(scene: &Scene<'_>, mut finding: Finding, pod: &Object, other: &Object) -> Finding {
    let own = scene.own(other);
    let well = own.state == State::Healthy;
    let host = pod.bool_at("/spec/hostNetwork") == Some(true)
        && pod.str_at("/spec/dnsPolicy").is_none_or(|policy| policy == "ClusterFirst");
    let reason = if own.reason.is_empty() { own.state.to_string() } else { own.reason.clone() };
    finding.detail = match (well, host) {
        (true, true) => format!(
            "{}; it waits for pod {}, which is ready, and this pod uses the host's network with dnsPolicy ClusterFirst, so \
             that it cannot look up names of the cluster",
            finding.detail,
            other.name()
        ),
        (true, false) => format!(
            "{}; it waits for pod {}, which is ready: see whether its name can be looked up and reached",
            finding.detail,
            other.name()
        ),
        (false, _) => format!("{}; it waits for pod {}, which is not ready ({reason})", finding.detail, other.name()),
    };
    if !own.path.is_empty() {
        finding = finding.proof(Evidence::value(other, own.path));
    }
    if host && well {
        finding = finding.act(Actor::RunOwner, "set dnsPolicy: ClusterFirstWithHostNet in the pod template");
    }
    finding.related(other.reference())
}
