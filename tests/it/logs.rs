//! Which logs a walk reads.

use std::collections::BTreeSet;

use kubectl_mlop::collect::{Limits, Logs};
use kubectl_mlop::model::Query;
use kubectl_mlop::source::memory::Extent;

use crate::harness::world;

/// A Job of three pods: one has run through, one waits for its image, one crashes.
const RUN: &str = r#"
apiVersion: batch/v1
kind: Job
metadata: {name: run, namespace: ml, uid: job}
status: {active: 2, succeeded: 1}
---
apiVersion: v1
kind: Pod
metadata: {name: done, namespace: ml, uid: done, labels: {batch.kubernetes.io/controller-uid: job}, ownerReferences: [{apiVersion: batch/v1, kind: Job, name: run, uid: job, controller: true}]}
status: {phase: Succeeded, containerStatuses: [{name: main, state: {terminated: {exitCode: 0}}}]}
---
apiVersion: v1
kind: Pod
metadata: {name: waits, namespace: ml, uid: waits, labels: {batch.kubernetes.io/controller-uid: job}, ownerReferences: [{apiVersion: batch/v1, kind: Job, name: run, uid: job, controller: true}]}
spec: {nodeName: a}
status: {phase: Pending, containerStatuses: [{name: main, state: {waiting: {reason: ImagePullBackOff}}}]}
---
apiVersion: v1
kind: Pod
metadata: {name: crashes, namespace: ml, uid: crashes, labels: {batch.kubernetes.io/controller-uid: job}, ownerReferences: [{apiVersion: batch/v1, kind: Job, name: run, uid: job, controller: true}]}
spec: {nodeName: a}
status:
  phase: Running
  initContainerStatuses: [{name: fetch, state: {terminated: {exitCode: 0}}}]
  containerStatuses: [{name: main, restartCount: 3, state: {waiting: {reason: CrashLoopBackOff}}, lastState: {terminated: {exitCode: 1}}}]
"#;

/// What is read: `pod container`, with a `-` before it for the run before the last restart.
fn read(logs: Logs) -> BTreeSet<String> {
    let limits = Limits { logs, ..Limits::default() };
    let mut memory = world::memory(Extent::World, world::objects(RUN));
    let snapshot = world::snapshot_within(limits, &mut memory, "job/run").unwrap();
    let asked = snapshot.asked().filter_map(|(query, _)| match query {
        Query::Log { of } => Some(format!("{}{} {}", if of.previous { "-" } else { "" }, of.pod.name, of.container)),
        _ => None,
    });
    asked.collect()
}

#[test]
fn logs_are_read_as_far_as_somebody_asks() {
    let set = |names: &[&str]| -> BTreeSet<String> { names.iter().map(|name| (*name).to_owned()).collect() };
    assert_eq!(read(Logs::None), set(&[]));
    assert_eq!(read(Logs::Errors), set(&["crashes main", "-crashes main"]));
    let all = ["done main", "crashes main", "-crashes main", "crashes fetch"];
    assert_eq!(read(Logs::All), set(&all), "a container that never ran has none");
}
