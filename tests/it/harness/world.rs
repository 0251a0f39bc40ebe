//! A world out of YAML, and the diagnosis of a run in it.

use std::sync::LazyLock;

use kubectl_mlop::collect::admit::Door;
use kubectl_mlop::collect::{Answer, Ask, Find, Found, Limits, Snapshot};
use kubectl_mlop::diagnose::{diagnose, needs, not_found};
use kubectl_mlop::kinds::Kinds;
use kubectl_mlop::model::{Gap, ObjectRef, Query};
use kubectl_mlop::report::{Metadata, Report, Source as Origin};
use kubectl_mlop::source::memory::{Extent, Memory};
use kubectl_mlop::source::{About, Source, Spent, files, find, gather};
use serde_json::Value;

/// Which answers are replaced, and by what.
pub type Hide = Box<dyn Fn(&Query) -> Option<Gap>>;

/// A source some of whose answers are replaced by gaps.
pub struct Blinded<S> {
    pub source: S,
    pub hide: Hide,
}

impl<S: Source> Source for Blinded<S> {
    fn now(&self) -> jiff::Timestamp {
        self.source.now()
    }
    fn about(&self) -> About {
        self.source.about()
    }
    fn answer(&mut self, queries: &[Query]) -> Vec<Answer> {
        let answers = self.source.answer(queries);
        queries.iter().zip(answers).map(|(query, answer)| (self.hide)(query).map_or(answer, Answer::Gap)).collect()
    }
    fn spent(&self) -> Spent {
        self.source.spent()
    }
}

/// The table of kinds, made once.
pub fn kinds() -> &'static Kinds {
    static KINDS: LazyLock<Kinds> = LazyLock::new(Kinds::built_in);
    &KINDS
}

/// Objects of a YAML or JSON text.
pub fn objects(text: &str) -> Vec<Value> {
    files::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error} in:\n{text}"))
}

/// A source over objects.
pub fn memory(extent: Extent, values: Vec<Value>) -> Memory {
    Memory::new(kinds(), About { kind: "files".to_owned(), ..About::default() }, extent, values)
}

/// `TYPE/NAME`, `NAME`, with `-n NS` behind it if need be.
pub fn ask(words: &str) -> Ask {
    let (target, namespace) = match words.split_once(" -n ") {
        Some((target, namespace)) => (target, Some(namespace.trim().to_owned())),
        None => (words, None),
    };
    let (kind, name) = match target.trim().split_once('/') {
        Some((kind, name)) => (Some(kind.to_owned()), name),
        None => (None, target.trim()),
    };
    Ask { kind, name: Some(name.to_owned()), namespace, resource: None }
}

/// Walks to what `words` mean.
pub fn snapshot(source: &mut dyn Source, words: &str) -> Option<Snapshot> {
    snapshot_within(Limits::default(), source, words)
}

/// The same, as far as these limits allow.
pub fn snapshot_within(limits: Limits, source: &mut dyn Source, words: &str) -> Option<Snapshot> {
    let kinds = kinds();
    let Found::Runs(mut runs) = find(source, &Find::new(kinds, ask(words))) else { return None };
    gather(source, kinds, Door::new(), &needs(), limits, runs.pop()?)
}

/// Diagnoses what `words` mean, through a door of one's own; nothing if it is not there.
pub fn report_through(door: &Door, source: &mut dyn Source, words: &str) -> Option<Report> {
    let kinds = kinds();
    let Found::Runs(mut runs) = find(source, &Find::new(kinds, ask(words))) else { return None };
    let snapshot = gather(source, kinds, door.clone(), &needs(), Limits::default(), runs.pop()?)?;
    let metadata = Metadata { generated_at: source.now(), tool_version: "test".to_owned(), source: Origin::default() };
    Some(diagnose(&snapshot, kinds, metadata))
}

/// Diagnoses what `words` mean.
pub fn report(source: &mut dyn Source, words: &str) -> Report {
    let kinds = kinds();
    let metadata = Metadata { generated_at: source.now(), tool_version: "test".to_owned(), source: Origin::default() };
    match find(source, &Find::new(kinds, ask(words))) {
        Found::Runs(mut runs) => {
            let target = runs.pop().unwrap_or_else(|| panic!("no run for {words}"));
            let snapshot = gather(source, kinds, Door::new(), &needs(), Limits::default(), target).unwrap();
            diagnose(&snapshot, kinds, metadata)
        }
        Found::Nothing { elsewhere, near } => {
            let ask = ask(words);
            let target = ObjectRef {
                api_version: "v1".to_owned(),
                kind: ask.kind.unwrap_or_else(|| "run".to_owned()),
                namespace: ask.namespace,
                name: ask.name.unwrap(),
                uid: None,
            };
            not_found(metadata, target, &elsewhere, &near)
        }
        other => panic!("{words}: {other:?}"),
    }
}
