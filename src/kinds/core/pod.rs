//! Pod. Its state needs a function: phase, scheduling, containers and the kubelet's own refusals speak together.

use serde_json::Value;

use crate::kinds::names;
use crate::kinds::{Edge, KindSpec, Link, Tier};
use crate::model::{Object, OwnState, State, pointer, time};

/// The kind.
pub(in crate::kinds) fn spec() -> KindSpec {
    KindSpec::new(names::POD, "v1", "pods", Tier::Pod)
        .short(&["po"])
        .link(Link::refers(names::NODE, Edge::RunsOn, "/spec/nodeName").lazy())
        .link(
            Link::refers(
                names::PERSISTENT_VOLUME_CLAIM,
                Edge::Needs,
                "/spec/volumes/*/persistentVolumeClaim/claimName",
            )
            .lazy(),
        )
        .link(Link::refers(names::RUNTIME_CLASS, Edge::Needs, "/spec/runtimeClassName").lazy())
        .vanishes("events of a pod are gone an hour after the last one")
        .vanishes("only the last of a container's earlier endings is kept")
        .state_by(state)
}

/// Waiting reasons that pass by themselves while nothing is wrong.
const STARTING: [&str; 2] = ["ContainerCreating", "PodInitializing"];

/// Pointers to container statuses, init containers first, as they run.
pub(in crate::kinds) const STATUSES: [&str; 2] = ["/status/initContainerStatuses", "/status/containerStatuses"];

fn state(pod: &Object) -> OwnState {
    match pod.str_at("/status/phase") {
        Some("Succeeded") => OwnState::of(State::Succeeded).because("Completed").at("/status/phase"),
        Some("Failed") => failed(pod),
        Some("Pending") => waiting_container(pod)
            .or_else(|| unscheduled(pod))
            .unwrap_or_else(|| OwnState::of(State::Progressing).because("Pending").at("/status/phase")),
        Some("Running") => waiting_container(pod).unwrap_or_else(|| running(pod)),
        _ => OwnState::of(State::Unknown).because("NoPhase"),
    }
}

/// The kubelet's reason, else the first container that ended badly.
fn failed(pod: &Object) -> OwnState {
    let own = OwnState::of(State::Failed);
    if let Some(reason) = pod.str_at("/status/reason") {
        let message = pod.str_at("/status/message").unwrap_or("");
        return own.because(reason).saying(message).at("/status/reason");
    }
    for list in STATUSES {
        for (index, status) in pod.items_at(list).iter().enumerate() {
            let Some(ended) = pointer::follow(status, "/state/terminated") else { continue };
            let code = ended.get("exitCode").and_then(Value::as_i64).unwrap_or(0);
            if code != 0 {
                let reason = ended.get("reason").and_then(Value::as_str).unwrap_or("Error");
                return own
                    .because(reason)
                    .saying(format!("exit code {code}"))
                    .since(ended.get("finishedAt").and_then(time::parse))
                    .at(format!("{list}/{index}/state/terminated"));
            }
        }
    }
    own.because("Failed").at("/status/phase")
}

/// A container that waits for more than its turn.
fn waiting_container(pod: &Object) -> Option<OwnState> {
    STATUSES.iter().find_map(|list| {
        pod.items_at(list).iter().enumerate().find_map(|(index, status)| {
            let waiting = pointer::follow(status, "/state/waiting")?;
            let reason = waiting.get("reason").and_then(Value::as_str)?;
            let state = if reason == "CrashLoopBackOff" { State::Degraded } else { State::Waiting };
            (!STARTING.contains(&reason)).then(|| {
                OwnState::of(state)
                    .because(reason)
                    .saying(waiting.get("message").and_then(Value::as_str).unwrap_or(""))
                    .at(format!("{list}/{index}/state/waiting"))
            })
        })
    })
}

/// No node yet, and the scheduler or a gate says why.
fn unscheduled(pod: &Object) -> Option<OwnState> {
    if let Some(condition) = pod.condition("PodScheduled").filter(crate::model::object::Condition::is_false) {
        return Some(
            OwnState::of(State::Waiting)
                .because(condition.reason)
                .saying(condition.message)
                .since(condition.at)
                .at(condition.path),
        );
    }
    pod.at("/spec/nodeName")
        .is_none()
        .then(|| OwnState::of(State::Waiting).because("NotScheduled").since(pod.created()))
}

/// Running is not ready.
fn running(pod: &Object) -> OwnState {
    match pod.condition("Ready") {
        Some(ready) if ready.is_true() => OwnState::of(State::Healthy).because("Ready").since(ready.at).at(ready.path),
        // A kubelet that finds a pod not ready says why; without a word, it is its node that is missed.
        Some(ready) if ready.is_false() && matches!(ready.reason, "" | "NodeNotReady") => {
            OwnState::of(State::Degraded).because("NodeNotReady").since(ready.at).at(ready.path)
        }
        Some(ready) => {
            OwnState::of(State::Progressing).because(ready.reason).saying(ready.message).since(ready.at).at(ready.path)
        }
        None => OwnState::of(State::Progressing).because("Running").at("/status/phase"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(status: &Value) -> OwnState {
        state(&Object::new(json!({"kind": "Pod", "metadata": {"name": "p"}, "status": status})).unwrap())
    }

    #[test]
    fn the_kubelets_refusal_comes_before_container_endings() {
        let own = of(&json!({"phase": "Failed", "reason": "UnexpectedAdmissionError", "message": "Pod was rejected"}));
        assert_eq!((own.state, own.reason.as_str()), (State::Failed, "UnexpectedAdmissionError"));
    }

    #[test]
    fn running_without_readiness_is_not_healthy() {
        let ready = json!([{"type": "Ready", "status": "False", "reason": "ContainersNotReady"}]);
        assert_eq!(of(&json!({"phase": "Running", "conditions": ready})).state, State::Progressing);
    }

    #[test]
    fn a_pod_whose_node_is_missed_is_not_on_its_way() {
        let ready = json!([{"type": "Ready", "status": "False", "lastTransitionTime": "2026-03-01T10:00:00Z"}]);
        let own = of(&json!({"phase": "Running", "conditions": ready}));
        assert_eq!((own.state, own.reason.as_str()), (State::Degraded, "NodeNotReady"));
    }

    #[test]
    fn odd_shapes_end_as_unknown() {
        for status in [json!(null), json!({"phase": 3}), json!([]), json!({"containerStatuses": "x"})] {
            assert_eq!(of(&status).state, State::Unknown);
        }
    }
}
