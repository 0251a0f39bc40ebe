//! Which logs are read, and when: before they are overwritten or go with their pod.
//!
//! Owns the memory of what was asked for. Must never give a text to the wrong start of a container.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::collect::Logs;
use crate::model::{LogKey, Object};

/// One log to be read: the key to ask with, and the start it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    pub key: LogKey,
    pub restart: u64,
}

/// What is known of the containers of the pods that are there.
#[derive(Debug, Default)]
pub(super) struct Due {
    kept: Logs,
    /// By pod: starts of each container, and what was asked for.
    pods: BTreeMap<String, Pod>,
}

#[derive(Debug, Default)]
struct Pod {
    restarts: BTreeMap<String, u64>,
    /// Container, start, whether it had ended, whether it was asked for as the one before.
    asked: BTreeSet<(String, u64, bool, bool)>,
}

impl Due {
    pub(super) fn new(kept: Logs) -> Self {
        Self { kept, pods: BTreeMap::new() }
    }

    /// Looks at a pod; says what to read now.
    pub(super) fn look_at(&mut self, pod: &Object) -> Vec<Wanted> {
        let Some(uid) = pod.uid().filter(|_| self.kept != Logs::None) else { return Vec::new() };
        let known = self.pods.entry(uid.to_owned()).or_default();
        let dying = pod.at("/metadata/deletionTimestamp").is_some() || is_disrupted(pod);
        let mut wanted = Vec::new();
        for list in ["/status/initContainerStatuses", "/status/containerStatuses"] {
            for status in pod.at(list).and_then(Value::as_array).into_iter().flatten() {
                let Some(container) = status.get("name").and_then(Value::as_str) else { continue };
                let restart = status.get("restartCount").and_then(Value::as_u64).unwrap_or(0);
                known.restarts.insert(container.to_owned(), restart);
                let code = |place: &str| status.pointer(place).and_then(Value::as_i64);
                let ended = code("/state/terminated/exitCode");
                let now = match ended {
                    Some(0) => self.kept == Logs::All || dying,
                    Some(_) => true,
                    None => dying && status.pointer("/state/running").is_some(),
                };
                let before = restart > 0 && status.pointer("/lastState/terminated").is_some();
                for (due, previous) in [(now, false), (before, true)] {
                    let start = restart.saturating_sub(u64::from(previous));
                    // One that still runs is read again when it has ended.
                    if due && known.asked.insert((container.to_owned(), start, ended.is_some() || previous, previous)) {
                        let key = LogKey { pod: pod.key().clone(), container: container.to_owned(), previous };
                        wanted.push(Wanted { key, restart: start });
                    }
                }
            }
        }
        wanted
    }

    /// Whether a text still belongs to the start it was asked for: meanwhile the container may have been started anew,
    /// and then the same question has another answer.
    pub(super) fn still_of(&self, key: &LogKey, restart: u64) -> bool {
        let known = key.pod.uid.as_ref().and_then(|uid| self.pods.get(uid)?.restarts.get(&key.container).copied());
        known.is_none_or(|known| known == restart + u64::from(key.previous))
    }

    /// A pod has left.
    pub(super) fn forget(&mut self, uid: &str) {
        self.pods.remove(uid);
    }
}

fn is_disrupted(pod: &Object) -> bool {
    let conditions = pod.at("/status/conditions").and_then(Value::as_array);
    conditions.into_iter().flatten().any(|condition| {
        condition.get("type").and_then(Value::as_str) == Some("DisruptionTarget")
            && condition.get("status").and_then(Value::as_str) == Some("True")
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn pod(status: &Value, deleted: bool) -> Object {
        let mut value = json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p", "namespace": "ml", "uid": "u"},
            "status": {"containerStatuses": [status]}});
        if deleted {
            value["metadata"]["deletionTimestamp"] = json!("2026-01-01T00:00:00Z");
        }
        Object::new(value).unwrap()
    }

    fn asked(wanted: &[Wanted]) -> Vec<(u64, bool)> {
        wanted.iter().map(|wanted| (wanted.restart, wanted.key.previous)).collect()
    }

    #[test]
    fn a_log_is_read_once_for_each_end() {
        let mut logs = Due::new(Logs::Errors);
        let running = json!({"name": "c", "restartCount": 0, "state": {"running": {}}});
        assert!(logs.look_at(&pod(&running, false)).is_empty());
        let ended = json!({"name": "c", "restartCount": 0, "state": {"terminated": {"exitCode": 1}}});
        assert_eq!(asked(&logs.look_at(&pod(&ended, false))), [(0, false)]);
        assert!(logs.look_at(&pod(&ended, false)).is_empty());
        let anew = json!({"name": "c", "restartCount": 1, "state": {"running": {}}, "lastState": {"terminated": {"exitCode": 1}}});
        // The first question may have come too late for its answer to be believed.
        assert_eq!(asked(&logs.look_at(&pod(&anew, false))), [(0, true)]);
        assert!(logs.look_at(&pod(&anew, false)).is_empty());
        let of = LogKey { pod: pod(&anew, false).key().clone(), container: "c".to_owned(), previous: false };
        assert!(!logs.still_of(&of, 0) && logs.still_of(&LogKey { previous: true, ..of.clone() }, 0));
        logs.forget("u");
        assert_eq!(asked(&logs.look_at(&pod(&ended, false))), [(0, false)]);
    }

    #[test]
    fn a_dying_pod_is_read_while_it_is_there() {
        let running = json!({"name": "c", "restartCount": 2, "state": {"running": {}}});
        let mut logs = Due::new(Logs::Errors);
        assert_eq!(asked(&logs.look_at(&pod(&running, true))), [(2, false)]);
        assert!(logs.look_at(&pod(&running, true)).is_empty());
        let ended = json!({"name": "c", "restartCount": 2, "state": {"terminated": {"exitCode": 137}}});
        assert_eq!(asked(&logs.look_at(&pod(&ended, true))), [(2, false)], "it wrote on until it ended");
        assert!(Due::new(Logs::None).look_at(&pod(&running, true)).is_empty());
    }

    #[test]
    fn a_good_end_is_read_only_if_all_are_wanted() {
        let done = json!({"name": "c", "restartCount": 0, "state": {"terminated": {"exitCode": 0}}});
        assert!(Due::new(Logs::Errors).look_at(&pod(&done, false)).is_empty());
        assert_eq!(Due::new(Logs::All).look_at(&pod(&done, false)).len(), 1);
    }
}
