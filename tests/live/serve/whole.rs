//! A namespace that was captured whole: pods in every plight, with the logs that their kubelet has.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use super::kubelet::{Kubelet, Logs};
use super::plights::{self, PLANTED};
use super::served::{Served, said};
use super::tables::{rows, timeless};
use crate::control_plane::{ControlPlane, Parts, programs};
use crate::many::{captured, lines};
use crate::program::Person;

/// A cluster, a bundle of a namespace of it, and whoever made that.
struct Both {
    _plane: ControlPlane,
    namespace: String,
    kubeconfig: PathBuf,
    folder: tempfile::TempDir,
    _kubelet: Kubelet,
}

impl Both {
    fn make() -> Self {
        let plane = ControlPlane::start(Parts { kinds: true, controllers: false, ..Parts::default() }).unwrap();
        let log = |words: &str| (0..40).map(|line| format!("{words} line {line}\n")).collect::<String>();
        let logs: Logs = [
            ("running/main/false", "now"),
            ("running/main/true", "before"),
            ("running/side/false", "side"),
            ("killed/main/false", "killed"),
            ("done/main/false", "done"),
        ]
        .map(|(key, words)| (key.to_owned(), log(words)))
        .into();
        let kubelet = Kubelet::with(logs);
        let (admin, namespace) = (plane.admin(), plane.namespace());
        plights::make(&admin, &namespace, kubelet.port);
        let folder = tempfile::tempdir().unwrap();
        let person = Person::reader(&plane, &namespace);
        let said = captured(&person, folder.path(), "all", &["--logs=all"]);
        assert_eq!(said.code, 0, "{said:?}");
        let kubeconfig = PathBuf::from(person.kubeconfig());
        Self { _plane: plane, namespace, kubeconfig, folder, _kubelet: kubelet }
    }

    fn live(&self, words: &[&str]) -> String {
        let mut command = Command::new(programs::path("kubectl"));
        command.args(words).env("HOME", self.folder.path()).env("KUBECONFIG", &self.kubeconfig);
        let said = said(&mut command);
        assert_eq!(said.code, 0, "{words:?}: {said:?}");
        said.out
    }
}

/// Every place in which two documents differ.
fn differences(one: &Value, other: &Value, path: &str, found: &mut Vec<String>) {
    match (one, other) {
        (Value::Object(a), Value::Object(b)) => {
            for key in a.keys().chain(b.keys()).collect::<BTreeSet<_>>() {
                let at = format!("{path}/{}", key.replace('~', "~0").replace('/', "~1"));
                match (a.get(key), b.get(key)) {
                    (Some(a), Some(b)) => differences(a, b, &at, found),
                    _ => found.push(at),
                }
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (place, (a, b)) in a.iter().zip(b).enumerate() {
                differences(a, b, &format!("{path}/{place}"), found);
            }
        }
        (a, b) if a == b => {}
        _ => found.push(path.to_owned()),
    }
}

#[test]
fn kubectl_shows_of_a_bundle_what_it_shows_of_the_cluster() {
    let both = Both::make();
    let bundle = both.folder.path().join("all");
    let serving = Served::start(&bundle);
    let ns = both.namespace.as_str();
    let served = |words: &[&str]| {
        let said = serving.kubectl(words);
        assert_eq!(said.code, 0, "{words:?}: {said:?}");
        said.out
    };

    // Tables, column by column.
    for words in [
        &["get", "pods", "-o", "wide"][..],
        &["get", "pods"],
        &["get", "pods", "-l", "pod in (running, done)"],
        &["get", "pods", "--field-selector", "status.phase=Failed,spec.nodeName=gpu-a"],
        &["get", "jobs", "-o", "wide"],
        &["get", "nodes", "-o", "wide"],
        &["get", "events", "-o", "wide"],
        &["get", "pod", "killed"],
        &["get", "pods", "--show-labels"],
    ] {
        let (live, kept) = (both.live(words), served(words));
        assert_eq!(timeless(rows(&live)), timeless(rows(&kept)), "{words:?}\n{live}\n{kept}");
        assert!(live.lines().count() > 1, "{words:?}: {live}");
    }

    // Objects, field by field: nothing differs but what was withheld.
    let withheld: Vec<Value> = lines(&bundle, "redactions.jsonl");
    let mut compared = 0;
    for kind in ["pods", "jobs", "nodes", "events"] {
        let document =
            |text: String| serde_json::from_str::<Value>(&text).unwrap()["items"].as_array().unwrap().clone();
        let words = ["get", kind, "-o", "json"];
        let (live, kept) = (document(both.live(&words)), document(served(&words)));
        assert_eq!(live.len(), kept.len(), "{kind}");
        for (live, kept) in live.iter().zip(&kept) {
            let mut found = Vec::new();
            differences(live, kept, "", &mut found);
            let name = live["metadata"]["name"].as_str().unwrap();
            for path in found {
                let is_told = withheld
                    .iter()
                    .any(|line| line["object"].as_str().unwrap().ends_with(name) && line["path"] == path.as_str());
                assert!(is_told, "{kind} {name} {path}: {live:#} {kept:#}");
            }
            compared += 1;
        }
    }
    println!("{compared} objects compared; {} places withheld", withheld.len());
    let text = served(&["get", "pods", "-o", "yaml"]);
    assert!(!text.contains(PLANTED) && text.contains("PLACE"), "{text}");

    // Logs, line by line.
    for words in [
        &["logs", "running", "-c", "main"][..],
        &["logs", "running", "-c", "main", "--previous"],
        &["logs", "running", "-c", "side"],
        &["logs", "killed", "-c", "main", "--tail=3"],
        &["logs", "done", "-c", "main", "-f"],
    ] {
        let (live, kept) = (both.live(words), served(words));
        assert_eq!(live, kept, "{words:?}");
        assert!(!live.is_empty(), "{words:?}");
    }

    // Events, and descriptions: the same lines but for the times that are told as ages.
    let ageless = |text: &str| {
        let told = |line: &&str| {
            // A lease that nobody captured is no lease that is not there.
            !line.contains(" ago") && !line.trim_start().starts_with("Duration:") && !line.starts_with("Lease:")
        };
        let line = |line: &str| {
            let words: Vec<&str> = line.split_whitespace().filter(|word| !is_age(word)).collect();
            words.join(" ").replace(PLANTED, "<withheld>")
        };
        text.lines().filter(told).map(line).map(|line| withheld_again(&line)).collect::<Vec<_>>()
    };
    for words in [
        &["events"][..],
        &["events", "--for", "pod/killed"],
        &["describe", "pod", "killed"],
        &["describe", "pod", "running"],
        &["describe", "job", "train"],
        &["describe", "node", "gpu-a"],
    ] {
        let (live, kept) = (both.live(words), served(words));
        assert_eq!(ageless(&live), ageless(&kept), "{words:?}\n{live}\n{kept}");
        assert!(live.lines().count() > 2, "{words:?}");
    }
    assert!(served(&["describe", "pod", "killed"]).contains("out of memory at step 7"));

    refusals(&serving, ns);
    assert_eq!(serving.stop("-TERM"), 143);
}

/// `5m30s`, `3d4h`
fn is_age(word: &str) -> bool {
    let word = word.trim_matches(['(', ')']);
    word.ends_with(['s', 'm', 'h', 'd', 'y'])
        && word.chars().all(|sign| sign.is_ascii_digit() || "smhdy".contains(sign))
        && word.starts_with(|sign: char| sign.is_ascii_digit())
}

/// A masked value, whatever it was.
fn withheld_again(line: &str) -> String {
    match line.split_once("<redacted") {
        Some((before, _)) => format!("{before}<withheld>"),
        None => line.to_owned(),
    }
}

/// What is not there, and what was not captured.
fn refusals(serving: &Served, namespace: &str) {
    let refused = |words: &[&str], expected: &str| {
        let said = serving.kubectl(words);
        assert!(said.code != 0 && said.err.contains(expected), "{words:?}: {said:?}");
        assert!(!said.err.contains("No resources found"), "{words:?}: {said:?}");
    };
    refused(&["get", "pod", "nobody"], "(NotFound): pods \"nobody\" not found");
    refused(&["get", "configmaps"], "not captured in this bundle");
    refused(&["get", "configmap", "x"], "not captured in this bundle");
    refused(&["get", "secrets"], "not captured in this bundle");
    refused(&["get", "leases.coordination.k8s.io", "-A"], "not captured in this bundle");
    refused(&["get", "events", "-n", "elsewhere"], "not captured in this bundle");
    refused(&["logs", "pending", "-c", "main"], "not captured in this bundle");
    // Of everything that was listed, none is none.
    let none = serving.kubectl(&["get", "pytorchjobs.kubeflow.org"]);
    assert!(none.code == 0 && none.err.contains("No resources found"), "{none:?}");
    // Of all namespaces only one was listed; but for pods, since one of them has no place.
    let part = serving.kubectl(&["get", "jobs", "-A"]);
    assert!(part.code == 0 && part.err.contains("only some of the jobs") && part.out.contains(namespace), "{part:?}");
    let pods = serving.kubectl(&["get", "pods", "-A"]);
    assert!(pods.code == 0 && !pods.err.contains("only some") && pods.out.contains(namespace), "{pods:?}");
}
