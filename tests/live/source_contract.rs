//! What every source promises, of the live cluster.

use std::sync::Arc;

use kubectl_mlop::collect::Answer;
use kubectl_mlop::kinds::{Kinds, names};
use kubectl_mlop::model::Query;
use kubectl_mlop::source::Source as _;
use kubectl_mlop::source::cluster::{Cluster, Connection};
use serde_json::{Value, json};

use self::contract::{LAST_WORDS, World};
use crate::control_plane::{Client, server};
use crate::fault_proxy::{Fault, FaultProxy, Key, Upstream};
use crate::program::Person;

#[path = "../shared/source_contract.rs"]
mod contract;

/// Makes the world of the contract on the API server.
fn make(admin: &Client, namespace: &str) -> World {
    let (node, image) = (format!("node-of-{namespace}"), "x:1");
    admin.apply(&json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": node}}));
    let containers = json!([{"name": "main", "image": image}]);
    let job = admin.apply(&json!({
        "apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "run", "namespace": namespace},
        "spec": {"template": {"spec": {"restartPolicy": "Never", "containers": containers}}},
    }));
    let uid = |object: &Value| object["metadata"]["uid"].as_str().unwrap().to_owned();
    let owner = json!({"apiVersion": "batch/v1", "kind": "Job", "name": "run", "uid": uid(&job), "controller": true});
    let pod = json!({
        "apiVersion": "v1", "kind": "Pod",
        "metadata": {
            "name": "run-x", "namespace": namespace, "ownerReferences": [owner],
            "labels": {"batch.kubernetes.io/controller-uid": uid(&job)},
        },
        "spec": {"nodeName": node, "restartPolicy": "Never", "containers": containers},
    });
    let pod = admin.apply(&pod);
    let ended = json!({"exitCode": 1, "reason": "Error", "finishedAt": "2026-03-01T10:01:00Z"});
    let status = json!({"name": "main", "image": image, "imageID": "", "ready": false, "restartCount": 0,
        "state": {"terminated": ended}});
    admin.set_status(&pod, &json!({"phase": "Failed", "containerStatuses": [status]}), "kubelet");
    for (name, about, reason) in
        [("run.1", uid(&job), "SuccessfulCreate"), ("run.0", "another".to_owned(), "FailedCreate")]
    {
        admin.apply(&json!({
            "apiVersion": "v1", "kind": "Event", "metadata": {"name": name, "namespace": namespace},
            "involvedObject": {
                "apiVersion": "batch/v1", "kind": "Job", "name": "run", "namespace": namespace, "uid": about,
            },
            "reason": reason, "message": reason, "type": "Normal", "lastTimestamp": "2026-03-01T10:00:01Z",
        }));
    }
    World { namespace: namespace.to_owned(), job: uid(&job), pod: uid(&pod) }
}

/// A proxy that plays the kubelet: it has the log of the pod.
fn with_log(namespace: &str) -> FaultProxy {
    let proxy = FaultProxy::before(&Arc::new(Upstream::of(server())));
    let log = |previous: bool| {
        let path = format!("/api/v1/namespaces/{namespace}/pods/run-x/log");
        Key::of(&format!("{path}?container=main&previous={previous}&tailLines=5000&limitBytes=16777216"))
    };
    proxy.fail(&log(false), Fault::Says(200, LAST_WORDS), None);
    proxy.fail(&log(true), Fault::Says(400, "previous terminated container \"main\" in pod \"run-x\" not found"), None);
    proxy
}

#[test]
fn a_live_cluster_keeps_what_every_source_promises() {
    let namespace = server().namespace();
    let world = make(&server().admin(), &namespace);
    let (proxy, person) = (with_log(&namespace), Person::reader(server(), &namespace));
    let connect = || {
        let (url, token) = (proxy.url(), person.user.token().to_owned());
        let connection = Connection { server: Some(url), token: Some(token), ..Connection::default() };
        Cluster::connect(&connection, &Kinds::built_in()).unwrap()
    };
    contract::answers_in_order("cluster", &mut connect(), &world);
    contract::tells_namesakes_apart("cluster", &mut connect(), &world);
    contract::states_absence("cluster", &mut connect(), &world);
    contract::repeats_itself("cluster", &mut connect(), &world);
    let strange = Query::Get { kind: names::NODE, namespace: None, name: "elsewhere".to_owned() };
    assert_eq!(connect().answer(&[strange])[0], Answer::Objects { items: Vec::new(), complete: true });
    let mut bundle = world.bundle(&mut connect());
    assert_eq!(world.seen(&mut connect()), world.seen(&mut bundle));
    contract::answers_in_order("bundle of a cluster", &mut bundle, &world);
    contract::tells_namesakes_apart("bundle of a cluster", &mut bundle, &world);
    contract::states_absence("bundle of a cluster", &mut bundle, &world);
    contract::repeats_itself("bundle of a cluster", &mut bundle, &world);
}
