//! The binary as people call it: words in, answer and exit code out.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use kubectl_mlop::report::{Report, ReportList};

/// One call of the binary.
struct Call {
    command: Command,
    stdin: Vec<u8>,
}

/// What came of it.
struct Outcome {
    code: i32,
    stdout: String,
    stderr: String,
}

fn call(words: &str) -> Call {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kubectl-mlop"));
    command.args(words.split_whitespace()).current_dir(recorded()).env_clear().env("HOME", "/nonexistent");
    Call { command, stdin: Vec::new() }
}

fn recorded() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/recorded")
}

impl Call {
    fn stdin(mut self, text: impl Into<Vec<u8>>) -> Self {
        self.stdin = text.into();
        self
    }

    fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    fn run(mut self) -> Outcome {
        let mut child =
            self.command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = std::mem::take(&mut self.stdin);
        // A program that ends before it has read everything is free to do so.
        let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        Outcome {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Runs and compares the exit code.
    fn exits(self, code: i32) -> Outcome {
        let outcome = self.run();
        assert_eq!(outcome.code, code, "stdout:\n{}\nstderr:\n{}", outcome.stdout, outcome.stderr);
        assert!(!outcome.stderr.contains("panicked"), "{}", outcome.stderr);
        outcome
    }
}

const OOM: &str = "--from b-pytorchjob-worker-oomkilled.json";

#[test]
fn no_words_print_help() {
    let outcome = call("").exits(2);
    assert!(outcome.stderr.contains("Usage: kubectl mlop"), "{}", outcome.stderr);
    for command in ["diagnose", "capture", "tree", "explain", "rules", "version"] {
        let help = call(&format!("{command} --help")).exits(0).stdout;
        assert!(help.contains(&format!("kubectl mlop {command}")), "{help}");
    }
}

#[test]
fn all_forms_of_a_target_mean_the_same() {
    let first = call(&format!("diagnose pytorchjob/oom {OOM} -o json")).exits(3).stdout;
    let without_time = |text: &str| -> serde_json::Value {
        let mut value: serde_json::Value = serde_json::from_str(text).unwrap();
        value["budget"] = serde_json::Value::Null;
        value
    };
    for form in [
        "pytorchjob oom",
        "PyTorchJob/oom",
        "pytorchjobs/oom",
        "pytorchjobs.kubeflow.org/oom",
        "pytorchjobs.v1.kubeflow.org/oom",
        "oom",
    ] {
        let other = call(&format!("diagnose {form} {OOM} -o json")).exits(3).stdout;
        assert_eq!(without_time(&first), without_time(&other), "{form}");
    }
    let report: Report = serde_json::from_str(&first).unwrap();
    assert_eq!((report.exit_code, report.target.name.as_str()), (3, "oom"));
}

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
    call("diagnose").exits(2);
    call(&format!("diagnose x {OOM} -o nonsense")).exits(2);
    call("explain MLOP000").exits(2);
}

#[test]
fn what_is_not_there_says_what_is_near() {
    let outcome = call(&format!("diagnose pytorchjob/oomm {OOM}")).exits(6);
    assert!(outcome.stdout.contains("near names here: PyTorchJob pt/oom"), "{}", outcome.stdout);
    let outcome = call(&format!("diagnose pytorchjob/oom -n elsewhere {OOM}")).exits(6);
    assert!(outcome.stdout.contains("that name is used by PyTorchJob pt/oom"), "{}", outcome.stdout);
    assert!(call("diagnose --from controllers-leases.json").exits(6).stderr.contains("No runs found."));
}

#[test]
fn two_unrelated_runs_of_one_name_are_listed() {
    let two = "kind: Job\napiVersion: batch/v1\nmetadata: {name: x, namespace: a, uid: u1}\n---\n\
               kind: Job\napiVersion: batch/v1\nmetadata: {name: x, namespace: b, uid: u2}\n";
    let outcome = call("diagnose x --from -").stdin(two).exits(2);
    assert!(outcome.stderr.contains("job.batch/x -n a, job.batch/x -n b"), "{}", outcome.stderr);
    // A Job without a status, and nothing else in the file: nobody can say.
    call("diagnose x -n a --from -").stdin(two).exits(5);
}

#[test]
fn without_a_name_every_run_is_diagnosed() {
    let text = call(&format!("diagnose {OOM} -o json")).exits(3).stdout;
    let list: ReportList = serde_json::from_str(&text).unwrap();
    let names: Vec<&str> = list.items.iter().map(|report| report.target.name.as_str()).collect();
    assert_eq!((names, list.exit_code), (vec!["ok", "oom"], 3));
}

#[test]
fn exit_codes_can_be_chosen() {
    call(&format!("diagnose pytorchjob/oom {OOM} --exit-zero")).exits(0);
    call(&format!("diagnose pytorchjob/ok {OOM} --fail-on warning")).exits(0);
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
        let outcome = call(&format!("capture pytorchjob/oom {OOM} --to {}", to.display()))
            .env("HOME", &home.to_string_lossy())
            .exits(0);
        assert_eq!(outcome.stdout.lines().count(), 2, "{}", outcome.stdout);
        // A bundle never takes the place of something else.
        let again = call(&format!("capture pytorchjob/oom {OOM} --to {}", to.display()));
        assert!(again.env("HOME", &home.to_string_lossy()).exits(1).stderr.contains("exists"));
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
fn what_a_stranger_wrote_cannot_steer_the_terminal() {
    let text = "kind: Job\napiVersion: batch/v1\nmetadata: {name: \"x\\e[31m\", namespace: a, uid: u1}\nstatus: {conditions: \
                [{type: Failed, status: \"True\", reason: R, message: \"a\\e]0;owned\\x07 \\u202e b\"}]}\n";
    let outcome = call("diagnose --from -").stdin(text).run();
    assert!(
        !outcome.stdout.contains('\u{1b}') && !outcome.stdout.contains('\u{202e}') && !outcome.stdout.contains('\u{7}')
    );
}

#[test]
fn colour_and_characters_follow_the_environment() {
    let words = format!("diagnose oom {OOM}");
    let plain = |outcome: &Outcome| !outcome.stdout.contains('\u{1b}');
    assert!(plain(&call(&words).run()), "a pipe is no terminal");
    assert!(!plain(&call(&format!("{words} --color always")).run()));
    assert!(!plain(&call(&words).env("FORCE_COLOR", "1").run()));
    assert!(plain(&call(&words).env("FORCE_COLOR", "1").env("NO_COLOR", "1").run()));
    assert!(!plain(&call(&words).env("FORCE_COLOR", "1").env("NO_COLOR", "").run()));
    assert!(call(&words).env("LC_ALL", "C").run().stdout.is_ascii());
    for width in ["40", "80", "200"] {
        assert!(call(&words).env("COLUMNS", width).run().stdout.contains("MLOP601"));
    }
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

#[test]
fn yaml_strings_survive_a_reader_of_yaml_1_1() {
    let text = "kind: Job\napiVersion: batch/v1\nmetadata: {name: \"on\", namespace: \"010\", uid: \"1e3\"}\n";
    let yaml = call("diagnose --from - -o yaml").stdin(text).run().stdout;
    for line in ["name: \"on\"", "namespace: \"010\"", "uid: \"1e3\""] {
        let quoted = line.replace('"', "'");
        assert!(yaml.contains(line) || yaml.contains(&quoted), "{yaml}");
    }
}
