//! `--redact-policy` from the command line: what is told, what is kept, what comes out again.

use std::fs;
use std::path::Path;

use kubectl_mlop::collect::admit::policy::schema;
use kubectl_mlop::collect::admit::{Door, Policy};
use kubectl_mlop::kinds::Kinds;
use kubectl_mlop::report::to_json;
use serde_json::{Value, json};

use crate::harness::call::{Outcome, call_with};
use crate::harness::world;
use crate::laws::{accusations, subjects};
use crate::recorded;

/// A run with words in places that are kept, withheld and let through.
const OBJECTS: &str = r#"
apiVersion: batch/v1
kind: Job
metadata:
  {name: run, namespace: ml, uid: u1, resourceVersion: "1", labels: {example.com/owner: kelpie-owner, app: train},
   annotations: {example.com/build: kelpie-build, example.com/other: kelpie-other}}
spec:
  completions: 1
  template:
    metadata: {labels: {app: train}}
    spec:
      containers:
      - {name: main, image: train:1, args: [--at, kelpie-host-7], env: [{name: DATA_DIR, value: kelpie-dir}, {name: MORE, value: kelpie-more}]}
status:
  failed: 1
  conditions: [{type: Failed, status: "True", reason: BackoffLimitExceeded, message: "lost kelpie-host-7, password=kelpie-pass"}]
---
apiVersion: v1
kind: Event
metadata: {name: e, namespace: ml, uid: e1, resourceVersion: "2"}
involvedObject: {apiVersion: batch/v1, kind: Job, namespace: ml, name: run, uid: u1}
reason: Gone
type: Warning
message: nobody at kelpie-host-9
firstTimestamp: 2026-11-30T12:00:00Z
lastTimestamp: 2026-11-30T12:00:00Z
"#;

const POLICY: &str = r"
apiVersion: mlop/v1alpha1
kind: RedactPolicy
withhold:
- {name: owners, labels: [example.com/owner]}
- {name: hosts, text: ['kelpie-host-[0-9]+']}
allow:
- {name: build, reason: public, kinds: [Job.batch], annotations: [example.com/build], env: [DATA_DIR]}
";

struct Folder(tempfile::TempDir);

impl Folder {
    fn new(policy: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("objects.yaml"), OBJECTS).unwrap();
        fs::write(folder.path().join("policy.yaml"), policy).unwrap();
        Self(folder)
    }

    fn call(&self, words: &str, code: i32) -> Outcome {
        let words: Vec<&str> = words.split(' ').collect();
        call_with(&words).within(self.0.path()).env("XDG_STATE_HOME", self.0.path()).exits(code)
    }

    /// Every byte of a bundle that is a folder.
    fn bytes(&self, name: &str) -> String {
        let mut all = String::new();
        let mut folders = vec![self.0.path().join(name)];
        while let Some(folder) = folders.pop() {
            for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
                if path.is_dir() { folders.push(path) } else { all.push_str(&fs::read_to_string(path).unwrap()) }
            }
        }
        all
    }

    fn json(&self, path: &str) -> Value {
        serde_json::from_str(&fs::read_to_string(self.0.path().join(path)).unwrap()).unwrap()
    }
}

const TOLD: &str = "Warning: redaction policy: rule build lets through annotation example.com/build, variable DATA_DIR of \
                    Job.batch (public)\n";

#[test]
fn a_bundle_keeps_to_the_policy_and_says_what_it_let_through() {
    let folder = Folder::new(POLICY);
    let said = folder.call("capture job/run --from objects.yaml --redact-policy policy.yaml --to out", 0);
    assert_eq!(said.stderr.matches(TOLD).count(), 1, "{}", said.stderr);
    let bytes = folder.bytes("out");
    for (word, is_there) in [
        ("kelpie-owner", false),
        ("kelpie-host", false),
        ("kelpie-other", false),
        ("kelpie-more", false),
        ("kelpie-pass", false),
        ("kelpie-build", true),
        ("kelpie-dir", true),
    ] {
        assert_eq!(bytes.contains(word), is_there, "{word}");
    }
    let about = folder.json("out/bundle.json");
    let digest = about["policies"][0]["sha256"].as_str().unwrap();
    assert_eq!(digest.len(), 64);
    assert_eq!(
        about["policies"][0]["allow"],
        json!([{"name": "build", "reason": "public", "kinds": ["Job.batch"], "annotations": ["example.com/build"], "env": ["DATA_DIR"]}])
    );
    let struck = fs::read_to_string(folder.0.path().join("out/redactions.jsonl")).unwrap();
    for rule in ["policy/owners", "policy/hosts", "\"annotation\"", "\"env-value\""] {
        assert!(struck.contains(rule), "{rule}: {struck}");
    }
    let readme = fs::read_to_string(folder.0.path().join("out/README.txt")).unwrap();
    assert!(readme.contains("rule build lets through") && readme.contains(digest), "{readme}");
    folder.call("bundle verify out", 0);
}

#[test]
fn what_was_let_through_comes_out_of_the_bundle_and_is_told_again() {
    let folder = Folder::new(POLICY);
    let live = folder.call("diagnose job/run --from objects.yaml --redact-policy policy.yaml -o json", 5);
    let withheld = "The redaction policy withheld 3 values: no rule of the diagnosis has read them.\n";
    assert_eq!(live.stderr, format!("{TOLD}{withheld}"));
    assert!(!live.stdout.contains("kelpie-host") && live.stdout.contains("lost <redacted>"), "{}", live.stdout);
    folder.call("capture job/run --from objects.yaml --redact-policy policy.yaml --to out", 0);
    let read = folder.call("diagnose job/run --from out -o json", 5);
    assert_eq!(read.stderr, TOLD);
    let (mut live, mut read) = (live.json(), read.json());
    for report in [&mut live, &mut read] {
        report["metadata"]["source"] = Value::Null;
        report["metadata"]["generatedAt"] = Value::Null;
        report["budget"] = Value::Null;
    }
    assert_eq!(read["findings"], live["findings"]);
    assert_eq!(read["state"], live["state"]);
    assert!(folder.call("bundle show out job/run", 0).stdout.contains("kelpie-build"));
    // A bundle of a bundle keeps what the first let through, and says so.
    folder.call("capture job/run --from out --to again", 0);
    assert_eq!(folder.json("again/bundle.json")["policies"], folder.json("out/bundle.json")["policies"]);
    assert!(folder.bytes("again").contains("kelpie-build"));
}

#[test]
fn without_a_policy_nothing_is_said_of_one() {
    let folder = Folder::new(POLICY);
    let said = folder.call("capture job/run --from objects.yaml --to out", 0);
    assert!(!said.stderr.contains("policy"), "{}", said.stderr);
    assert!(folder.json("out/bundle.json").get("policies").is_none());
    let bytes = folder.bytes("out");
    assert!(!bytes.contains("kelpie-build") && bytes.contains("kelpie-host-7") && bytes.contains("kelpie-owner"));
}

#[test]
fn a_policy_with_a_mistake_stops_everything_before_it_begins() {
    for (policy, words) in [
        (
            "apiVersion: mlop/v1alpha1\nkind: RedactPolicy\nwithhold:\n- name: a\n  text: ['(']\n",
            "policy.yaml: line 5: ",
        ),
        ("apiVersion: mlop/v1alpha1\nkind: RedactPolicy\nwithhold:\n- name: a\n  pahts: [/spec/x]\n", "line 5"),
        (
            "apiVersion: mlop/v1alpha1\nkind: RedactPolicy\nallow:\n- {name: a, reason: r, kinds: [Secret], paths: [/data/x]}\n",
            "line 4",
        ),
        ("nonsense", "line 1"),
        ("\u{1b}[2J: [", "policy.yaml: "),
    ] {
        let folder = Folder::new(policy);
        for command in ["diagnose", "tree", "capture --to out"] {
            let said = folder.call(&format!("{command} job/run --from objects.yaml --redact-policy policy.yaml"), 2);
            assert!(
                said.stderr.starts_with("error: --redact-policy ") && said.stderr.contains(words),
                "{}",
                said.stderr
            );
            assert!(said.stdout.is_empty() && !said.stderr.contains('\u{1b}'), "{}", said.stderr);
            assert!(!Path::new(&folder.0.path().join("out")).exists());
        }
    }
    let folder = Folder::new(POLICY);
    folder.call("diagnose job/run --from objects.yaml --redact-policy nowhere.yaml", 2);
    fs::write(folder.0.path().join("policy.yaml"), [0xff, 0xfe]).unwrap();
    folder.call("diagnose job/run --from objects.yaml --redact-policy policy.yaml", 2);
}

#[test]
fn the_policy_in_the_documentation_is_one_and_keeps_to_its_schema() {
    let text = include_str!("../../docs/redaction.md");
    let example = text.split("```yaml\n").nth(1).unwrap().split("```").next().unwrap();
    let policy = Policy::parse(example, &Kinds::built_in()).unwrap();
    assert_eq!(policy.allowed().count(), 3);
    let schema: Value = serde_json::from_str(&to_json(&schema())).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    let value: Value = serde_saphyr::from_str(example).unwrap();
    assert_eq!(schema.iter_errors(&value).map(|error| error.to_string()).collect::<Vec<_>>(), Vec::<String>::new());
    assert!(!schema.is_valid(&json!({"apiVersion": "x", "kind": "RedactPolicy", "withold": []})));
}

/// Policies as people write them, and harsher: who and where is taken out wherever it may be.
const HARSH: [&str; 4] = [
    // Names with numbers, hosts and their domains, addresses, registries.
    r"[{name: a, text: ['(gpu|node|host|ip|worker|master|train|run)(-[a-z0-9]+)+', '[0-9]+[.][0-9]+[.][0-9]+[.][0-9]+']}]",
    r"[{name: a, text: ['[a-z0-9-]+[.](internal|corp|example)([.][a-z]+)*', '(?i)team-[a-z]+|research|vision|alice|bob']}]",
    "[{name: a, annotations: ['*'], env: ['*'], labels: ['example.com/*']}]",
    "[{name: a, kinds: [Pod], paths: [/spec/containers/*/args, /spec/containers/*/command, /spec/containers/*/image, /spec/hostname]}]",
];

#[test]
fn what_a_policy_takes_out_of_words_accuses_nobody() {
    let (mut trials, mut kept, mut wrong) = (0_u32, 0_u32, Vec::new());
    for rules in HARSH {
        let text = format!("apiVersion: mlop/v1alpha1\nkind: RedactPolicy\nwithhold: {rules}\n");
        let policy = Policy::parse(&text, world::kinds()).unwrap();
        for subject in subjects() {
            let known = world::report((subject.source)().as_mut(), &subject.target);
            let door = Door::new().with_policy(policy.clone());
            let Some(report) = world::report_through(&door, (subject.source)().as_mut(), &subject.target) else {
                continue;
            };
            trials += 1;
            kept += u32::from(recorded::root(&report) == recorded::root(&known));
            let (known, found) = (accusations(&known), accusations(&report));
            let new: Vec<_> = found.difference(&known).collect();
            if !new.is_empty() {
                wrong.push(format!("{rules}: {} {}: {new:?}", subject.name, subject.target));
            }
        }
    }
    println!("{trials} runs under a policy; the root is unchanged in {kept}");
    assert!(wrong.is_empty(), "{} new accusations:\n{}", wrong.len(), wrong.join("\n"));
    assert!(trials > 500, "{trials}");
}
