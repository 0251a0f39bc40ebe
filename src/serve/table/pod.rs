//! The table of pods.
//!
//! Owns the word for a pod's status: what a server makes of phase, reasons and containers.

use jiff::Timestamp;
use serde_json::Value;

use super::{Column, age, column, or, wide};
use crate::model::Object;
use crate::model::time;

pub(super) const COLUMNS: &[Column] = &[
    column("Name", "Name of the pod."),
    column("Ready", "Containers that are ready, of those there are."),
    column("Status", "What its containers make of it."),
    column("Restarts", "How often its containers were started again, and when last."),
    column("Age", "Time since it was made."),
    wide("IP", "Its address."),
    wide("Node", "The node it was placed on."),
    wide("Nominated Node", "The node where room is made for it."),
    wide("Readiness Gates", "Conditions of others that are true, of those it waits for."),
];

/// Whether this is a pod of others, of which only a part was kept: a server gives every pod a restart policy.
pub(in crate::serve) fn is_trimmed(pod: &Object) -> bool {
    pod.at("/spec/restartPolicy").is_none()
}

pub(super) fn cells(pod: &Object, now: Timestamp) -> Vec<Value> {
    let counted = Counted::of(pod);
    let restarts = match counted.last {
        Some(last) if counted.restarts != 0 => format!("{} ({} ago)", counted.restarts, age::since(Some(last), now)),
        _ => counted.restarts.to_string(),
    };
    let unknown = |text: String| if is_trimmed(pod) { Value::from("<unknown>") } else { Value::from(text) };
    vec![
        pod.name().into(),
        unknown(format!("{}/{}", counted.ready, counted.containers)),
        counted.status.into(),
        unknown(restarts),
        age::of(pod, now),
        if is_trimmed(pod) { "<unknown>".into() } else { or(pod.str_at("/status/podIPs/0/ip"), "<none>") },
        or(pod.str_at("/spec/nodeName"), "<none>"),
        or(pod.str_at("/status/nominatedNodeName"), "<none>"),
        gates(pod).into(),
    ]
}

/// The status of a container.
struct Container<'p> {
    status: &'p Value,
}

impl<'p> Container<'p> {
    fn state(&self, state: &str) -> Option<&'p Value> {
        self.status.get("state")?.get(state).filter(|value| !value.is_null())
    }

    fn reason(&self, state: &str) -> Option<&'p str> {
        self.state(state)?.get("reason")?.as_str().filter(|reason| !reason.is_empty())
    }

    /// Why it ended, and whether it ended well.
    fn ending(&self) -> Option<(String, bool)> {
        let ended = self.state("terminated")?;
        let number = |field: &str| ended.get(field).and_then(Value::as_i64).unwrap_or_default();
        let word = match (self.reason("terminated"), number("signal")) {
            (Some(reason), _) => reason.to_owned(),
            (None, 0) => format!("ExitCode:{}", number("exitCode")),
            (None, signal) => format!("Signal:{signal}"),
        };
        Some((word, number("exitCode") == 0))
    }

    fn is(&self, field: &str) -> bool {
        self.status.get(field).and_then(Value::as_bool).unwrap_or_default()
    }

    fn restarts(&self) -> i64 {
        self.status.get("restartCount").and_then(Value::as_i64).unwrap_or_default()
    }

    /// When its last run ended.
    fn last_ended(&self) -> Option<Timestamp> {
        self.status.get("lastState")?.get("terminated")?.get("finishedAt").and_then(time::parse)
    }
}

/// What is counted over the containers of a pod.
#[derive(Default)]
struct Counted {
    status: String,
    ready: usize,
    containers: usize,
    restarts: i64,
    last: Option<Timestamp>,
}

impl Counted {
    fn add(&mut self, container: &Container<'_>) {
        self.restarts += container.restarts();
        self.last = self.last.max(container.last_ended());
    }

    fn of(pod: &Object) -> Self {
        let phase = pod.str_at("/status/phase").unwrap_or_default();
        let mut status = pod.str_at("/status/reason").unwrap_or(phase).to_owned();
        if pod.conditions().iter().any(|one| one.kind == "PodScheduled" && one.reason == "SchedulingGated") {
            status = "SchedulingGated".to_owned();
        }
        let sidecars = sidecars(pod);
        let mut all = Self { status, ..Self::default() };
        all.containers = pod.items_at("/spec/containers").len() + sidecars.len();
        // Restarts of what starts before the containers count until they run; those of sidecars always.
        let mut beside = Self::default();
        let initializing = all.initialize(pod, &sidecars, &mut beside);
        if !initializing || is_condition_true(pod, "Initialized") {
            (all.restarts, all.last) = (beside.restarts, beside.last);
            all.run(pod);
        }
        if pod.deleted().is_some() {
            if pod.str_at("/status/reason") == Some("NodeLost") {
                all.status = "Unknown".to_owned();
            } else if !matches!(phase, "Succeeded" | "Failed") {
                all.status = "Terminating".to_owned();
            }
        }
        all
    }

    /// Looks at the init containers up to the first that has not done its part; says whether there is one.
    fn initialize(&mut self, pod: &Object, sidecars: &[&str], beside: &mut Self) -> bool {
        let declared = pod.items_at("/spec/initContainers").len();
        for (at, status) in pod.items_at("/status/initContainerStatuses").iter().enumerate() {
            let container = Container { status };
            let name = status.get("name").and_then(Value::as_str).unwrap_or_default();
            let is_sidecar = sidecars.contains(&name);
            self.add(&container);
            if is_sidecar {
                beside.add(&container);
            }
            let ending = container.ending();
            if ending.as_ref().is_some_and(|(_, well)| *well) {
                continue;
            }
            if is_sidecar && container.is("started") {
                self.ready += usize::from(container.is("ready"));
                continue;
            }
            let waits = container.reason("waiting").filter(|reason| *reason != "PodInitializing");
            self.status = match (ending, waits) {
                (Some((word, _)), _) => format!("Init:{word}"),
                (None, Some(reason)) => format!("Init:{reason}"),
                (None, None) => format!("Init:{at}/{declared}"),
            };
            return true;
        }
        false
    }

    /// Looks at the containers, the last first: the first has the last word.
    fn run(&mut self, pod: &Object) {
        let (mut running, mut failure) = (false, None);
        for status in pod.items_at("/status/containerStatuses").iter().rev() {
            let container = Container { status };
            self.add(&container);
            if let Some(reason) = container.reason("waiting") {
                self.status = reason.to_owned();
            } else if let Some((word, well)) = container.ending() {
                if !well {
                    failure = Some(word.clone());
                }
                self.status = word;
            } else if container.is("ready") && container.state("running").is_some() {
                running = true;
                self.ready += 1;
            }
        }
        // One that is done does not speak for those that are not.
        if self.status == "Completed" {
            if running && is_condition_true(pod, "Ready") {
                self.status = "Running".to_owned();
            } else if let Some(failure) = failure {
                self.status = failure;
            } else if running {
                self.status = "NotReady".to_owned();
            }
        }
    }
}

/// Init containers that go on beside the containers.
fn sidecars(pod: &Object) -> Vec<&str> {
    let goes_on = |one: &&Value| one.get("restartPolicy").and_then(Value::as_str) == Some("Always");
    let init = pod.items_at("/spec/initContainers").iter().filter(goes_on);
    init.filter_map(|one| one.get("name")?.as_str()).collect()
}

/// Of a condition that stands twice, the first counts.
fn is_condition_true(pod: &Object, kind: &str) -> bool {
    pod.conditions().into_iter().find(|one| one.kind == kind).is_some_and(|one| one.is_true())
}

fn gates(pod: &Object) -> String {
    let gates = pod.items_at("/spec/readinessGates");
    let kinds = gates.iter().filter_map(|gate| gate.get("conditionType")?.as_str());
    let open = kinds.filter(|kind| is_condition_true(pod, kind)).count();
    if gates.is_empty() { "<none>".to_owned() } else { format!("{open}/{}", gates.len()) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Ready, status, restarts.
    fn row(spec: &Value, status: &Value, deleted: bool) -> [String; 3] {
        let mut pod = json!({
            "apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p", "namespace": "ml"}, "spec": spec,
            "status": status,
        });
        pod["spec"]["restartPolicy"] = "Never".into();
        if deleted {
            pod["metadata"]["deletionTimestamp"] = "2026-11-30T11:59:00Z".into();
        }
        let cells = cells(&Object::new(pod).unwrap(), "2026-11-30T12:00:00Z".parse().unwrap());
        [1, 2, 3].map(|at| cells[at].as_str().unwrap().to_owned())
    }

    fn one() -> Value {
        json!({"containers": [{"name": "main"}]})
    }

    fn ended(state: &Value) -> Value {
        json!({"phase": "Failed", "containerStatuses": [{"name": "main", "state": {"terminated": state}}]})
    }

    #[test]
    fn the_status_is_the_word_of_the_containers() {
        let running = json!({"name": "main", "ready": true, "state": {"running": {}}});
        let waiting = json!({"name": "main", "restartCount": 3, "state": {"waiting": {"reason": "CrashLoopBackOff"}},
            "lastState": {"terminated": {"finishedAt": "2026-11-30T11:57:00Z"}}});
        for (status, expected) in [
            (json!({"phase": "Pending"}), ["0/1", "Pending", "0"]),
            (json!({"phase": "Failed", "reason": "Evicted"}), ["0/1", "Evicted", "0"]),
            (
                json!({"phase": "Pending", "conditions": [
                    {"type": "PodScheduled", "status": "False", "reason": "SchedulingGated"},
                ]}),
                ["0/1", "SchedulingGated", "0"],
            ),
            (json!({"phase": "Running", "containerStatuses": [running]}), ["1/1", "Running", "0"]),
            (json!({"phase": "Running", "containerStatuses": [waiting]}), ["0/1", "CrashLoopBackOff", "3 (3m ago)"]),
            (ended(&json!({"exitCode": 137, "reason": "OOMKilled"})), ["0/1", "OOMKilled", "0"]),
            (ended(&json!({"exitCode": 3})), ["0/1", "ExitCode:3", "0"]),
            (ended(&json!({"exitCode": 137, "signal": 9})), ["0/1", "Signal:9", "0"]),
        ] {
            assert_eq!(row(&one(), &status, false), expected, "{status}");
        }
    }

    #[test]
    fn one_that_is_done_does_not_speak_for_the_others() {
        let done = json!({"name": "a", "state": {"terminated": {"exitCode": 0, "reason": "Completed"}}});
        let other = |state: Value| json!({"name": "b", "ready": true, "state": state});
        let two = || json!({"containers": [{"name": "a"}, {"name": "b"}]});
        let with = |state: Value, ready: &str| {
            json!({
                "phase": "Running", "containerStatuses": [done, other(state)],
                "conditions": [{"type": "Ready", "status": ready}],
            })
        };
        assert_eq!(row(&two(), &with(json!({"running": {}}), "True"), false)[1], "Running");
        assert_eq!(row(&two(), &with(json!({"running": {}}), "False"), false)[1], "NotReady");
        let failed = json!({"terminated": {"exitCode": 1, "reason": "Error"}});
        assert_eq!(row(&two(), &with(failed, "False"), false)[1], "Error");
    }

    #[test]
    fn init_containers_speak_until_they_are_done() {
        let spec = || {
            json!({
                "containers": [{"name": "main"}],
                "initContainers": [{"name": "a"}, {"name": "side", "restartPolicy": "Always"}],
            })
        };
        let with = |a: Value, side: Value| {
            json!({"phase": "Pending", "initContainerStatuses": [
                {"name": "a", "restartCount": 2, "state": a}, {"name": "side", "ready": true, "started": true, "state": side},
            ]})
        };
        let running = json!({"running": {}});
        assert_eq!(row(&spec(), &with(running.clone(), json!({})), false), ["0/2", "Init:0/2", "2"]);
        let failed = json!({"terminated": {"exitCode": 1}});
        assert_eq!(row(&spec(), &with(failed, json!({})), false), ["0/2", "Init:ExitCode:1", "2"]);
        let pulls = json!({"waiting": {"reason": "ImagePullBackOff"}});
        assert_eq!(row(&spec(), &with(pulls, json!({})), false), ["0/2", "Init:ImagePullBackOff", "2"]);
        // Once it is done, what restarted before counts no more.
        let done = json!({"terminated": {"exitCode": 0, "reason": "Completed"}});
        assert_eq!(row(&spec(), &with(done, running), false), ["1/2", "Pending", "0"]);
    }

    #[test]
    fn what_is_being_deleted_is_terminating_unless_it_has_ended() {
        assert_eq!(row(&one(), &json!({"phase": "Running"}), true)[1], "Terminating");
        assert_eq!(row(&one(), &json!({"phase": "Running", "reason": "NodeLost"}), true)[1], "Unknown");
        assert_eq!(row(&one(), &ended(&json!({"exitCode": 1, "reason": "Error"})), true)[1], "Error");
    }

    #[test]
    fn of_pods_of_others_only_what_is_known_is_said() {
        let pod = json!({
            "apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p", "namespace": "ml"},
            "spec": {"nodeName": "gpu-1", "containers": [{"name": "main"}]}, "status": {"phase": "Running"},
        });
        let cells = cells(&Object::new(pod).unwrap(), "2026-11-30T12:00:00Z".parse().unwrap());
        let expected =
            json!(["p", "<unknown>", "Running", "<unknown>", "<unknown>", "<unknown>", "gpu-1", "<none>", "<none>",]);
        assert_eq!(Value::from(cells), expected);
    }
}
