//! Logs of what failed or crashes, and of the running peers of what failed: a rank that hangs says nothing, and that is
//! what tells it from the others.

use std::collections::BTreeSet;

use serde_json::Value;

use super::view::View;
use crate::collect::Logs;
use crate::kinds::names;
use crate::model::{LogKey, Object, Query, State, pointer};

const STATUSES: [&str; 3] =
    ["/status/containerStatuses", "/status/initContainerStatuses", "/status/ephemeralContainerStatuses"];

/// Running peers of a failed gang whose logs are read.
const RUNNING_PEERS: usize = 4;

pub(super) fn ask(view: &View<'_>, wanted: &mut BTreeSet<Query>) {
    match view.logs {
        Logs::None => {}
        Logs::Errors => of_errors(view, wanted),
        Logs::All => of_all(view, wanted),
    }
}

/// Every container that has run, with the run before its last restart.
fn of_all(view: &View<'_>, wanted: &mut BTreeSet<Query>) {
    for pod in view.run().filter(|pod| pod.is(&names::POD)) {
        for status in STATUSES.into_iter().flat_map(|list| pod.items_at(list)) {
            let Some(container) = status.get("name").and_then(Value::as_str) else { continue };
            let restarted = pointer::follow(status, "/lastState/terminated").is_some();
            let ran =
                ["/state/running", "/state/terminated"].into_iter().any(|at| pointer::follow(status, at).is_some());
            wanted.extend((ran || restarted).then(|| log(pod, container, false)));
            wanted.extend(restarted.then(|| log(pod, container, true)));
        }
    }
}

fn of_errors(view: &View<'_>, wanted: &mut BTreeSet<Query>) {
    let mut any_failed = false;
    for pod in view.pods_apart() {
        for status in STATUSES.into_iter().flat_map(|list| pod.items_at(list)) {
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
