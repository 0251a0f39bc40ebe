//! MLOP508: the runtime cannot make or start a container.

use super::start_failure;
use super::template::added_to;
use crate::kinds::names;
use crate::model::{Actor, Evidence, Finding, Object, State};
use crate::rules::scene::ContainerStatus;
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A container that the runtime could not make or start (`CreateContainerError`, `RunContainerError`, `StartError`,
    /// `ContainerCannotRun`), or a pod whose sandbox cannot be made, as when the node's runtime does not know the handler
    /// of its RuntimeClass.
    ///
    /// # Why it matters
    /// No line of the run's code has been executed; its log is empty. A missing command looks the same as a node without
    /// the NVIDIA container toolkit, but for the words.
    ///
    /// # Evidence
    /// The runtime's message in the container's state, or the newest `FailedCreatePodSandBox` event.
    ///
    /// # What to do
    /// By the message: correct the command, use an image for the node's architecture, or have the container toolkit on
    /// the node mended.
    ///
    /// # Stays silent when
    /// The container has started since and is well.
    RULE {
        code: "MLOP508",
        slug: "container-cannot-start",
        summary: "The runtime cannot start a container.",
        layer: Start,
        nature: Cause,
        severity: Error,
        reads: [names::POD],
        needs: [],
        refines: ["MLOP603"],
        explained_by: [],
        reasons: [
            "CreateContainerError", "RunContainerError", "StartError", "ContainerCannotRun", "CreatePodSandboxError",
            "PreCreateHookError", "PreStartHookError", "PostStartHookError", "FailedCreatePodSandBox",
        ],
        since: "0.1.0",
        check: check,
    }
}

/// Seconds for which a sandbox may fail: networks come up late on new nodes.
const PATIENCE: i64 = 120;

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    for pod in scene.pods().filter(|pod| scene.testifies(pod)) {
        let stuck = scene.containers(pod).iter().filter_map(|container| of_container(scene, findings, pod, container));
        let stuck: Vec<Finding> = stuck.collect();
        if stuck.is_empty()
            && let Some(finding) = of_sandbox(scene, findings, pod)
        {
            findings.add(finding);
        }
        stuck.into_iter().for_each(|finding| findings.add(finding));
    }
}

fn of_container(
    scene: &Scene<'_>,
    findings: &Findings,
    pod: &Object,
    container: &ContainerStatus<'_>,
) -> Option<Finding> {
    let ended = container.ended().filter(|ending| RULE.reasons.contains(&ending.reason));
    let waits = container.waiting().filter(|(reason, _)| RULE.reasons.contains(reason));
    let (reason, message, path, at, history) = match (waits, &ended) {
        (Some((reason, message)), _) => (reason, message, format!("{}/state/waiting", container.path), None, false),
        (None, Some(ending)) => {
            let past = ending.before_restart && scene.state(pod) == State::Healthy;
            (ending.reason, ending.message, ending.path.clone(), ending.at, past)
        }
        (None, None) => return None,
    };
    let why = start_failure::of(message);
    let words = if message.is_empty() { reason.to_owned() } else { short(message) };
    let added = added_to(scene, pod, container.name)
        .map_or(String::new(), |maker| format!(" (not in the template of {maker})"));
    let detail = format!(
        "container {}{added} of pod {} cannot start ({reason}): {}{words}",
        container.name,
        pod.name(),
        why.words
    );
    let (actor, act) = why.act;
    Some(
        findings
            .about(pod, detail)
            .proof(Evidence::value(pod, path).at(at))
            .since(at)
            .signature(format!("{} {reason} {}", container.name, why.name))
            .history(history)
            .act(actor, act),
    )
}

fn of_sandbox(scene: &Scene<'_>, findings: &Findings, pod: &Object) -> Option<Finding> {
    let event = scene.last_event(pod, &["FailedCreatePodSandBox", "Pulling", "Pulled", "Created", "Started"])?;
    if event.reason != "FailedCreatePodSandBox" || pod.str_at("/status/phase") != Some("Pending") {
        return None;
    }
    let why = start_failure::of(&event.message);
    let since = event.first.or(event.at);
    let lasted = since.map_or(0, |since| scene.snapshot.now().duration_since(since).as_secs());
    if why.name != "runtime handler" && lasted < PATIENCE {
        return None;
    }
    let node = pod.str_at("/spec/nodeName").unwrap_or("its node");
    let mut finding = findings
        .about(
            pod,
            format!("{node} cannot make a sandbox for pod {}: {}{}", pod.name(), why.words, short(&event.message)),
        )
        .proof(Evidence::event(pod, event))
        .since(since)
        .signature(format!("sandbox {}", why.name));
    if pod.at("/spec/runtimeClassName").is_some() {
        finding = finding.proof(Evidence::value(pod, "/spec/runtimeClassName"));
    }
    let act = if why.name == "runtime handler" {
        why.act.1
    } else {
        "see what the network plugin and the runtime say on this node"
    };
    Some(finding.act(Actor::ClusterAdministrator, act))
}

/// The last part of a chain of errors, which says most, and not more than a line of it.
fn short(message: &str) -> String {
    const MOST: usize = 240;
    let message = message.trim().trim_end_matches('.');
    if message.chars().count() <= MOST {
        return message.to_owned();
    }
    let skip = message.chars().count() - MOST;
    format!("…{}", message.chars().skip(skip).collect::<String>())
}
