//! A record that is kept under a policy holds what the policy lets through, nothing that it withholds, and says both; a
//! capture of the live cluster does the same.

use kubectl_mlop::record::Reader;
use serde_json::{Value, json};

use super::recording::Recording;
use crate::control_plane::{server, wait};
use crate::program::{Person, Said};

const POLICY: &str = r"
apiVersion: mlop/v1alpha1
kind: RedactPolicy
withhold:
- {name: hosts, text: ['kelpie-host-[0-9]+']}
- {name: owners, labels: [example.com/owner]}
allow:
- {name: build, reason: public, kinds: [Job.batch], annotations: [example.com/build]}
";

#[test]
fn a_policy_holds_for_records_for_what_is_cut_of_them_and_for_captures() {
    let (admin, namespace) = (server().admin(), server().namespace());
    let person = Person::watcher(server(), &namespace);
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    std::fs::write(at("policy.yaml"), POLICY).unwrap();
    let recording = Recording::start(&person, folder.path(), &["--redact-policy", &at("policy.yaml")]).heard();
    let job = json!({
        "apiVersion": "batch/v1", "kind": "Job",
        "metadata": {"name": "run", "namespace": namespace, "labels": {"example.com/owner": "kelpie-owner"},
            "annotations": {"example.com/build": "kelpie-build", "example.com/other": "kelpie-other"}},
        "spec": {"template": {"spec": {"restartPolicy": "Never",
            "containers": [{"name": "main", "image": "train:1", "args": ["--at=kelpie-host-7"]}]}}},
    });
    let made = admin.create(&job);
    admin.create(&json!({
        "apiVersion": "v1", "kind": "Event", "metadata": {"name": "e", "namespace": namespace},
        "involvedObject": {"apiVersion": "batch/v1", "kind": "Job", "namespace": namespace, "name": "run", "uid": made["metadata"]["uid"]},
        "reason": "Gone", "message": "nobody at kelpie-host-9", "type": "Warning", "source": {"component": "test"},
        "firstTimestamp": "2026-03-01T10:00:00Z", "lastTimestamp": "2026-03-01T10:00:00Z",
    }));
    wait::until("the run and its event to be recorded", || {
        let events = Reader::open(recording.record()).unwrap().sizes().unwrap().events;
        let said = person.call(&["diagnose", "job/run", "--from", &at("record.sqlite"), "-o", "name"]);
        (events > 0 && said.out == "job.batch/run\n").then_some(())
    });
    assert_eq!(recording.stop(), 143);
    let record = std::fs::read(at("record.sqlite")).unwrap();
    keeps_to_it("the record", &record);
    let notes = Reader::open(&folder.path().join("record.sqlite")).unwrap().policies().unwrap();
    assert_eq!((notes.len(), notes[0].allow[0].name.as_str()), (1, "build"));

    let told =
        |said: &Said| assert!(said.err.contains("rule build lets through annotation example.com/build"), "{said:?}");
    let cut = person.call(&["bundle", "cut", &at("record.sqlite"), "job/run", "--to", &at("cut")]);
    told(&cut);
    let policy = at("policy.yaml");
    let live = person.call(&["capture", "job/run", "--record=none", "--redact-policy", &policy, "--to", &at("live")]);
    told(&live);
    for (said, name) in [(cut, "cut"), (live, "live")] {
        assert_eq!(said.code, 0, "{said:?}");
        let mut all = Vec::new();
        let mut folders = vec![folder.path().join(name)];
        while let Some(next) = folders.pop() {
            for path in std::fs::read_dir(next).unwrap().map(|entry| entry.unwrap().path()) {
                if path.is_dir() { folders.push(path) } else { all.extend(std::fs::read(path).unwrap()) }
            }
        }
        keeps_to_it(name, &all);
        let about: Value =
            serde_json::from_slice(&std::fs::read(folder.path().join(name).join("bundle.json")).unwrap()).unwrap();
        assert_eq!(about["policies"][0]["allow"][0]["name"], "build", "{about:#}");
    }
}

fn keeps_to_it(what: &str, bytes: &[u8]) {
    let holds = |word: &str| bytes.windows(word.len()).any(|window| window == word.as_bytes());
    assert!(holds("kelpie-build"), "{what} holds what is let through");
    assert!(holds("nobody at <redacted>"), "{what} holds the event");
    for word in ["kelpie-host", "kelpie-owner", "kelpie-other"] {
        assert!(!holds(word), "{what} holds {word}");
    }
}
