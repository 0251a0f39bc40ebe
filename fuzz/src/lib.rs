//! What the fuzz targets do with their bytes. The tests of the project include this file and replay the corpus through it.
//!
//! Owns what must hold for any bytes. Whatever breaks it panics, and that is what a fuzzer looks for.

use std::collections::BTreeSet;
use std::io::Cursor;
use std::sync::LazyLock;

use kubectl_mlop::bundle::records::{QUERIES, QueryLine};
use kubectl_mlop::bundle::{BundleFiles, Limits, ZipFiles, verify};
use kubectl_mlop::collect::admit::{Admitted, Door, Policy, Treatment};
use kubectl_mlop::collect::{Find, Found, admitted};
use kubectl_mlop::diagnose::{diagnose, needs};
use kubectl_mlop::kinds::Kinds;
use kubectl_mlop::model::{LogKey, Object, Query};
use kubectl_mlop::report::{Metadata, Source as Origin, to_json};
use kubectl_mlop::source::bundle::Bundle;
use kubectl_mlop::source::{Source, find, gather};
use serde_json::Value;

static KINDS: LazyLock<Kinds> = LazyLock::new(Kinds::built_in);

/// Far below what the program allows, so that a round is short.
const SMALL: Limits = Limits {
    files: 2000,
    file_bytes: 1 << 20,
    total_bytes: 16 << 20,
    ratio: 200,
    depth: 12,
    name_bytes: 1024,
    directory_bytes: 1 << 20,
};

/// Objects and questions that are looked at in one round, and runs that are diagnosed.
const MOST: usize = 200;
const MOST_RUNS: usize = 3;

/// Opens a zip, verifies it, reads every object and asks every question, and diagnoses what runs there are. An error is an
/// answer; a panic is not. Returns how many runs were diagnosed.
pub fn bundle(bytes: &[u8]) -> usize {
    let open = || ZipFiles::open_within(Cursor::new(bytes.to_vec()), SMALL);
    let Ok(mut files) = open() else { return 0 };
    for name in files.names().clone() {
        let (size, content) = (files.size(&name), files.read(&name));
        if let Ok(content) = content {
            assert_eq!(size, Some(content.len() as u64), "a file has the size it claims");
            assert!(content.len() as u64 <= SMALL.file_bytes, "no file is larger than allowed");
        }
    }
    if let Err(error) = verify(&mut files) {
        assert!(!error.to_string().contains(char::is_control), "an error is harmless to a terminal");
    }
    let asked: Vec<Query> = files.read(QUERIES).map(|bytes| questions(&bytes)).unwrap_or_default();
    let (Ok(files), kinds) = (open(), &*KINDS) else { return 0 };
    let mut bundle = match Bundle::open("fuzz.zip".to_owned(), Box::new(files), kinds) {
        Ok(bundle) => bundle,
        Err(error) => {
            assert!(!error.to_string().contains(char::is_control), "an error is harmless to a terminal");
            return 0;
        }
    };
    let door = Door::new().with_policy(Policy::default().reading(&bundle.about().policies));
    let lines: Vec<_> = bundle.index().iter().take(MOST).cloned().collect();
    let mut queries: BTreeSet<Query> = asked.into_iter().take(MOST).collect();
    for line in &lines {
        let _ = bundle.logs_below(&line.dir);
        if let Some(object) = bundle.object_at(&line.dir).and_then(Object::new) {
            let once = admitted(&door, kinds, object);
            settled(&once, |value| Object::new(value).map(|object| admitted(&door, kinds, object)));
        }
        let key = line.reference.key();
        let (kind, namespace) = (key.kind.clone(), key.namespace.clone());
        queries.insert(Query::Get { kind: kind.clone(), namespace: namespace.clone(), name: key.name.clone() });
        queries.insert(Query::List { kind, namespace: namespace.clone(), selector: Default::default() });
        queries.insert(Query::Named { namespace, name: key.name.clone() });
        queries.insert(Query::Events { of: key.clone() });
        queries.insert(Query::Log { of: LogKey { pod: key, container: "main".to_owned(), previous: false } });
    }
    queries.insert(Query::Runs { namespace: None });
    let queries: Vec<Query> = queries.into_iter().collect();
    let answers = bundle.answer(&queries);
    assert_eq!(answers.len(), queries.len(), "every question has an answer");
    assert_eq!(bundle.answer(&queries), answers, "and always the same");
    drop(bundle.objects());
    lines.iter().take(MOST_RUNS).filter(|line| judge(&mut bundle, &door, &line.reference.name)).count()
}

/// A diagnosis of whatever has a name, twice: the same bytes come out. Says whether there was one.
fn judge(bundle: &mut Bundle, door: &Door, name: &str) -> bool {
    let ask = kubectl_mlop::collect::Ask { name: Some(name.to_owned()), ..Default::default() };
    let Found::Runs(mut runs) = find(bundle, &Find::new(&KINDS, ask)) else { return false };
    let Some(run) = runs.pop() else { return false };
    let mut report = || {
        let snapshot = gather(bundle, &KINDS, door.clone(), &needs(), Default::default(), run.clone())?;
        let metadata =
            Metadata { generated_at: bundle.now(), tool_version: "fuzz".to_owned(), source: Origin::default() };
        Some(to_json(&diagnose(&snapshot, &KINDS, metadata)))
    };
    let first = report();
    assert_eq!(report(), first, "the same bundle, the same report");
    first.is_some()
}

/// The questions of a bundle, as far as they can be read.
fn questions(bytes: &[u8]) -> Vec<Query> {
    let text = String::from_utf8_lossy(bytes);
    text.lines().filter_map(|line| serde_json::from_str::<QueryLine>(line).ok()).map(|line| line.query).collect()
}

/// Patterns that match inside of marks and at their edges, and every sort of rule.
const POLICY: &str = r#"
apiVersion: mlop/v1alpha1
kind: RedactPolicy
withhold:
- {name: a, paths: [/spec/note, /spec/options], annotations: ["*"], labels: ["example.com/*"], env: ["RANK"]}
- {name: b, text: ["(?i)secret", "redacted>?", "=<", "^.", "a.*b", "x+$"]}
allow:
- {name: c, reason: r, kinds: [Odd.a.example, Job.batch], annotations: [example.com/a], env: [DATA], paths: [/spec/a, /spec/b/0]}
"#;

static WITHHELD: LazyLock<Policy> =
    LazyLock::new(|| Policy::parse(POLICY, &KINDS).unwrap_or_else(|error| panic!("{error}")));

/// Puts a document, or what is none as a text, through the door: it never panics, and what was admitted once is admitted
/// unchanged. The first byte chooses the door.
pub fn door(bytes: &[u8]) {
    let Some((choice, rest)) = bytes.split_first() else { return };
    let door = if choice & 1 == 0 { Door::new() } else { Door::with_key([7; 32]) };
    let door = if choice & 2 == 0 { door } else { door.with_policy(WITHHELD.clone()) };
    let treatment = if choice & 4 == 0 { Treatment::Taught } else { Treatment::Untaught };
    let text = String::from_utf8_lossy(rest);
    let Ok(value) = serde_json::from_slice::<Value>(rest) else {
        let once = door.text(&text).into_owned();
        assert_eq!(door.text(&once), once, "a text is cleaned once");
        assert_eq!(Door::new().text(&once), once, "and is clean to every door");
        return;
    };
    let paths = ["/spec/*/value", "/data", "/status/0"];
    let once = door.object(value.clone(), treatment, &paths);
    assert_eq!(once.redactions.is_empty(), once.value == value, "what was changed is told");
    settled(&once, |value| Some(door.object(value, treatment, &paths)));
    if let Some(object) = Object::new(value) {
        let once = admitted(&door, &KINDS, object);
        settled(&once, |value| Object::new(value).map(|object| admitted(&door, &KINDS, object)));
    }
}

/// What was admitted comes back the same: through JSON, and through the door.
fn settled(once: &Admitted, again: impl FnOnce(Value) -> Option<Admitted>) {
    let text = once.value.to_string();
    let Ok(back) = serde_json::from_str::<Value>(&text) else { panic!("no JSON any more: {text}") };
    assert_eq!(back.to_string(), text, "JSON there and back");
    if let Some(twice) = again(back) {
        assert_eq!(twice.value.to_string(), text, "admitted once is admitted");
        assert!(twice.redactions.is_empty(), "nothing is left to take out: {:?}", twice.redactions);
    }
}
