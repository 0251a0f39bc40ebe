//! What a live diagnosis costs, beside the bare requests that it makes, on a small cluster and on a large one.
//!
//! Starts a control plane of its own, so it needs Go, as the live tests do. The whole program is timed, from its start to its
//! end; the limit is one new connection over which the same requests are sent one after the other, and nothing is parsed.
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
use criterion::{Criterion, criterion_group, criterion_main};
use serde_json::json;

/// Objects on the small cluster and on the large one.
const SIZES: [usize; 2] = [500, 19_000];

fn diagnose(kubeconfig: &Path, target: &str) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kubectl-mlop"));
    command.args(["diagnose", target, "--exit-zero", "--kubeconfig"]).arg(kubeconfig);
    let status = command.stdout(Stdio::null()).status().unwrap();
    assert!(status.success(), "{target}: {status}");
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
            let mut group = criterion.benchmark_group(format!("{target} among {size} objects"));
            group.sample_size(10).warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(2));
            group.bench_function(format!("limit: its {} requests", requests.len()), |bencher| {
                bencher.iter(|| {
                    let client = plane.client(&user);
                    for request in &requests {
                        client.send("GET", &request.uri, None).unwrap();
                    }
                });
            });
            group.bench_function("diagnose", |bencher| bencher.iter(|| diagnose(&kubeconfig, target)));
            group.finish();
        }
    }
}

criterion_group!(benches, costs);
criterion_main!(benches);
