//! What every source promises, tried on those that need no cluster. A new source joins by one line in `sources`; that of a
//! live cluster is tried in tests/live/source_contract.rs.

use kubectl_mlop::collect::Answer;
use kubectl_mlop::kinds::names;
use kubectl_mlop::model::{GapReason, Query};
use kubectl_mlop::source::Source;
use kubectl_mlop::source::bundle::Bundle;
use kubectl_mlop::source::memory::{Extent, Memory};

use self::contract::{LAST_WORDS, World};
use crate::harness::world;

#[path = "../shared/source_contract.rs"]
mod contract;

/// A run with one pod that failed, its events, a namesake's leftovers, and a stranger beside it.
const WORLD: &str = r#"
apiVersion: batch/v1
kind: Job
metadata: {name: run, namespace: ml, uid: u-run, creationTimestamp: "2026-03-01T10:00:00Z", labels: {team: a}}
spec: {parallelism: 1}
status: {failed: 1, conditions: [{type: Failed, status: "True", reason: BackoffLimitExceeded}]}
---
apiVersion: v1
kind: Pod
metadata:
  name: run-x
  namespace: ml
  uid: u-pod
  labels: {batch.kubernetes.io/controller-uid: u-run}
  ownerReferences: [{apiVersion: batch/v1, kind: Job, name: run, uid: u-run, controller: true}]
spec: {nodeName: gpu-1, containers: [{name: main, image: "x:1"}]}
status:
  phase: Failed
  containerStatuses: [{name: main, restartCount: 0, state: {terminated: {exitCode: 1, reason: Error, finishedAt: "2026-03-01T10:01:00Z"}}}]
---
apiVersion: v1
kind: Node
metadata: {name: gpu-1, uid: u-node}
status: {conditions: [{type: Ready, status: "True"}]}
---
apiVersion: v1
kind: Event
metadata: {name: run.1, namespace: ml, uid: u-e1}
involvedObject: {apiVersion: batch/v1, kind: Job, name: run, namespace: ml, uid: u-run}
reason: SuccessfulCreate
message: "Created pod: run-x"
lastTimestamp: "2026-03-01T10:00:01Z"
---
apiVersion: v1
kind: Event
metadata: {name: run.0, namespace: ml, uid: u-e0}
involvedObject: {apiVersion: batch/v1, kind: Job, name: run, namespace: ml, uid: u-of-another-life}
reason: FailedCreate
message: of another life
lastTimestamp: "2026-02-01T10:00:01Z"
"#;

fn the_world() -> World {
    World { namespace: "ml".to_owned(), job: "u-run".to_owned(), pod: "u-pod".to_owned() }
}

fn memory() -> Memory {
    world::memory(Extent::World, world::objects(WORLD)).with_log(the_world().log(false), LAST_WORDS.to_owned())
}

fn bundle() -> Bundle {
    the_world().bundle(&mut memory())
}

/// All sources, each holding the same world.
fn sources() -> Vec<(&'static str, Box<dyn Source>)> {
    vec![("memory", Box::new(memory())), ("bundle", Box::new(bundle()))]
}

#[test]
fn one_answer_a_question_in_their_order() {
    for (name, mut source) in sources() {
        contract::answers_in_order(name, source.as_mut(), &the_world());
    }
}

#[test]
fn events_are_those_of_this_very_object() {
    for (name, mut source) in sources() {
        contract::tells_namesakes_apart(name, source.as_mut(), &the_world());
    }
}

#[test]
fn what_was_asked_and_is_not_there_is_an_empty_answer() {
    for (name, mut source) in sources() {
        contract::states_absence(name, source.as_mut(), &the_world());
    }
}

#[test]
fn a_question_nobody_asked_is_a_gap_and_never_an_absence() {
    let strange = Query::Get { kind: names::NODE, namespace: None, name: "elsewhere".to_owned() };
    let answer = bundle().answer(std::slice::from_ref(&strange)).remove(0);
    assert!(matches!(answer, Answer::Gap(gap) if gap.reason == GapReason::NotCollected));
    // Whoever holds the whole world may say that it is not there.
    assert_eq!(memory().answer(&[strange])[0], Answer::Objects { items: Vec::new(), complete: true });
}

#[test]
fn the_same_question_has_the_same_answer_twice() {
    for (name, mut source) in sources() {
        contract::repeats_itself(name, source.as_mut(), &the_world());
    }
}

#[test]
fn every_source_leads_to_one_snapshot() {
    let [first, second] = [0, 1].map(|place| the_world().seen(sources()[place].1.as_mut()));
    assert_eq!(first, second);
}
