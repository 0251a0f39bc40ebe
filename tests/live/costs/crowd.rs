//! Everybody else: what fills a cluster besides the run in question.
//!
//! Owns the mixture, which is that of a busy shared cluster in small: mostly pods, events and ConfigMaps of other teams.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use serde_json::{Value, json};

use crate::control_plane::{Client, ControlPlane};

/// Of a thousand objects: pods, events, and nodes; the rest are ConfigMaps.
const PODS: usize = 380;
const EVENTS: usize = 270;
const NODES: usize = 26;

const WRITERS: usize = 8;

/// Makes objects number `from` to `to`; a twentieth of the pods stand in `beside`, the run's own namespace.
pub fn fill(plane: &ControlPlane, beside: &str, from: usize, to: usize) {
    let admin = plane.admin();
    for number in 0..20 {
        let name = team(number);
        if admin.try_get(&format!("/api/v1/namespaces/{name}")).is_none() {
            admin.create(&json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}}));
        }
    }
    let next = AtomicUsize::new(from);
    thread::scope(|scope| {
        for _ in 0..WRITERS {
            scope.spawn(|| {
                let client = plane.admin();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= to {
                        return;
                    }
                    make(&client, beside, number);
                }
            });
        }
    });
}

fn team(number: usize) -> String {
    format!("team-{}", number % 20)
}

fn make(client: &Client, beside: &str, number: usize) {
    // Every kind is among the first thousand as it is among all of them.
    let (sort, place) = (number * 617 % 1000, if number % 20 == 7 { beside.to_owned() } else { team(number) });
    let name = format!("other-{number}");
    let (path, object) = if sort < PODS {
        (format!("/api/v1/namespaces/{place}/pods"), pod(&name, number))
    } else if sort < PODS + EVENTS {
        (format!("/api/v1/namespaces/{place}/events"), event(&name, &place, number))
    } else if sort < PODS + EVENTS + NODES {
        ("/api/v1/nodes".to_owned(), node(&name))
    } else {
        let data = json!({"settings.yaml": "batch: 32\n".repeat(20)});
        (format!("/api/v1/namespaces/{place}/configmaps"), json!({"metadata": {"name": name}, "data": data}))
    };
    let answer = client.send("POST", &path, Some(("application/json", &object))).unwrap();
    assert_eq!(answer.code, 201, "{path}: {}", answer.body);
}

fn pod(name: &str, number: usize) -> Value {
    json!({
        "metadata": {"name": name, "labels": {"app": "serve", "version": number.to_string()}},
        "spec": {
            "nodeName": format!("node-{}", number % 500),
            "containers": [{"name": "main", "image": "registry.example.org/team/serve:1",
                "args": ["--port=8080", "--workers=4"],
                "resources": {"requests": {"cpu": "1", "memory": "2Gi"}, "limits": {"memory": "4Gi"}}}],
        },
    })
}

fn event(name: &str, place: &str, number: usize) -> Value {
    json!({
        "metadata": {"name": name},
        "involvedObject": {"apiVersion": "v1", "kind": "Pod", "namespace": place, "name": format!("other-{}", number / 2)},
        "type": "Warning", "reason": "BackOff", "message": "Back-off restarting failed container", "count": 3,
        "firstTimestamp": "2026-03-01T10:00:00Z", "lastTimestamp": "2026-03-01T10:05:00Z",
        "source": {"component": "kubelet"},
    })
}

fn node(name: &str) -> Value {
    let amounts = json!({"cpu": "64", "memory": "512Gi", "pods": "110"});
    json!({"metadata": {"name": name}, "status": {"capacity": amounts, "allocatable": amounts}})
}
