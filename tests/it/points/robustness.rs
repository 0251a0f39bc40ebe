//! What happens when it is stopped, when nobody reads, and what it leaves behind.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::OOM;
use crate::harness::call::{call, call_with, outcome, recorded};
use crate::harness::server::Server;

/// The point says one second. On a busy machine that is not to be measured; what the program waits for otherwise is half a
/// minute and more.
const AT_ONCE: Duration = Duration::from_secs(10);

/// Longer than anything here takes.
const LIMIT: Duration = Duration::from_secs(60);

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([format!("-{name}"), child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// The exit code, and how long it took to come.
fn end(mut child: Child) -> (Option<i32>, Duration) {
    let start = Instant::now();
    while start.elapsed() < LIMIT {
        if let Some(status) = child.try_wait().unwrap() {
            return (status.code(), start.elapsed());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    panic!("it did not end");
}

/// The connection that a call makes.
pub(super) fn taken(listener: &TcpListener, child: &mut Child) -> TcpStream {
    listener.set_nonblocking(true).unwrap();
    let start = Instant::now();
    loop {
        if let Ok((stream, _)) = listener.accept() {
            stream.set_nonblocking(false).unwrap();
            return stream;
        }
        assert!(start.elapsed() < LIMIT && child.try_wait().unwrap().is_none(), "it does not ask");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn point_39_a_signal_ends_a_call_that_waits_for_the_server() {
    for (command, name, code) in
        [("diagnose", "INT", 130), ("diagnose", "TERM", 143), ("tree", "INT", 130), ("capture", "TERM", 143)]
    {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let place = tempfile::tempdir().unwrap();
        let words = [command, "job/run", "-s", &url, "--request-timeout=0", "--timeout=0"];
        let mut child = call_with(&words).within(place.path()).env("HOME", place.path()).start();
        // It has asked, and gets no answer: from here on only a signal can end it.
        let mut stream = taken(&listener, &mut child);
        assert!(stream.read(&mut [0; 16]).unwrap() > 0);
        signal(&child, name);
        let (ended, took) = end(child);
        assert_eq!(ended, Some(code), "{command} {name}");
        assert!(took < AT_ONCE, "{command} {name}: {took:?}");
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0, "nothing is left");
    }
}

/// A Job with so many pods that a bundle of it takes a while to write.
fn large() -> String {
    let mut text = String::from(
        r#"{"kind": "List", "apiVersion": "v1", "items": [{"kind": "Job", "apiVersion": "batch/v1", "metadata": {"name": "x", "namespace": "a", "uid": "u"}}"#,
    );
    for number in 0..3000 {
        text.push_str(&format!(
            r#", {{"kind": "Pod", "apiVersion": "v1", "metadata": {{"name": "x-{number}", "namespace": "a", "uid": "p-{number}", "labels": {{"batch.kubernetes.io/controller-uid": "u"}}, "ownerReferences": [{{"apiVersion": "batch/v1", "kind": "Job", "name": "x", "uid": "u", "controller": true}}]}}}}"#
        ));
    }
    text.push_str("]}");
    text
}

/// What a capture of `objects.json` or of a server has left in its folder.
fn left(place: &Path) -> Vec<String> {
    let entries = fs::read_dir(place).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = entries.map(|name| name.to_string_lossy().into_owned()).collect();
    names.retain(|name| name != "home" && name != "objects.json");
    names
}

/// A capture of a large run that has begun to write.
fn writing(place: &Path, to: &str) -> Child {
    fs::write(place.join("objects.json"), large()).unwrap();
    let words = ["capture", "job/x", "--from", "objects.json", "--to", to];
    let mut child = call_with(&words).within(place).env("HOME", place.join("home")).start();
    let start = Instant::now();
    while left(place).is_empty() {
        assert!(start.elapsed() < LIMIT && child.try_wait().unwrap().is_none(), "nothing was written");
    }
    child
}

/// What a bundle says of whether it is all; it has to be whole in itself.
fn status_of(place: &Path, bundle: &str) -> String {
    call_with(&["bundle", "verify", bundle]).within(place).exits(0);
    let bytes = kubectl_mlop::source::open::open(&place.join(bundle)).unwrap().read("bundle.json").unwrap();
    let about: Value = serde_json::from_slice(&bytes).unwrap();
    about["status"].as_str().unwrap().to_owned()
}

#[test]
fn point_39_a_capture_that_is_stopped_while_it_writes_is_written_to_its_end() {
    for (to, name, code) in [("bundle", "INT", 130), ("bundle.zip", "TERM", 143)] {
        let place = tempfile::tempdir().unwrap();
        let child = writing(place.path(), to);
        signal(&child, name);
        assert_eq!(end(child).0, Some(code), "{to}");
        // All had been read by then.
        assert_eq!((left(place.path()), status_of(place.path(), to).as_str()), (vec![to.to_owned()], "complete"));
    }
}

#[test]
fn point_39_a_second_signal_removes_half_a_capture() {
    for to in ["bundle", "bundle.zip"] {
        let place = tempfile::tempdir().unwrap();
        let child = writing(place.path(), to);
        for name in ["STOP", "INT", "TERM", "CONT"] {
            signal(&child, name);
        }
        let (ended, took) = end(child);
        assert!([Some(130), Some(143)].contains(&ended), "{ended:?}");
        // It may have been written to its end just before, but never to half of it.
        for name in left(place.path()) {
            assert_eq!((name.as_str(), status_of(place.path(), to).as_str()), (to, "complete"));
        }
        assert!(took < AT_ONCE, "{to}: {took:?}");
    }
}

#[test]
fn point_39_a_capture_that_is_stopped_keeps_what_it_has_read_and_says_so() {
    for (to, name, code) in [("bundle", "INT", 130), ("bundle.zip", "TERM", 143)] {
        // The run itself comes; whatever else is asked for does not.
        let server = Server::saying(|asked| {
            if asked.target.contains("/jobs/run") || asked.target.starts_with("/version") {
                return None;
            }
            std::thread::sleep(LIMIT * 2);
            None
        });
        let place = tempfile::tempdir().unwrap();
        let url = server.url();
        let words = ["capture", "job/run", "-s", &url, "--to", to, "--request-timeout=0", "--timeout=0"];
        let child = call_with(&words).within(place.path()).env("HOME", place.path().join("home")).start();
        let start = Instant::now();
        // The namespace that names the cluster is asked for once there is a run to keep.
        while !server.asked().iter().any(|asked| asked.target.contains("/namespaces/kube-system")) {
            assert!(start.elapsed() < LIMIT, "it does not ask");
            std::thread::sleep(Duration::from_millis(5));
        }
        signal(&child, name);
        let (ended, took) = end(child);
        assert_eq!((ended, left(place.path())), (Some(code), vec![to.to_owned()]));
        assert!(took < AT_ONCE, "{to}: {took:?}");
        assert_eq!(status_of(place.path(), to), "partial");
        let files = &mut kubectl_mlop::source::open::open(&place.path().join(to)).unwrap();
        let gaps = String::from_utf8(files.read("gaps.jsonl").unwrap()).unwrap();
        assert!(gaps.contains("NotCollected") && gaps.contains("stopped by a signal"), "{gaps}");
        assert!(files.names().iter().any(|name| name.contains("/jobs.batch/run/") && name.ends_with("object.json")));
    }
}

#[test]
fn point_39_a_second_signal_does_not_wait_for_the_first() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let words = ["capture", "job/run", "-s", &url, "--request-timeout=0", "--timeout=0"];
    let place = tempfile::tempdir().unwrap();
    let mut child = call_with(&words).within(place.path()).env("HOME", place.path()).start();
    let mut stream = taken(&listener, &mut child);
    assert!(stream.read(&mut [0; 16]).unwrap() > 0);
    // Two at once, while the process is halted: it finds both when it goes on, whichever it looks at first.
    for name in ["STOP", "INT", "TERM", "CONT"] {
        signal(&child, name);
    }
    let (ended, took) = end(child);
    assert!([Some(130), Some(143)].contains(&ended), "{ended:?}");
    assert!(took < AT_ONCE, "{took:?}");
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0, "nothing is left");
}

#[test]
fn point_39_a_closed_pipe_is_no_panic() {
    let from = recorded().join("b-pytorchjob-worker-oomkilled.json");
    let from = from.to_str().unwrap();
    for words in [
        &["diagnose", "oom", "--from", from][..],
        &["diagnose", "--from", from, "-o", "json"],
        &["tree", "oom", "--from", from],
        &["rules"],
        &["rules", "-o", "yaml"],
        &["explain", "MLOP601"],
        &["version"],
        &["completion", "bash"],
        &["--help"],
    ] {
        let mut child = call_with(words).start();
        drop(child.stdout.take());
        let ended = outcome(child.wait_with_output().unwrap());
        assert!(ended.code >= 0, "{words:?} was ended by a signal");
        assert!(!ended.stderr.contains("panicked") && !ended.stderr.contains("pipe"), "{words:?}: {}", ended.stderr);
    }
    // Nor is it if nobody listens to the errors.
    let mut child = call_with(&["diagnose", "x", "--from", "nowhere"]).start();
    drop(child.stderr.take());
    assert_eq!(outcome(child.wait_with_output().unwrap()).code, 1);
}

/// Everything below a folder, with its mode.
fn below(folder: &Path) -> BTreeMap<String, u32> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            let metadata = fs::symlink_metadata(&path).unwrap();
            let name = path.strip_prefix(folder).unwrap().to_string_lossy().into_owned();
            found.insert(name, metadata.permissions().mode() & 0o777);
            if metadata.is_dir() {
                open.push(path);
            }
        }
    }
    found
}

/// A world to write into: home, folder of temporary files, current folder. Runs a call there.
fn run_within(place: &Path, words: &[&str], code: i32) {
    let at = |name: &str| place.join(name);
    call_with(words)
        .within(&at("cwd"))
        .env("HOME", at("home"))
        .env("TMPDIR", at("tmp"))
        .env("PATH", "/usr/bin:/bin")
        .exits(code);
}

fn place() -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    for name in ["home", "tmp", "cwd"] {
        fs::create_dir(place.path().join(name)).unwrap();
    }
    fs::copy(recorded().join("b-pytorchjob-worker-oomkilled.json"), place.path().join("cwd/objects.json")).unwrap();
    place
}

#[test]
fn point_40_nothing_is_written_where_nothing_was_asked_for() {
    let place = place();
    let server = Server::new();
    let url = server.url();
    let cache = place.path().join("cache");
    let before = below(place.path());
    for (words, code) in [
        (&["diagnose", "oom", "--from", "objects.json"][..], 3),
        (&["diagnose", "--from", "objects.json", "-o", "json"], 3),
        (&["tree", "oom", "--from", "objects.json"], 0),
        (&["diagnose", "job/run", "-s", &url, "-v=9"], 0),
        (&["diagnose", "run", "-s", &url, "--cache-dir", cache.to_str().unwrap()], 0),
        (&["tree", "job/run", "-s", &url], 0),
        (&["diagnose", "job/none", "-s", &url], 6),
        (&["capture", "job/none", "-s", &url], 6),
        (&["explain", "MLOP601"], 0),
        (&["rules"], 0),
        (&["version"], 0),
        (&["completion", "zsh"], 0),
    ] {
        run_within(place.path(), words, code);
        let mut after = below(place.path());
        // To look for a name takes what the server serves, and that is remembered: where kubectl does, or the flag says.
        after.retain(|name, _| !name.starts_with("cache") && !name.starts_with("home/.kube"));
        assert_eq!(before, after, "{words:?}");
    }
    let mut cached: Vec<(String, u32)> = below(&cache).into_iter().collect();
    assert_eq!(cached.remove(0).0, "mlop");
    assert!(matches!(cached.as_slice(), [(name, 0o600)] if name.ends_with(".json")), "{cached:?}");
    // A bundle that cannot be written leaves the key, which the next one needs, and no part of itself.
    run_within(place.path(), &["capture", "oom", "--from", "objects.json", "--to", "nowhere/b.zip"], 1);
    let mut after = below(place.path());
    after.retain(|name, _| !name.starts_with("home/") && !name.starts_with("cache"));
    assert_eq!(before, after);
}

#[test]
fn point_40_a_capture_writes_its_bundle_and_its_key_and_nobody_else_can_read_them() {
    for to in ["bundle", "bundle.zip", ""] {
        let place = place();
        let before = below(place.path());
        let words = ["capture", "oom", "--from", "objects.json", "--to", to];
        run_within(place.path(), if to.is_empty() { &words[..4] } else { &words }, 0);
        let mut new = below(place.path());
        new.retain(|name, _| !before.contains_key(name));
        let (key, bundle): (BTreeMap<_, _>, BTreeMap<_, _>) =
            new.into_iter().partition(|(name, _)| name.starts_with("home/"));
        let key: Vec<(&str, u32)> = key.iter().map(|(name, mode)| (name.as_str(), *mode)).collect();
        let state = "home/.local/state/kubectl-mlop";
        assert!(key.contains(&(state, 0o700)), "{key:?}");
        let key: Vec<_> = key.into_iter().filter(|(name, _)| !state.starts_with(name)).collect();
        assert_eq!(key, [("home/.local/state/kubectl-mlop/files.key", 0o600)]);
        let top = if to.is_empty() { "cwd/mlop-pt-pytorchjob-oom.zip".to_owned() } else { format!("cwd/{to}") };
        assert!(bundle.keys().all(|name| *name == top || name.starts_with(&format!("{top}/"))), "{bundle:?}");
        assert!(!bundle.is_empty());
        for (name, mode) in bundle {
            let is_dir = place.path().join(&name).is_dir();
            assert_eq!(mode, if is_dir { 0o700 } else { 0o600 }, "{name}");
        }
    }
}

#[test]
fn point_40_nothing_is_sent_anywhere_but_to_the_server() {
    // Whatever else it might like to talk to would have to be reached through one of these.
    let trap = Server::new();
    let server = Server::new();
    let url = server.url();
    let mut calls = vec![
        call(&format!("diagnose oom {OOM}")),
        call("rules"),
        call("version"),
        call_with(&["diagnose", "job/run", "-s", &url]),
    ];
    for call in calls.drain(..) {
        let call = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "ALL_PROXY"]
            .into_iter()
            .fold(call, |call, name| call.env(name, trap.url()));
        let outcome = call.run();
        assert!([0, 3].contains(&outcome.code), "{}", outcome.stderr);
    }
    assert!(trap.asked().is_empty(), "{:?}", trap.asked());
    assert!(!server.asked().is_empty());
}
