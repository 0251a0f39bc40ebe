//! A bundle says what the cluster said.

use std::fs;

use serde_json::{Value, json};

use crate::control_plane::{ControlPlane, Parts};
use crate::permissions::all_but;
use crate::program::{Person, bare};
use crate::runs::{job, job_when, killed, over_quota, too_large};

/// A report without what it cost and where it is from. The moment it shows stays in.
fn judged(mut report: Value) -> Value {
    let fields = report.as_object_mut().unwrap();
    fields.remove("budget");
    fields["metadata"].as_object_mut().unwrap().remove("source");
    report
}

/// Diagnoses a run live, captures it within the same second, and diagnoses the bundle somewhere else.
fn same_offline(person: &Person<'_>, namespace: &str, target: &str) {
    let elsewhere = tempfile::tempdir().unwrap();
    // Ages are told in the report: both have to be of the same second.
    let same_second = (0..30).find_map(|number| {
        let live = judged(person.diagnose(target));
        let to = elsewhere.path().join(format!("bundle-{number}"));
        let captured = person.call(&["capture", target, "--to", to.to_str().unwrap()]);
        assert_eq!(captured.code, 0, "{captured:?}");
        let stored: Value = serde_json::from_slice(&fs::read(to.join("report.json")).unwrap()).unwrap();
        (live["metadata"]["generatedAt"] == stored["metadata"]["generatedAt"]).then_some((live, judged(stored), to))
    });
    let (live, stored, bundle) = same_second.expect("no diagnosis and capture within one second");
    let surroundings = [("TZ", "Asia/Kolkata"), ("LANG", "C")];
    let from = ["diagnose", target, "--from", bundle.to_str().unwrap(), "-o", "json", "-n", namespace];
    let replay = bare(elsewhere.path(), &surroundings, &from).report();
    println!("{target}: {} {}", replay["exitCode"], replay["verdict"]["summary"]);
    let replay = judged(replay);
    assert_eq!(replay, stored, "{target}: the bundle's own report");
    assert_eq!(replay, live, "{target}: the cluster's");
}

#[test]
fn a_bundle_is_diagnosed_as_the_cluster_is() {
    let mut plane = ControlPlane::start(Parts { kinds: true, controllers: true }).unwrap();
    let (admin, namespace, quota) = (plane.admin(), plane.namespace(), plane.namespace());
    too_large(&admin, &namespace);
    killed(&admin, &namespace);
    over_quota(&admin, &quota);
    admin.apply_yaml(&job(&namespace, "well", 2, "", 0));
    job_when(&admin, &namespace, "well", "ready", |job| job["status"]["ready"] == 2);
    for (version, kind) in [("kubeflow.org/v1", "PyTorchJob"), ("platform.example.io/v1alpha1", "TrainingJob")] {
        admin.apply(&json!({
            "apiVersion": version, "kind": kind, "metadata": {"name": "new", "namespace": namespace}, "spec": {},
        }));
    }
    // From here on nothing changes but the time.
    for program in ["kube-scheduler", "kube-controller-manager", "kwok"] {
        plane.stop(program);
    }
    let person = Person::reader(&plane, &namespace);
    for target in ["job/run", "run", "job/bad", "job/well", "pytorchjob/new", "trainingjob/new"] {
        same_offline(&person, &namespace, target);
    }
    same_offline(&Person::reader(&plane, &quota), &quota, "job/run");
    // What could not be seen is not seen in the bundle either, for the same reason.
    let narrow = Person::new(&plane, &namespace);
    narrow.allow(Some(&namespace), &all_but("events"));
    same_offline(&narrow, &namespace, "job/run");
}
