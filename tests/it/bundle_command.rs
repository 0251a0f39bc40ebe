//! `bundle`: verifying, listing and showing what a bundle holds.

use std::fs;

use kubectl_mlop::bundle::root_digest;
use serde_json::Value;

use crate::harness::call::{Outcome, call_with};
use crate::harness::unpacked::{attest, unpacked};

const OOM: &str = "../bundles/rank-oom-killed.zip";

fn bundle(words: &[&str], code: i32) -> Outcome {
    call_with(&[&["bundle"], words].concat()).exits(code)
}

#[test]
fn a_whole_bundle_is_called_whole_and_known_by_its_root_digest() {
    let said = bundle(&["verify", OOM], 0).stdout;
    let [first, root] = said.lines().collect::<Vec<_>>()[..] else { panic!("{said}") };
    assert!(first.starts_with("whole: ") && root.len() == 64, "{said}");
    bundle(&["verify", OOM, "--root", &root.to_uppercase()], 0);
    let other = bundle(&["verify", OOM, "--root", &"0".repeat(64)], 1);
    assert!(other.stderr.contains("the root digest is another"), "{}", other.stderr);
    let json: Value = serde_json::from_str(&bundle(&["verify", OOM, "-o", "json"], 0).stdout).unwrap();
    assert_eq!((&json["rootDigest"], &json["altered"]), (&root.into(), &serde_json::json!([])));
    let home = tempfile::tempdir().unwrap();
    let folder = unpacked(home.path());
    assert_eq!(bundle(&["verify", folder.to_str().unwrap()], 0).stdout, said, "in both forms the same");
}

#[test]
fn whatever_is_not_as_it_was_written_is_named() {
    let home = tempfile::tempdir().unwrap();
    let folder = unpacked(home.path());
    let name = folder.to_str().unwrap();
    let report = fs::read_to_string(folder.join("report.json")).unwrap();
    fs::write(folder.join("report.json"), report.replace("OOMKilled", "OOMkilled")).unwrap();
    fs::remove_file(folder.join("README.txt")).unwrap();
    fs::write(folder.join("more.txt"), "more").unwrap();
    let said = bundle(&["verify", name], 1).stdout;
    for line in ["not whole: 17 files", "altered  report.json", "missing  README.txt", "extra    more.txt"] {
        assert!(said.contains(line), "{line}: {said}");
    }
}

#[test]
fn a_line_that_was_written_torn_is_named_though_the_manifest_agrees() {
    let home = tempfile::tempdir().unwrap();
    let folder = unpacked(home.path());
    let name = folder.to_str().unwrap();
    let before = bundle(&["verify", name], 0).stdout;
    let mut index = fs::read(folder.join("index.jsonl")).unwrap();
    index.truncate(index.len() - 9);
    fs::write(folder.join("index.jsonl"), &index).unwrap();
    let manifest = attest(&folder);
    let said = bundle(&["verify", name], 1).stdout;
    let lines = index.split(|byte| *byte == b'\n').count();
    assert!(said.contains(&format!("torn     index.jsonl line {lines}")), "{said}");
    // Whoever changes file and manifest together changes the root digest.
    assert!(said.contains(&root_digest(&manifest)) && said.lines().last() != before.lines().last(), "{said}");
}

#[test]
fn objects_are_listed_as_kubectl_lists_them() {
    let all = bundle(&["ls", OOM], 0).stdout;
    assert!(all.starts_with("NAMESPACE  KIND"), "{all}");
    assert_eq!(all.lines().count(), 6, "{all}");
    let names = bundle(&["ls", OOM, "-o", "name"], 0).stdout;
    assert!(names.contains("pytorchjob.kubeflow.org/oom\n") && names.contains("pod/oom-worker-1\n"), "{names}");
    for kind in ["pods", "po", "Pod", "pod"] {
        assert_eq!(bundle(&["ls", OOM, kind, "-n", "pt", "--no-headers"], 0).stdout.lines().count(), 4, "{kind}");
    }
    let wide = bundle(&["ls", OOM, "pytorchjobs.kubeflow.org", "-o", "wide", "--no-headers"], 0).stdout;
    assert!(wide.contains("objects/pt/pytorchjobs.kubeflow.org/oom/"), "{wide}");
    let none = bundle(&["ls", OOM, "-n", "elsewhere"], 0);
    assert_eq!((none.stdout.as_str(), none.stderr.as_str()), ("", "No objects found.\n"));
}

#[test]
fn an_object_is_shown_as_it_is_kept() {
    let yaml = bundle(&["show", OOM, "pod/oom-worker-1"], 0).stdout;
    assert!(yaml.starts_with("apiVersion: v1\nkind: Pod\n"), "{yaml}");
    let json = bundle(&["show", OOM, "pytorchjob.kubeflow.org/oom", "-o", "json"], 0).stdout;
    let object: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(object["metadata"]["name"], "oom");
    for name in bundle(&["ls", OOM, "-o", "name"], 0).stdout.lines() {
        bundle(&["show", OOM, name], 0);
    }
    let missing = bundle(&["show", OOM, "pod/nobody"], 6);
    assert!(missing.stderr.contains("pod/nobody is not in the bundle\nhint: there is pod/"), "{}", missing.stderr);
    bundle(&["show", OOM, "nobody"], 2);
    bundle(&["show", OOM, "a/b/c"], 2);
}

#[test]
fn what_is_no_bundle_is_said_to_be_none() {
    for command in [&["verify"][..], &["ls"]] {
        for (path, word) in [("expected.md", "zip"), ("nowhere.zip", "No such file"), (".", "MANIFEST.sha256")] {
            let said = bundle(&[command, &[path]].concat(), 1);
            assert!(said.stdout.is_empty() && said.stderr.contains("\nhint: "), "{path}: {}", said.stderr);
            assert!(said.stderr.contains(word) || said.stderr.contains("bundle.json"), "{path}: {}", said.stderr);
        }
    }
}

#[test]
fn a_bundle_that_cannot_be_served_leaves_everything_as_it_was() {
    let home = tempfile::tempdir().unwrap();
    let taken = home.path().join("mine.kubeconfig");
    fs::write(&taken, "mine").unwrap();
    let path = taken.to_str().unwrap();
    let said = bundle(&["serve", OOM, "--kubeconfig-out", path], 1);
    assert!(said.stderr.contains("cannot write the kubeconfig") && said.stderr.contains("hint: "), "{}", said.stderr);
    assert_eq!(fs::read_to_string(&taken).unwrap(), "mine");
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let free = home.path().join("free.kubeconfig");
    let said = bundle(&["serve", OOM, "--port", &port, "--kubeconfig-out", free.to_str().unwrap()], 1);
    assert!(said.stderr.contains("cannot listen on 127.0.0.1"), "{}", said.stderr);
    assert!(said.stdout.is_empty() && !free.exists());
    bundle(&["serve", OOM, "--port", "65536"], 2);
    // Events that are not what the manifest says are found before anybody is told that there are none.
    let folder = unpacked(home.path());
    let events = events_below(&folder);
    fs::write(&events, "{}\n").unwrap();
    let said = bundle(&["serve", folder.to_str().unwrap()], 1);
    assert!(said.stderr.contains("events.jsonl is not what the manifest says"), "{}", said.stderr);
}

/// Some file of events of an unpacked bundle.
fn events_below(folder: &std::path::Path) -> std::path::PathBuf {
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.ends_with("events.jsonl") => return path,
                false => {}
            }
        }
    }
    panic!("there are events in every bundle");
}
