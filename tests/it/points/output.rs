//! What is printed, where, and in which form.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::OOM;
use crate::harness::call::{Outcome, call, call_with, recorded};
use crate::harness::server::{Server, status};
use crate::schema::{complaints, schema};

/// Every recorded bundle.
fn bundles() -> Vec<PathBuf> {
    let files = std::fs::read_dir(recorded().join("../bundles")).unwrap().map(|entry| entry.unwrap().path());
    let mut bundles: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|end| end == "zip")).collect();
    bundles.sort();
    assert!(bundles.len() > 5);
    bundles
}

fn warning_server() -> Server {
    Server::saying(|asked| {
        let job = asked.target.ends_with("/jobs/run");
        let body = json!({"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "run", "namespace": "default", "uid": "u"},
            "status": {"conditions": [{"type": "Complete", "status": "True"}]}});
        let warning = "299 - \"batch/v1 is \u{1b}[31mold\"".replace('\u{1b}', "");
        job.then(|| (200, vec![("Warning", warning)], body))
    })
}

#[test]
fn point_30_standard_output_holds_the_report_and_nothing_else() {
    let server = warning_server();
    let url = server.url();
    let outcome = call_with(&["diagnose", "job/run", "-s", &url, "-o", "json", "-v", "9"]).exits(0);
    assert_eq!(outcome.json()["kind"], "DiagnosisReport");
    assert!(outcome.stderr.contains("Warning: batch/v1 is [31mold\n"), "{}", outcome.stderr);
    assert_eq!(outcome.stderr.matches("Warning: ").count(), 1);
    assert!(outcome.stderr.contains("GET /apis/batch/v1/"), "{}", outcome.stderr);
    let tree = call_with(&["tree", "job/run", "-s", &url]).exits(0);
    assert!(tree.stdout.starts_with("Job/run") && tree.stderr.starts_with("Warning: "), "{}", tree.stderr);
    // What fails has no answer: nothing may be taken for one.
    for words in [
        "diagnose x",
        "diagnose x --from nowhere",
        "diagnose",
        "explain MLOP000",
        "tree x --from nowhere",
        "rules -o nonsense",
    ] {
        let outcome = call(words).run();
        assert!(
            outcome.stdout.is_empty() && !outcome.stderr.is_empty() && outcome.code != 0,
            "{words}: {}",
            outcome.stdout
        );
    }
}

#[test]
fn point_31_colour_follows_flag_and_environment_on_both_streams() {
    let coloured = |text: &str| text.contains('\u{1b}');
    for (environment, expected) in [
        (&[][..], false),
        (&[("FORCE_COLOR", "1")], true),
        (&[("CLICOLOR_FORCE", "1")], true),
        (&[("CLICOLOR_FORCE", "0")], false),
        (&[("FORCE_COLOR", "1"), ("NO_COLOR", "1")], false),
        (&[("FORCE_COLOR", "1"), ("NO_COLOR", "")], true),
        (&[("FORCE_COLOR", "1"), ("TERM", "dumb")], true),
    ] {
        let run = |words: &str| environment.iter().fold(call(words), |call, (name, value)| call.env(name, value)).run();
        let out = run(&format!("diagnose oom {OOM}"));
        assert_eq!(coloured(&out.stdout), expected, "{environment:?}");
        let err = run("diagnose --nonsense");
        assert!(err.stdout.is_empty());
        assert_eq!(coloured(&err.stderr), expected, "{environment:?}: {}", err.stderr);
        assert_eq!(coloured(&run("--help").stdout), expected, "{environment:?}");
    }
    assert!(coloured(&call(&format!("diagnose oom {OOM} --color always")).env("NO_COLOR", "1").run().stdout));
    assert!(!coloured(&call(&format!("diagnose oom {OOM} --color never")).env("FORCE_COLOR", "1").run().stdout));
}

#[test]
fn point_31_characters_and_width_follow_the_environment() {
    let words = format!("diagnose oom {OOM}");
    assert!(call(&words).env("LC_ALL", "C").run().stdout.is_ascii());
    for width in ["40", "80", "200"] {
        assert!(call(&words).env("COLUMNS", width).run().stdout.contains("MLOP601"));
    }
}

#[test]
fn point_33_what_a_stranger_wrote_cannot_steer_the_terminal() {
    let evil = "a\\e]0;owned\\x07 \\r \\x9b31m \\u202e b";
    let text = format!(
        "kind: Job\napiVersion: batch/v1\nmetadata: {{name: \"x{evil}\", namespace: \"n{evil}\", uid: u1}}\nstatus: \
         {{conditions: [{{type: Failed, status: \"True\", reason: \"R{evil}\", message: \"{evil}\"}}]}}\n"
    );
    let twice =
        format!("{text}---\n{}", text.replace("uid: u1", "uid: u2").replace("namespace: \"n", "namespace: \"m"));
    let harmless = |outcome: &Outcome, words: &str| {
        for text in [&outcome.stdout, &outcome.stderr] {
            let bad = |c: char| c.is_control() && c != '\n' || ('\u{202a}'..='\u{202e}').contains(&c);
            assert!(!text.contains(bad), "{words}: {text:?}");
        }
    };
    let mut shown = 0;
    for words in ["diagnose", "diagnose -o wide", "diagnose -o name", "tree", "tree -o wide", "tree -o name"] {
        let outcome = call(&format!("{words} --from -")).stdin(text.as_str()).run();
        harmless(&outcome, words);
        shown += usize::from(outcome.stdout.contains("^[]0;owned"));
    }
    assert_eq!(shown, 6, "and it is shown, as what it is");
    let name = "xa\u{1b}]0;owned\u{7} \r \u{9b}31m \u{202e} b";
    let ambiguous = call_with(&["diagnose", name, "--from", "-"]).stdin(twice.as_str()).exits(2);
    assert!(ambiguous.stderr.contains("^[]0;owned"), "{}", ambiguous.stderr);
    harmless(&ambiguous, "ambiguous");
    harmless(&call_with(&["diagnose", &format!("no{name}"), "--from", "-"]).stdin(text.as_str()).exits(6), "missing");
    harmless(&call_with(&["capture", &format!("no{name}"), "--from", "-"]).stdin(text.as_str()).exits(6), "missing");
    let message = format!("no \u{1b}[2J{}", "way");
    let server = Server::saying(move |_| Some(status(403, "Forbidden", &message, "run")));
    let refused = call_with(&["diagnose", "job/run", "-s", &server.url(), "-v=9"]).exits(1);
    assert!(refused.stderr.contains("no ^[[2Jway"), "{}", refused.stderr);
    harmless(&refused, "refused");
}

#[test]
fn point_34_json_and_yaml_keep_to_the_published_schema() {
    let (report, list) = (schema("report.schema.json"), schema("report-list.schema.json"));
    for bundle in bundles() {
        let from = bundle.to_str().unwrap();
        let of =
            |words: &[&str], format: &str| call_with(&[words, &["--from", from, "-o", format]].concat()).run().stdout;
        let all: Value = serde_json::from_str(&of(&["diagnose"], "json")).unwrap();
        assert_eq!(complaints(&list, &all), Vec::<String>::new(), "{from}");
        assert_eq!((&all["apiVersion"], &all["kind"]), (&json!("mlop/v1alpha1"), &json!("DiagnosisReportList")));
        assert_eq!(all, serde_saphyr::from_str::<Value>(&of(&["diagnose"], "yaml")).unwrap(), "{from}");
        let target = call_with(&["diagnose", "--from", from, "-o", "name"]).run().stdout;
        let first = target.lines().next().unwrap();
        let one: Value = serde_json::from_str(&of(&["diagnose", first], "json")).unwrap();
        assert_eq!(complaints(&report, &one), Vec::<String>::new(), "{from}");
        assert_eq!((&one["apiVersion"], &one["kind"]), (&json!("mlop/v1alpha1"), &json!("DiagnosisReport")));
    }
    let missing = call(&format!("diagnose job/none {OOM} -o json")).exits(6).json();
    assert_eq!(complaints(&report, &missing), Vec::<String>::new());
}

#[test]
fn point_34_the_same_bundle_gives_the_same_bytes() {
    for bundle in bundles() {
        for format in ["json", "yaml", "text", "wide", "name"] {
            let run = |zone: &str| {
                let words = ["diagnose", "--from", bundle.to_str().unwrap(), "-o", format];
                call_with(&words).env("TZ", zone).run().stdout
            };
            let first = run("UTC");
            assert!(!first.is_empty());
            assert_eq!(first, run("Asia/Kathmandu"), "{bundle:?} {format}");
        }
    }
}

#[test]
fn point_35_strings_that_yaml_1_1_takes_for_something_else_are_quoted() {
    let text = "kind: Job\napiVersion: batch/v1\nmetadata: {name: \"on\", namespace: \"010\", uid: \"1e3\"}\n";
    let yaml = call("diagnose --from - -o yaml").stdin(text).run().stdout;
    for line in ["name: \"on\"", "namespace: \"010\"", "uid: \"1e3\""] {
        let quoted = line.replace('"', "'");
        assert!(yaml.contains(line) || yaml.contains(&quoted), "{yaml}");
    }
}

/// Whether a line is what `kubectl get -o name` would print.
fn is_name(line: &str) -> bool {
    let (kind, name) = line.split_once('/').unwrap_or_default();
    let word = |text: &str| {
        !text.is_empty() && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "-.".contains(c))
    };
    word(kind) && word(name)
}

#[test]
fn point_36_names_are_a_line_each_and_can_be_typed_back() {
    let all = call(&format!("diagnose {OOM} -o name")).exits(3);
    assert_eq!(all.stdout, "pytorchjob.kubeflow.org/ok\npytorchjob.kubeflow.org/oom\n");
    assert!(all.stderr.is_empty());
    for name in all.stdout.lines() {
        let again = call(&format!("diagnose {name} {OOM} -o name")).run().stdout;
        assert_eq!(again, format!("{name}\n"));
    }
    let tree = call(&format!("tree oom {OOM} -o name")).exits(0).stdout;
    assert!(tree.starts_with("pytorchjob.kubeflow.org/oom\n") && tree.contains("\npod/oom-worker-0\n"), "{tree}");
    assert!(tree.lines().all(is_name), "{tree}");
    let missing = call(&format!("diagnose none {OOM} -o name")).exits(6);
    assert!(missing.stdout.is_empty() && missing.stderr.contains("none was not found"), "{}", missing.stderr);
    let codes = call("rules -o name").exits(0).stdout;
    assert!(
        codes.lines().count() > 50 && codes.lines().all(|code| code.len() == 7 && code.starts_with("MLOP")),
        "{codes}"
    );
    call(&format!("explain {}", codes.lines().next().unwrap())).exits(0);
}

#[test]
fn point_36_headers_can_be_left_out_and_wide_says_more() {
    let of = |words: &str| call(words).exits(0).stdout;
    let (whole, bare) = (of("rules"), of("rules --no-headers"));
    let (header, rest) = whole.split_once('\n').unwrap();
    assert!(header.starts_with("CODE ") && !header.contains("SINCE"), "{header}");
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(rest), words(&bare));
    let wide = of("rules -o wide");
    assert!(wide.lines().next().unwrap().contains("SINCE") && wide.contains(env!("CARGO_PKG_VERSION")), "{wide}");
    assert!(of("rules -o wide --no-headers").starts_with("MLOP"));

    let pods: String = (0..6)
        .map(|number| {
            format!(
                "---\nkind: Pod\napiVersion: v1\nmetadata: {{name: x-{number}, namespace: a, uid: p{number}, labels: {{batch.kubernetes.io/controller-uid: u1}}, ownerReferences: \
                 [{{apiVersion: batch/v1, kind: Job, name: x, uid: u1, controller: true}}]}}\nstatus: {{phase: Running}}\n"
            )
        })
        .collect();
    let job = format!("kind: Job\napiVersion: batch/v1\nmetadata: {{name: x, namespace: a, uid: u1}}\n{pods}");
    let tree = |format: &str| call(&format!("tree x --from - -o {format}")).stdin(job.as_str()).exits(0).stdout;
    assert!(tree("text").contains("6 × Pod"), "{}", tree("text"));
    assert_eq!(tree("wide").matches("Pod/x-").count(), 6, "{}", tree("wide"));
    let text = call(&format!("diagnose oom {OOM}")).exits(3).stdout;
    let wide = call(&format!("diagnose oom {OOM} -o wide")).exits(3).stdout;
    assert!(wide.lines().count() > text.lines().count());
}

#[test]
fn point_36_an_empty_result_is_told_on_standard_error_and_is_no_failure() {
    let empty = "--from controllers-leases.json";
    for command in ["diagnose", "diagnose -o wide", "diagnose -o name", "tree", "tree -o name"] {
        let outcome = call(&format!("{command} {empty}")).exits(0);
        assert_eq!((outcome.stdout.as_str(), outcome.stderr.as_str()), ("", "No runs found.\n"), "{command}");
        let outcome = call(&format!("{command} -n ml {empty}")).exits(0);
        assert_eq!((outcome.stdout.as_str(), outcome.stderr.as_str()), ("", "No runs found in ml namespace.\n"));
    }
    let list = call(&format!("diagnose {empty} -o json")).exits(0);
    assert_eq!((list.json()["items"].clone(), list.json()["exitCode"].clone()), (json!([]), json!(0)));
    assert_eq!(list.stderr, "", "the document says it itself, as kubectl's does");
    // There is nothing to keep: whoever wanted a bundle has none.
    assert!(call(&format!("capture {empty}")).exits(6).stdout.is_empty());
}
