//! How fast the recorder takes in a watch, and what memory it needs, by the number of events: the whole program, from the
//! connection to the file, against a server that replays as fast as it is read.
#![allow(
    missing_docs,
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench may end at the first surprise"
)]

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use kubectl_mlop::record::Reader;
use serde_json::{Value, json};

/// Events in the record, at each point of the curve; and as many pods as a large cluster has.
const CURVE: [usize; 5] = [1_000, 10_000, 50_000, 100_000, 200_000];
const PODS: usize = 10_000;
/// Events of one measured run.
const RUN: usize = 20_000;
const PAGE: usize = 500;

/// Serves discovery, pods in pages, no event in the list, and then so many in the watch.
fn serve(stream: &TcpStream, events: usize, pods: usize) -> Option<()> {
    let mut reader = BufReader::new(stream);
    loop {
        let mut first = String::new();
        reader.read_line(&mut first).ok().filter(|read| *read > 0)?;
        let mut line = String::new();
        while reader.read_line(&mut line).ok()? > 2 {
            line.clear();
        }
        let target = first.split(' ').nth(1)?.to_owned();
        let (path, query) = target.split_once('?').unwrap_or((&target, ""));
        let watch = query.contains("watch=true");
        let body = match path {
            "/api" => discovery(
                "v1",
                &json!([resource("Event", "events"), resource("Pod", "pods"), resource("Namespace", "namespaces")]),
            ),
            "/apis" => {
                json!({"kind": "APIGroupDiscoveryList", "apiVersion": "apidiscovery.k8s.io/v2", "metadata": {}, "items": []})
            }
            "/version" => json!({"gitVersion": "v1.36.0"}),
            "/api/v1/namespaces/kube-system" => {
                json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "kube-system", "uid": "bench"}})
            }
            "/api/v1/pods" if !watch => page(query, pods),
            _ if watch => {
                replay(stream, if path.ends_with("events") { events } else { 0 })?;
                // Open until the client goes.
                reader.read_line(&mut first).ok()?;
                return None;
            }
            _ => json!({"kind": "List", "apiVersion": "v1", "metadata": {"resourceVersion": "1"}, "items": []}),
        };
        let body = body.to_string();
        let kind = if path.starts_with("/api/v1") || path == "/version" {
            "application/json"
        } else {
            "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"
        };
        let mut to = stream;
        write!(to, "HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n\r\n{body}", body.len()).ok()?;
    }
}

fn resource(kind: &str, plural: &str) -> Value {
    let scope = if kind == "Namespace" { "Cluster" } else { "Namespaced" };
    json!({"resource": plural, "responseKind": {"group": "", "version": "v1", "kind": kind}, "scope": scope, "singularResource": "", "verbs": ["get", "list", "watch"]})
}

fn discovery(version: &str, resources: &Value) -> Value {
    json!({"kind": "APIGroupDiscoveryList", "apiVersion": "apidiscovery.k8s.io/v2", "metadata": {}, "items": [
        {"metadata": {}, "versions": [{"version": version, "resources": resources, "freshness": "Current"}]}]})
}

fn page(query: &str, pods: usize) -> Value {
    let from: usize = query.split('&').find_map(|part| part.strip_prefix("continue=")?.parse().ok()).unwrap_or(0);
    let to = (from + PAGE).min(pods);
    let mut metadata = json!({"resourceVersion": "1"});
    if to < pods {
        metadata["continue"] = to.to_string().into();
    }
    json!({"kind": "PodList", "apiVersion": "v1", "metadata": metadata, "items": (from..to).map(pod).collect::<Vec<_>>()})
}

fn pod(number: usize) -> Value {
    json!({
        "metadata": {"name": format!("run-{number}"), "namespace": "ml", "uid": format!("pod-{number}"), "resourceVersion": "1",
            "creationTimestamp": "2026-03-01T10:00:00Z", "labels": {"job-name": "run", "app": "train"}},
        "spec": {"nodeName": format!("node-{}", number / 8), "containers": [{"name": "main", "image": "registry.example/train:1",
            "args": ["--epochs", "3"], "env": [{"name": "RANK", "value": number.to_string()}], "resources": {"limits": {"nvidia.com/gpu": "1"}}}]},
        "status": {"phase": "Running", "podIP": "10.0.0.1", "conditions": [{"type": "Ready", "status": "True"}],
            "containerStatuses": [{"name": "main", "restartCount": 0, "ready": true, "state": {"running": {"startedAt": "2026-03-01T10:00:00Z"}}}]},
    })
}

/// Events as a busy cluster has them: a few thousand objects, most of them counted up again and again.
fn replay(stream: &TcpStream, events: usize) -> Option<()> {
    let mut to = stream;
    to.write_all(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n").ok()?;
    let mut lines = String::new();
    for number in 0..events {
        let (event, pod) = (number / 4, number % 3000);
        let object = json!({
            "kind": "Event", "apiVersion": "v1",
            "metadata": {"name": format!("run-{pod}.{event:x}"), "namespace": "ml", "uid": format!("event-{event}"), "resourceVersion": (number + 2).to_string(),
                "creationTimestamp": "2026-03-01T10:00:00Z", "managedFields": [{"manager": "kubelet", "operation": "Update", "apiVersion": "v1",
                    "time": "2026-03-01T10:00:00Z", "fieldsType": "FieldsV1", "fieldsV1": {"f:count": {}, "f:message": {}, "f:reason": {}}}]},
            "involvedObject": {"kind": "Pod", "namespace": "ml", "name": format!("run-{pod}"), "uid": format!("pod-{pod}"), "apiVersion": "v1", "resourceVersion": "1"},
            "reason": "BackOff", "message": format!("Back-off restarting failed container main in pod run-{pod}_ml(pod-{pod})"),
            "source": {"component": "kubelet", "host": "node-1"}, "type": "Warning", "count": number % 4 + 1,
            "firstTimestamp": "2026-03-01T10:00:00Z", "lastTimestamp": "2026-03-01T10:05:00Z", "eventTime": null,
            "reportingComponent": "kubelet", "reportingInstance": "node-1",
        });
        let kind = if number % 4 == 0 { "ADDED" } else { "MODIFIED" };
        lines.push_str(&json!({"type": kind, "object": object}).to_string());
        lines.push('\n');
        if lines.len() > 60_000 {
            to.write_all(lines.as_bytes()).ok()?;
            lines.clear();
        }
    }
    to.write_all(lines.as_bytes()).ok()
}

struct Recorder {
    child: Child,
    folder: tempfile::TempDir,
}

impl Drop for Recorder {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn start(events: usize, pods: usize) -> Recorder {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            thread::spawn(move || serve(&stream, events, pods));
        }
    });
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_kubectl-mlop"));
    command.args(["capture", "--watch", "-A", "-s", &url, "--record"]).arg(folder.path().join("record.sqlite"));
    command.env_clear().env("HOME", folder.path()).env("KUBECACHEDIR", "/dev/null");
    let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    Recorder { child, folder }
}

/// Waits until so many are in the record. Returns how long it took from the first one on.
fn wait(recorder: &Recorder, events: usize) -> Duration {
    let (began, record) = (Instant::now(), recorder.folder.path().join("record.sqlite"));
    let mut first = None;
    loop {
        assert!(began.elapsed() < Duration::from_secs(600), "the recorder does not get there");
        let sizes = Reader::open(&record).and_then(|reader| reader.sizes()).unwrap_or_default();
        if sizes.events > 0 {
            first.get_or_insert_with(|| (Instant::now(), sizes.events));
        }
        if sizes.events >= events as u64 {
            // What was there at the first look is not counted as taken in since.
            let (at, already) = first.unwrap();
            let share = (events as f64 - already as f64) / events as f64;
            return if share > 0.0 { at.elapsed().div_f64(share) } else { began.elapsed() };
        }
        thread::sleep(Duration::from_millis(20));
    }
}

/// The most memory it ever had, in MiB.
fn memory(recorder: &Recorder) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", recorder.child.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.split_whitespace().next().and_then(|kilobytes| kilobytes.parse::<u64>().ok()).unwrap_or(0) / 1024
}

fn record(criterion: &mut Criterion) {
    for events in CURVE {
        let recorder = start(events, PODS);
        let took = wait(&recorder, events);
        println!(
            "{events} events beside {PODS} pods: {:.0} events/s, {} MiB at most",
            events as f64 / took.as_secs_f64(),
            memory(&recorder)
        );
    }
    let mut group = criterion.benchmark_group("record");
    group.sample_size(10).throughput(Throughput::Elements(RUN as u64));
    group.bench_function("a watch", |bencher| {
        bencher.iter_custom(|times| (0..times).map(|_| wait(&start(RUN, 0), RUN)).sum());
    });
    group.finish();
}

criterion_group!(benches, record);
criterion_main!(benches);
