//! Gangs: one that one rank brings down, and one that comes to its end.

use serde_json::{Value, json};

use crate::control_plane::{Client, wait};
use crate::runs::{has, job, job_when};

const RANKS: usize = 4;
/// The rank that is killed for its memory.
const KILLED: &str = "2";

pub(super) fn begin(admin: &Client, namespace: &str) {
    admin.apply_yaml(&format!(
        r#"
apiVersion: batch/v1
kind: Job
metadata: {{name: run, namespace: {namespace}}}
spec:
  completionMode: Indexed
  parallelism: {RANKS}
  completions: {RANKS}
  backoffLimitPerIndex: 0
  template:
    spec:
      restartPolicy: Never
      containers: [{{name: main, image: "train:1", resources: {{limits: {{memory: 64Gi}}}}}}]
"#
    ));
}

/// Kills one rank; its peers give up once it is gone, as they do for want of an answer.
pub(super) fn one_rank_killed(admin: &Client, namespace: &str) {
    job_when(admin, namespace, "run", "ready", |job| job["status"]["ready"] == RANKS);
    let (killed, peers): (Vec<Value>, Vec<Value>) =
        pods(admin, namespace).into_iter().partition(|pod| index(pod) == KILLED);
    end(admin, &killed, &json!({"mlop.test/exit-code": "137", "mlop.test/reason": "OOMKilled"}));
    wait::until("the rank to be killed", || {
        let pods = pods(admin, namespace);
        pods.iter().any(|pod| index(pod) == KILLED && pod["status"]["phase"] == "Failed").then_some(())
    });
    end(admin, &peers, &json!({"mlop.test/exit-code": "1", "mlop.test/reason": "Error"}));
    job_when(admin, namespace, "run", "failed", |job| has(job, "Failed"));
}

fn pods(admin: &Client, namespace: &str) -> Vec<Value> {
    admin.list(&format!("/api/v1/namespaces/{namespace}/pods"))
}

fn index(pod: &Value) -> &str {
    pod["metadata"]["labels"]["batch.kubernetes.io/job-completion-index"].as_str().unwrap_or_default()
}

fn end(admin: &Client, pods: &[Value], how: &Value) {
    assert!(!pods.is_empty());
    for pod in pods {
        let mut annotations = how.clone();
        annotations["mlop.test/fail-after"] = "1s".into();
        let (namespace, name) = (pod["metadata"]["namespace"].as_str(), pod["metadata"]["name"].as_str());
        let path = format!("/api/v1/namespaces/{}/pods/{}", namespace.unwrap(), name.unwrap());
        let body = json!({"metadata": {"annotations": annotations}});
        admin.merge(&path, &body);
    }
}

pub(super) fn short(admin: &Client, namespace: &str) {
    admin.apply_yaml(&job(namespace, "run", 2, "mlop.test/complete-after: 1s", 0));
}

pub(super) fn complete(admin: &Client, namespace: &str) {
    job_when(admin, namespace, "run", "complete", |job| has(job, "Complete"));
}
