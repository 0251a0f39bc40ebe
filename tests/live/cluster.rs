//! The whole cluster of the live tests: real controllers and a real scheduler, kubelets played by KWOK.

use serde_json::Value;

use crate::control_plane::{Client, cluster, wait};
use crate::runs;

/// A Job named `run` whose one pod has these annotations and asks for this many GPUs.
fn job(admin: &Client, namespace: &str, annotations: &str, gpus: u32) {
    admin.apply_yaml(&runs::job(namespace, "run", 1, annotations, gpus));
}

/// Waits until the Job has a condition.
fn condition(admin: &Client, namespace: &str, kind: &str) -> Value {
    let path = format!("/apis/batch/v1/namespaces/{namespace}/jobs/run");
    wait::until(&format!("the Job to be {kind}"), || {
        let job = admin.get(&path);
        job["status"]["conditions"]
            .as_array()?
            .iter()
            .find(|one| one["type"] == kind && one["status"] == "True")
            .cloned()
    })
}

/// The state of the only pod's only container.
fn container(admin: &Client, namespace: &str) -> Option<Value> {
    let pods = admin.list(&format!("/api/v1/namespaces/{namespace}/pods"));
    pods.first()?.pointer("/status/containerStatuses/0/state").cloned()
}

#[test]
fn a_job_runs_on_a_gpu_node_to_its_end() {
    let (admin, namespace) = (cluster().admin(), cluster().namespace());
    job(&admin, &namespace, "mlop.test/complete-after: 1s", 8);
    condition(&admin, &namespace, "Complete");
    let pods = admin.list(&format!("/api/v1/namespaces/{namespace}/pods"));
    assert!(pods[0]["spec"]["nodeName"].as_str().unwrap().starts_with("gpu-"));
    assert_eq!(container(&admin, &namespace).unwrap()["terminated"]["exitCode"], 0);
}

#[test]
fn a_pod_fails_as_its_annotations_say() {
    let (admin, namespace) = (cluster().admin(), cluster().namespace());
    let how = r#"mlop.test/fail-after: 1s, mlop.test/exit-code: "137", mlop.test/reason: OOMKilled"#;
    job(&admin, &namespace, how, 0);
    assert_eq!(condition(&admin, &namespace, "Failed")["reason"], "BackoffLimitExceeded");
    let ended = container(&admin, &namespace).unwrap()["terminated"].clone();
    assert_eq!((ended["exitCode"].as_u64(), ended["reason"].as_str()), (Some(137), Some("OOMKilled")));
}

#[test]
fn a_pod_waits_for_an_image_as_its_annotations_say() {
    let (admin, namespace) = (cluster().admin(), cluster().namespace());
    job(&admin, &namespace, r#"mlop.test/waiting: ImagePullBackOff, mlop.test/message: "not found""#, 0);
    let waiting = wait::until("the container to wait", || container(&admin, &namespace)?.get("waiting").cloned());
    assert_eq!(
        (waiting["reason"].as_str(), waiting["message"].as_str()),
        (Some("ImagePullBackOff"), Some("not found"))
    );
}

#[test]
fn more_gpus_than_any_node_has_are_refused_by_the_scheduler() {
    let (admin, namespace) = (cluster().admin(), cluster().namespace());
    job(&admin, &namespace, "", 16);
    let event = runs::event(&admin, &namespace, "FailedScheduling");
    let message = event["message"].as_str().unwrap();
    assert!(message.starts_with("0/3 nodes are available: 3 Insufficient nvidia.com/gpu."), "{message}");
    assert_eq!(event["reportingComponent"], "default-scheduler");
}
