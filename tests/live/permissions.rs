//! What comes out for somebody who may not see everything.

use serde_json::{Value, json};

use crate::control_plane::{cluster, wait};
use crate::program::{Person, cause, codes};
use crate::runs::{job, killed, over_quota, too_large};

/// Core resources that a diagnosis looks at.
const CORE: [&str; 9] = [
    "pods",
    "pods/log",
    "events",
    "nodes",
    "services",
    "configmaps",
    "persistentvolumeclaims",
    "resourcequotas",
    "namespaces",
];

/// Rules for reading everything of a run but one of these.
pub fn all_but(hidden: &str) -> Value {
    let core: Vec<&str> = CORE.into_iter().filter(|resource| *resource != hidden).collect();
    let groups = ["batch", "apps", "coordination.k8s.io", "kubeflow.org", "ray.io", "jobset.x-k8s.io"];
    json!([
        {"apiGroups": [""], "resources": core, "verbs": ["get", "list"]},
        {"apiGroups": groups, "resources": ["*"], "verbs": ["get", "list"]},
    ])
}

/// No more is accused than by somebody who sees everything, and what is said to be the cause is the cause.
fn honest(partial: &Value, whole: &Value) {
    let (seen, all) = (codes(partial), codes(whole));
    assert!(seen.is_subset(&all), "{seen:?} is more than {all:?}: {partial:#}");
    let same = |report: &Value| cause(report).map(|cause| cause["code"].clone());
    assert!(partial["exitCode"] == 5 || same(partial) == same(whole), "{partial:#}");
}

/// Whether a gap says that this right is lacking.
fn lacks(report: &Value, verb: &str, resource: &str, namespace: Option<&str>) -> bool {
    let gaps = report["gaps"].as_array().unwrap();
    gaps.iter()
        .map(|gap| &gap["permission"])
        .any(|right| right["verb"] == verb && right["resource"] == resource && right["namespace"].as_str() == namespace)
}

/// What comes out for somebody with these rights. Whatever the server refused them is named there.
fn seen_with(namespace: &str, place: Option<&str>, rules: &Value, target: &str) -> Value {
    let person = Person::new(cluster(), namespace);
    person.allow(place, rules);
    let before = cluster().audit().of_user(&person.user.name).len();
    let said = person.call(&["diagnose", target, "-o", "json"]);
    let report = said.report();
    assert_eq!(report["exitCode"], said.code, "{said:?}");
    let requests = wait::until("all answers to be written down", || {
        let requests = cluster().audit().of_user(&person.user.name).split_off(before);
        requests.iter().all(|request| request.code.is_some()).then_some(requests)
    });
    for request in requests.iter().filter(|request| request.code == Some(403)) {
        let place = Some(request.namespace.as_str()).filter(|place| !place.is_empty());
        // While a name was looked for among many kinds, it is a warning.
        let resource = format!("{}.{}", request.resource, request.group);
        let warned =
            said.err.lines().filter(|line| line.contains(&format!("cannot {} ", request.verb))).any(|line| {
                line.split([' ', ',', ':']).any(|word| word == resource) && line.contains(&request.namespace)
            });
        let named = lacks(&report, &request.verb, &request.resource, place);
        assert!(named || warned, "{request:?} {} {:#}", said.err, report["gaps"]);
    }
    report
}

#[test]
fn point_28_what_may_not_be_seen_is_named_and_accuses_nobody() {
    let (admin, namespace) = (cluster().admin(), cluster().namespace());
    too_large(&admin, &namespace);
    let whole = Person::reader(cluster(), &namespace).diagnose("job/run");
    for (hidden, place) in [("nodes", None), ("events", Some(namespace.as_str()))] {
        let report = seen_with(&namespace, None, &all_but(hidden), "job/run");
        honest(&report, &whole);
        assert!(lacks(&report, "list", hidden, place), "{hidden}: {:#}", report["gaps"]);
    }
    for target in ["job/run", "run"] {
        let report = seen_with(&namespace, Some(&namespace), &all_but(""), target);
        honest(&report, &whole);
        assert!(lacks(&report, "list", "nodes", None), "{target}: {:#}", report["gaps"]);
        assert!(lacks(&report, "list", "pods", None), "{target}: {:#}", report["gaps"]);
        println!("one namespace only: {} {}", report["exitCode"], report["verdict"]["summary"]);
    }
}

#[test]
fn point_28_whatever_is_hidden_accuses_nobody() {
    let admin = cluster().admin();
    let (large, quota, failed) = (cluster().namespace(), cluster().namespace(), cluster().namespace());
    too_large(&admin, &large);
    over_quota(&admin, &quota);
    killed(&admin, &failed);
    for (namespace, target) in [(&large, "job/run"), (&quota, "job/run"), (&failed, "job/bad")] {
        let whole = Person::reader(cluster(), namespace).diagnose(target);
        for hidden in CORE {
            let report = seen_with(namespace, None, &all_but(hidden), target);
            println!("{:?} without {hidden}: {} {}", codes(&whole), report["exitCode"], report["verdict"]["summary"]);
            honest(&report, &whole);
        }
    }
}

#[test]
fn a_run_that_starts_is_well_unless_its_own_parts_are_hidden() {
    let (admin, namespace) = (cluster().admin(), cluster().namespace());
    admin.apply_yaml(&job(&namespace, "run", 1, "mlop.test/waiting: ContainerCreating", 0));
    let pods = format!("/api/v1/namespaces/{namespace}/pods");
    wait::until("the pod to wait", || admin.list(&pods).first()?["status"].get("containerStatuses").map(|_| ()));
    for (hidden, code) in [("", 0), ("nodes", 0), ("events", 5), ("pods", 5)] {
        let report = seen_with(&namespace, Some(&namespace), &all_but(hidden), "job/run");
        assert_eq!((&report["state"], &report["exitCode"]), (&json!("Progressing"), &json!(code)), "{report:#}");
    }
}

#[test]
fn point_28_a_person_is_told_which_right_is_lacking() {
    let (admin, namespace) = (cluster().admin(), cluster().namespace());
    too_large(&admin, &namespace);
    let person = Person::new(cluster(), &namespace);
    person.allow(Some(&namespace), &all_but(""));
    let said = person.call(&["diagnose", "job/run"]);
    let words: Vec<&str> = said.out.split_whitespace().collect();
    let text = words.join(" ");
    assert_eq!(said.code, 5, "{text}");
    for right in ["list nodes cluster-wide", "list pods cluster-wide"] {
        assert!(text.contains(&format!("[needs: {right}]")), "{text}");
    }
}

#[test]
fn somebody_who_may_see_nothing_is_told_so() {
    let namespace = cluster().namespace();
    let said = Person::new(cluster(), &namespace).call(&["diagnose", "job/run"]);
    assert_eq!((said.code, said.out.as_str()), (1, ""), "{said:?}");
    assert!(said.err.contains("cannot get resource"), "{said:?}");
}
