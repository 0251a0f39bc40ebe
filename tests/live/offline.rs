//! A bundle says what the cluster said.

use std::fs;

use serde_json::Value;

use crate::control_plane::{ControlPlane, Parts};
use crate::program::{Person, bare};
use crate::runs::too_large;

/// A report without what it cost and where it is from. The moment it shows stays in.
fn judged(mut report: Value) -> Value {
    let fields = report.as_object_mut().unwrap();
    fields.remove("budget");
    fields["metadata"].as_object_mut().unwrap().remove("source");
    report
}

#[test]
fn a_bundle_is_diagnosed_as_the_cluster_is() {
    let mut plane = ControlPlane::start(Parts { kinds: true, controllers: true }).unwrap();
    let namespace = plane.namespace();
    too_large(&plane.admin(), &namespace);
    // From here on nothing changes but the time.
    for program in ["kube-scheduler", "kube-controller-manager", "kwok"] {
        plane.stop(program);
    }
    let person = Person::reader(&plane, &namespace);
    let elsewhere = tempfile::tempdir().unwrap();
    // Ages are told in the report: both have to be of the same second.
    let same_second = (0..30).find_map(|number| {
        let live = judged(person.diagnose("job/run"));
        let to = elsewhere.path().join(format!("bundle-{number}"));
        let captured = person.call(&["capture", "job/run", "--to", to.to_str().unwrap()]);
        assert_eq!(captured.code, 0, "{captured:?}");
        let stored: Value = serde_json::from_slice(&fs::read(to.join("report.json")).unwrap()).unwrap();
        (live["metadata"]["generatedAt"] == stored["metadata"]["generatedAt"]).then_some((live, judged(stored), to))
    });
    let (live, stored, bundle) = same_second.expect("no diagnosis and capture within one second");
    let zone = [("TZ", "Asia/Kolkata"), ("LANG", "C")];
    let replay = bare(
        elsewhere.path(),
        &zone,
        &["diagnose", "job/run", "--from", bundle.to_str().unwrap(), "-o", "json", "-n", &namespace],
    );
    assert_eq!(replay.code, 3, "{replay:?}");
    let replay = judged(replay.report());
    assert_eq!(replay, stored, "the bundle's own report");
    assert_eq!(replay, live, "the cluster's");
}
