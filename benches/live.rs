//! What a live diagnosis costs, beside the bare requests that it makes, on a small cluster and on a large one.
//!
//! Starts a control plane of its own, so it needs Go, as the live tests do. The whole program is timed, from its start to its
//! end. There are two limits: a program that does nothing but start, connect and send the same requests one after the other
//! (this one, called again), and the same without the start of a program.
#![allow(
    missing_docs,
    dead_code,
    unused_imports,
    unreachable_pub,
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench may end at the first surprise, and uses a part of what the tests share"
)]

#[path = "../tests/live/control_plane/mod.rs"]
mod control_plane;
#[path = "../tests/live/crds.rs"]
mod crds;
#[path = "../tests/live/costs/crowd.rs"]
mod crowd;
#[path = "../tests/live/costs/runs.rs"]
mod runs;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use control_plane::{ControlPlane, Parts};
use criterion::{Criterion, criterion_group};
use serde_json::{Value, json};

/// Objects on the small cluster and on the large one.
const SIZES: [usize; 2] = [500, 19_000];

fn diagnose(kubeconfig: &Path, target: &str) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kubectl-mlop"));
    command.args(["diagnose", target, "--exit-zero", "--kubeconfig"]).arg(kubeconfig);
    let status = command.stdout(Stdio::null()).status().unwrap();
    assert!(status.success(), "{target}: {status}");
}

/// If set, the requests that this process is to send: it is the limit, and no bench.
const LIMIT: &str = "MLOP_BENCH_LIMIT";

/// Sends the requests of a file, and reads the answers.
fn ask(file: &Path) {
    let wanted: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let text = |name: &str| wanted[name].as_str().unwrap();
    let agent = control_plane::agent(text("authority"));
    for uri in wanted["uris"].as_array().unwrap() {
        let request = agent.get(format!("{}{}", text("url"), uri.as_str().unwrap()));
        let mut answer = request.header("Authorization", format!("Bearer {}", text("token"))).call().unwrap();
        std::hint::black_box(answer.body_mut().with_config().limit(u64::MAX).read_to_vec().unwrap());
    }
}

/// The same in a process of its own.
fn ask_elsewhere(file: &Path) {
    let status = Command::new(std::env::current_exe().unwrap()).env(LIMIT, file).status().unwrap();
    assert!(status.success(), "{status}");
}

fn costs(criterion: &mut Criterion) {
    let plane = ControlPlane::start(Parts { kinds: true, controllers: false, ..Parts::default() }).unwrap();
    let (admin, namespace) = (plane.admin(), plane.namespace());
    runs::gang(&admin, &namespace, "well", 8, |_| None);
    runs::gang(&admin, &namespace, "run-42", 8, |rank| Some(if rank == 3 { (137, "OOMKilled") } else { (1, "Error") }));
    let user = plane.user();
    let binding = json!({
        "apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRoleBinding", "metadata": {"name": "bench"},
        "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "cluster-admin"},
        "subjects": [{"apiGroup": "rbac.authorization.k8s.io", "kind": "User", "name": user.name}],
    });
    admin.apply(&binding);
    let kubeconfig = plane.kubeconfig(&user, &namespace);
    let mut made = 0;
    for size in SIZES {
        crowd::fill(&plane, &namespace, made, size);
        made = size;
        for target in ["jobset/well", "jobset/run-42"] {
            let before = plane.audit().of_user(&user.name).len();
            diagnose(&kubeconfig, target);
            let requests = plane.audit().of_user(&user.name).split_off(before);
            let uris: Vec<&str> = requests.iter().map(|request| request.uri.as_str()).collect();
            let wanted = plane.folder().join("limit.json");
            let authority = std::fs::read_to_string(plane.folder().join("ca.crt")).unwrap();
            let who = json!({"url": plane.url(), "token": user.token(), "authority": authority, "uris": uris});
            std::fs::write(&wanted, who.to_string()).unwrap();
            let mut group = criterion.benchmark_group(format!("{target} among {size} objects"));
            group.sample_size(10).warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(2));
            group.bench_function(format!("limit: its {} requests, without a process", requests.len()), |bencher| {
                bencher.iter(|| {
                    let client = plane.client(&user);
                    for request in &requests {
                        client.send("GET", &request.uri, None).unwrap();
                    }
                });
            });
            group.bench_function(format!("limit: its {} requests", requests.len()), |bencher| {
                bencher.iter(|| ask_elsewhere(&wanted));
            });
            group.bench_function("diagnose", |bencher| bencher.iter(|| diagnose(&kubeconfig, target)));
            group.finish();
        }
    }
}

criterion_group!(benches, costs);

fn main() {
    match std::env::var_os(LIMIT) {
        Some(file) => ask(Path::new(&file)),
        None => benches(),
    }
}
