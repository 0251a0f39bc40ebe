//! What the program says of real runs.

use serde_json::json;

use crate::control_plane::cluster;
use crate::program::{Person, cause, codes, ending};
use crate::runs::{has, job, job_when, over_quota, too_large};

#[test]
fn a_request_that_no_node_can_hold() {
    let (admin, namespace) = (cluster().admin(), cluster().namespace());
    let said = too_large(&admin, &namespace);
    let report = Person::reader(cluster(), &namespace).diagnose("job/run");
    let cause = cause(&report).unwrap();
    assert_eq!((&report["exitCode"], &cause["code"]), (&json!(3), &json!("MLOP302")), "{report:#}");
    let summary = report["verdict"]["summary"].as_str().unwrap();
    assert!(summary.contains("16") && summary.contains('8'), "{summary}");
    let evidence = cause["evidence"].to_string();
    assert!(evidence.contains(&said), "{said} is not in {evidence}");
}

#[test]
fn a_job_over_the_quota_of_its_namespace() {
    let (admin, namespace) = (cluster().admin(), cluster().namespace());
    over_quota(&admin, &namespace);
    let report = Person::reader(cluster(), &namespace).diagnose("job/run");
    let cause = cause(&report).unwrap();
    assert_eq!((&report["exitCode"], &cause["code"]), (&json!(3), &json!("MLOP201")), "{report:#}");
    let told = format!("{} {}", report["verdict"]["summary"], cause["detail"]);
    assert!(told.contains('4') && told.contains('2'), "{told}");
}

#[test]
fn a_job_that_has_succeeded() {
    let (admin, namespace) = (cluster().admin(), cluster().namespace());
    admin.apply_yaml(&job(&namespace, "run", 1, "mlop.test/complete-after: 1s", 0));
    job_when(&admin, &namespace, "run", "complete", |job| has(job, "Complete"));
    let report = Person::reader(cluster(), &namespace).diagnose("job/run");
    assert_eq!((&report["exitCode"], &report["state"]), (&json!(0), &json!("Succeeded")), "{report:#}");
    assert!(codes(&report).is_empty(), "{report:#}");
}

#[test]
fn a_custom_run_without_its_operator_is_not_well_and_accuses_nobody_yet() {
    let (admin, namespace) = (cluster().admin(), cluster().namespace());
    admin.apply(&json!({
        "apiVersion": "kubeflow.org/v1", "kind": "PyTorchJob", "metadata": {"name": "run", "namespace": namespace},
        "spec": {"pytorchReplicaSpecs": {"Worker": {"replicas": 1, "restartPolicy": "Never", "template": {"spec": {
            "containers": [{"name": "pytorch", "image": "train:1"}],
        }}}}},
    }));
    let report = Person::reader(cluster(), &namespace).diagnose("pytorchjob/run");
    println!("{:?} {}: {}", ending(&report), report["exitCode"], report["verdict"]["summary"]);
    assert_ne!(report["state"], "Healthy", "{report:#}");
    assert!(cause(&report).is_none(), "{report:#}");
}
