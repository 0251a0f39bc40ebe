//! What comes out for somebody who may not see everything.

use serde_json::{Value, json};

use crate::control_plane::cluster;
use crate::program::{Person, cause, codes};
use crate::runs::too_large;

/// Rules for reading everything of a run but these core resources.
fn all_but(hidden: &str) -> Value {
    let core =
        ["pods", "pods/log", "events", "nodes", "services", "configmaps", "persistentvolumeclaims", "namespaces"];
    let core: Vec<&str> = core.into_iter().filter(|resource| *resource != hidden).collect();
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

#[test]
fn what_may_not_be_seen_is_named_and_accuses_nobody() {
    let (admin, namespace) = (cluster().admin(), cluster().namespace());
    too_large(&admin, &namespace);
    let whole = Person::reader(cluster(), &namespace).diagnose("job/run");

    let person = Person::new(cluster(), &namespace);
    person.allow(None, &all_but("nodes"));
    let report = person.diagnose("job/run");
    honest(&report, &whole);
    assert!(lacks(&report, "list", "nodes", None), "{:#}", report["gaps"]);

    let person = Person::new(cluster(), &namespace);
    person.allow(None, &all_but("events"));
    let report = person.diagnose("job/run");
    honest(&report, &whole);
    assert!(lacks(&report, "list", "events", Some(&namespace)), "{:#}", report["gaps"]);

    let person = Person::new(cluster(), &namespace);
    person.allow(Some(&namespace), &all_but(""));
    let report = person.diagnose("job/run");
    honest(&report, &whole);
    assert!(lacks(&report, "list", "nodes", None), "{:#}", report["gaps"]);
    assert!(lacks(&report, "list", "pods", None), "{:#}", report["gaps"]);
    println!("one namespace only: {} {}", report["exitCode"], report["verdict"]["summary"]);
    assert_eq!(person.diagnose("run")["target"]["kind"], "Job", "by its name alone, too");
}

#[test]
fn somebody_who_may_see_nothing_is_told_so() {
    let namespace = cluster().namespace();
    let said = Person::new(cluster(), &namespace).call(&["diagnose", "job/run"]);
    assert_eq!((said.code, said.out.as_str()), (1, ""), "{said:?}");
    assert!(said.err.contains("cannot get resource"), "{said:?}");
}
