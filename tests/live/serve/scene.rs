//! A run in which everything stands that a table has a word for, and its bundle.
//!
//! Shared: made once, then only looked at.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

use serde_json::{Value, json};

use super::served::{Served, said};
use crate::control_plane::{Client, cluster, programs, wait};
use crate::program::{Person, Said};
use crate::runs::{event, has, job, job_when};

/// A password in a termination message, to be taken out.
pub const SECRET: &str = "hunter2-9fJx2LqP";

/// The run and its bundle.
pub struct Scene {
    pub person: Person<'static>,
    pub namespace: String,
    pub bundle: PathBuf,
}

impl Scene {
    /// The bundle, served to one test: nobody would end a server that is shared.
    pub fn serve(&self) -> Served {
        Served::start(&self.bundle)
    }

    /// What kubectl says on the cluster.
    pub fn kubectl(&self, arguments: &[&str]) -> Said {
        // The file is there already; written anew, it would be empty for a moment, and the tests run side by side.
        let mut command = Command::new(programs::path("kubectl"));
        command.env("HOME", self.person.home()).env("KUBECONFIG", self.person.kubeconfig());
        said(command.args(arguments))
    }

    /// The same of something that is there.
    pub fn prints(&self, arguments: &[&str]) -> String {
        let said = self.kubectl(arguments);
        assert_eq!(said.code, 0, "{arguments:?}: {said:?}");
        said.out
    }
}

/// The scene.
pub fn scene() -> &'static Scene {
    static SCENE: OnceLock<Scene> = OnceLock::new();
    SCENE.get_or_init(|| {
        let (admin, namespace) = (cluster().admin(), cluster().namespace());
        make(&admin, &namespace);
        let person = Person::reader(cluster(), &namespace);
        // Goes with the cluster: nobody drops what is shared.
        let bundle = person.home().join("run.zip");
        let captured = person.call(&["capture", "tj/run", "-n", &namespace, "--to", bundle.to_str().unwrap()]);
        assert!(bundle.exists(), "{captured:?}");
        Scene { person, namespace, bundle }
    })
}

fn make(admin: &Client, namespace: &str) {
    let run = admin.apply(&json!({
        "apiVersion": "platform.example.io/v1alpha1", "kind": "TrainingJob",
        "metadata": {"name": "run", "namespace": namespace}, "spec": {"gpus": 8},
    }));
    let owner = json!([{
        "apiVersion": "platform.example.io/v1alpha1", "kind": "TrainingJob", "name": "run",
        "uid": run["metadata"]["uid"], "controller": true,
    }]);
    let pod = |name: &str, annotations: Value, spec: Value| {
        let mut object = json!({
            "apiVersion": "v1", "kind": "Pod", "spec": spec,
            "metadata": {"name": name, "namespace": namespace, "annotations": annotations, "ownerReferences": owner,
                "labels": {"member": name}},
        });
        object["spec"]["restartPolicy"] = "Never".into();
        admin.apply(&object);
        object
    };
    let main = || json!({"containers": [{"name": "main", "image": "train:1", "env": [{"name": "A", "value": "b"}]}]});
    let running = pod("running", json!({}), main());
    let failing = json!({"mlop.test/fail-after": "1s", "mlop.test/exit-code": "137", "mlop.test/reason": "OOMKilled"});
    let failed = pod("failed", failing, main());
    pod("waiting", json!({"mlop.test/waiting": "ImagePullBackOff", "mlop.test/message": "not found"}), main());
    let gpus = json!({"containers": [{
        "name": "main", "image": "train:1", "resources": {"limits": {"nvidia.com/gpu": 16}},
    }]});
    pod("pending", json!({}), gpus);
    let beside = json!({
        "initContainers": [{"name": "first", "image": "i:1"}, {"name": "side", "image": "s:1", "restartPolicy": "Always"}],
        "containers": [{"name": "main", "image": "train:1"}, {"name": "other", "image": "other:1"}],
    });
    pod("sidecar", json!({}), beside);
    for (name, pods, how) in
        [("done", 2, "mlop.test/complete-after: 1s"), ("bad", 1, "mlop.test/fail-after: 1s"), ("busy", 1, "")]
    {
        admin.apply_yaml(&job(namespace, name, pods, how, 0));
        let path = format!("/apis/batch/v1/namespaces/{namespace}/jobs/{name}");
        admin.merge(&path, &json!({"metadata": {"ownerReferences": owner}}));
    }
    job_when(admin, namespace, "done", "complete", |job| has(job, "Complete"));
    job_when(admin, namespace, "bad", "failed", |job| has(job, "Failed"));
    job_when(admin, namespace, "busy", "busy", |job| job["status"]["ready"] == 1);
    event(admin, namespace, "FailedScheduling");
    let phase = |name: &str, phase: &str| {
        let path = format!("/api/v1/namespaces/{namespace}/pods/{name}");
        wait::until(&format!("pod {name} to be {phase}"), || {
            admin.try_get(&path).filter(|pod| pod["status"]["phase"] == phase)
        })
    };
    phase("sidecar", "Running");
    let mut statuses = phase("failed", "Failed")["status"]["containerStatuses"].clone();
    statuses[0]["state"]["terminated"]["message"] = format!("cannot log in: password={SECRET}").into();
    admin.set_status(&failed, &json!({"containerStatuses": statuses}), "kubelet");
    let mut statuses = phase("running", "Running")["status"]["containerStatuses"].clone();
    statuses[0]["restartCount"] = 2.into();
    statuses[0]["lastState"]["terminated"] = json!({
        "exitCode": 1, "reason": "Error", "startedAt": "2026-11-30T12:00:00Z", "finishedAt": "2026-11-30T12:01:00Z",
    });
    admin.set_status(&running, &json!({"containerStatuses": statuses}), "kubelet");
    let path = format!("/api/v1/namespaces/{namespace}/pods/waiting");
    wait::until("the container to wait", || {
        let state = admin.get(&path)["status"]["containerStatuses"][0]["state"].clone();
        state.get("waiting").cloned()
    });
}
