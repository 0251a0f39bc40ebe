//! A run as large as one likes, made up; the tests judge it and the benches time it.

use serde_json::{Value, json};

/// A gang with one cause: `ranks` pods of one indexed Job, the first killed for memory, the others ended after it.
pub fn gang(ranks: usize) -> Vec<Value> {
    let mut values = vec![json!({
        "apiVersion": "batch/v1", "kind": "Job",
        "metadata": {"name": "big", "namespace": "n", "uid": "job", "creationTimestamp": "2026-03-01T10:00:00Z"},
        "spec": {"parallelism": ranks, "completions": ranks, "completionMode": "Indexed"},
        "status": {"failed": ranks, "conditions": [{"type": "Failed", "status": "True", "reason": "BackoffLimitExceeded",
            "message": "Job has reached the specified backoff limit", "lastTransitionTime": "2026-03-01T11:01:00Z"}]}
    })];
    values.extend((0..ranks).map(|rank| {
        let (code, reason, second) = if rank == 0 { (137, "OOMKilled", 0) } else { (1, "Error", 7 + rank % 40) };
        json!({
            "apiVersion": "v1", "kind": "Pod",
            "metadata": {"name": format!("big-{rank}-x"), "namespace": "n", "uid": format!("pod-{rank}"),
                "labels": {"batch.kubernetes.io/controller-uid": "job", "batch.kubernetes.io/job-completion-index": rank.to_string()},
                "ownerReferences": [{"apiVersion": "batch/v1", "kind": "Job", "name": "big", "uid": "job", "controller": true}]},
            "spec": {"nodeName": format!("gpu-{}", rank / 8), "containers": [{"name": "main", "image": "train:1",
                "resources": {"limits": {"nvidia.com/gpu": "1", "memory": "64Gi"}}}]},
            "status": {"phase": "Failed", "containerStatuses": [{"name": "main", "restartCount": 0, "state": {"terminated":
                {"exitCode": code, "reason": reason, "finishedAt": format!("2026-03-01T11:00:{second:02}Z")}}}]}
        })
    }));
    values
}
