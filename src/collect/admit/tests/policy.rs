//! Policies: what they take out, what they let through, what they may not, and that the door's laws hold with them.

use std::sync::LazyLock;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::super::{Door, Policy, Redaction, Treatment};
use super::laws::{document, text};
use crate::kinds::Kinds;

const HEAD: &str = "apiVersion: mlop/v1alpha1\nkind: RedactPolicy\n";

fn policy(rules: &str) -> Policy {
    Policy::parse(&format!("{HEAD}{rules}"), &Kinds::built_in()).unwrap_or_else(|error| panic!("{error}: {rules}"))
}

fn door(rules: &str) -> Door {
    Door::new().with_policy(policy(rules))
}

const WORDS: &str = r#""(?i)runner-[a-z]+""#;

/// Rules of every sort.
const EVERYTHING: &str = r#"
withhold:
- {name: paths, kinds: [Pod, Job.batch, ConfigMap, Odd.a.example], paths: [/spec/options, /spec/note/*, /items, /data]}
- {name: keys, annotations: ["kueue.x-k8s.io/*"], labels: ["example.com/*"], env: ["RANK", "NCCL_*"]}
- {name: words, text: ["(?i)runner-[a-z]+"]}
allow:
- name: some
  reason: tests
  kinds: [Job.batch, Odd.a.example]
  annotations: [example.com/build]
  env: [DATA_DIR]
  paths: [/spec/note, /spec/list/0]
- {name: map, reason: tests, kinds: [ConfigMap], configMaps: [{namespace: ml, name: settings, key: level}]}
"#;

/// The same with patterns that meet marks in every way.
static ODD: LazyLock<Policy> = LazyLock::new(|| policy(&odd()));

/// And nothing is let through, so that a door without the policy changes nothing either.
static STRICT: LazyLock<Policy> = LazyLock::new(|| policy(odd().split("allow:").next().unwrap()));

fn odd() -> String {
    EVERYTHING.replace(WORDS, r#""(?i)secret", "redacted>?[a-z ]*", "=<", "^.", "len=", "a.*b", "[<>]", "x+$""#)
}

fn rules(redactions: &[Redaction]) -> Vec<(&str, &str)> {
    redactions.iter().map(|note| (note.path.as_str(), note.rule.as_str())).collect()
}

#[test]
fn what_it_withholds_is_masked_and_told_by_its_rule() {
    let door = door(EVERYTHING);
    let pod = json!({
        "apiVersion": "v1", "kind": "Pod",
        "metadata": {"name": "runner-one", "labels": {"example.com/owner": "ann", "app": "runner-x"},
            "annotations": {"kueue.x-k8s.io/workload": "w", "other": "o"}},
        "spec": {"options": {"deep": ["x", 7]},
            "containers": [{"name": "main", "image": "r", "args": ["join", "runner-seven,now"],
                "env": [{"name": "RANK", "value": "3"}, {"name": "NCCL_DEBUG", "value": "INFO"}, {"name": "WORLD_SIZE", "value": "8"}]}]},
        "status": {"message": "on runner-seven", "reason": "runner-seven", "startTime": "2026-11-30T16:24:25Z"},
    });
    let admitted = door.object(pod, Treatment::Taught, &[]);
    let value = &admitted.value;
    assert_eq!(value["metadata"]["name"], "runner-one", "names hold the graph together");
    assert_eq!(value["metadata"]["labels"], json!({"example.com/owner": "<redacted len=3>", "app": "runner-x"}));
    assert_eq!(value["spec"]["options"], json!({"deep": ["<redacted len=1>", "<redacted len=1>"]}));
    assert_eq!(value["spec"]["containers"][0]["env"][2]["value"], "8");
    assert_eq!(value["status"]["startTime"], "2026-11-30T16:24:25Z", "a time is no text");
    assert_eq!(value["status"]["reason"], "runner-seven", "a word of the API is no text");
    let rules = rules(&admitted.redactions);
    for (path, rule) in [
        ("/metadata/labels/example.com~1owner", "policy/keys"),
        ("/metadata/annotations/kueue.x-k8s.io~1workload", "policy/keys"),
        ("/metadata/annotations/other", "annotation"),
        ("/spec/options/deep/0", "policy/paths"),
        ("/spec/containers/0/env/0/value", "policy/keys"),
        ("/spec/containers/0/env/1/value", "policy/keys"),
        ("/spec/containers/0/args/1", "policy/words"),
        ("/status/message", "policy/words"),
    ] {
        assert!(rules.contains(&(path, rule)), "{path} {rule}: {rules:?}");
    }
}

#[test]
fn rules_hold_for_their_kinds_in_lists_too() {
    let door = door("withhold: [{name: a, kinds: [Job.batch], paths: [/spec/note]}]");
    let item = json!({"metadata": {"name": "a"}, "spec": {"note": "n"}});
    for (version, kind, strikes) in [("batch/v1", "JobList", true), ("v1", "PodList", false), ("v1", "JobList", false)]
    {
        let list = json!({"apiVersion": version, "kind": kind, "items": [item]});
        let out = door.object(list, Treatment::Taught, &[]);
        assert_eq!(out.value["items"][0]["spec"]["note"] != "n", strikes, "{version} {kind}");
        assert_eq!(out.redactions.first().map(|note| note.path.as_str()), strikes.then_some("/items/0/spec/note"));
    }
    // Nobody knows what this is: everything that any rule withholds goes.
    assert_ne!(door.object(item.clone(), Treatment::Taught, &[]).value, item);
}

#[test]
fn texts_and_logs_are_struck_whatever_the_kinds() {
    let door = door("withhold: [{name: a, kinds: [Job.batch], text: ['corp-[0-9]+']}]");
    assert_eq!(door.text("at corp-17"), "at <redacted>");
    assert_eq!(door.log("a\ncorp-1\nb corp-2 token=hunter2\n"), "a\n<redacted>\nb <redacted> token=<redacted>\n");
}

#[test]
fn a_part_of_a_name_that_nobody_described_takes_all_of_it() {
    let door = door("withhold: [{name: a, text: ['corp-[0-9]+']}]");
    let odd =
        json!({"apiVersion": "a.example/v1", "kind": "Odd", "spec": {"poolName": "x", "className": "corp-17-gpu"}});
    let admitted = door.object(odd, Treatment::Untaught, &[]);
    assert_eq!(admitted.value["spec"], json!({"poolName": "x", "className": "<redacted len=11>"}));
}

#[test]
fn what_it_lets_through_is_exactly_what_it_names() {
    let door = door(EVERYTHING);
    let job = |kind: &str, version: &str| {
        json!({"apiVersion": version, "kind": kind,
            "metadata": {"name": "a", "annotations": {"example.com/build": "17", "example.com/other": "18"}},
            "spec": {"template": {"spec": {"containers": [{"name": "m", "image": "i",
                "env": [{"name": "DATA_DIR", "value": "/data"}, {"name": "DATA_DIRS", "value": "/datas"}]}]}}}})
    };
    let text = door.object(job("Job", "batch/v1"), Treatment::Taught, &[]).value.to_string();
    for (word, passes) in [("\"17\"", true), ("\"18\"", false), ("\"/data\"", true), ("\"/datas\"", false)] {
        assert_eq!(text.contains(word), passes, "{word}: {text}");
    }
    let text = door.object(job("Job", "other.example/v1"), Treatment::Taught, &[]).value.to_string();
    assert!(!text.contains("\"17\"") && !text.contains("\"/data\""), "of another group: {text}");
    let odd = json!({"apiVersion": "a.example/v1", "kind": "Odd", "spec": {"note": "kept note", "list": ["kept", "gone"], "other": "gone"}});
    let value = door.object(odd, Treatment::Untaught, &[]).value;
    assert_eq!(value["spec"]["note"], "kept note");
    assert_eq!(value["spec"]["list"], json!(["kept", "<redacted len=4>"]));
    let map = |namespace: &str| {
        json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "settings", "namespace": namespace},
            "data": {"level": "debug", "more": "debug"}})
    };
    let door = self::door(EVERYTHING.replace(", /data]", "]").as_str());
    let value = door.object(map("ml"), Treatment::Taught, &[]).value;
    assert_eq!(value["data"], json!({"level": "debug", "more": "<redacted len=5>"}));
    assert_eq!(door.object(map("other"), Treatment::Taught, &[]).value["data"]["level"], "<redacted len=5>");
}

#[test]
fn known_credentials_never_pass() {
    let door = door(EVERYTHING);
    for (secret, around) in [
        ("hf_QwErTyUiOpAsDfGhJkLz", "x hf_QwErTyUiOpAsDfGhJkLz"),
        ("AKIAABCDEFGHIJKLMNOP", "AKIAABCDEFGHIJKLMNOP"),
        ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl"),
        ("MIIEabc", "-----BEGIN PRIVATE KEY-----\nMIIEabc\n-----END PRIVATE KEY-----"),
        ("hunter2", "https://me:hunter2@git.example/repo"),
        ("hunter2", "password=hunter2"),
        ("hunter2", "Authorization: Bearer hunter2"),
        ("hunter2", "{\"auths\":{\"r.example\":{\"auth\":\"hunter2\"}}}"),
    ] {
        let job = json!({"apiVersion": "batch/v1", "kind": "Job", "metadata": {"annotations": {"example.com/build": around}},
            "spec": {"containers": [{"env": [{"name": "DATA_DIR", "value": around}]}]}});
        let odd = json!({"apiVersion": "a.example/v1", "kind": "Odd", "spec": {"note": around}});
        for (value, treatment) in [(job, Treatment::Taught), (odd, Treatment::Untaught)] {
            let text = door.object(value, treatment, &[]).value.to_string();
            assert!(!text.contains(secret), "{text}");
        }
    }
    let secret = json!({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "settings", "namespace": "ml"}, "data": {"level": "aHVudGVyMg=="}});
    assert_eq!(door.object(secret, Treatment::Taught, &[]).value["data"], json!({"level": null}));
}

#[test]
fn a_bundles_own_word_on_what_was_let_through_is_believed_within_the_same_limits() {
    let notes = policy(EVERYTHING).notes().to_vec();
    let reader = Door::new().with_policy(Policy::default().reading(&notes));
    let job =
        json!({"apiVersion": "batch/v1", "kind": "Job", "metadata": {"annotations": {"example.com/build": "17"}}});
    assert_eq!(reader.object(job.clone(), Treatment::Taught, &[]).value, job);
    assert_eq!(reader.policies(), notes);
    let mut bad = notes.clone();
    bad[0].allow[0].env.push("HF_TOKEN".to_owned());
    let reader = Door::new().with_policy(Policy::default().reading(&bad));
    assert_ne!(reader.object(job.clone(), Treatment::Taught, &[]).value, job);
    let door = Door::new().with_policy(Policy::default());
    assert_eq!(door.policies(), []);
}

#[test]
fn what_no_policy_may_is_refused_with_its_line() {
    for (rules, line, words) in [
        ("withhold: [{name: a, paths: [/metadata/name]}]", 3, "holds the run's objects together"),
        ("withhold: [{name: a, paths: [/metadata]}]", 3, "takes in /metadata/name"),
        ("withhold: [{name: a, paths: [/metadata/labels/app]}]", 3, "/metadata/labels"),
        ("withhold: [{name: a, paths: ['/*/nodeName']}]", 3, "/spec/nodeName"),
        ("withhold: [{name: a, kinds: [Pod], paths: [/spec/nodeName]}]", 3, "/spec/nodeName"),
        ("withhold: [{name: a, paths: [/status/note]}]", 3, "by which runs are judged"),
        ("withhold: [{name: a, kinds: [Pod], paths: ['/*/note']}]", 3, "by which runs are judged"),
        ("withhold: [{name: a, kinds: [Event], paths: [/message]}]", 3, "by which runs are judged"),
        ("withhold: [{name: a, labels: ['kueue.x-k8s.io/queue-*']}]", 3, "kueue.x-k8s.io/queue-name"),
        ("withhold: [{name: a, labels: ['*']}]", 3, "holds the run's objects together"),
        ("withhold:\n- name: a\n  text:\n  - ok\n  - '('\n", 7, "no regular expression"),
        ("withhold: [{name: a, text: ['x*']}]", 3, "matches the empty text"),
        ("withhold: [{name: a, text: ['(a{900}){900}']}]", 3, "no regular expression"),
        ("withhold: [{name: a, paths: [spec]}]", 3, "no JSON pointer"),
        ("withhold: [{name: a, kinds: [Job], paths: [/spec/note]}]", 3, "Job.batch"),
        ("withhold: [{name: a, kinds: [jobs], paths: [/spec/note]}]", 3, "no kind"),
        ("withhold: [{name: a}]", 3, "names no place"),
        ("withhold: [{name: A b, env: [X]}]", 3, "is no name"),
        ("withhold:\n- {name: a, env: [X]}\n- {name: a, env: [Y]}\n", 5, "another rule is called a"),
        ("withhold: [{name: a, envs: [X]}]", 3, "envs"),
        ("withhold: 7", 3, ""),
        ("allow: [{name: a, reason: r, kinds: [Pod], env: ['*']}]", 3, "named in full"),
        ("allow: [{name: a, reason: r, kinds: [Pod], annotations: ['example.com/*']}]", 3, "named in full"),
        ("allow: [{name: a, reason: r, kinds: [Pod], paths: ['/spec/*']}]", 3, "named in full"),
        ("allow: [{name: a, reason: r, kinds: [], env: [X]}]", 3, "kinds are needed"),
        ("allow: [{name: a, kinds: [Pod], env: [X]}]", 3, "reason"),
        ("allow: [{name: a, reason: ' ', kinds: [Pod], env: [X]}]", 3, "a reason is needed"),
        ("allow: [{name: a, reason: r, kinds: [Secret], paths: [/data/x]}]", 3, "Secrets are never let through"),
        ("allow: [{name: a, reason: r, kinds: [Pod], env: [HF_TOKEN]}]", 3, "what a secret is called"),
        (
            "allow: [{name: a, reason: r, kinds: [Odd.a.example], paths: [/spec/password]}]",
            3,
            "what a secret is called",
        ),
        (
            "allow: [{name: a, reason: r, kinds: [Pod], annotations: [kubectl.kubernetes.io/last-applied-configuration]}]",
            3,
            "repeats the whole object",
        ),
        (
            "allow: [{name: a, reason: r, kinds: [Pod], configMaps: [{namespace: n, name: c, key: k}]}]",
            3,
            "kinds: [ConfigMap]",
        ),
    ] {
        let error = Policy::parse(&format!("{HEAD}{rules}"), &Kinds::built_in()).unwrap_err();
        assert!(error.line == line && error.what.contains(words), "{rules}: {error}");
    }
    for (text, line) in [
        ("", 0),
        ("kind: RedactPolicy\n", 1),
        ("apiVersion: v1\nkind: RedactPolicy\n", 1),
        ("apiVersion: mlop/v1alpha1\nkind: Policy\n", 2),
        ("a: [", 1),
    ] {
        let error = Policy::parse(text, &Kinds::built_in()).unwrap_err();
        assert!(error.line.abs_diff(line) <= 1, "{text:?}: {error}");
    }
    let long = format!("{HEAD}withhold: [{{name: a, env: [{}]}}]", "x".repeat(300 << 10));
    assert!(Policy::parse(&long, &Kinds::built_in()).unwrap_err().what.contains("larger than 256 KiB"));
    let many: String = (0..201).map(|number| format!("- {{name: r{number}, env: [X]}}\n")).collect();
    let error = Policy::parse(&format!("{HEAD}withhold:\n{many}"), &Kinds::built_in()).unwrap_err();
    assert_eq!(error.to_string(), "line 204: more than 200 rules");
    let many: String = (0..65).map(|_| "'x',").collect();
    let error =
        Policy::parse(&format!("{HEAD}withhold: [{{name: a, text: [{many}]}}]"), &Kinds::built_in()).unwrap_err();
    assert_eq!(error.to_string(), "line 3: more than 64 patterns on text");
}

/// A kind and a version in front, so that rules for kinds are reached.
fn dressed(mut value: Value, which: usize) -> Value {
    let dress = [("batch/v1", "Job"), ("a.example/v1", "Odd"), ("v1", "Pod"), ("v1", "ConfigMap")];
    if let (Value::Object(map), Some((version, kind))) = (&mut value, dress.get(which)) {
        map.insert("apiVersion".to_owned(), json!(version));
        map.insert("kind".to_owned(), json!(kind));
    }
    value
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_document_is_admitted_once(value in document(), taught in any::<bool>(), keyed in any::<bool>(), which in 0_usize..5) {
        let bare = if keyed { Door::with_key([3; 32]) } else { Door::new() };
        let treatment = if taught { Treatment::Taught } else { Treatment::Untaught };
        let value = dressed(value, which);
        let door = bare.clone().with_policy(ODD.clone());
        let once = door.object(value.clone(), treatment, &["/spec/*/value"]);
        prop_assert_eq!(once.redactions.is_empty(), once.value == value);
        let twice = door.object(once.value.clone(), treatment, &["/spec/*/value"]);
        prop_assert_eq!(&twice.value, &once.value);
        prop_assert!(twice.redactions.is_empty(), "{:?}", twice.redactions);
        // Whoever reads a bundle has not got the policy.
        let strict = bare.clone().with_policy(STRICT.clone());
        let strict = strict.object(value, treatment, &["/spec/*/value"]).value;
        prop_assert_eq!(bare.object(strict.clone(), treatment, &["/spec/*/value"]).value, strict);
    }

    #[test]
    fn a_text_is_cleaned_once(text in text(), more in text()) {
        let door = Door::new().with_policy(ODD.clone());
        let once = door.text(&format!("{text}{more}")).into_owned();
        prop_assert_eq!(door.text(&once), once.as_str());
        prop_assert_eq!(Door::new().text(&once), once.as_str());
    }
}

#[test]
fn long_texts_take_linear_time() {
    let door = Door::new().with_policy(ODD.clone());
    for piece in ["runner-x ", "<redacted>", "=<", "ab", "x", "<", "token=x ", "a\n"] {
        let text = piece.repeat(200_000 / piece.len());
        let once = door.text(&text).into_owned();
        assert_eq!(door.text(&once), once, "{piece}");
    }
}
