//! Bundles from strangers: what stands in them is untrue, torn, too deep or meant to harm, and the manifest agrees with it.
//! Each ends in an answer or a clear error, never in a panic, and nothing in it steers the terminal.
//!
//! What is wrong with the container itself (links, `..`, bombs, clashes) is tried where it is read.

use std::fs;
use std::path::{Path, PathBuf};

use crate::harness::call::call_with;
use crate::harness::unpacked::{attest, unpacked};

/// What is done to a whole bundle.
type Harm = fn(&Path);

fn of(folder: &Path, ending: &str) -> PathBuf {
    let index = fs::read_to_string(folder.join("index.jsonl")).unwrap();
    let line = index.lines().find(|line| line.contains("oom-worker-1")).unwrap();
    let line: serde_json::Value = serde_json::from_str(line).unwrap();
    folder.join(line["dir"].as_str().unwrap()).join(ending)
}

fn swap(folder: &Path, file: &str, from: &str, to: &str) {
    let path = folder.join(file);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{file} holds no {from}");
    fs::write(path, text.replace(from, to)).unwrap();
}

fn put(folder: &Path, file: &str, bytes: impl AsRef<[u8]>) {
    fs::write(folder.join(file), bytes).unwrap();
}

fn object(folder: &Path, bytes: impl AsRef<[u8]>) {
    fs::write(of(folder, "object.json"), bytes).unwrap();
}

fn deep(levels: usize) -> String {
    format!(
        "{{\"kind\":\"Pod\",\"metadata\":{{\"name\":\"x\"}},\"spec\":{}{}}}",
        "[".repeat(levels),
        "]".repeat(levels)
    )
}

const HARMS: &[(&str, Harm)] = &[
    ("no description", |b| fs::remove_file(b.join("bundle.json")).unwrap()),
    ("a description that is no JSON", |b| put(b, "bundle.json", "<html>")),
    ("a description that is a list", |b| put(b, "bundle.json", "[]")),
    ("a description that is empty", |b| put(b, "bundle.json", "")),
    ("a description without end", |b| put(b, "bundle.json", deep(100_000))),
    ("a description of another encoding", |b| put(b, "bundle.json", b"\xff\xfe{\0}\0")),
    ("a later major format", |b| swap(b, "bundle.json", "\"1.0\"", "\"9.0\"")),
    ("a format that is no version", |b| swap(b, "bundle.json", "\"1.0\"", "\"one\"")),
    ("a format with a huge number", |b| swap(b, "bundle.json", "\"1.0\"", "\"99999999999999999999.0\"")),
    ("a time that is none", |b| swap(b, "bundle.json", "\"capturedAt\": \"2", "\"capturedAt\": \"9999999-2")),
    ("no index", |b| fs::remove_file(b.join("index.jsonl")).unwrap()),
    ("an empty index", |b| put(b, "index.jsonl", "")),
    ("an index that is no JSON", |b| put(b, "index.jsonl", "{\n")),
    ("an index of numbers", |b| put(b, "index.jsonl", "1\n2\n3\n")),
    ("an index that leads out of the bundle", |b| swap(b, "index.jsonl", "\"dir\":\"objects/", "\"dir\":\"../../etc/")),
    ("an index that leads to the root", |b| swap(b, "index.jsonl", "\"dir\":\"objects/", "\"dir\":\"/etc/")),
    ("an index that leads nowhere", |b| swap(b, "index.jsonl", "\"dir\":\"objects/", "\"dir\":\"gone/")),
    ("an index with names that steer", |b| swap(b, "index.jsonl", "\"name\":\"oom", "\"name\":\"\\u001b[2J\\u202eoom")),
    ("an index that says everything twice", |b| {
        let text = fs::read_to_string(b.join("index.jsonl")).unwrap();
        put(b, "index.jsonl", text.repeat(2));
    }),
    ("an index with one line of megabytes", |b| put(b, "index.jsonl", format!("\"{}\"\n", "x".repeat(4 << 20)))),
    ("no questions", |b| fs::remove_file(b.join("queries.jsonl")).unwrap()),
    ("questions that are none", |b| put(b, "queries.jsonl", "{\"query\":{\"steal\":1}}\n")),
    ("questions answered with what is not there", |b| swap(b, "queries.jsonl", "\"found\":[\"", "\"found\":[\"../")),
    ("no object where the index says one", |b| fs::remove_file(of(b, "object.json")).unwrap()),
    ("an object that is no JSON", |b| object(b, "apiVersion: v1\n")),
    ("an object that is a number", |b| object(b, "7")),
    ("an object without end", |b| object(b, deep(100_000))),
    ("an object as deep as is read", |b| object(b, deep(120))),
    ("an object of bad characters", |b| object(b, b"{\"kind\":\"Pod\",\"metadata\":{\"name\":\"\xff\xfe\"}}")),
    ("another object than the index says", |b| {
        object(
            b,
            "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"s\"},\"data\":{\"a\":\"c2VjcmV0\"}}",
        );
    }),
    ("a secret by its true name", |b| {
        let secret = "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"s\",\"namespace\":\"pt\"},\
            \"data\":{\"a\":\"c2VjcmV0\"}}";
        object(b, secret);
        let index = fs::read_to_string(b.join("index.jsonl")).unwrap();
        let line = index.lines().find(|line| line.contains("oom-worker-1")).unwrap();
        let mut line: serde_json::Value = serde_json::from_str(line).unwrap();
        line["ref"] = serde_json::json!({"apiVersion": "v1", "kind": "Secret", "namespace": "pt", "name": "s"});
        put(b, "index.jsonl", format!("{index}{line}\n"));
    }),
    ("an object with words that steer", |b| {
        let path = of(b, "object.json");
        let text = fs::read_to_string(&path).unwrap();
        fs::write(path, text.replace("\"OOMKilled\"", "\"OOMKilled\\u001b]0;owned\\u0007\"")).unwrap();
    }),
    ("an object owned by itself", |b| {
        let path = of(b, "object.json");
        let text = fs::read_to_string(&path).unwrap();
        fs::write(path, text.replace("\"name\":\"oom\"", "\"name\":\"oom-worker-1\"")).unwrap();
    }),
    ("events that are none", |b| fs::write(of(b, "events.jsonl"), "null\n[]\n\"x\"\n{\"kind\":\"Event\"}\n").unwrap()),
    ("events with words that steer", |b| {
        let event = "{\"apiVersion\":\"v1\",\"kind\":\"Event\",\"metadata\":{\"name\":\"e\",\"namespace\":\"pt\"},\
            \"involvedObject\":{\"kind\":\"Pod\",\"namespace\":\"pt\",\"name\":\"oom-worker-1\"},\"type\":\"Warning\",\
            \"reason\":\"\\u001b[31mFailed\",\"message\":\"\\u202e\\u001b[2J\"}\n";
        fs::write(of(b, "events.jsonl"), event).unwrap();
    }),
    ("a report that is another's", |b| put(b, "report.json", "{\"verdict\":{\"outcome\":\"cause\"}}")),
    ("ten thousand files more", |b| {
        fs::create_dir(b.join("more")).unwrap();
        for number in 0..10_000 {
            put(b, &format!("more/{number}"), "x");
        }
    }),
];

const CALLS: &[&[&str]] = &[
    &["diagnose", "oom", "--from", "B"],
    &["diagnose", "--from", "B", "-o", "wide"],
    &["tree", "oom", "--from", "B"],
    &["bundle", "verify", "B"],
    &["bundle", "ls", "B", "-o", "wide"],
    &["bundle", "show", "B", "pod/oom-worker-1", "-o", "json"],
    &["bundle", "show", "B", "secret/s"],
];

fn steers(text: &str) -> bool {
    text.chars().any(|c| c.is_control() && c != '\n' || ('\u{202a}'..='\u{202e}').contains(&c))
}

#[test]
fn every_one_of_them_ends_in_an_answer_or_in_a_clear_error() {
    let mut wrong = Vec::new();
    for (what, harm) in HARMS {
        let home = tempfile::tempdir().unwrap();
        let folder = unpacked(home.path());
        harm(&folder);
        attest(&folder);
        for call in CALLS {
            let words: Vec<&str> =
                call.iter().map(|word| if *word == "B" { folder.to_str().unwrap() } else { *word }).collect();
            let outcome = call_with(&words).run();
            let clear = match outcome.code {
                0 | 3 | 5 => true,
                1 if call[1] == "verify" => true,
                1 | 6 => !outcome.stderr.is_empty() || !outcome.stdout.is_empty(),
                _ => false,
            };
            // JSON and YAML escape what steers; a secret never comes out at all.
            let harmless = !steers(&outcome.stdout) && !steers(&outcome.stderr);
            if !clear || !harmless || outcome.stderr.contains("panicked") || outcome.stdout.contains("c2VjcmV0") {
                wrong.push(format!("{what}: {} exits {}: {}", call.join(" "), outcome.code, outcome.stderr));
            }
        }
    }
    assert!(HARMS.len() >= 30);
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), HARMS.len() * CALLS.len(), wrong.join("\n"));
}
