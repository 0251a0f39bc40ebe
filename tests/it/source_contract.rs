//! What every source promises, tried on each of them. A new source joins by one line in `sources`.

use std::io::Cursor;

use kubectl_mlop::bundle::{ZipFiles, ZipSink};
use kubectl_mlop::capture::{about, one_run};
use kubectl_mlop::collect::{Answer, Asked};
use kubectl_mlop::diagnose::diagnose;
use kubectl_mlop::kinds::{Kinds, names};
use kubectl_mlop::model::{GapReason, GroupKind, LogKey, Object, ObjectKey, Query, Selector};
use kubectl_mlop::report::Metadata;
use kubectl_mlop::source::bundle::Bundle;
use kubectl_mlop::source::memory::Extent;
use kubectl_mlop::source::{About, Source};
use serde_json::Value;

use crate::harness::world;

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

fn job() -> Query {
    Query::Get { kind: names::JOB, namespace: Some("ml".to_owned()), name: "run".to_owned() }
}

fn pods() -> Query {
    let labels = [("batch.kubernetes.io/controller-uid".to_owned(), "u-run".to_owned())].into();
    Query::List { kind: names::POD, namespace: Some("ml".to_owned()), selector: Selector { labels, owner: None } }
}

fn key(kind: GroupKind, name: &str, uid: &str) -> ObjectKey {
    let namespace = Some("ml".to_owned());
    ObjectKey { kind, namespace, name: name.to_owned(), uid: Some(uid.to_owned()) }
}

fn events() -> Query {
    Query::Events { of: key(names::JOB, "run", "u-run") }
}

fn log() -> Query {
    let pod = key(names::POD, "run-x", "u-pod");
    Query::Log { of: LogKey { pod, container: "main".to_owned(), previous: false } }
}

fn memory() -> kubectl_mlop::source::memory::Memory {
    let Query::Log { of } = log() else { unreachable!() };
    world::memory(Extent::World, world::objects(WORLD)).with_log(of, "the last words\n".to_owned())
}

fn bundle() -> Bundle {
    let kinds = Kinds::built_in();
    let snapshot = world::snapshot(&mut memory(), "job/run").unwrap();
    let metadata = Metadata { generated_at: snapshot.now(), tool_version: String::new(), source: Default::default() };
    let report = diagnose(&snapshot, &kinds, metadata);
    let about = about(&snapshot, &report, About::default(), None, "synthetic");
    let sink = ZipSink::new(Cursor::new(Vec::new()));
    let zip = one_run(sink, &snapshot, &kinds, &about, &report).unwrap().0.finish().unwrap().into_inner();
    let files = Box::new(ZipFiles::open(Cursor::new(zip)).unwrap());
    Bundle::open("b.zip".to_owned(), files, &kinds).unwrap()
}

/// All sources, each holding the same world.
fn sources() -> Vec<(&'static str, Box<dyn Source>)> {
    vec![("memory", Box::new(memory())), ("bundle", Box::new(bundle()))]
}

fn objects(answer: &Answer) -> Vec<Object> {
    let Answer::Objects { items, .. } = answer else { panic!("{answer:?}") };
    items.iter().cloned().filter_map(Object::new).collect()
}

#[test]
fn one_answer_a_question_in_their_order() {
    for (name, mut source) in sources() {
        let answers = source.answer(&[pods(), job(), log(), events()]);
        assert_eq!(answers.len(), 4, "{name}");
        assert_eq!(objects(&answers[0])[0].name(), "run-x", "{name}");
        assert_eq!(objects(&answers[1])[0].name(), "run", "{name}");
        assert_eq!(answers[2], Answer::Log(Some("the last words\n".to_owned())), "{name}");
        assert!(source.answer(&[]).is_empty(), "{name}");
    }
}

#[test]
fn events_are_those_of_this_very_object() {
    for (name, mut source) in sources() {
        let found = objects(&source.answer(&[events()])[0]);
        let reasons: Vec<&str> = found.iter().filter_map(|event| event.str_at("/reason")).collect();
        assert_eq!(reasons, ["SuccessfulCreate"], "{name}: a namesake's past is never mixed in");
    }
}

#[test]
fn what_was_asked_and_is_not_there_is_an_empty_answer() {
    for (name, mut source) in sources() {
        // A question that every walk of a failed Job asks, and that this world answers with nothing.
        let previous = match log() {
            Query::Log { of } => Query::Log { of: LogKey { previous: true, ..of } },
            _ => unreachable!(),
        };
        let nothing = Query::Events { of: key(names::POD, "run-x", "u-pod") };
        let answers = source.answer(&[nothing, previous]);
        assert_eq!(answers[0], Answer::Objects { items: Vec::new(), complete: true }, "{name}");
        let unasked = matches!(&answers[1], Answer::Log(None))
            || matches!(&answers[1], Answer::Gap(gap) if gap.reason == GapReason::NotCollected);
        assert!(unasked, "{name}: {:?}", answers[1]);
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
        let questions = [job(), pods(), events(), log()];
        assert_eq!(source.answer(&questions), source.answer(&questions), "{name}");
        assert_eq!(source.now(), source.now(), "{name}");
    }
}

#[test]
fn every_source_leads_to_one_snapshot() {
    let mut seen: Vec<(Vec<Value>, Vec<String>)> = Vec::new();
    for (_, mut source) in sources() {
        let snapshot = world::snapshot(source.as_mut(), "job/run").unwrap();
        let objects = snapshot.objects().map(|object| object.value().clone()).collect();
        let asked = snapshot
            .asked()
            .map(|(query, asked)| match asked {
                Asked::Gap(gap) => format!("{query}: {:?}", gap.reason),
                Asked::Answered { found, complete } => format!("{query}: {} {complete}", found.len()),
            })
            .collect();
        seen.push((objects, asked));
    }
    assert_eq!(seen[0], seen[1]);
}
