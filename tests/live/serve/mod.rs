//! Real kubectl on a bundle, beside the same kubectl on the cluster that the bundle is of.

mod kubelet;
mod objects;
mod serving;

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde_json::Value;

use self::kubelet::{Kubelet, Logs};
use self::objects::PLANTED;
pub use self::serving::Serving;
use self::serving::kubectl;
use crate::control_plane::{ControlPlane, Parts};
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
        objects::make(&admin, &namespace, kubelet.port);
        let folder = tempfile::tempdir().unwrap();
        let person = Person::reader(&plane, &namespace);
        let said = captured(&person, folder.path(), "all", &["--logs=all"]);
        assert_eq!(said.code, 0, "{said:?}");
        let kubeconfig = PathBuf::from(person.kubeconfig());
        Self { _plane: plane, namespace, kubeconfig, folder, _kubelet: kubelet }
    }

    fn live(&self, words: &[&str]) -> String {
        let said = kubectl(&self.kubeconfig, words);
        assert_eq!(said.code, 0, "{words:?}: {said:?}");
        said.out
    }
}

/// The cells of a table by column, without the columns that tell how long ago something was.
fn cells(table: &str) -> BTreeSet<Vec<String>> {
    let mut lines = table.lines();
    let headers = lines.next().unwrap_or_default();
    let starts: Vec<(usize, String)> = columns(headers);
    let ages = ["AGE", "DURATION", "LAST SEEN", "FIRST SEEN"];
    let cell = |line: &str, place: usize| {
        let (from, _) = starts[place];
        let to = starts.get(place + 1).map_or(line.len(), |(start, _)| *start);
        let text = line.get(from..to.min(line.len())).unwrap_or_default().trim().to_owned();
        // `3 (9h ago)`
        text.split(" (").next().unwrap_or_default().to_owned()
    };
    let kept: Vec<usize> = (0..starts.len()).filter(|place| !ages.contains(&starts[*place].1.as_str())).collect();
    let row = |line: &str| kept.iter().map(|place| cell(line, *place)).collect();
    std::iter::once(headers).chain(lines).map(row).collect()
}

/// Where each column begins, and its name.
fn columns(headers: &str) -> Vec<(usize, String)> {
    let mut columns: Vec<(usize, String)> = Vec::new();
    let (mut from, bytes) = (0, headers.as_bytes());
    for at in 0..=bytes.len() {
        let ends = at == bytes.len() || headers[at..].starts_with("   ");
        if ends && from < at {
            columns.push((from, headers[from..at].trim().to_owned()));
        }
        if ends || bytes.get(at) == Some(&b' ') && (at == 0 || from == at) {
            from = at + 1;
        }
    }
    columns.retain(|(_, name)| !name.is_empty());
    columns
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
    let serving = Serving::start(&bundle);
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
        &["get", "events"],
        &["get", "events", "-o", "wide"],
        &["get", "pod", "killed"],
        &["get", "pods", "--show-labels"],
    ] {
        let (live, kept) = (both.live(words), served(words));
        assert_eq!(cells(&live), cells(&kept), "{words:?}\n{live}\n{kept}");
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
    assert_eq!(serving.stop(), 143);
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

/// What is not there, what was not captured, and what nobody may do.
fn refusals(serving: &Serving, namespace: &str) {
    let refused = |words: &[&str], expected: &str| {
        let said = serving.kubectl(words);
        assert!(said.code != 0 && said.err.contains(expected), "{words:?}: {said:?}");
        assert!(!said.err.contains("No resources found"), "{words:?}: {said:?}");
    };
    refused(&["get", "pod", "nobody"], "pods \"nobody\" not found");
    refused(&["get", "configmaps"], "configmaps of namespace");
    refused(&["get", "configmap", "x"], "is not captured in this bundle");
    refused(&["get", "secrets"], "not captured in this bundle");
    refused(&["get", "leases.coordination.k8s.io", "-A"], "not captured in this bundle");
    refused(&["get", "events", "-n", "elsewhere"], "not captured in this bundle");
    refused(&["delete", "pod", "killed"], "it can be read, and nothing else");
    refused(&["label", "pod", "killed", "a=b"], "it can be read, and nothing else");
    refused(&["create", "configmap", "x"], "it can be read, and nothing else");
    refused(&["exec", "running", "-c", "main", "--", "true"], "it can be read, and nothing else");
    refused(&["get", "pods", "-w"], "there is nothing to watch");
    refused(&["logs", "running", "-c", "main", "--timestamps"], "logs in a bundle carry no times");
    refused(&["logs", "pending", "-c", "main"], "not captured");
    // Of everything that was listed, none is none.
    let none = serving.kubectl(&["get", "pytorchjobs.kubeflow.org"]);
    assert!(none.code == 0 && none.err.contains("No resources found"), "{none:?}");
    // Of all namespaces only one was listed; but for pods, since one of them has no place.
    let part = serving.kubectl(&["get", "jobs", "-A"]);
    assert!(part.code == 0 && part.err.contains("only a part of the jobs") && part.out.contains(namespace), "{part:?}");
    let pods = serving.kubectl(&["get", "pods", "-A"]);
    assert!(pods.code == 0 && pods.err.is_empty() && pods.out.contains(namespace), "{pods:?}");

    let code =
        |host: Option<&str>, token: Option<&str>, method: &str| serving.raw(method, "/api/v1/nodes", host, token);
    assert_eq!(code(None, None, "GET"), 200);
    assert_eq!(code(None, Some("wrong"), "GET"), 401);
    assert_eq!(code(None, Some(""), "GET"), 401);
    assert_eq!(code(Some("evil.example.org"), None, "GET"), 421);
    for method in ["POST", "PUT", "PATCH", "DELETE"] {
        assert_eq!(code(None, None, method), 405, "{method}");
    }
    for path in [
        "/..%2f..%2fetc/passwd",
        "/api/v1/namespaces/%00/pods",
        "/api/v1/pods?limit=x&continue=%ff",
        "/apis//v1",
        "/openapi/v2",
    ] {
        let code = serving.raw("GET", path, None, None);
        assert!([200, 400, 404].contains(&code), "{path}: {code}");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::metadata(serving.kubeconfig()).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let context = serving.kubectl(&["config", "current-context"]).out;
    assert_eq!(context.trim(), "bundle:all");
}
