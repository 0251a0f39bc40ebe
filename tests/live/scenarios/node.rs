//! A node that no longer answers while a run is on it.
//!
//! Nobody but this file plays its kubelet: it says once that all is well, and then nothing more.

use serde_json::{Value, json};

use crate::control_plane::{Client, nodes, wait};
use crate::runs::job_when;

const NODE: &str = "gpu-2";

pub(super) fn begin(admin: &Client, namespace: &str) {
    let mut node = nodes::node(NODE, "96", 8);
    // Nothing else may come here: nobody would start it.
    node["spec"]["taints"] = json!([{"key": "pool", "value": "spare", "effect": "NoSchedule"}]);
    let now = jiff::Timestamp::now().to_string();
    let heard = json!({"lastHeartbeatTime": now, "lastTransitionTime": now});
    let condition = |kind: &str, status: &str, reason: &str| {
        let mut condition = heard.clone();
        condition["type"] = kind.into();
        condition["status"] = status.into();
        condition["reason"] = reason.into();
        condition
    };
    node["status"]["conditions"] = json!([
        condition("MemoryPressure", "False", "KubeletHasSufficientMemory"),
        condition("DiskPressure", "False", "KubeletHasNoDiskPressure"),
        condition("PIDPressure", "False", "KubeletHasSufficientPID"),
        condition("Ready", "True", "KubeletReady"),
    ]);
    admin.create(&node);
    admin.apply_yaml(&format!(
        r#"
apiVersion: batch/v1
kind: Job
metadata: {{name: run, namespace: {namespace}}}
spec:
  template:
    spec:
      restartPolicy: Never
      nodeSelector: {{kubernetes.io/hostname: {NODE}}}
      tolerations: [{{key: pool, operator: Exists}}]
      containers: [{{name: main, image: "train:1", resources: {{limits: {{nvidia.com/gpu: 8}}}}}}]
"#
    ));
    let pods = format!("/api/v1/namespaces/{namespace}/pods");
    let pod = wait::until("the pod to have a node", || {
        admin.list(&pods).into_iter().find(|pod| pod["spec"]["nodeName"] == NODE)
    });
    let path = format!("{pods}/{}/status", pod["metadata"]["name"].as_str().unwrap());
    let status = json!({"status": running(&now)});
    admin.merge(&path, &status);
    job_when(admin, namespace, "run", "ready", |job| job["status"]["ready"] == 1);
}

fn running(now: &str) -> Value {
    let conditions = ["PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady"]
        .map(|kind| json!({"type": kind, "status": "True", "lastTransitionTime": now}));
    json!({
        "phase": "Running", "startTime": now, "conditions": conditions,
        "containerStatuses": [{"name": "main", "image": "train:1", "imageID": "", "ready": true, "started": true,
            "restartCount": 0, "state": {"running": {"startedAt": now}}}],
    })
}

pub(super) fn lost(admin: &Client, namespace: &str) {
    let has = |object: &Value, status: &str| {
        let conditions = object["status"]["conditions"].as_array()?;
        conditions.iter().find(|one| one["type"] == "Ready" && one["status"] == status).map(|_| ())
    };
    wait::until("the node to be missed", || has(&admin.get(&format!("/api/v1/nodes/{NODE}")), "Unknown"));
    let pods = format!("/api/v1/namespaces/{namespace}/pods");
    wait::until("the pod to be marked", || has(admin.list(&pods).first()?, "False"));
}
