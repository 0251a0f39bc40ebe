//! Pods: how many containers are ready, and the one word that says most.
//!
//! The word is found as the API server finds it: the phase, unless a container says more.

use jiff::Timestamp;
use serde_json::Value;

use super::super::age::since;
use super::{Column, or_none};
use crate::model::{Object, time};

pub(super) const COLUMNS: [Column; 9] = [
    Column("Name", false),
    Column("Ready", false),
    Column("Status", false),
    Column("Restarts", false),
    Column("Age", false),
    Column("IP", true),
    Column("Node", true),
    Column("Nominated Node", true),
    Column("Readiness Gates", true),
];

pub(super) fn cells(pod: &Object, now: Timestamp) -> Vec<Value> {
    let seen = Seen::of(pod);
    let restarts = match seen.last_restart {
        Some(at) if seen.restarts > 0 => format!("{} ({} ago)", seen.restarts, since(Some(at), now)),
        _ => seen.restarts.to_string(),
    };
    let address = pod.items_at("/status/podIPs").first().and_then(|address| address.get("ip")?.as_str());
    vec![
        pod.name().into(),
        format!("{}/{}", seen.ready, seen.containers).into(),
        seen.word.into(),
        restarts.into(),
        since(pod.created(), now).into(),
        or_none(address.or_else(|| pod.str_at("/status/podIP"))),
        or_none(pod.str_at("/spec/nodeName")),
        or_none(pod.str_at("/status/nominatedNodeName")),
        gates(pod).into(),
    ]
}

fn gates(pod: &Object) -> String {
    let gates = pod.items_at("/spec/readinessGates");
    if gates.is_empty() {
        return "<none>".to_owned();
    }
    let passed = |gate: &&Value| {
        let kind = gate.get("conditionType").and_then(Value::as_str);
        kind.and_then(|kind| pod.condition(kind)).is_some_and(|condition| condition.is_true())
    };
    format!("{}/{}", gates.iter().filter(passed).count(), gates.len())
}

/// What the containers say together.
struct Seen {
    ready: usize,
    containers: usize,
    word: String,
    restarts: i64,
    last_restart: Option<Timestamp>,
}

impl Seen {
    fn of(pod: &Object) -> Self {
        let phase = pod.str_at("/status/phase").unwrap_or_default();
        let own = pod.str_at("/status/reason").filter(|reason| !reason.is_empty());
        let gated = pod
            .conditions()
            .iter()
            .any(|condition| condition.kind == "PodScheduled" && condition.reason == "SchedulingGated");
        let mut seen = Self {
            ready: 0,
            containers: pod.items_at("/spec/containers").len() + sidecars(pod).count(),
            word: if gated { "SchedulingGated" } else { own.unwrap_or(phase) }.to_owned(),
            restarts: 0,
            last_restart: None,
        };
        let initializing = seen.look_at_init(pod);
        if !initializing || pod.condition("Initialized").is_some_and(|condition| condition.is_true()) {
            seen.look_at_main(pod);
        }
        let terminal = matches!(phase, "Succeeded" | "Failed");
        if pod.deleted().is_some() && own == Some("NodeLost") {
            seen.word = "Unknown".to_owned();
        } else if pod.deleted().is_some() && !terminal {
            seen.word = "Terminating".to_owned();
        }
        seen
    }

    /// Init containers, up to the first that holds the others up; whether one does.
    fn look_at_init(&mut self, pod: &Object) -> bool {
        let many = pod.items_at("/spec/initContainers").len();
        for (place, status) in pod.items_at("/status/initContainerStatuses").iter().enumerate() {
            self.count_restarts(status);
            let ended = status.pointer("/state/terminated");
            if ended.is_some_and(|ended| code(ended) == 0) {
                continue;
            }
            if is_sidecar(pod, status) && status.get("started") == Some(&Value::Bool(true)) {
                self.ready += usize::from(is_ready(status));
                continue;
            }
            self.word = match (ended, waiting(status)) {
                (Some(ended), _) => format!("Init:{}", end(ended)),
                (None, Some(reason)) if reason != "PodInitializing" => format!("Init:{reason}"),
                _ => format!("Init:{place}/{many}"),
            };
            return true;
        }
        false
    }

    /// The containers themselves. Of init containers only the sidecars' restarts count then.
    fn look_at_main(&mut self, pod: &Object) {
        (self.restarts, self.last_restart) = (0, None);
        let (mut running, mut error) = (false, None);
        for status in pod.items_at("/status/initContainerStatuses").iter().filter(|status| is_sidecar(pod, status)) {
            self.count_restarts(status);
        }
        for status in pod.items_at("/status/containerStatuses").iter().rev() {
            self.count_restarts(status);
            if let Some(reason) = waiting(status) {
                reason.clone_into(&mut self.word);
            } else if let Some(ended) = status.pointer("/state/terminated") {
                self.word = end(ended);
                if code(ended) != 0 {
                    error = Some(self.word.clone());
                }
            } else if is_ready(status) && status.pointer("/state/running").is_some() {
                running = true;
                self.ready += 1;
            }
        }
        if self.word == "Completed" {
            let ready = pod.condition("Ready").is_some_and(|condition| condition.is_true());
            match error {
                _ if running && ready => "Running".clone_into(&mut self.word),
                Some(error) => self.word = error,
                None if running => "NotReady".clone_into(&mut self.word),
                None => {}
            }
        }
    }

    fn count_restarts(&mut self, status: &Value) {
        self.restarts += status.get("restartCount").and_then(Value::as_i64).unwrap_or(0);
        let ended = status.pointer("/lastState/terminated/finishedAt").and_then(time::parse);
        self.last_restart = self.last_restart.max(ended);
    }
}

fn sidecars(pod: &Object) -> impl Iterator<Item = &str> {
    let always = |container: &&Value| container.get("restartPolicy").and_then(Value::as_str) == Some("Always");
    pod.items_at("/spec/initContainers").iter().filter(always).filter_map(|container| container.get("name")?.as_str())
}

fn is_sidecar(pod: &Object, status: &Value) -> bool {
    let name = status.get("name").and_then(Value::as_str);
    sidecars(pod).any(|sidecar| Some(sidecar) == name)
}

fn is_ready(status: &Value) -> bool {
    status.get("ready") == Some(&Value::Bool(true))
}

fn waiting(status: &Value) -> Option<&str> {
    status.pointer("/state/waiting/reason")?.as_str().filter(|reason| !reason.is_empty())
}

fn code(ended: &Value) -> i64 {
    ended.get("exitCode").and_then(Value::as_i64).unwrap_or(0)
}

/// `OOMKilled`, `Signal:9`, `ExitCode:1`
fn end(ended: &Value) -> String {
    let signal = ended.get("signal").and_then(Value::as_i64).unwrap_or(0);
    match ended.get("reason").and_then(Value::as_str).filter(|reason| !reason.is_empty()) {
        Some(reason) => reason.to_owned(),
        None if signal != 0 => format!("Signal:{signal}"),
        None => format!("ExitCode:{}", code(ended)),
    }
}
