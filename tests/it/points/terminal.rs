//! What is done on a terminal and nowhere else: colour, progress, questions.
#![cfg(unix)]

use std::process::{Child, Stdio};
use std::sync::{Arc, Condvar, Mutex};

use super::OOM;
use crate::harness::call::{Call, call, call_with, finished};
use crate::harness::server::Server;
use crate::harness::terminal::Terminal;

const TWO: &str = "kind: Job\napiVersion: batch/v1\nmetadata: {name: x, namespace: a, uid: u1}\n---\n\
                   kind: Job\napiVersion: batch/v1\nmetadata: {name: x, namespace: b, uid: u2}\n";

/// Starts a call with some of its streams on a terminal, the others piped.
fn start(call: Call, stdin: Option<&Terminal>, stdout: Option<&Terminal>, stderr: Option<&Terminal>) -> Child {
    let of = |terminal: Option<&Terminal>| terminal.map_or_else(Stdio::piped, |terminal| terminal.side().into());
    call.start_with(stdin.map_or_else(Stdio::null, |terminal| terminal.side().into()), of(stdout), of(stderr))
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
            let ended = finished(start(call, None, out, err));
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
        let (piped, watched) = (finished(piped), finished(watched));
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
    std::fs::write(&file, TWO).unwrap();
    let call = |more: &[&str]| {
        call_with(&[&["diagnose", "x", "--from", file.to_str().unwrap(), "-o", "name"], more].concat())
            .env("TERM", "xterm")
    };
    let terminal = Terminal::new();
    let asked = start(call(&[]), Some(&terminal), None, Some(&terminal));
    terminal.until("x means several runs");
    // Nothing is chosen beforehand: down, and take it.
    terminal.type_keys("j\r");
    let ended = finished(asked);
    assert_eq!((ended.code, ended.stdout.as_str()), (5, "job.batch/x\n"), "{}", terminal.shown());
    // Nobody can answer: what the question would have been is an error, and says which flags answer it.
    for (stdin, stderr) in [(None, Some(&terminal)), (Some(&terminal), None)] {
        let ended = finished(start(call(&[]), stdin, None, stderr));
        assert_eq!((ended.code, ended.stdout.as_str()), (2, ""));
    }
    let ended = call(&[]).exits(2);
    assert!(ended.stderr.contains("job.batch/x -n a, job.batch/x -n b"), "{}", ended.stderr);
    assert_eq!(call(&["-n", "b"]).exits(5).stdout, "job.batch/x\n");
}
