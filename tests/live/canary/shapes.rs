//! Credentials of known shapes wherever people leave them, on a real server: none is in any byte of what is kept or said.
//!
//! The kubelet's part, logs, is played by the proxy, in pieces so small that every credential is torn apart.

use std::path::Path;
use std::sync::Arc;

use kubectl_mlop::record::Reader;
use serde_json::{Value, json};

use crate::control_plane::{server, wait};
use crate::fault_proxy::{Fault, FaultProxy, Key, Upstream};
use crate::program::{Person, Said, bare};
use crate::recorder::Recording;
use crate::serve::Served;

/// What must not survive, and a text around it.
const SHAPES: &[(&str, &str)] = &[
    ("hf_QwErTyUiOpAsDfGhJkLzXcVb", "login with hf_QwErTyUiOpAsDfGhJkLzXcVb failed"),
    ("sk-proj-AbCd1234EfGh5678IjKl", "OpenAI said no to sk-proj-AbCd1234EfGh5678IjKl."),
    ("ghp_abcdefghijklmnopqrst1234", "remote: ghp_abcdefghijklmnopqrst1234"),
    ("github_pat_11ABCDEFG0abcdefgh_ijklmnop", "(github_pat_11ABCDEFG0abcdefgh_ijklmnop)"),
    ("glpat-abcDEF123456ghiJKL78", "clone with \"glpat-abcDEF123456ghiJKL78\""),
    ("xoxb-12345-abcdefgh", "slack xoxb-12345-abcdefgh"),
    ("AKIAABCDEFGHIJKLMNOP", "key AKIAABCDEFGHIJKLMNOP,"),
    ("AIzaSyA-abcdefghijklmnopqrstuvwxyz01234", "maps AIzaSyA-abcdefghijklmnopqrstuvwxyz01234"),
    ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl!"),
    ("kelpie-userinfo", "cannot clone https://me:kelpie-userinfo@git.example/repo"),
    ("kelpie-query", "GET https://s3.example/b/o?X-Amz-Signature=kelpie-query&X-Amz-Date=1 403"),
    ("kelpie-database", "postgresql+psycopg://u:kelpie-database@db:5432/mlflow is gone"),
    ("kelpie-header", "Authorization: Bearer kelpie-header"),
    ("kelpie-password", "connect(password=kelpie-password, timeout=3)"),
    ("kelpie-json", "{\"api_key\":\"kelpie-json\",\"user\":\"me\"}"),
    ("kelpie-flag", "run --hf-token kelpie-flag --epochs 3"),
    ("kJ8sLq02MzXcVbNm4RtYpWe9", "loaded kJ8sLq02MzXcVbNm4RtYpWe9 from the vault"),
    ("MIIEkelpiekey", "-----BEGIN PRIVATE KEY-----\nMIIEkelpiekey\n-----END PRIVATE KEY-----"),
];

/// A word that stays: where it is not, nothing was kept, and nothing proved.
const STAYS: &str = "the-rest-stays";

/// The log of the pod, in the place of a kubelet.
const LOG: &str = concat!(
    "step 1 the-rest-stays\n",
    "2026-11-30T16:24:25Z login with hf_QwErTyUiOpAsDfGhJkLzXcVb failed\n",
    "key AKIAABCDEFGHIJKLMNOP, got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl!\n",
    "cannot clone https://me:kelpie-userinfo@git.example/repo\n",
    "{\"api_key\":\"kelpie-json\",\"user\":\"me\"}\n",
    "Authorization: Bearer kelpie-header\n",
    "-----BEGIN PRIVATE KEY-----\nMIIEkelpiekey\n-----END PRIVATE KEY-----\n",
    "RuntimeError: password=kelpie-password\n",
);

fn texts() -> String {
    SHAPES.iter().map(|(_, text)| format!("{text}\n")).collect::<String>() + STAYS
}

/// A failed run whose every message tells secrets.
fn make(namespace: &str) {
    let admin = server().admin();
    let spec = |image: &str| {
        let args: Vec<&str> = SHAPES.iter().map(|(_, text)| *text).collect();
        json!({"restartPolicy": "Never", "containers": [{
            "name": "main", "image": image, "command": ["sh", "-c", texts()], "args": args,
            "env": [{"name": "PLACE", "value": texts()}, {"name": "NCCL_DEBUG", "value": "hf_QwErTyUiOpAsDfGhJkLzXcVb"}],
            "livenessProbe": {"httpGet": {"port": 80, "httpHeaders": [{"name": "X-Auth", "value": "kelpie-header"}]}},
        }]})
    };
    let notes = json!({"example.com/note": texts(), "kubectl.kubernetes.io/last-applied-configuration": texts()});
    let image = "https://me:kelpie-userinfo@registry.example/hf_QwErTyUiOpAsDfGhJkLzXcVb/train:AKIAABCDEFGHIJKLMNOP";
    let job = json!({
        "apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "run", "namespace": namespace, "annotations": notes},
        "spec": {"template": {"spec": spec(image)}},
    });
    let uid = |object: &Value| object["metadata"]["uid"].as_str().unwrap().to_owned();
    let job_uid = uid(&admin.create(&job));
    let condition = json!({"type": "Failed", "status": "True", "reason": "BackoffLimitExceeded", "message": texts(),
        "lastTransitionTime": "2026-03-01T10:01:00Z", "lastProbeTime": "2026-03-01T10:01:00Z"});
    let target = json!({"type": "FailureTarget", "status": "True", "reason": "BackoffLimitExceeded", "message": texts(),
        "lastTransitionTime": "2026-03-01T10:01:00Z", "lastProbeTime": "2026-03-01T10:01:00Z"});
    let status = json!({"failed": 1, "startTime": "2026-03-01T10:00:00Z", "conditions": [target, condition]});
    admin.set_status(&job, &status, "kube-controller-manager");
    let owner = json!({"apiVersion": "batch/v1", "kind": "Job", "name": "run", "uid": job_uid, "controller": true});
    let pod = json!({
        "apiVersion": "v1", "kind": "Pod",
        "metadata": {"name": "run-x", "namespace": namespace, "annotations": notes, "ownerReferences": [owner],
            "labels": {"batch.kubernetes.io/controller-uid": job_uid}},
        "spec": spec(image),
    });
    let pod_uid = uid(&admin.create(&pod));
    let ended = json!({"exitCode": 1, "reason": "Error", "message": texts(), "finishedAt": "2026-03-01T10:01:00Z"});
    let container = json!({"name": "main", "image": image, "imageID": image, "ready": false, "restartCount": 1,
        "state": {"terminated": ended}, "lastState": {"terminated": ended}});
    let conditions = json!([{"type": "Ready", "status": "False", "reason": "Failed", "message": texts()}]);
    let status = json!({"phase": "Failed", "message": texts(), "reason": "Failed", "conditions": conditions,
        "containerStatuses": [container]});
    admin.set_status(&pod, &status, "kubelet");
    for (number, (_, text)) in SHAPES.iter().enumerate() {
        for (kind, name, uid) in [("Pod", "run-x", &pod_uid), ("Job", "run", &job_uid)] {
            let version = if kind == "Pod" { "v1" } else { "batch/v1" };
            admin.create(&json!({
                "apiVersion": "v1", "kind": "Event",
                "metadata": {"name": format!("{name}.{number}"), "namespace": namespace},
                "involvedObject": {"apiVersion": version, "kind": kind, "namespace": namespace, "name": name, "uid": uid},
                "reason": "Failed", "message": format!("{STAYS} {text}"), "type": "Warning", "source": {"component": "kubelet"},
                "firstTimestamp": "2026-03-01T10:00:00Z", "lastTimestamp": "2026-03-01T10:00:00Z", "count": 1,
            }));
        }
    }
}

/// All bytes below a folder, and the names of its files.
fn bytes(folder: &Path) -> Vec<u8> {
    let mut all = Vec::new();
    for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            all.extend(bytes(&path));
        } else {
            all.extend(path.to_string_lossy().bytes().chain(std::fs::read(&path).unwrap()));
        }
    }
    all
}

fn clean(what: &str, bytes: &[u8]) {
    let holds = |word: &str| bytes.windows(word.len()).any(|window| window == word.as_bytes());
    assert!(holds(STAYS), "{what} holds nothing");
    let leaked: Vec<&str> = SHAPES.iter().map(|(secret, _)| *secret).filter(|secret| holds(secret)).collect();
    assert!(leaked.is_empty(), "in {what}: {leaked:?}");
}

/// All that kubectl gets to see of a bundle.
fn served(bundle: &Path) -> String {
    let serving = Served::start(bundle);
    let mut text = String::new();
    for words in [
        &["get", "pods,jobs,events", "-o", "yaml"][..],
        &["get", "pods,jobs,events", "-o", "wide", "--show-labels"],
        &["describe", "pods,jobs"],
        &["events"],
        &["logs", "run-x", "-c", "main"],
        &["logs", "run-x", "-c", "main", "--previous"],
    ] {
        let said = serving.kubectl(words);
        assert_eq!(said.code, 0, "{words:?}: {said:?}");
        text.push_str(&said.out);
        text.push_str(&said.err);
    }
    text
}

#[test]
fn no_credential_of_a_known_shape_is_in_any_byte_that_is_kept_or_said() {
    let (namespace, folder) = (server().namespace(), tempfile::tempdir().unwrap());
    let person = Person::watcher(server(), &namespace);
    let recording = Recording::start(&person, folder.path(), &[]).heard();
    make(&namespace);
    let proxy = FaultProxy::before(&Arc::new(Upstream::of(server())));
    for previous in ["false", "true"] {
        let query = format!("container=main&previous={previous}&tailLines=5000&limitBytes=16777216");
        let key = Key::of(&format!("/api/v1/namespaces/{namespace}/pods/run-x/log?{query}"));
        proxy.fail(&key, Fault::Says(200, LOG), None);
    }
    let at = |name: &str| folder.path().join(name);
    let mut said = String::new();
    let mut call = |words: &[&str]| -> Said {
        let url = proxy.url();
        let more = ["--kubeconfig", person.kubeconfig(), "--server", &url, "-v", "6"];
        let now = bare(person.home(), &[], &[words, &more].concat());
        said.push_str(&now.out);
        said.push_str(&now.err);
        now
    };
    for format in ["text", "wide", "json", "yaml"] {
        assert_eq!(call(&["diagnose", "job/run", "-o", format]).code, 3);
    }
    assert_eq!(call(&["tree", "job/run", "-o", "wide"]).code, 0);
    for name in ["bundle", "bundle.zip"] {
        let to = at(name).to_string_lossy().into_owned();
        assert_eq!(call(&["capture", "job/run", "--logs", "all", "--to", &to]).code, 0);
    }
    let folder_of_it = at("bundle").to_string_lossy().into_owned();
    for object in ["job/run", "pod/run-x"] {
        assert_eq!(call(&["bundle", "show", &folder_of_it, object]).code, 0);
    }
    let kept = String::from_utf8(bytes(&at("bundle"))).unwrap();
    for words in ["logs/main/current.log", "logs/main/previous.log", "RuntimeError: password=<redacted>"] {
        assert!(kept.contains(words), "{words}");
    }
    clean("the bundle", &bytes(&at("bundle")));
    let many = at("many").to_string_lossy().into_owned();
    assert_eq!(call(&["capture", "--logs", "all", "--to", &many]).code, 0);
    clean("the bundle of many", &bytes(&at("many")));
    clean("what is served", served(&at("many")).as_bytes());
    // Nobody can look into a zip without unpacking it.
    let unpacked =
        bare(person.home(), &[], &["diagnose", "job/run", "--from", at("bundle.zip").to_str().unwrap(), "-o", "json"]);
    said.push_str(&unpacked.out);
    let zip = std::fs::read(at("bundle.zip")).unwrap();
    let secret = |(secret, _): &&(&str, &str)| zip.windows(secret.len()).any(|window| window == secret.as_bytes());
    assert_eq!(SHAPES.iter().find(secret), None);
    clean("what was said", said.as_bytes());

    wait::until("all events to be recorded", || {
        let sizes = Reader::open(recording.record()).unwrap().sizes().unwrap();
        (sizes.events >= 2 * SHAPES.len() as u64).then_some(())
    });
    // Killed: what was written last stands in the write-ahead log.
    recording.kill();
    let store: Vec<u8> =
        ["record.sqlite", "record.sqlite-wal"].iter().flat_map(|name| std::fs::read(at(name)).unwrap()).collect();
    clean("the store and its log", &store);
}
