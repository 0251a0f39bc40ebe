//! What stands in the cluster: pods in every plight that a table has a word for, their job, their nodes, events.

use serde_json::{Value, json};

use crate::control_plane::Client;

/// A value that is nobody's business.
pub const PLANTED: &str = "kelpie-of-the-environment";

/// Makes everything; the kubelet of the pods' node listens at `port`.
pub fn make(admin: &Client, namespace: &str, port: u16) {
    node(admin, "gpu-a", port, false);
    node(admin, "gpu-b", port, true);
    let job = json!({
        "apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "train", "namespace": namespace, "labels": {"team": "vision"}},
        "spec": {"parallelism": 2, "completions": 4, "template": {"spec": {"restartPolicy": "Never", "containers": [
            {"name": "main", "image": "registry.example.org/train:7"}, {"name": "side", "image": "registry.example.org/side:1"}]}}},
    });
    let made = admin.create(&job);
    admin.set_status(
        &job,
        &json!({"active": 1, "succeeded": 1, "startTime": "2026-03-01T10:00:00Z"}),
        "kube-controller-manager",
    );
    let idle = json!({"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "idle", "namespace": namespace},
        "spec": {"suspend": true, "template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "x:1"}]}}}});
    admin.create(&idle);
    let condition = json!([{"type": "Suspended", "status": "True", "reason": "JobSuspended", "message": "", "lastTransitionTime": "2026-03-01T10:00:00Z"}]);
    admin.set_status(&idle, &json!({"conditions": condition}), "kube-controller-manager");
    for (name, spec, status) in pods() {
        pod(admin, namespace, name, &spec, &status, &made["metadata"]["uid"]);
    }
}

fn node(admin: &Client, name: &str, port: u16, closed: bool) {
    let node = json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": name,
        "labels": {"node-role.kubernetes.io/gpu": "", "kubernetes.io/role": "worker"}}, "spec": {"unschedulable": closed}});
    admin.create(&node);
    let info = json!({"machineID": "", "systemUUID": "", "bootID": "", "kernelVersion": "6.8.0", "osImage": "Example Linux 1",
        "containerRuntimeVersion": "containerd://2.0", "kubeletVersion": "v1.36.3", "kubeProxyVersion": "", "operatingSystem": "linux",
        "architecture": "amd64"});
    let ready = json!([{"type": "Ready", "status": if closed { "Unknown" } else { "True" }, "reason": "KubeletReady", "message": "",
        "lastHeartbeatTime": "2026-03-01T10:00:00Z", "lastTransitionTime": "2026-03-01T10:00:00Z"}]);
    let addresses =
        json!([{"type": "InternalIP", "address": "127.0.0.1"}, {"type": "Hostname", "address": "127.0.0.1"}]);
    let status = json!({"nodeInfo": info, "conditions": ready, "addresses": addresses,
        "capacity": {"cpu": "8", "memory": "64Gi", "nvidia.com/gpu": "8"},
        "allocatable": {"cpu": "8", "memory": "64Gi", "nvidia.com/gpu": "8"},
        "daemonEndpoints": {"kubeletEndpoint": {"Port": port}}});
    admin.set_status(&node, &status, "kubelet");
}

fn container(name: &str, state: &Value, ready: bool, restarts: u32, last: &Value) -> Value {
    json!({"name": name, "image": "registry.example.org/train:7", "imageID": "", "ready": ready, "started": ready,
        "restartCount": restarts, "state": state, "lastState": last})
}

/// Names, what is different in their specs, and their statuses.
fn pods() -> Vec<(&'static str, Value, Value)> {
    let running = json!({"running": {"startedAt": "2026-03-01T10:00:05Z"}});
    let ended = |code: i64, reason: &str, message: &str| {
        json!({"terminated": {"exitCode": code, "reason": reason, "message": message,
            "startedAt": "2026-03-01T10:00:05Z", "finishedAt": "2026-03-01T11:00:00Z"}})
    };
    let bare = |code: i64, signal: i64| json!({"terminated": {"exitCode": code, "signal": signal, "finishedAt": "2026-03-01T11:00:00Z"}});
    let waiting = |reason: &str| json!({"waiting": {"reason": reason}});
    let (none, on) = (json!({}), json!({"nodeName": "gpu-a"}));
    let ready = json!([{"type": "Ready", "status": "True"}, {"type": "Initialized", "status": "True"}]);
    let not_ready = json!([{"type": "Ready", "status": "False"}, {"type": "Initialized", "status": "True"}]);
    let init = |extra: Value| {
        let mut container = json!({"name": "prepare", "image": "registry.example.org/prepare:1"});
        container.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        json!({"nodeName": "gpu-a", "initContainers": [container]})
    };
    let status = |phase: &str, conditions: &Value, containers: Value| json!({"phase": phase, "conditions": conditions, "containerStatuses": containers, "podIP": "10.0.0.7", "podIPs": [{"ip": "10.0.0.7"}]});
    let started = |status: Value, init: Value| {
        let mut status = status;
        status["initContainerStatuses"] = json!([init]);
        status
    };
    vec![
        (
            "running",
            on.clone(),
            status(
                "Running",
                &ready,
                json!([
                    container("main", &running, true, 3, &ended(1, "Error", "")),
                    container("side", &running, true, 0, &none)
                ]),
            ),
        ),
        (
            "killed",
            on.clone(),
            status(
                "Failed",
                &not_ready,
                json!([
                    container("main", &ended(137, "OOMKilled", "out of memory at step 7"), false, 0, &none),
                    container("side", &ended(0, "Completed", ""), false, 0, &none)
                ]),
            ),
        ),
        (
            "signalled",
            on.clone(),
            status("Failed", &not_ready, json!([container("main", &bare(1, 9), false, 0, &none)])),
        ),
        ("coded", on.clone(), status("Failed", &not_ready, json!([container("main", &bare(3, 0), false, 0, &none)]))),
        (
            "half-done",
            on.clone(),
            status(
                "Running",
                &not_ready,
                json!([
                    container("main", &ended(0, "Completed", ""), false, 0, &none),
                    container("side", &running, true, 0, &none)
                ]),
            ),
        ),
        (
            "done",
            on.clone(),
            status("Succeeded", &not_ready, json!([container("main", &ended(0, "Completed", ""), false, 0, &none)])),
        ),
        (
            "crashing",
            on,
            status(
                "Running",
                &not_ready,
                json!([container("main", &waiting("CrashLoopBackOff"), false, 12, &ended(1, "Error", ""))]),
            ),
        ),
        (
            "pending",
            none.clone(),
            json!({"phase": "Pending", "conditions": [{"type": "PodScheduled", "status": "False",
            "reason": "Unschedulable", "message": "0/2 nodes are available."}]}),
        ),
        (
            "gated",
            json!({"schedulingGates": [{"name": "example.com/gate"}], "readinessGates": [{"conditionType": "example.com/ok"}]}),
            json!({"phase": "Pending", "conditions": [{"type": "PodScheduled", "status": "False", "reason": "SchedulingGated"}]}),
        ),
        (
            "preparing",
            init(none.clone()),
            started(json!({"phase": "Pending"}), container("prepare", &running, false, 0, &none)),
        ),
        (
            "unprepared",
            init(none.clone()),
            started(json!({"phase": "Pending"}), container("prepare", &waiting("ImagePullBackOff"), false, 0, &none)),
        ),
        (
            "misprepared",
            init(none.clone()),
            started(json!({"phase": "Pending"}), container("prepare", &bare(2, 0), false, 1, &none)),
        ),
        (
            "assisted",
            init(json!({"restartPolicy": "Always"})),
            started(
                status("Running", &ready, json!([container("main", &running, true, 0, &none)])),
                container("prepare", &running, true, 2, &ended(1, "Error", "")),
            ),
        ),
        (
            "evicted",
            json!({"nodeName": "gpu-b"}),
            json!({"phase": "Failed", "reason": "Evicted", "message": "The node was low on memory."}),
        ),
    ]
}

fn pod(admin: &Client, namespace: &str, name: &str, spec: &Value, status: &Value, job: &Value) {
    let mut pod = json!({
        "apiVersion": "v1", "kind": "Pod",
        "metadata": {"name": name, "namespace": namespace, "labels": {"team": "vision", "pod": name,
            "batch.kubernetes.io/controller-uid": job, "batch.kubernetes.io/job-name": "train"}, "ownerReferences": [
            {"apiVersion": "batch/v1", "kind": "Job", "name": "train", "uid": job, "controller": true}]},
        "spec": {"restartPolicy": "Never", "containers": [
            {"name": "main", "image": "registry.example.org/train:7", "env": [{"name": "PLACE", "value": PLANTED}]},
            {"name": "side", "image": "registry.example.org/side:1"}]},
    });
    pod["spec"].as_object_mut().unwrap().extend(spec.as_object().unwrap().clone());
    let made = admin.create(&pod);
    admin.set_status(&pod, status, "kubelet");
    for (number, message) in ["Successfully assigned", "Back-off restarting"].into_iter().enumerate() {
        admin.create(&json!({
            "apiVersion": "v1", "kind": "Event", "metadata": {"name": format!("{name}.{number}"), "namespace": namespace},
            "involvedObject": {"apiVersion": "v1", "kind": "Pod", "namespace": namespace, "name": name, "uid": made["metadata"]["uid"],
                "fieldPath": "spec.containers{main}"},
            "reason": "Happened", "message": format!("{message} of {name}"), "type": if number == 0 { "Normal" } else { "Warning" },
            "source": {"component": "kubelet", "host": "gpu-a"}, "count": number + 1,
            "firstTimestamp": "2026-03-01T10:00:00Z", "lastTimestamp": "2026-03-01T10:30:00Z",
        }));
    }
}
