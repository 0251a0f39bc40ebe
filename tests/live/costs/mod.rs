//! What a diagnosis costs, by the server's own record: little, and no more on a large cluster than on a small one.

pub mod crowd;
pub mod runs;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use crate::control_plane::audit::counted;
use crate::control_plane::{ControlPlane, Parts};
use crate::fault_proxy::{FaultProxy, HELD, Upstream};
use crate::many::captured;
use crate::program::{Person, cause, ending};

/// Requests of a run that is well and in no queue, by TYPE/NAME.
const PLAIN: usize = 12;
/// With a queue.
const QUEUED: usize = 16;
/// What a gang of 512 may cost more than one of 8.
const LARGE: usize = 6;
/// A gang of 8 that failed: its 8 logs besides.
const FAILED: usize = PLAIN + 8;
/// Bytes received for a run of 8 pods that is well.
const BYTES: u64 = 200_000;
/// A capture of the whole cluster, without logs.
const EVERYTHING: usize = 60;
/// Kinds that a name alone may mean on this server, and the two questions of discovery.
const BY_NAME: usize = 2 + KINDS;
const KINDS: usize = 16;

/// Rounds of requests that wait for each other.
const ROUNDS: usize = 5;

/// Objects on the small cluster and on the large one.
const SMALL: usize = 500;
const LARGE_CLUSTER: usize = 19_000;

/// Requests and bytes.
type Cost = (usize, u64);

/// What one diagnosis cost, with the end it came to.
fn cost(plane: &ControlPlane, person: &Person<'_>, target: &str) -> (Cost, (String, Option<String>)) {
    let before = plane.audit().of_user(&person.user.name).len();
    let report = person.diagnose(target);
    let requests = plane.audit().of_user(&person.user.name).split_off(before);
    assert_eq!(report["budget"]["requests"], requests.len(), "{:?}", counted(&requests));
    let bytes = report["budget"]["bytes"].as_u64().unwrap();
    println!("{target}: {} requests, {bytes} bytes, {:?}", requests.len(), counted(&requests));
    let code = cause(&report).map(|finding| finding["code"].as_str().unwrap().to_owned());
    ((requests.len(), bytes), (ending(&report).0.to_owned(), code))
}

fn costs(plane: &ControlPlane, person: &Person<'_>) -> BTreeMap<&'static str, Cost> {
    let said = |state: &str, code: Option<&str>| (state.to_owned(), code.map(str::to_owned));
    let ends = [
        ("jobset/well", said("Healthy", None)),
        ("well", said("Healthy", None)),
        ("jobset/queued", said("Healthy", None)),
        ("jobset/large", said("Healthy", None)),
        ("jobset/run-42", said("Failed", Some("MLOP601"))),
    ];
    let measured = ends.into_iter().map(|(target, expected)| {
        let (cost, end) = cost(plane, person, target);
        assert_eq!(end, expected, "{target}");
        (target, cost)
    });
    measured.collect()
}

/// Rounds that one diagnosis takes. Every answer is held back for a second, so that whatever depends on none comes before
/// the first of them, and whatever depends on one after it.
fn rounds(upstream: &Arc<Upstream>, person: &Person<'_>, target: &str) -> usize {
    let proxy = FaultProxy::before(upstream);
    proxy.hold(usize::MAX);
    person.call(&["diagnose", target, "--server", &proxy.url()]);
    let mut at: Vec<_> = proxy.seen().into_iter().map(|seen| seen.at).collect();
    at.sort();
    let mut begun: Vec<Instant> = Vec::new();
    for at in at {
        if begun.last().is_none_or(|begun| at - *begun >= HELD) {
            begun.push(at);
        }
    }
    println!("{target}: {} rounds", begun.len());
    begun.len()
}

#[test]
fn a_run_costs_little_and_the_same_on_a_large_cluster() {
    let plane = ControlPlane::start(Parts { kinds: true, controllers: false, ..Parts::default() }).unwrap();
    let (admin, namespace) = (plane.admin(), plane.namespace());
    runs::gang(&admin, &namespace, "well", 8, |_| None);
    runs::gang(&admin, &namespace, "large", 512, |_| None);
    runs::queued(&admin, &namespace, "queued");
    // Worker 3 runs out of memory; the others end for want of it.
    runs::gang(&admin, &namespace, "run-42", 8, |rank| Some(if rank == 3 { (137, "OOMKilled") } else { (1, "Error") }));
    let person = Person::reader(&plane, &namespace);
    crowd::fill(&plane, &namespace, 0, SMALL);
    let small = costs(&plane, &person);
    let upstream = Arc::new(Upstream::of(&plane));
    for target in ["jobset/well", "jobset/queued", "jobset/run-42"] {
        assert!(rounds(&upstream, &person, target) <= ROUNDS, "{target}");
    }
    crowd::fill(&plane, &namespace, SMALL, LARGE_CLUSTER);
    let large = costs(&plane, &person);

    for (cluster, of) in [("small", &small), ("large", &large)] {
        let requests = |target: &str| of[target].0;
        println!("{cluster}: {of:?}");
        assert!(requests("jobset/well") <= PLAIN);
        assert!(requests("jobset/queued") <= QUEUED);
        assert!(requests("jobset/large") <= requests("jobset/well") + LARGE);
        assert!(requests("well") <= requests("jobset/well") + BY_NAME);
        assert!(requests("jobset/run-42") <= FAILED);
        assert!(of["jobset/well"].1 <= BYTES && of["jobset/queued"].1 <= BYTES && of["well"].1 <= BYTES);
    }
    everything(&plane, &person);
    let requests = |of: &BTreeMap<&'static str, Cost>| -> Vec<usize> { of.values().map(|cost| cost.0).collect() };
    assert_eq!(requests(&small), requests(&large));
}

/// A capture of everything is a few lists, and their pages.
fn everything(plane: &ControlPlane, person: &Person<'_>) {
    let folder = tempfile::tempdir().unwrap();
    let before = plane.audit().of_user(&person.user.name).len();
    let said = captured(person, folder.path(), "all.zip", &["-A", "--logs=none"]);
    assert_eq!(said.code, 0, "{said:?}");
    let requests = plane.audit().of_user(&person.user.name).split_off(before);
    println!("capture -A: {} requests, {:?}", requests.len(), counted(&requests));
    assert!(requests.len() <= EVERYTHING, "{:?}", counted(&requests));
}
