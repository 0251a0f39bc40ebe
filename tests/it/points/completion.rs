//! What a shell is told while a call is being typed.

use std::fs;
use std::io::ErrorKind;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::json;
use tempfile::TempDir;

use crate::harness::call::{Outcome, call, call_with, recorded};
use crate::harness::server::Server;

/// The point says two seconds. The machine may be busy, and what is waited for otherwise is half a minute.
const AT_ONCE: Duration = Duration::from_secs(12);

fn complete(words: &[&str]) -> Outcome {
    let outcome = call_with(&[&["__complete"], words].concat()).exits(0);
    assert_eq!(outcome.stderr, "", "{words:?}");
    outcome
}

/// Candidates without what they are; the last line has to be this.
fn candidates(outcome: &Outcome, end: &str) -> Vec<String> {
    let mut lines: Vec<&str> = outcome.stdout.lines().collect();
    assert_eq!(lines.pop(), Some(end), "{}", outcome.stdout);
    lines.into_iter().map(|line| line.split('\t').next().unwrap().to_owned()).collect()
}

/// What a shell says of a script. Nothing where the shell is not installed: `cargo xtask test` says so at its end.
fn asked(shell: &str, args: &[&str], script: &Path) -> Option<String> {
    match Command::new(shell).args(args).arg(script).output() {
        Ok(output) => {
            assert!(output.status.success(), "{shell} {args:?}: {}", String::from_utf8_lossy(&output.stderr));
            Some(String::from_utf8_lossy(&output.stdout).into_owned())
        }
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::NotFound, "{shell}: {error}");
            None
        }
    }
}

/// The completion script of a shell, as a file.
fn script(folder: &TempDir, shell: &str) -> PathBuf {
    let path = folder.path().join(shell);
    fs::write(&path, call_with(&["completion", shell]).exits(0).stdout).unwrap();
    path
}

#[test]
fn point_12_scripts_are_valid_in_their_shells() {
    let folder = tempfile::tempdir().unwrap();
    for (shell, check) in [("bash", &["-n"][..]), ("zsh", &["-n"]), ("fish", &["--no-execute"])] {
        let path = script(&folder, shell);
        let text = fs::read_to_string(&path).unwrap();
        assert!(["diagnose", "fail-on", "kubectl-mlop"].iter().all(|word| text.contains(word)), "{shell}");
        asked(shell, check, &path);
    }
}

#[test]
fn point_12_the_scripts_complete_in_zsh_and_fish() {
    let folder = tempfile::tempdir().unwrap();
    let fish = "source $argv[1]; complete --do-complete 'kubectl-mlop dia'";
    if let Some(said) = asked("fish", &["--no-config", "--command", fish], &script(&folder, "fish")) {
        assert!(said.starts_with("diagnose\t") && said.lines().count() == 1, "{said}");
    }
    // Candidates of zsh can be had of a terminal only; that it calls ours for this command, it says without.
    let zsh =
        "autoload -U compinit; compinit -D -u; source $1; print -- $_comps[kubectl-mlop] ${+functions[_kubectl-mlop]}";
    if let Some(said) = asked("zsh", &["-f", "-c", zsh, "zsh"], &script(&folder, "zsh")) {
        assert_eq!(said, "_kubectl-mlop 1\n");
    }
}

#[cfg(unix)]
#[test]
fn point_12_the_script_of_bash_completes_in_bash() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("script");
    fs::write(&path, call_with(&["completion", "bash"]).exits(0).stdout).unwrap();
    let ask = "source \"$0\"; COMP_WORDS=(kubectl-mlop dia); COMP_CWORD=1; _kubectl__mlop kubectl-mlop dia kubectl-mlop; \
               printf '%s\\n' \"${COMPREPLY[@]}\"";
    let Ok(output) = Command::new("bash").args(["-c", ask]).arg(&path).output() else { return };
    assert_eq!(String::from_utf8_lossy(&output.stdout), "diagnose\n", "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn point_12_candidates_are_lines_and_the_last_says_what_the_shell_may_do() {
    assert!(candidates(&complete(&["di"]), ":4").contains(&"diagnose".to_owned()));
    assert_eq!(candidates(&complete(&["tree", "-o", "w"]), ":4"), ["wide"]);
    assert!(candidates(&complete(&["explain", "MLOP60"]), ":4").contains(&"MLOP601".to_owned()));
    assert!(candidates(&complete(&["diagnose", "--from", ""]), ":0").is_empty(), "files are the shell's");
    assert!(candidates(&complete(&[]), ":4").contains(&"tree".to_owned()));
    let bundle = recorded().join("b-pytorchjob-worker-oomkilled.json");
    let from = ["diagnose", "--from", bundle.to_str().unwrap()];
    assert_eq!(candidates(&complete(&[&from[..], &[""]].concat()), ":4"), ["ok", "oom"]);
    assert_eq!(candidates(&complete(&[&from[..], &["pytorchjob/oo"]].concat()), ":4"), ["pytorchjob/oom"]);
    assert_eq!(candidates(&complete(&[&from[..], &["job", "o"]].concat()), ":4"), Vec::<String>::new());
}

#[test]
fn point_12_names_come_from_the_server_and_the_kubeconfig() {
    let server = Server::saying(|asked| {
        let list = |names: &[&str]| {
            let items = names.iter().map(|name| json!({"metadata": {"name": name, "namespace": "ml", "uid": name}}));
            Some((200, Vec::new(), json!({"kind": "List", "metadata": {}, "items": items.collect::<Vec<_>>()})))
        };
        match asked.target.split('?').next().unwrap() {
            "/apis/batch/v1/namespaces/ml/jobs" => list(&["run-1", "run-2"]),
            "/api/v1/namespaces" => list(&["ml", "research"]),
            _ => None,
        }
    });
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("config");
    fs::write(&config, server.kubeconfig(&json!({"namespace": "ml"}), &json!({}), &json!({}))).unwrap();
    let ask = |words: &[&str]| {
        let outcome = call_with(&[&["__complete"], words].concat()).env("KUBECONFIG", &config).exits(0);
        candidates(&outcome, ":4")
    };
    assert_eq!(ask(&["diagnose", ""]), ["run-1", "run-2"]);
    assert_eq!(ask(&["diagnose", "job/run-2"]), ["job/run-2"]);
    assert_eq!(ask(&["tree", "jobs", ""]), ["run-1", "run-2"]);
    assert_eq!(ask(&["tree", "-n", "elsewhere", "jobs", ""]), Vec::<String>::new());
    assert_eq!(ask(&["diagnose", "-n", "r"]), ["research"]);
    assert_eq!(ask(&["--context", ""]), ["here"]);
    assert_eq!(ask(&["diagnose", "--user", "h"]), ["here"]);
}

#[test]
fn point_12_it_is_quick_and_silent_where_nothing_can_be_found_out() {
    let mute = TcpListener::bind("127.0.0.1:0").unwrap();
    let mute = format!("http://{}", mute.local_addr().unwrap());
    for words in [
        &["diagnose", "-s", &mute, ""][..],
        &["diagnose", "-s", &mute, "job/"],
        &["tree", "-s", &mute, "nonsense", ""],
        &["diagnose", "-s", &mute, "-n", ""],
        &["diagnose", "-s", "http://127.0.0.1:1", ""],
        &["diagnose", ""],
        &["diagnose", "--context", "none", ""],
        &["diagnose", "--from", "nowhere", ""],
        &["diagnose", "--from", "-", ""],
    ] {
        let start = Instant::now();
        assert!(candidates(&complete(words), ":4").is_empty(), "{words:?}");
        assert!(start.elapsed() < AT_ONCE, "{words:?}: {:?}", start.elapsed());
    }
}

#[cfg(unix)]
#[test]
fn point_12_a_credential_plugin_is_not_waited_for() {
    let server = Server::new();
    let folder = tempfile::tempdir().unwrap();
    let (plugin, pid) = (folder.path().join("plugin"), folder.path().join("pid"));
    fs::write(&plugin, format!("#!/bin/sh\necho $$ > {}\nexec /bin/sleep 60\n", pid.display())).unwrap();
    fs::set_permissions(&plugin, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let exec = json!({"exec": {
        "apiVersion": "client.authentication.k8s.io/v1", "command": plugin, "interactiveMode": "IfAvailable",
    }});
    let config = folder.path().join("config");
    fs::write(&config, server.kubeconfig(&json!({}), &json!({}), &exec)).unwrap();
    let start = Instant::now();
    let outcome = call("__complete diagnose r").env("KUBECONFIG", &config).exits(0);
    assert_eq!((outcome.stdout.as_str(), outcome.stderr.as_str()), (":4\n", ""));
    assert!(start.elapsed() < AT_ONCE, "{:?}", start.elapsed());
    // It would sleep on for a while.
    if let Ok(pid) = fs::read_to_string(&pid) {
        Command::new("kill").arg(pid.trim()).status().unwrap();
    }
}
