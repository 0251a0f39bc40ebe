//! The corpus of the fuzz target `bundle`: small zips, one good, the others each bad in its own way. The documents of the
//! target `door` are text, and written by hand.

mod raw_zip;

use std::collections::BTreeMap;
use std::io::Cursor;

use anyhow::{Context, Result, bail};
use kubectl_mlop::bundle::{BundleFiles, Manifest, Sink as _, ZipFiles, ZipSink};
use kubectl_mlop::capture::{about, one_run};
use kubectl_mlop::collect::admit::Door;
use kubectl_mlop::collect::{Ask, Find, Found, Limits};
use kubectl_mlop::diagnose::{diagnose, needs};
use kubectl_mlop::kinds::Kinds;
use kubectl_mlop::report::{Metadata, Source as Origin};
use kubectl_mlop::source::memory::{Extent, Memory};
use kubectl_mlop::source::{About, Source, files, find, gather};

use self::raw_zip::{Raw, zip};

/// The evidence of one failed run.
const RUN: &str = r#"
{apiVersion: batch/v1, kind: Job, metadata: {name: run, namespace: ml, uid: u1, resourceVersion: "1"}, spec: {completions: 1},
  status: {failed: 1, conditions: [{type: Failed, status: "True", reason: BackoffLimitExceeded, message: it failed}]}}
---
{apiVersion: v1, kind: Pod, metadata: {name: run-0, namespace: ml, uid: u2, resourceVersion: "2",
  labels: {batch.kubernetes.io/controller-uid: u1}, ownerReferences: [{apiVersion: batch/v1, kind: Job, name: run, uid: u1, controller: true}]},
  spec: {containers: [{name: main, image: "train:1", env: [{name: RANK, value: "0"}]}]},
  status: {phase: Failed, containerStatuses: [{name: main, restartCount: 0, image: "train:1", state: {terminated: {exitCode: 137, reason: OOMKilled}}}]}}
---
{apiVersion: v1, kind: Event, metadata: {name: e, namespace: ml, uid: u3, resourceVersion: "3"}, reason: Failed, type: Warning, message: gone,
  involvedObject: {apiVersion: v1, kind: Pod, namespace: ml, name: run-0, uid: u2}, lastTimestamp: "2026-11-30T12:00:00Z"}
"#;

/// The files of a bundle by their names.
type Files = BTreeMap<String, Vec<u8>>;

/// What is done to the files of a bundle before a manifest is made that agrees with them.
type Harm = fn(&mut Files);

const HARMS: &[(&str, Harm)] = &[
    ("description-no-json", |files| put(files, "bundle.json", "<html>")),
    ("description-later-major", |files| swap(files, "bundle.json", "\"1.0\"", "\"7.0\"")),
    ("description-allows-secrets", |files| {
        let policies = "\"policies\": [{\"sha256\": \"0\", \"allow\": [{\"name\": \"a\", \"kinds\": [\"Pod\", \"Secret\"], \
            \"env\": [\"HF_TOKEN\"], \"paths\": [\"/data/x\"]}]}],\n  \"status\":";
        swap(files, "bundle.json", "\"status\":", policies);
    }),
    ("index-torn", |files| files.values_mut().for_each(|bytes| bytes.truncate(bytes.len().saturating_sub(3)))),
    ("index-leads-out", |files| swap(files, "index.jsonl", "\"dir\":\"objects/", "\"dir\":\"../../etc/")),
    ("index-twice", |files| {
        let index = files.get("index.jsonl").cloned().unwrap_or_default();
        put(files, "index.jsonl", [index.clone(), index].concat());
    }),
    ("index-of-another", |files| swap(files, "index.jsonl", "\"name\":\"run-0\"", "\"name\":\"run\"")),
    ("questions-of-nothing", |files| put(files, "queries.jsonl", "{}\n[]\n7\n\n")),
    ("questions-lead-in-circles", |files| swap(files, "queries.jsonl", "\"u1\"", "\"u2\"")),
    ("object-deep", |files| object(files, &format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)))),
    ("object-no-utf8", |files| {
        files.values_mut().for_each(|bytes| bytes.iter_mut().filter(|b| **b == b'R').for_each(|b| *b = 0xff))
    }),
    ("object-of-numbers", |files| {
        object(files, "{\"apiVersion\":7,\"kind\":[],\"metadata\":{\"name\":{}},\"spec\":1e999}")
    }),
    ("object-owns-itself", |files| swap_all(files, "\"uid\":\"u1\"", "\"uid\":\"u2\"")),
    ("object-controls-the-terminal", |files| swap_all(files, "OOMKilled", "\\u001b[2J\\u202e")),
    ("events-long", |files| {
        let line = format!("{{\"kind\":\"Event\",\"message\":\"{}\"}}\n", "token=".repeat(20_000));
        files
            .iter_mut()
            .filter(|(name, _)| name.ends_with("events.jsonl"))
            .for_each(|(_, bytes)| *bytes = line.clone().into());
    }),
    ("nothing-but-a-description", |files| files.retain(|name, _| name == "bundle.json")),
];

/// All files by their path from the root of the repository.
pub fn all() -> Result<Vec<(String, Vec<u8>)>> {
    let good = good()?;
    let mut made = vec![("minimal".to_owned(), packed(&good)?)];
    for (name, harm) in HARMS {
        let mut files = good.clone();
        harm(&mut files);
        if files == good {
            bail!("{name} harms nothing");
        }
        attest(&mut files);
        made.push(((*name).to_owned(), packed(&files)?));
    }
    let mut lying = good.clone();
    swap(&mut lying, "report.json", "Failed", "Healthy");
    made.push(("manifest-disagrees".to_owned(), packed(&lying)?));
    let whole = packed(&good)?;
    made.push(("container-cut".to_owned(), whole.get(..whole.len() / 2).unwrap_or_default().to_vec()));
    made.push(("container-after-garbage".to_owned(), [b"garbage".as_slice(), &whole].concat()));
    made.push(("container-empty".to_owned(), zip(&[])));
    made.push(("no-container".to_owned(), b"PK\x05\x06 and then nothing that makes sense".to_vec()));
    for (name, entries) in raw()? {
        let description = good.get("bundle.json").context("no description")?;
        let entries: Vec<Raw> = [Raw::new("bundle.json", description)].into_iter().chain(entries).collect();
        made.push((format!("container-{name}"), zip(&entries)));
    }
    Ok(made.into_iter().map(|(name, bytes)| (format!("fuzz/corpus/bundle/{name}.zip"), bytes)).collect())
}

/// Entries that no writer of ours would write.
fn raw() -> Result<Vec<(&'static str, Vec<Raw>)>> {
    let file = |name| Raw::new(name, b"data");
    Ok(vec![
        ("traversal", vec![file("objects/../../out.json")]),
        ("absolute", vec![file("/etc/passwd")]),
        ("of-windows", vec![file("c:\\nul"), file("objects/con.json")]),
        ("twice", vec![file("objects/a.json"), file("objects/a.json")]),
        ("case-clash", vec![file("objects/a.json"), file("objects/A.json")]),
        ("link", vec![file("objects/a.json").link()]),
        ("damaged", vec![file("MANIFEST.sha256").damaged()]),
        ("untrue-size", vec![file("MANIFEST.sha256").claiming(u32::MAX - 1)]),
        ("bomb", vec![Raw::deflated("MANIFEST.sha256", &vec![b'0'; 32 << 20])?]),
    ])
}

/// The files of a bundle as `capture` writes it.
fn good() -> Result<Files> {
    let kinds = Kinds::built_in();
    let origin = About { kind: "files".to_owned(), ..About::default() };
    let mut source = Memory::new(&kinds, origin, Extent::World, files::parse(RUN.as_bytes())?);
    let ask = Ask { name: Some("run".to_owned()), ..Ask::default() };
    let Found::Runs(mut runs) = find(&mut source, &Find::new(&kinds, ask)) else { bail!("the run is not there") };
    let run = runs.pop().context("no run")?;
    let snapshot = gather(&mut source, &kinds, Door::new(), &needs(), Limits::default(), run).context("no snapshot")?;
    let metadata = Metadata { generated_at: source.now(), tool_version: "fuzz".to_owned(), source: Origin::default() };
    let report = diagnose(&snapshot, &kinds, metadata);
    let about = about(&snapshot, &report, source.about(), None, "synthetic");
    let (sink, _) = one_run(ZipSink::new(Cursor::new(Vec::new())), &snapshot, &kinds, &about, &report)?;
    let mut zip = ZipFiles::open(Cursor::new(sink.finish()?.into_inner()))?;
    let names: Vec<String> = zip.names().iter().cloned().collect();
    names.into_iter().map(|name| Ok((name.clone(), zip.read(&name)?))).collect()
}

fn packed(files: &Files) -> Result<Vec<u8>> {
    let mut sink = ZipSink::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        sink.put(name, bytes)?;
    }
    Ok(sink.finish()?.into_inner())
}

/// A manifest that agrees with whatever there is.
fn attest(files: &mut Files) {
    let mut manifest = Manifest::default();
    files.remove("MANIFEST.sha256");
    files.iter().for_each(|(name, bytes)| manifest.add(name, bytes));
    files.insert("MANIFEST.sha256".to_owned(), manifest.text().into_bytes());
}

fn put(files: &mut Files, name: &str, bytes: impl Into<Vec<u8>>) {
    files.insert(name.to_owned(), bytes.into());
}

fn object(files: &mut Files, text: &str) {
    files.iter_mut().filter(|(name, _)| name.ends_with("/object.json")).for_each(|(_, bytes)| *bytes = text.into());
}

fn swap(files: &mut Files, name: &str, from: &str, to: &str) {
    if let Some(bytes) = files.get_mut(name) {
        *bytes = String::from_utf8_lossy(bytes).replace(from, to).into_bytes();
    }
}

fn swap_all(files: &mut Files, from: &str, to: &str) {
    let names: Vec<String> = files.keys().cloned().collect();
    names.iter().for_each(|name| swap(files, name, from, to));
}
