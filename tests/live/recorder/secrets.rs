//! Nothing secret is in the file, not even while the recorder writes it, nor after it was killed.

use kubectl_mlop::record::Reader;
use serde_json::json;

use super::recording::Recording;
use crate::control_plane::{server, wait};
use crate::program::Person;

/// Shapeless words and known shapes, where people leave them. Written together, none would be in the source as it is in the
/// file.
fn planted() -> Vec<String> {
    let word = |kind: &str| format!("{}{kind}", "kelpie-");
    let mut words: Vec<String> = ["env", "annotation", "secret", "setting", "flag", "applied"].map(word).to_vec();
    words.push(["hf", "_abcdefghijklmnopqrstuvwxyzABCDEFGH"].concat());
    words.push(["AK", "IAIOSFODNN7EXAMPLE"].concat());
    words
}

#[test]
fn no_secret_is_in_the_file_however_the_recorder_ends() {
    let (admin, namespace) = (server().admin(), server().namespace());
    let person = Person::watcher(server(), &namespace);
    let folder = tempfile::tempdir().unwrap();
    let words = planted();
    let [env, annotation, secret, setting, flag, applied, message, termination] = words.as_slice() else { panic!() };
    let recording = Recording::start(&person, folder.path(), &[]).heard();
    admin.create(&json!({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s", "namespace": namespace}, "stringData": {"a": secret}}));
    admin.create(&json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c", "namespace": namespace}, "data": {"a": setting}}));
    let pod = json!({
        "apiVersion": "v1", "kind": "Pod",
        "metadata": {"name": "p", "namespace": namespace, "annotations": {"example.com/note": annotation,
            "kubectl.kubernetes.io/last-applied-configuration": format!("{{\"spec\":\"{applied}\"}}")}},
        "spec": {"containers": [{"name": "main", "image": "train:1", "env": [{"name": "PLACE", "value": env}],
            "args": [format!("--token={flag}"), "--epochs=3"]}]},
    });
    let made = admin.create(&pod);
    let ended = json!({"phase": "Failed", "containerStatuses": [{"name": "main", "restartCount": 0, "ready": false, "image": "train:1",
        "imageID": "", "state": {"terminated": {"exitCode": 1, "message": format!("login failed for {termination}")}}}]});
    admin.set_status(&pod, &ended, "kubelet");
    admin.create(&json!({
        "apiVersion": "v1", "kind": "Event", "metadata": {"name": "e", "namespace": namespace},
        "involvedObject": {"apiVersion": "v1", "kind": "Pod", "namespace": namespace, "name": "p", "uid": made["metadata"]["uid"]},
        "reason": "Failed", "message": format!("cannot pull with token {message}"), "type": "Warning", "source": {"component": "kubelet"},
        "firstTimestamp": "2026-03-01T10:00:00Z", "lastTimestamp": "2026-03-01T10:00:00Z",
    }));
    wait::until("the event to be recorded", || {
        let sizes = Reader::open(recording.record()).unwrap().sizes().unwrap();
        (sizes.events > 0).then_some(())
    });
    recording.kill();
    let (mut bytes, mut files) = (Vec::new(), Vec::new());
    for entry in std::fs::read_dir(folder.path()).unwrap().map(Result::unwrap).filter(|entry| entry.path().is_file()) {
        files.push(entry.file_name().to_string_lossy().into_owned());
        bytes.extend(std::fs::read(entry.path()).unwrap());
    }
    let holds = |word: &str| bytes.windows(word.len()).any(|window| window == word.as_bytes());
    assert!(
        files.iter().any(|name| name.ends_with("-wal")),
        "the log of what is being written is looked at too: {files:?}"
    );
    assert!(holds("--epochs=3") && holds("cannot pull with token"), "the pod and the event are there");
    let leaked: Vec<&String> = words.iter().filter(|word| holds(word)).collect();
    assert!(leaked.is_empty(), "{leaked:?}");
    #[cfg(unix)]
    for entry in std::fs::read_dir(folder.path()).unwrap().map(Result::unwrap) {
        use std::os::unix::fs::PermissionsExt as _;
        let metadata = entry.metadata().unwrap();
        if entry.file_name().to_string_lossy().starts_with("record") {
            assert_eq!(metadata.permissions().mode() & 0o077, 0, "{:?}", entry.path());
        }
    }
}
