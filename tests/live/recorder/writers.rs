//! Those who make events, and remember every version of every one of them: what the server itself said of each write. No
//! watcher can know more.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::control_plane::{Client, ControlPlane};

/// The versions of one event, in their order, and the one at which it was deleted, if it was.
#[derive(Clone, Debug, Default)]
pub struct Life {
    pub versions: Vec<u64>,
    pub deleted: Option<u64>,
    /// Whether a write was not answered: then there may be versions that nobody knows of.
    pub doubtful: bool,
}

/// Threads that write.
pub struct Writers {
    stop: Arc<AtomicBool>,
    threads: Vec<JoinHandle<BTreeMap<String, Life>>>,
}

impl Writers {
    /// Starts so many, each of which makes so many versions a second.
    pub fn start(plane: &ControlPlane, namespace: &str, many: usize, rate: u32) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let threads = (0..many)
            .map(|number| {
                let (admin, namespace, stop) = (plane.admin(), namespace.to_owned(), Arc::clone(&stop));
                thread::spawn(move || write(&admin, &namespace, number, rate, &stop))
            })
            .collect();
        Self { stop, threads }
    }

    /// Ends them; every event by its UID.
    pub fn stop(self) -> BTreeMap<String, Life> {
        self.stop.store(true, Ordering::SeqCst);
        self.threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    }
}

/// Makes an event, counts it up three times, and deletes every fourth.
fn write(admin: &Client, namespace: &str, number: usize, rate: u32, stop: &AtomicBool) -> BTreeMap<String, Life> {
    let mut lives = BTreeMap::new();
    let (start, mut done) = (Instant::now(), 0);
    let mut pace = || {
        done += 1;
        let due = Duration::from_secs(1) * done / rate;
        thread::sleep(due.saturating_sub(start.elapsed()));
    };
    let mut made = 0;
    while !stop.load(Ordering::SeqCst) {
        made += 1;
        let name = format!("event-{number}-{made}");
        let path = format!("/api/v1/namespaces/{namespace}/events");
        let event = json!({
            "apiVersion": "v1", "kind": "Event", "metadata": {"name": name, "namespace": namespace},
            "involvedObject": {"apiVersion": "v1", "kind": "Pod", "namespace": namespace, "name": format!("pod-{number}"), "uid": format!("uid-{number}")},
            "reason": "BackOff", "message": "Back-off restarting failed container", "type": "Warning", "count": 1,
            "firstTimestamp": "2026-03-01T10:00:00Z", "lastTimestamp": "2026-03-01T10:00:00Z", "source": {"component": "kubelet"},
        });
        pace();
        let Some(first) =
            admin.send("POST", &path, Some(("application/json", &event))).ok().filter(|made| made.code == 201)
        else {
            continue;
        };
        let uid = first.body["metadata"]["uid"].as_str().unwrap().to_owned();
        let mut life = Life { versions: vec![version(&first.body)], ..Life::default() };
        for count in 2..5 {
            pace();
            let body = json!({"count": count, "lastTimestamp": format!("2026-03-01T10:00:0{count}Z")});
            match admin.send("PATCH", &format!("{path}/{name}"), Some(("application/merge-patch+json", &body))) {
                Ok(answer) if answer.code == 200 => life.versions.push(version(&answer.body)),
                _ => life.doubtful = true,
            }
        }
        if made % 4 == 0 {
            match admin.send("DELETE", &format!("{path}/{name}"), None) {
                // What is answered is the version at which it was there last; it is gone at some later one.
                Ok(answer) if answer.code == 200 => life.deleted = life.versions.last().copied(),
                _ => life.doubtful = true,
            }
        }
        lives.insert(uid, life);
    }
    lives
}

fn version(event: &Value) -> u64 {
    event["metadata"]["resourceVersion"].as_str().unwrap().parse().unwrap()
}
