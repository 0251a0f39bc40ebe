//! The binary as people call it: words in, answer and exit code out.

use kubectl_mlop::report::{Report, ReportList};

use crate::harness::call::{call, recorded};

const OOM: &str = "--from b-pytorchjob-worker-oomkilled.json";

#[test]
fn a_pod_as_target_walks_up_and_keeps_the_focus() {
    let text = call(&format!("diagnose pod/oom-worker-0 {OOM} -o json")).exits(3).stdout;
    let report: Report = serde_json::from_str(&text).unwrap();
    assert_eq!(report.target.kind, "PyTorchJob");
    assert_eq!(report.focus.unwrap().name, "oom-worker-0");
}

#[test]
fn targets_that_cannot_be_meant_are_usage_errors() {
    for words in ["a/b/c", "pod/x y", "/x", "pod/", "a b c"] {
        let outcome = call(&format!("diagnose {words} {OOM}")).exits(2);
        assert!(outcome.stdout.is_empty());
    }
    assert!(call("diagnose").exits(2).stderr.contains("which run?"));
    // Without --from a cluster is asked, and here there is none.
    assert!(call("diagnose x").exits(1).stderr.contains("no kubeconfig"));
    call(&format!("diagnose x {OOM} -o nonsense")).exits(2);
    call("explain MLOP000").exits(2);
}

#[test]
fn what_is_not_there_says_what_is_near() {
    let outcome = call(&format!("diagnose pytorchjob/oomm {OOM}")).exits(6);
    assert!(outcome.stdout.contains("near names here: PyTorchJob pt/oom"), "{}", outcome.stdout);
    let outcome = call(&format!("diagnose pytorchjob/oom -n elsewhere {OOM}")).exits(6);
    assert!(outcome.stdout.contains("that name is used by PyTorchJob pt/oom"), "{}", outcome.stdout);
}

#[test]
fn without_a_name_every_run_is_diagnosed() {
    let text = call(&format!("diagnose {OOM} -o json")).exits(3).stdout;
    let list: ReportList = serde_json::from_str(&text).unwrap();
    let names: Vec<&str> = list.items.iter().map(|report| report.target.name.as_str()).collect();
    assert_eq!((names, list.exit_code), (vec!["ok", "oom"], 3));
}

#[test]
fn files_that_are_no_objects_end_clearly() {
    for (text, words) in [
        ("{\"kind\": \"List\", \"items\": [{\"kind\":", "is not whole JSON"),
        ("a: [1, 2", "is neither JSON nor YAML"),
        ("just words", "holds no Kubernetes object"),
        ("", "holds no Kubernetes object"),
        ("{\"a\": 1} {\"b\"", "is not whole JSON"),
    ] {
        let outcome = call("diagnose x --from -").stdin(text).exits(1);
        assert!(outcome.stderr.contains(words), "{text:?}: {}", outcome.stderr);
        assert!(outcome.stdout.is_empty());
    }
    assert!(call("diagnose x --from nowhere.json").exits(1).stderr.contains("nowhere.json"));
    call("diagnose x --from kueue-visibility-pendingworkloads-gpu-cq.json").exits(1);
    call("diagnose x --from .").exits(1);
    call("diagnose x --from -").stdin(b"\xff\xfe\x00binary".to_vec()).exits(1);
    call("diagnose x --from -").stdin("[".repeat(100_000)).exits(1);
}

#[test]
fn a_list_and_its_bundle_give_one_report_whatever_the_home_and_the_zone() {
    let place = tempfile::tempdir().unwrap();
    let home = place.path().join("home");
    let zip = place.path().join("b.zip");
    let folder = place.path().join("b");
    for to in [&zip, &folder] {
        let outcome = call(&format!("capture pytorchjob/oom {OOM} --to {}", to.display())).env("HOME", &home).exits(0);
        assert_eq!(outcome.stdout.lines().count(), 2, "{}", outcome.stdout);
        // A bundle never takes the place of something else.
        let again = call(&format!("capture pytorchjob/oom {OOM} --to {}", to.display()));
        assert!(again.env("HOME", &home).exits(1).stderr.contains("exists"));
    }
    let report = |from: String, zone: &str| -> serde_json::Value {
        let text = call(&format!("diagnose oom --from {from} -o json"))
            .env("TZ", zone)
            .env("HOME", "/elsewhere")
            .exits(3)
            .stdout;
        let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
        value["budget"] = serde_json::Value::Null;
        value["metadata"]["source"] = serde_json::Value::Null;
        value
    };
    let list = report("b-pytorchjob-worker-oomkilled.json".to_owned(), "UTC");
    assert_eq!(list, report(zip.display().to_string(), "Asia/Kathmandu"));
    assert_eq!(list, report(folder.display().to_string(), "America/St_Johns"));
}

#[test]
fn damaged_bundles_end_clearly() {
    let place = tempfile::tempdir().unwrap();
    let whole = std::fs::read(recorded().join("../bundles/rank-oom-killed.zip")).unwrap();
    for cut in [0, 1, 100, whole.len() / 2, whole.len() - 1] {
        let path = place.path().join("cut.zip");
        std::fs::write(&path, &whole[..cut]).unwrap();
        call(&format!("diagnose oom --from {}", path.display())).exits(1);
    }
    let newer = place.path().join("newer");
    std::fs::create_dir(&newer).unwrap();
    std::fs::write(newer.join("bundle.json"), r#"{"format": "2.0", "capturedAt": "2026-01-01T00:00:00Z"}"#).unwrap();
    let outcome = call(&format!("diagnose oom --from {}", newer.display())).exits(1);
    assert!(outcome.stderr.contains("update kubectl-mlop"), "{}", outcome.stderr);
}

#[test]
fn explain_answers_for_codes_names_and_reasons() {
    for word in ["MLOP601", "mlop601", "oom-killed", "OOMKilled"] {
        assert!(call(&format!("explain {word}")).exits(0).stdout.starts_with("# MLOP601 oom-killed"));
    }
    assert!(call("rules").exits(0).stdout.contains("MLOP601"));
    let rules: serde_json::Value = serde_json::from_str(&call("rules -o json").exits(0).stdout).unwrap();
    assert!(rules.as_array().unwrap().len() > 2);
    assert!(call("version").exits(0).stdout.starts_with(&format!("v{}", env!("CARGO_PKG_VERSION"))));
}
