//! Which run is meant, and that kubectl would mean the same.

use serde_json::json;

use crate::control_plane::{ControlPlane, cluster, server, wait};
use crate::program::Person;
use crate::runs::job;

/// What kubectl makes of words, as lines and as complaint.
fn kubectl(plane: &ControlPlane, person: &Person<'_>, namespace: &str, words: &[&str]) -> (String, String) {
    let output = plane.kubectl(&person.user, namespace).args(["-n", namespace]).args(words).output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn point_14_types_are_understood_as_kubectl_understands_them() {
    let (admin, namespace) = (server().admin(), server().namespace());
    admin.apply_yaml(&job(&namespace, "run", 1, "", 0));
    for (version, kind) in [
        ("platform.example.io/v1alpha1", "TrainingJob"),
        ("kubeflow.org/v1", "PyTorchJob"),
        ("core.polyaxon.com/v1", "Operation"),
        ("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet"),
    ] {
        admin.apply(&json!({
            "apiVersion": version, "kind": kind, "metadata": {"name": "run", "namespace": namespace}, "spec": {},
        }));
    }
    let person = Person::reader(server(), &namespace);
    for words in [
        &["job/run"][..],
        &["job", "run"],
        &["Jobs/run"],
        &["jobs.batch/run"],
        &["jobs.v1.batch", "run"],
        &["pytorchjob/run"],
        &["pytorchjobs.kubeflow.org/run"],
        &["pytorchjobs.v1.kubeflow.org", "run"],
        &["op/run"],
        &["lws", "run"],
        // Nobody taught this one: the server says what it is.
        &["tj/run"],
        &["tj", "run"],
        &["TrainingJob/run"],
        &["trainingjobs", "run"],
        &["trainingjobs.platform.example.io/run"],
        &["trainingjobs.v1alpha1.platform.example.io/run"],
    ] {
        let (expected, complaint) = kubectl(server(), &person, &namespace, &[&["get", "-o", "name"], words].concat());
        assert!(expected.lines().count() == 1 && complaint.is_empty(), "{words:?}: {expected}{complaint}");
        for command in ["diagnose", "tree"] {
            let said = person.call(&[&[command, "-o", "name"], words].concat());
            let first = said.out.lines().next().map(|line| format!("{line}\n"));
            assert_eq!(first.as_deref(), Some(expected.as_str()), "{command} {words:?}: {said:?}");
        }
    }
}

#[test]
fn point_14_what_kubectl_refuses_is_refused_in_its_words() {
    let namespace = server().namespace();
    let person = Person::reader(server(), &namespace);
    for (words, code) in [(&["a/b/c"][..], 2), (&["nonsense/x"], 1)] {
        let (_, complaint) = kubectl(server(), &person, &namespace, &[&["get"], words].concat());
        let said = person.call(&[&["diagnose"], words].concat());
        assert_eq!((said.code, said.out.as_str()), (code, ""), "{said:?}");
        let first = complaint.lines().find(|line| line.starts_with("error: ")).unwrap();
        assert_eq!(said.err.lines().next(), Some(first), "{complaint}");
    }
}

#[test]
fn point_15_a_name_of_two_unrelated_runs_is_asked_back() {
    let (admin, namespace) = (server().admin(), server().namespace());
    admin.apply_yaml(&job(&namespace, "run", 1, "", 0));
    admin.apply(&json!({
        "apiVersion": "kubeflow.org/v1", "kind": "PyTorchJob", "metadata": {"name": "run", "namespace": namespace},
        "spec": {},
    }));
    let person = Person::reader(server(), &namespace);
    for command in ["diagnose", "tree", "capture"] {
        let said = person.call(&[command, "run"]);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{said:?}");
        for one in ["job.batch/run", "pytorchjob.kubeflow.org/run"] {
            assert!(said.err.contains(&format!("{one} -n {namespace}")), "{}", said.err);
            assert_eq!(person.diagnose(one)["target"]["name"], "run", "what is listed can be typed back");
        }
    }
}

#[test]
fn point_36_names_of_a_tree_are_taken_by_kubectl() {
    let (admin, namespace) = (cluster().admin(), cluster().namespace());
    admin.apply_yaml(&job(&namespace, "run", 2, "", 0));
    let pods = format!("/api/v1/namespaces/{namespace}/pods");
    let placed = || admin.list(&pods).iter().filter(|pod| pod["spec"].get("nodeName").is_some()).count() == 2;
    wait::until("both pods to have a node", || placed().then_some(()));
    let person = Person::reader(cluster(), &namespace);
    let said = person.call(&["tree", "job/run", "-o", "name"]);
    let names: Vec<&str> = said.out.lines().collect();
    assert_eq!(names.first(), Some(&"job.batch/run"), "{said:?}");
    assert_eq!(names.iter().filter(|name| name.starts_with("pod/run-")).count(), 2, "{names:?}");
    let own: Vec<&str> =
        names.iter().copied().filter(|name| ["job", "pod"].iter().any(|kind| name.starts_with(kind))).collect();
    let (listed, complaint) = kubectl(cluster(), &person, &namespace, &[&["get", "-o", "name"], &own[..]].concat());
    assert_eq!(listed.lines().collect::<Vec<_>>(), own, "{complaint}");
}
