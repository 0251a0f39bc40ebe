//! Logs of what failed or crashes, and of the running peers of what failed: a rank that hangs says nothing, and that is
//! what tells it from the others.

use std::collections::BTreeSet;

use serde_json::Value;

use super::view::View;
use crate::kinds::names;
use crate::model::{LogKey, Object, Query, State, pointer};

/// Running peers of a failed gang whose logs are read.
const RUNNING_PEERS: usize = 4;

pub(super) fn ask(view: &View<'_>, wanted: &mut BTreeSet<Query>) {
    let mut any_failed = false;
    for pod in view.pods_apart() {
        for status in
            pod.items_at("/status/containerStatuses").iter().chain(pod.items_at("/status/initContainerStatuses"))
        {
            let ended = pointer::follow(status, "/state/terminated/exitCode")
                .and_then(Value::as_i64)
                .is_some_and(|code| code != 0);
            let restarted = pointer::follow(status, "/lastState/terminated").is_some();
            any_failed |= ended || restarted;
            if let Some(container) = status.get("name").and_then(Value::as_str).filter(|_| ended || restarted) {
                wanted.insert(log(pod, container, false));
                if restarted {
                    wanted.insert(log(pod, container, true));
                }
            }
        }
    }
    if any_failed {
        let running = view.run().filter(|pod| {
            pod.is(&names::POD)
                && pod.str_at("/status/phase") == Some("Running")
                && matches!(view.state(pod), State::Healthy | State::Progressing)
        });
        for pod in running.take(RUNNING_PEERS) {
            let containers =
                pod.items_at("/spec/containers").iter().filter_map(|container| container.get("name")?.as_str());
            wanted.extend(containers.map(|container| log(pod, container, false)));
        }
    }
}

fn log(pod: &Object, container: &str, previous: bool) -> Query {
    Query::Log { of: LogKey { pod: pod.key().clone(), container: container.to_owned(), previous } }
}
