//! How the program is called: names, help, flags, targets.

use std::fs;

use clap::Command;
use kubectl_mlop::report::Report;
use serde_json::Value;

use super::OOM;
use crate::harness::call::{call, call_of, call_with};

/// Every command by its words, the program itself first.
fn commands() -> Vec<(Vec<String>, Command)> {
    let mut all = vec![(Vec::new(), kubectl_mlop::cli::command())];
    let mut next = 0;
    while let Some((words, command)) = all.get(next).cloned() {
        for sub in command.get_subcommands() {
            let words: Vec<String> = words.iter().cloned().chain([sub.get_name().to_owned()]).collect();
            all.push((words, sub.clone()));
        }
        next += 1;
    }
    all
}

fn help(words: &[String], flag: &str) -> String {
    let all: Vec<&str> = words.iter().map(String::as_str).chain([flag]).collect();
    let outcome = call_with(&all).exits(0);
    assert!(outcome.stderr.is_empty(), "help is the answer: {}", outcome.stderr);
    outcome.stdout
}

#[test]
fn point_09_help_names_the_program_as_it_was_called() {
    let folder = tempfile::tempdir().unwrap();
    for (file, name) in [
        ("kubectl-mlop", "kubectl mlop"),
        ("kubectl-why_is_it", "kubectl why-is-it"),
        ("kubectl-mlop.exe", "kubectl mlop"),
        ("mlop", "mlop"),
    ] {
        let binary = folder.path().join(file);
        fs::hard_link(env!("CARGO_BIN_EXE_kubectl-mlop"), &binary)
            .or_else(|_| fs::copy(env!("CARGO_BIN_EXE_kubectl-mlop"), &binary).map(drop))
            .unwrap();
        for (words, usage) in [
            (vec!["--help"], format!("Usage: {name} [OPTIONS]")),
            (vec!["diagnose", "-h"], format!("Usage: {name} diagnose ")),
        ] {
            let outcome = call_of(&binary, &words).exits(0);
            assert!(outcome.stdout.contains(&usage), "{file} {words:?}: {}", outcome.stdout);
        }
        let wrong = call_of(&binary, &["tree", "--nonsense"]).exits(2);
        assert!(wrong.stderr.contains(&format!("Usage: {name} tree ")), "{}", wrong.stderr);
    }
}

#[test]
fn point_10_no_words_print_help_and_are_no_healthy_run() {
    let outcome = call("").exits(2);
    assert!(outcome.stderr.contains("Usage: kubectl mlop"), "{}", outcome.stderr);
    assert!(outcome.stdout.is_empty(), "an answer on a run that nobody named");
    let documented = help(&[], "--help");
    let documented = documented.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(documented.contains("Without a command this help is printed, and the code is 2"), "{documented}");
}

#[test]
fn point_10_help_is_short_or_long() {
    for (words, _) in commands() {
        let (short, long) = (help(&words, "-h"), help(&words, "--help"));
        assert!(short.lines().count() < long.lines().count(), "{words:?}");
        assert!(!short.contains("Examples:"), "{words:?}: {short}");
        assert!(short.contains("--namespace") && !short.contains("--tls-server-name"), "{words:?}: {short}");
        assert!(long.contains("--tls-server-name"), "{words:?}: {long}");
    }
}

#[test]
fn point_10_every_command_has_two_examples_that_parse() {
    for (words, _) in commands() {
        let long = help(&words, "--help");
        let (_, examples) = long.split_once("Examples:").unwrap_or_else(|| panic!("{words:?} has no examples"));
        let mut count = 0;
        // A line may be a pipe, and the call any part of it.
        for part in examples
            .lines()
            .take_while(|line| line.is_empty() || line.starts_with("  "))
            .flat_map(|line| line.split(" | "))
        {
            let Some((_, rest)) = part.split_once("kubectl mlop ") else { continue };
            let rest = rest.split(" > ").next().unwrap();
            let own: Vec<&str> = ["kubectl-mlop"].into_iter().chain(rest.split_whitespace()).collect();
            // `xargs` puts the last word there.
            let whole = part.contains("xargs");
            let own = if whole { [&own[..], &["MLOP214"]].concat() } else { own };
            let parsed = kubectl_mlop::cli::command().try_get_matches_from(&own);
            assert!(parsed.is_ok(), "{words:?}: {part}: {}", parsed.unwrap_err());
            let of = words.first().is_none_or(|command| parsed.unwrap().subcommand_name() == Some(command.as_str()));
            count += usize::from(of);
        }
        assert!(count >= 2, "{words:?} has {count} examples of its own:\n{long}");
    }
}

#[test]
fn point_10_every_flag_is_documented() {
    for (words, command) in commands() {
        assert!(command.get_about().is_some(), "{words:?} says nothing of itself");
        let long = help(&words, "--help");
        for argument in command.get_arguments().filter(|argument| !argument.is_hide_set()) {
            let said = argument.get_help().or(argument.get_long_help()).map(ToString::to_string).unwrap_or_default();
            assert!(
                said.len() > 3 || ["help", "version"].contains(&argument.get_id().as_str()),
                "{words:?} {argument}"
            );
            if let Some(name) = argument.get_long() {
                assert!(long.contains(&format!("--{name}")), "{words:?}: --{name} is not in {long}");
            }
        }
    }
}

/// kubectl's flags that every command takes, each with a value as people write it.
const FLAGS: &[&[&str]] = &[
    &["--kubeconfig", "k"],
    &["--context", "c"],
    &["--cluster", "c"],
    &["--user", "u"],
    &["--namespace", "n"],
    &["-n", "n"],
    &["-nn"],
    &["--as", "u"],
    &["--as-group", "a", "--as-group", "b"],
    &["--as-uid", "7"],
    &["--as-user-extra", "scopes=view"],
    &["--request-timeout", "30s"],
    &["--request-timeout=0"],
    &["--server", "https://s"],
    &["-s", "https://s"],
    &["--token", "t"],
    &["--insecure-skip-tls-verify"],
    &["--insecure-skip-tls-verify=true"],
    &["--insecure-skip-tls-verify=false"],
    &["--tls-server-name", "t"],
    &["--certificate-authority", "c"],
    &["--client-certificate", "c"],
    &["--client-key", "k"],
    &["--disable-compression"],
    &["--disable-compression=true"],
    &["--cache-dir", "/nowhere"],
    &["-v", "6"],
    &["-v=6"],
    &["-v6"],
    &["--v", "6"],
    &["--v=6"],
];

#[test]
fn point_11_kubectls_flags_parse_before_and_after_the_command() {
    let version = call("version").exits(0).stdout;
    for flags in FLAGS {
        let before: Vec<&str> = flags.iter().copied().chain(["version"]).collect();
        let after: Vec<&str> = ["version"].into_iter().chain(flags.iter().copied()).collect();
        for words in [before, after] {
            let outcome = call_with(&words).exits(0);
            assert_eq!((outcome.stdout, outcome.stderr), (version.clone(), String::new()), "{words:?}");
        }
    }
    // All at once, and the short form of the output among them.
    let all: Vec<&str> =
        FLAGS.iter().filter(|flags| flags.len() == 2).flat_map(|flags| flags.iter().copied()).collect();
    for unique in ["--namespace", "-v", "-s"] {
        assert!(all.contains(&unique));
    }
    call_with(&["-n", "ml", "diagnose", "-s", "https://s", "-o", "json", "--v", "9", "x", "--from", "nowhere"])
        .exits(1);
    assert!(call_with(&["version", "--nonsense"]).exits(2).stderr.contains("--nonsense"));
}

#[test]
fn point_14_all_forms_of_a_target_mean_the_same() {
    let first = call(&format!("diagnose pytorchjob/oom {OOM} -o json")).exits(3).stdout;
    for form in [
        "pytorchjob oom",
        "PyTorchJob/oom",
        "pytorchjobs/oom",
        "pytorchjobs.kubeflow.org/oom",
        "pytorchjobs.v1.kubeflow.org/oom",
        "oom",
    ] {
        let other = call(&format!("diagnose {form} {OOM} -o json")).exits(3).stdout;
        assert_eq!(first, other, "{form}");
    }
    let report: Report = serde_json::from_str(&first).unwrap();
    assert_eq!((report.exit_code, report.target.name.as_str()), (3, "oom"));
}

#[test]
fn point_14_targets_that_cannot_be_meant_are_usage_errors() {
    for words in ["a/b/c", "pod/x y", "/x", "pod/", "a b c"] {
        for command in ["diagnose", "tree", "capture"] {
            let outcome = call(&format!("{command} {words} {OOM}")).exits(2);
            assert!(outcome.stdout.is_empty(), "{command} {words}");
        }
    }
    let slashes = call(&format!("diagnose a/b/c {OOM}")).exits(2).stderr;
    assert!(slashes.contains("arguments in resource/name form may not have more than one slash"), "{slashes}");
}

#[test]
fn point_15_two_unrelated_runs_of_one_name_are_listed() {
    let two = "kind: Job\napiVersion: batch/v1\nmetadata: {name: x, namespace: a, uid: u1}\n---\n\
               kind: Job\napiVersion: batch/v1\nmetadata: {name: x, namespace: b, uid: u2}\n";
    let outcome = call("diagnose x --from -").stdin(two).exits(2);
    assert!(outcome.stderr.contains("job.batch/x -n a, job.batch/x -n b"), "{}", outcome.stderr);
    assert!(outcome.stdout.is_empty());
    let kinds = two.replace(
        "kind: Job\napiVersion: batch/v1\nmetadata: {name: x, namespace: b",
        "kind: PyTorchJob\napiVersion: kubeflow.org/v1\nmetadata: {name: x, namespace: a",
    );
    let outcome = call("diagnose x --from - -o json").stdin(kinds.clone()).exits(2);
    assert!(outcome.stderr.contains("job.batch/x -n a, pytorchjob.kubeflow.org/x -n a"), "{}", outcome.stderr);
    // A Job without a status, and nothing else in the file: nobody can say.
    let named: Value = call("diagnose job/x --from - -o json").stdin(kinds).exits(5).json();
    assert_eq!(named["target"]["kind"], "Job");
    call("diagnose x -n a --from -").stdin(two).exits(5);
}
