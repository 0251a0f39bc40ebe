//! What is done on a terminal and nowhere else: colour, progress, questions.
#![cfg(unix)]

use std::fs;
use std::process::{Child, Stdio};
use std::sync::{Arc, Condvar, Mutex};

use serde_json::json;

use super::OOM;
use crate::harness::call::{Call, Outcome, call, call_with, finished};
use crate::harness::server::Server;
use crate::harness::terminal::Terminal;

const TWO: &str = "kind: Job\napiVersion: batch/v1\nmetadata: {name: x, namespace: a, uid: u1}\n---\n\
                   kind: Job\napiVersion: batch/v1\nmetadata: {name: x, namespace: b, uid: u2}\n";

/// A call under way. Dropped, it is ended.
struct Started(Option<Child>);

impl Started {
    fn finished(mut self) -> Outcome {
        finished(self.0.take().unwrap())
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Starts a call with some of its streams on a terminal, the others piped.
fn start(call: Call, stdin: Option<&Terminal>, stdout: Option<&Terminal>, stderr: Option<&Terminal>) -> Started {
    let of = |terminal: Option<&Terminal>| terminal.map_or_else(Stdio::piped, |terminal| terminal.side().into());
    Started(Some(call.start_with(
        stdin.map_or_else(Stdio::null, |terminal| terminal.side().into()),
        of(stdout),
        of(stderr),
    )))
}

#[test]
fn point_31_colour_is_for_terminals_that_can() {
    for (environment, coloured) in [
        (&[("TERM", "xterm")][..], true),
        (&[("TERM", "dumb")], false),
        (&[("TERM", "xterm"), ("NO_COLOR", "1")], false),
        (&[("TERM", "xterm"), ("NO_COLOR", "")], true),
        (&[("TERM", "xterm"), ("CLICOLOR", "0")], false),
    ] {
        for (words, on_stdout) in [(format!("diagnose oom {OOM}"), true), ("diagnose --nonsense".to_owned(), false)] {
            let terminal = Terminal::new();
            let call = environment.iter().fold(call(&words), |call, (name, value)| call.env(name, value));
            let (out, err) = if on_stdout { (Some(&terminal), None) } else { (None, Some(&terminal)) };
            let ended = start(call, None, out, err).finished();
            terminal.until(if on_stdout { "MLOP601" } else { "--help" });
            assert_eq!(
                terminal.shown().contains("\u{1b}["),
                coloured,
                "{environment:?} {words}: {:?}",
                terminal.shown()
            );
            assert!(
                !ended.stdout.contains('\u{1b}') && !ended.stderr.contains('\u{1b}'),
                "each stream is judged by itself"
            );
        }
    }
}

#[test]
fn point_32_progress_is_drawn_on_a_terminal_and_only_there() {
    let gate: Arc<(Mutex<bool>, Condvar)> = Arc::default();
    let waits = Arc::clone(&gate);
    let server = Server::saying(move |_| {
        let (open, opened) = &*waits;
        drop(opened.wait_while(open.lock().unwrap(), |open| !*open).unwrap());
        None
    });
    let url = server.url();
    for command in ["diagnose", "tree"] {
        *gate.0.lock().unwrap() = false;
        let call =
            || call_with(&[command, "job/run", "-s", &url, "--request-timeout=0", "--timeout=0"]).env("TERM", "xterm");
        // This one has waited for longer than the other, when that begins to draw.
        let piped = start(call(), None, None, None);
        let terminal = Terminal::new();
        let watched = start(call(), None, None, Some(&terminal));
        terminal.until("looking for it");
        *gate.0.lock().unwrap() = true;
        gate.1.notify_all();
        let (piped, watched) = (piped.finished(), watched.finished());
        assert_eq!((piped.code, piped.stderr.as_str(), watched.code), (0, "", 0), "{command}");
        for out in [&piped.stdout, &watched.stdout] {
            assert!(out.contains("run") && !out.contains('\u{1b}') && !out.contains('\r'), "{out}");
        }
        terminal.until("\u{1b}[2K");
    }
}

#[test]
fn point_32_questions_need_a_terminal_and_can_be_answered_by_flags() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("two.yaml");
    fs::write(&file, TWO).unwrap();
    let call = |more: &[&str]| {
        call_with(&[&["diagnose", "x", "--from", file.to_str().unwrap(), "-o", "name"], more].concat())
            .env("TERM", "xterm")
    };
    let terminal = Terminal::new();
    let asked = start(call(&[]), Some(&terminal), None, Some(&terminal));
    terminal.until("x means several runs");
    // Nothing is chosen beforehand: down, and take it.
    terminal.type_keys("j\r");
    let ended = asked.finished();
    assert_eq!((ended.code, ended.stdout.as_str()), (5, "job.batch/x\n"), "{}", terminal.shown());
    // Nobody can answer: what the question would have been is an error, and says which flags answer it.
    for (stdin, stderr) in [(None, Some(&terminal)), (Some(&terminal), None)] {
        let ended = start(call(&[]), stdin, None, stderr).finished();
        assert_eq!((ended.code, ended.stdout.as_str()), (2, ""));
    }
    let ended = call(&[]).exits(2);
    assert!(ended.stderr.contains("job.batch/x -n a, job.batch/x -n b"), "{}", ended.stderr);
    assert_eq!(call(&["-n", "b"]).exits(5).stdout, "job.batch/x\n");
}

#[test]
fn point_21_a_plugin_may_ask_whoever_sits_at_a_terminal() {
    let server = Server::new();
    let folder = tempfile::tempdir().unwrap();
    let plugin = folder.path().join("plugin");
    let script = "#!/bin/sh\ncase $KUBERNETES_EXEC_INFO in *'\"interactive\":true'*) ;; *) exit 9 ;; esac\n\
                  printf 'Code: ' >&2\nread -r code\necho '{\"status\": {\"token\": \"'$code'\"}}'\n";
    fs::write(&plugin, script).unwrap();
    fs::set_permissions(&plugin, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let exec = json!({"exec": {
        "apiVersion": "client.authentication.k8s.io/v1", "command": plugin, "interactiveMode": "IfAvailable",
    }});
    let config = folder.path().join("config");
    fs::write(&config, server.kubeconfig(&json!({}), &json!({}), &exec)).unwrap();
    let terminal = Terminal::new();
    let call = call_with(&["tree", "job/run", "-o", "name"]).env("KUBECONFIG", &config);
    let child = start(call, Some(&terminal), None, Some(&terminal));
    terminal.until("Code: ");
    terminal.type_keys("4711\n");
    let ended = child.finished();
    assert_eq!((ended.code, ended.stdout.as_str()), (0, "job.batch/run\n"), "{}", terminal.shown());
    assert!(server.asked().iter().all(|asked| asked.all("authorization") == ["Bearer 4711"]), "{:?}", server.asked());
}
