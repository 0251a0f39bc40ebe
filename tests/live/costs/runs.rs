//! Runs without controllers: every object and every status is written here, so that nothing changes while it is counted.

use serde_json::{Value, json};

use crate::control_plane::Client;

/// A Job `name` of so many pods, made by a JobSet of that name. `ends` says how each pod ended, if it did.
pub fn gang(
    admin: &Client,
    namespace: &str,
    name: &str,
    pods: usize,
    ends: impl Fn(usize) -> Option<(i64, &'static str)>,
) {
    let set = json!({
        "apiVersion": "jobset.x-k8s.io/v1alpha2", "kind": "JobSet", "metadata": {"name": name, "namespace": namespace},
        "spec": {"replicatedJobs": [{"name": "worker", "replicas": 1}]},
    });
    let failed = (0..pods).filter(|rank| ends(*rank).is_some()).count();
    let set_uid = admin.create(&set)["metadata"]["uid"].clone();
    let counted = |well: usize, bad: usize| json!([{"name": "worker", "active": well, "ready": well, "failed": bad, "succeeded": 0, "suspended": 0}]);
    let status = match failed {
        0 => json!({"restarts": 0, "replicatedJobsStatus": counted(1, 0)}),
        _ => json!({"restarts": 0, "replicatedJobsStatus": counted(0, 1), "terminalState": "Failed", "conditions": [
            {"type": "Failed", "status": "True", "reason": "FailedJobs", "lastTransitionTime": "2026-03-01T11:01:00Z",
                "message": format!("jobset failed due to one or more job failures (first failed job: {name}-worker-0)")}]}),
    };
    admin.set_status(&set, &status, "jobset-controller");
    let job = json!({
        "apiVersion": "batch/v1", "kind": "Job",
        "metadata": {"name": format!("{name}-worker-0"), "namespace": namespace,
            "labels": {"jobset.sigs.k8s.io/jobset-name": name, "jobset.sigs.k8s.io/replicatedjob-name": "worker"},
            "ownerReferences": [owner("jobset.x-k8s.io/v1alpha2", "JobSet", name, &set_uid)]},
        "spec": {"parallelism": pods, "completions": pods, "completionMode": "Indexed", "backoffLimit": 0,
            "template": {"spec": {"restartPolicy": "Never", "containers": [container()]}}},
    });
    let job_uid = admin.create(&job)["metadata"]["uid"].clone();
    let status = if failed == 0 {
        json!({"active": pods, "ready": pods, "startTime": "2026-03-01T10:00:00Z"})
    } else {
        json!({"failed": failed, "startTime": "2026-03-01T10:00:00Z", "conditions": [
            {"type": "FailureTarget", "status": "True", "reason": "BackoffLimitExceeded",
                "message": "Job has reached the specified backoff limit", "lastTransitionTime": "2026-03-01T11:01:00Z"},
            {"type": "Failed", "status": "True", "reason": "BackoffLimitExceeded",
                "message": "Job has reached the specified backoff limit", "lastTransitionTime": "2026-03-01T11:01:00Z"},
        ]})
    };
    admin.set_status(&job, &status, "kube-controller-manager");
    for rank in 0..pods {
        let object = pod(namespace, name, rank, &job_uid);
        let path = format!("/api/v1/namespaces/{namespace}/pods");
        let made = admin.send("POST", &path, Some(("application/json", &object))).unwrap();
        assert_eq!(made.code, 201, "{}", made.body);
        let path = format!("{path}/{}/status", object["metadata"]["name"].as_str().unwrap());
        let status = json!({"status": pod_status(ends(rank), rank)});
        admin.merge(&path, &status);
    }
}

/// A Job of 8 pods that Kueue admitted: its Workload, its queues and its flavor.
pub fn queued(admin: &Client, namespace: &str, name: &str) {
    const KUEUE: &str = "kueue.x-k8s.io/v1beta2";
    admin.create(&json!({"apiVersion": KUEUE, "kind": "ResourceFlavor", "metadata": {"name": "gpus"}, "spec": {}}));
    let active = |reason: &str| {
        json!([{"type": "Active", "status": "True", "reason": reason, "message": "Can admit new workloads",
            "lastTransitionTime": "2026-03-01T09:00:00Z"}])
    };
    let cluster_queue = json!({
        "apiVersion": KUEUE, "kind": "ClusterQueue", "metadata": {"name": "team"},
        "spec": {"resourceGroups": [{"coveredResources": ["nvidia.com/gpu"], "flavors": [
            {"name": "gpus", "resources": [{"name": "nvidia.com/gpu", "nominalQuota": "64"}]}]}]},
    });
    admin.create(&cluster_queue);
    admin.set_status(&cluster_queue, &json!({"conditions": active("Ready")}), "kueue");
    let local_queue = json!({
        "apiVersion": KUEUE, "kind": "LocalQueue", "metadata": {"name": "gpus", "namespace": namespace},
        "spec": {"clusterQueue": "team"},
    });
    admin.create(&local_queue);
    admin.set_status(&local_queue, &json!({"conditions": active("Ready")}), "kueue");
    gang(admin, namespace, name, 8, |_| None);
    let path = format!("/apis/jobset.x-k8s.io/v1alpha2/namespaces/{namespace}/jobsets/{name}");
    let label = json!({"metadata": {"labels": {"kueue.x-k8s.io/queue-name": "gpus"}}});
    let set = admin.merge(&path, &label);
    let workload = json!({
        "apiVersion": KUEUE, "kind": "Workload",
        "metadata": {"name": format!("jobset-{name}-1a2b3"), "namespace": namespace,
            "ownerReferences": [owner("jobset.x-k8s.io/v1alpha2", "JobSet", name, &set["metadata"]["uid"])]},
        "spec": {"queueName": "gpus", "podSets": [{"name": "worker", "count": 8}]},
    });
    admin.create(&workload);
    let met = |kind: &str, reason: &str| {
        json!({"type": kind, "status": "True", "reason": reason, "message": "", "observedGeneration": 1,
            "lastTransitionTime": "2026-03-01T10:00:00Z"})
    };
    let status = json!({
        "admission": {"clusterQueue": "team", "podSetAssignments": [{"name": "worker", "count": 8,
            "flavors": {"nvidia.com/gpu": "gpus"}, "resourceUsage": {"nvidia.com/gpu": "8"}}]},
        "conditions": [met("QuotaReserved", "QuotaReserved"), met("Admitted", "Admitted")],
    });
    admin.set_status(&workload, &status, "kueue");
}

fn owner(version: &str, kind: &str, name: &str, uid: &Value) -> Value {
    json!({"apiVersion": version, "kind": kind, "name": name, "uid": uid, "controller": true, "blockOwnerDeletion": true})
}

fn container() -> Value {
    json!({"name": "node", "image": "registry.example.org/ml/train:7", "args": ["--epochs=3"],
        "resources": {"limits": {"nvidia.com/gpu": 1, "memory": "64Gi"}}})
}

fn pod(namespace: &str, name: &str, rank: usize, job_uid: &Value) -> Value {
    let job = format!("{name}-worker-0");
    json!({
        "apiVersion": "v1", "kind": "Pod",
        "metadata": {
            "name": format!("{job}-{rank}-x"), "namespace": namespace,
            "labels": {"batch.kubernetes.io/controller-uid": job_uid, "batch.kubernetes.io/job-name": job,
                "batch.kubernetes.io/job-completion-index": rank.to_string(), "jobset.sigs.k8s.io/jobset-name": name},
            "ownerReferences": [owner("batch/v1", "Job", &job, job_uid)],
        },
        "spec": {"nodeName": format!("gpu-{}", rank / 8), "restartPolicy": "Never", "containers": [container()]},
    })
}

fn pod_status(end: Option<(i64, &str)>, rank: usize) -> Value {
    let ready = if end.is_none() { "True" } else { "False" };
    let second = 10 + rank % 40;
    let state = match end {
        None => json!({"running": {"startedAt": "2026-03-01T10:00:05Z"}}),
        Some((code, reason)) => json!({"terminated": {"exitCode": code, "reason": reason,
            "startedAt": "2026-03-01T10:00:05Z",
            "finishedAt": if code == 137 { "2026-03-01T11:00:00Z".to_owned() } else { format!("2026-03-01T11:00:{second}Z") }}}),
    };
    let conditions = ["PodScheduled", "Initialized", "Ready", "ContainersReady"].map(|kind| {
        let status = if kind.contains("Ready") { ready } else { "True" };
        json!({"type": kind, "status": status, "lastTransitionTime": "2026-03-01T10:00:05Z"})
    });
    json!({
        "phase": if end.is_some() { "Failed" } else { "Running" }, "startTime": "2026-03-01T10:00:00Z",
        "conditions": conditions,
        "containerStatuses": [{"name": "node", "image": "registry.example.org/ml/train:7", "imageID": "",
            "ready": end.is_none(), "started": end.is_none(), "restartCount": 0, "state": state}],
    })
}
