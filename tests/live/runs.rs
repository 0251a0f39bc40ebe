//! Runs that the tests make.

use serde_json::{Value, json};

use crate::control_plane::{Client, wait};

/// A Job in YAML: its pods, each with these annotations and this many GPUs.
pub fn job(namespace: &str, name: &str, pods: u32, annotations: &str, gpus: u32) -> String {
    format!(
        r#"
apiVersion: batch/v1
kind: Job
metadata: {{name: {name}, namespace: {namespace}}}
spec:
  backoffLimit: 0
  parallelism: {pods}
  completions: {pods}
  template:
    metadata: {{annotations: {{{annotations}}}}}
    spec:
      restartPolicy: Never
      containers: [{{name: main, image: "train:1", resources: {{limits: {{nvidia.com/gpu: {gpus}}}}}}}]
"#
    )
}

/// The Job as it is, once something holds of it.
pub fn job_when(admin: &Client, namespace: &str, name: &str, what: &str, holds: impl Fn(&Value) -> bool) -> Value {
    let path = format!("/apis/batch/v1/namespaces/{namespace}/jobs/{name}");
    wait::until(&format!("Job {name} to be {what}"), || admin.try_get(&path).filter(|job| holds(job)))
}

/// Whether an object has a condition that is true.
pub fn has(object: &Value, condition: &str) -> bool {
    let conditions = object["status"]["conditions"].as_array();
    conditions.into_iter().flatten().any(|one| one["type"] == condition && one["status"] == "True")
}

/// The first event of this reason in a namespace.
pub fn event(admin: &Client, namespace: &str, reason: &str) -> Value {
    let path = format!("/api/v1/namespaces/{namespace}/events?fieldSelector=reason%3D{reason}");
    wait::until(reason, || admin.list(&path).into_iter().next())
}

/// A Job `run` that asks for twice as many GPUs as any node has, and the scheduler's word on it.
pub fn too_large(admin: &Client, namespace: &str) -> String {
    admin.apply_yaml(&job(namespace, "run", 1, "", 16));
    event(admin, namespace, "FailedScheduling")["message"].as_str().unwrap().to_owned()
}

/// A Job `run` that asks for twice as many GPUs as its namespace may use, and is refused for it.
pub fn over_quota(admin: &Client, namespace: &str) {
    let quota = json!({
        "apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "gpus", "namespace": namespace},
        "spec": {"hard": {"requests.nvidia.com/gpu": "2"}},
    });
    admin.apply(&quota);
    wait::until("the quota to count", || admin.get(&admin.path(&quota))["status"].get("used").map(|_| ()));
    admin.apply_yaml(&job(namespace, "run", 1, "", 4));
    event(admin, namespace, "FailedCreate");
}

/// A Job `bad` that has failed: its pod was killed for its memory.
pub fn killed(admin: &Client, namespace: &str) {
    let how = r#"mlop.test/fail-after: 1s, mlop.test/exit-code: "137", mlop.test/reason: OOMKilled"#;
    admin.apply_yaml(&job(namespace, "bad", 1, how, 0));
    job_when(admin, namespace, "bad", "failed", |job| has(job, "Failed"));
}
