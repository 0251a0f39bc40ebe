//! A run fails, and everything that says why expires or is deleted; then another one of its name is started.

use std::path::Path;

use kubectl_mlop::record::Reader;
use serde_json::{Value, json};

use super::recording::Recording;
use crate::control_plane::{Client, ControlPlane, Parts, wait};
use crate::program::{Person, cause};
use crate::runs::{has, job_when};

/// A JobSet `run`, as its controller would keep it.
fn set(namespace: &str) -> Value {
    json!({
        "apiVersion": "jobset.x-k8s.io/v1alpha2", "kind": "JobSet", "metadata": {"name": "run", "namespace": namespace},
        "spec": {"replicatedJobs": [{"name": "worker", "replicas": 1}]},
    })
}

/// It, with its Job, whose pods get these annotations. Returns its UID.
fn start(admin: &Client, namespace: &str, annotations: &Value) -> String {
    let uid = admin.create(&set(namespace))["metadata"]["uid"].as_str().unwrap().to_owned();
    let mut template = json!({
        "metadata": {"annotations": annotations},
        "spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "train:1"}]},
    });
    template["metadata"]["labels"] = json!({"jobset.sigs.k8s.io/jobset-name": "run"});
    admin.create(&json!({
        "apiVersion": "batch/v1", "kind": "Job",
        "metadata": {"name": "run-worker-0", "namespace": namespace,
            "labels": {"jobset.sigs.k8s.io/jobset-name": "run", "jobset.sigs.k8s.io/replicatedjob-name": "worker"},
            "ownerReferences": [{"apiVersion": "jobset.x-k8s.io/v1alpha2", "kind": "JobSet", "name": "run", "uid": uid, "controller": true}]},
        "spec": {"backoffLimit": 0, "parallelism": 2, "completions": 2, "completionMode": "Indexed",
            "ttlSecondsAfterFinished": 5, "template": template},
    }));
    uid
}

/// Makes the run fail, and waits until only the JobSet itself is left: no pod, no event, no Job.
fn fail(admin: &Client, namespace: &str) -> String {
    let bad = json!({"mlop.test/fail-after": "1s", "mlop.test/exit-code": "137", "mlop.test/reason": "OOMKilled"});
    let uid = start(admin, namespace, &bad);
    job_when(admin, namespace, "run-worker-0", "failed", |job| has(job, "Failed"));
    let failed = json!({"restarts": 0, "terminalState": "Failed", "conditions": [{"type": "Failed", "status": "True",
        "reason": "FailedJobs", "lastTransitionTime": "2026-03-01T11:01:00Z",
        "message": "jobset failed due to one or more job failures (first failed job: run-worker-0)"}]});
    admin.set_status(&set(namespace), &failed, "jobset-controller");
    let of = |path: String| admin.list(&path);
    wait::until("the TTL controller", || {
        let jobs = of(format!("/apis/batch/v1/namespaces/{namespace}/jobs"));
        (jobs.is_empty() && of(format!("/api/v1/namespaces/{namespace}/pods")).is_empty()).then_some(())
    });
    wait::until("the events to expire", || {
        of(format!("/api/v1/namespaces/{namespace}/events")).is_empty().then_some(())
    });
    uid
}

/// Deletes the JobSet.
fn vanish(admin: &Client, namespace: &str) {
    admin.delete(&set(namespace));
    let path = admin.path(&set(namespace));
    wait::until("the JobSet to be gone", || admin.try_get(&path).is_none().then_some(()));
}

#[test]
fn a_record_names_the_cause_of_a_run_of_which_nothing_is_left() {
    let plane = ControlPlane::start(Parts { kinds: true, controllers: true, event_ttl: Some("15s") }).unwrap();
    let (admin, namespace) = (plane.admin(), plane.namespace());
    let person = Person::watcher(&plane, &namespace);
    let folder = tempfile::tempdir().unwrap();
    let recording = Recording::start(&person, folder.path(), &[]).heard();
    admin.create(&json!({"apiVersion": "platform.example.io/v1alpha1", "kind": "TrainingJob",
        "metadata": {"name": "custom", "namespace": namespace}, "spec": {}}));
    let first = fail(&admin, &namespace);
    let record = recording.record().to_str().unwrap().to_owned();

    // While the failed run is there, the record adds what its pods said. Without it, what is gone is said to be gone.
    let alone = person.call(&["diagnose", "jobset/run", "--record", "none", "-o", "json"]).report();
    assert!(alone["verdict"]["summary"].as_str().unwrap().contains("its pods are gone"), "{alone:#}");
    assert_ne!(cause(&alone).map(|found| found["code"].clone()), Some(json!("MLOP601")), "{alone:#}");
    let both = person.call(&["diagnose", "jobset/run", "--record", &record, "-o", "json"]).report();
    assert_eq!(cause(&both).map(|found| found["code"].clone()), Some(json!("MLOP601")), "{both:#}");
    // A capture of the whole namespace keeps what the record adds, too.
    let folder_of_many = folder.path().join("many.zip");
    let many = person.call(&["capture", "--record", &record, "--to", folder_of_many.to_str().unwrap()]);
    assert_eq!(many.code, 0, "{many:?}");
    let kept =
        person.call(&["diagnose", "jobset/run", "-o", "json", "--from", folder_of_many.to_str().unwrap()]).report();
    assert_eq!(cause(&kept).map(|found| found["code"].clone()), Some(json!("MLOP601")), "{kept:#}");

    vanish(&admin, &namespace);
    start(&admin, &namespace, &json!({}));
    wait::until("the second run's pods", || {
        let pods = admin.list(&format!("/api/v1/namespaces/{namespace}/pods"));
        (pods.len() == 2 && pods.iter().all(|pod| has(pod, "Ready"))).then_some(())
    });
    let diagnose = |target: &str, more: &[&str]| {
        let said = person.call(&[&["diagnose", target, "-o", "json", "--record", &record], more].concat());
        (said.report(), said.err)
    };

    // The present one is well, and is told apart from the one before it. On a busy machine the recorder may hear late that
    // that one has left.
    let (report, told) = wait::until("the record to know that the first run has left", || {
        Some(diagnose("jobset/run", &[])).filter(|(_, told)| told.contains(&first))
    });
    assert_eq!(report["target"]["uid"].as_str().map(|uid| uid == first), Some(false), "{report:#}");
    assert!(cause(&report).is_none(), "{report:#}");
    assert!(told.contains(&first), "{told}");

    // The one before it is known by its UID, with the cause that the API has forgotten.
    let (report, told) = diagnose(&first, &[]);
    let found = cause(&report).unwrap_or_else(|| panic!("{told}\n{report:#}"));
    assert_eq!((&report["target"]["uid"], &found["code"]), (&json!(first), &json!("MLOP601")), "{report:#}");
    assert!(found["evidence"].as_array().unwrap().iter().all(|one| one["from"] == "record"), "{report:#}");

    // It lives in the file alone: without a cluster, and cut out as a bundle.
    recording.stop();
    // How long events live was measured: 15 s, and the time until somebody looks.
    let lifetime = Reader::open(Path::new(&record)).unwrap().meta("event_ttl_ms").unwrap();
    let lifetime: u64 = lifetime.expect("events have expired").parse().unwrap();
    println!("events live {lifetime} ms");
    assert!((10_000..600_000).contains(&lifetime), "{lifetime}");
    let home = tempfile::tempdir().unwrap();
    let alone = |arguments: &[&str]| crate::program::bare(home.path(), &[], arguments);
    // A custom run that nobody taught is in the record too.
    let custom = alone(&["diagnose", "trainingjob/custom", "-n", &namespace, "-o", "json", "--from", &record]).report();
    assert_eq!((&custom["target"]["kind"], &custom["state"]), (&json!("TrainingJob"), &json!("Unknown")), "{custom:#}");
    let offline = alone(&["diagnose", &first, "-o", "json", "--from", &record]).report();
    assert_eq!(offline["findings"], report["findings"]);
    let bundle = folder.path().join("first.zip");
    let cut = alone(&["bundle", "cut", &record, &first, "--to", bundle.to_str().unwrap()]);
    assert_eq!(cut.code, 0, "{cut:?}");
    let replayed = alone(&["diagnose", "jobset/run", "-o", "json", "--from", bundle.to_str().unwrap()]).report();
    assert_eq!(replayed["findings"], report["findings"]);

    // Without a record, what is gone is said to be gone.
    vanish(&admin, &namespace);
    let said = person.call(&["diagnose", "jobset/run", "--record", "none"]);
    assert_eq!(said.code, 6, "{said:?}");
    // With it, the last bearer of the name is meant.
    let said = person.call(&["diagnose", "jobset/run", "--record", &record, "-o", "json"]);
    assert!(cause(&said.report()).is_none(), "{said:?}");
}
