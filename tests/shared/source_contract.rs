//! What every source promises, in words that fit any source.
//!
//! Owns the questions and what their answers have to be, in a world that each source holds in its own way: a Job `run` with
//! one pod `run-x` that failed and left a log, an event of its own, and an event of a namesake. Compiled into both binaries
//! of tests.

use std::io::Cursor;

use kubectl_mlop::bundle::{ZipFiles, ZipSink};
use kubectl_mlop::capture::{about, one_run};
use kubectl_mlop::collect::admit::Door;
use kubectl_mlop::collect::{Answer, Ask, Asked, Find, Found, Limits, Snapshot};
use kubectl_mlop::diagnose::{diagnose, needs};
use kubectl_mlop::kinds::{Kinds, names};
use kubectl_mlop::model::{GapReason, GroupKind, LogKey, Object, ObjectKey, Query, Selector};
use kubectl_mlop::report::Metadata;
use kubectl_mlop::source::bundle::Bundle;
use kubectl_mlop::source::{About, Source, find, gather};
use serde_json::Value;

/// What the container of the pod wrote.
pub const LAST_WORDS: &str = "the last words\n";

/// What a world calls its objects where it is not free to choose.
pub struct World {
    /// Namespace.
    pub namespace: String,
    /// UID of the Job.
    pub job: String,
    /// UID of the pod.
    pub pod: String,
}

impl World {
    /// For the Job.
    pub fn job(&self) -> Query {
        Query::Get { kind: names::JOB, namespace: Some(self.namespace.clone()), name: "run".to_owned() }
    }

    /// For its pods.
    pub fn pods(&self) -> Query {
        let labels = [("batch.kubernetes.io/controller-uid".to_owned(), self.job.clone())].into();
        let selector = Selector { labels, owner: None };
        Query::List { kind: names::POD, namespace: Some(self.namespace.clone()), selector }
    }

    /// For the Job's events.
    pub fn events(&self) -> Query {
        Query::Events { of: self.key(names::JOB, "run", &self.job) }
    }

    /// For the events of the pod, of which there are none.
    pub fn no_events(&self) -> Query {
        Query::Events { of: self.key(names::POD, "run-x", &self.pod) }
    }

    /// For the pod's log.
    pub fn log(&self, previous: bool) -> LogKey {
        LogKey { pod: self.key(names::POD, "run-x", &self.pod), container: "main".to_owned(), previous }
    }

    fn key(&self, kind: GroupKind, name: &str, uid: &str) -> ObjectKey {
        let namespace = Some(self.namespace.clone());
        ObjectKey { kind, namespace, name: name.to_owned(), uid: Some(uid.to_owned()) }
    }

    /// The walk from the Job.
    pub fn snapshot(&self, source: &mut dyn Source) -> Snapshot {
        let kinds = Kinds::built_in();
        let (kind, name, namespace) = ("job".to_owned(), "run".to_owned(), self.namespace.clone());
        let ask = Ask { kind: Some(kind), name: Some(name), namespace: Some(namespace), resource: None };
        let found = find(source, &Find::new(&kinds, ask));
        let Found::Runs(mut runs) = found else { panic!("{found:?}") };
        gather(source, &kinds, Door::new(), &needs(), Limits::default(), runs.pop().unwrap()).unwrap()
    }

    /// A bundle of the Job.
    pub fn bundle(&self, source: &mut dyn Source) -> Bundle {
        let kinds = Kinds::built_in();
        let snapshot = self.snapshot(source);
        let (generated_at, tool_version) = (snapshot.now(), String::new());
        let report = diagnose(&snapshot, &kinds, Metadata { generated_at, tool_version, source: Default::default() });
        let about = about(&snapshot, &report, About::default(), None, "synthetic");
        let sink = ZipSink::new(Cursor::new(Vec::new()));
        let zip = one_run(sink, &snapshot, &kinds, &about, &report).unwrap().0.finish().unwrap().into_inner();
        let files = Box::new(ZipFiles::open(Cursor::new(zip)).unwrap());
        Bundle::open("b.zip".to_owned(), files, &kinds).unwrap()
    }

    /// What a walk came to: all objects, and of each question how it was answered.
    pub fn seen(&self, source: &mut dyn Source) -> (Vec<Value>, Vec<String>) {
        let snapshot = self.snapshot(source);
        let objects = snapshot.objects().map(|object| object.value().clone()).collect();
        let told = |(query, asked): (&Query, &Asked)| match asked {
            Asked::Gap(gap) => format!("{query}: {:?}", gap.reason),
            Asked::Answered { found, complete } => format!("{query}: {} {complete}", found.len()),
        };
        (objects, snapshot.asked().map(told).collect())
    }
}

fn objects(answer: &Answer) -> Vec<Object> {
    let Answer::Objects { items, .. } = answer else { panic!("{answer:?}") };
    items.iter().cloned().filter_map(Object::new).collect()
}

/// One answer a question, in their order.
pub fn answers_in_order(name: &str, source: &mut dyn Source, world: &World) {
    let log = Query::Log { of: world.log(false) };
    let answers = source.answer(&[world.pods(), world.job(), log, world.events()]);
    assert_eq!(answers.len(), 4, "{name}");
    assert_eq!(objects(&answers[0])[0].name(), "run-x", "{name}");
    assert_eq!(objects(&answers[1])[0].name(), "run", "{name}");
    assert_eq!(answers[2], Answer::Log(Some(LAST_WORDS.to_owned())), "{name}");
    assert!(source.answer(&[]).is_empty(), "{name}");
}

/// Events are those of this very object.
pub fn tells_namesakes_apart(name: &str, source: &mut dyn Source, world: &World) {
    let found = objects(&source.answer(&[world.events()])[0]);
    let reasons: Vec<&str> = found.iter().filter_map(|event| event.str_at("/reason")).collect();
    assert_eq!(reasons, ["SuccessfulCreate"], "{name}: a namesake's past is never mixed in");
}

/// What was asked and is not there is an empty answer.
pub fn states_absence(name: &str, source: &mut dyn Source, world: &World) {
    // The log of a run before this one is a question that every walk of a failed Job may ask, or not.
    let answers = source.answer(&[world.no_events(), Query::Log { of: world.log(true) }]);
    assert_eq!(answers[0], Answer::Objects { items: Vec::new(), complete: true }, "{name}");
    let unasked = matches!(&answers[1], Answer::Log(None))
        || matches!(&answers[1], Answer::Gap(gap) if gap.reason == GapReason::NotCollected);
    assert!(unasked, "{name}: {:?}", answers[1]);
}

/// The same question has the same answer twice.
pub fn repeats_itself(name: &str, source: &mut dyn Source, world: &World) {
    let questions = [world.job(), world.pods(), world.events(), Query::Log { of: world.log(false) }];
    assert_eq!(source.answer(&questions), source.answer(&questions), "{name}");
    assert_eq!(source.now(), source.now(), "{name}");
}
