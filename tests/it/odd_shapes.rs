//! Objects of surprising shape, at any place, in any number: every answer ends, and none in a panic.

use kubectl_mlop::collect::Limits;
use kubectl_mlop::model::Query;
use kubectl_mlop::report::{Outcome, to_json};
use kubectl_mlop::source::memory::Extent;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::harness::{gang, world};
use crate::recorded;

/// Pointers to every value of a document.
fn places(value: &Value, here: &str, found: &mut Vec<String>) {
    found.push(here.to_owned());
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| places(item, &format!("{here}/{index}"), found));
        }
        Value::Object(fields) => {
            for (key, item) in fields {
                places(item, &format!("{here}/{}", key.replace('~', "~0").replace('/', "~1")), found);
            }
        }
        _ => {}
    }
}

fn odd() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        Just(json!("")),
        Just(json!([])),
        Just(json!({})),
        Just(json!(-1)),
        Just(json!(i64::MAX)),
        Just(json!(1.5e300)),
        Just(json!("9999999999999999999999Ei")),
        Just(json!("0001-01-01T00:00:00Z")),
        Just(json!("9999-12-31T23:59:59Z")),
        Just(json!([[[[{"name": null}]]]])),
        Just(json!({"name": {"name": []}})),
        Just(json!("\u{202e}\u{1b}[2J")),
        Just(json!("x".repeat(100_000))),
        Just(json!("a/b~c*")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn anything_anywhere_ends_in_a_report(
        list in 0_usize..100, changes in prop::collection::vec((0_usize..1_000_000, odd()), 1..6)
    ) {
        let lines = recorded::expected();
        let line = &lines[list % lines.len()];
        let mut values: Vec<Value> = line
            .files
            .iter()
            .flat_map(|name| world::objects(&std::fs::read_to_string(recorded::folder().join(format!("{name}.json"))).unwrap()))
            .collect();
        for (place, odd) in changes {
            let index = place % values.len();
            let mut found = Vec::new();
            places(&values[index], "", &mut found);
            let pointer = found[place % found.len()].clone();
            if let Some(value) = values[index].pointer_mut(&pointer) {
                *value = odd;
            }
        }
        let mut source = world::memory(Extent::Excerpt, values);
        if let Some(snapshot) = world::snapshot(&mut source, &line.target) {
            let metadata = kubectl_mlop::report::Metadata {
                generated_at: snapshot.now(), tool_version: String::new(), source: Default::default()
            };
            let report = kubectl_mlop::diagnose::diagnose(&snapshot, &kubectl_mlop::kinds::Kinds::built_in(), metadata);
            prop_assert!(!to_json(&report).is_empty());
        }
    }
}

#[test]
fn owners_in_a_circle_and_owners_of_themselves_end() {
    let text = "kind: Job\napiVersion: batch/v1\nmetadata: {name: a, namespace: n, uid: a, ownerReferences: [{apiVersion: batch/v1, \
                kind: Job, name: b, uid: b, controller: true}]}\n---\nkind: Job\napiVersion: batch/v1\nmetadata: {name: b, namespace: n, \
                uid: b, ownerReferences: [{apiVersion: batch/v1, kind: Job, name: a, uid: a, controller: true}]}\n---\nkind: Job\n\
                apiVersion: batch/v1\nmetadata: {name: c, namespace: n, uid: c, ownerReferences: [{apiVersion: batch/v1, kind: Job, name: c, uid: c}]}\n";
    for name in ["job/a", "job/b", "job/c"] {
        let report = world::report(&mut world::memory(Extent::World, world::objects(text)), name);
        assert!(!report.chain.is_empty());
    }
}

#[test]
fn empty_and_duplicate_uids_never_join_strangers() {
    let text = "kind: Job\napiVersion: batch/v1\nmetadata: {name: a, namespace: n, uid: \"\"}\n---\nkind: Job\napiVersion: batch/v1\n\
                metadata: {name: b, namespace: n, uid: same}\n---\nkind: Pod\nmetadata: {name: p, namespace: n, uid: same, labels: \
                {batch.kubernetes.io/controller-uid: same}}\nspec: {}\nstatus: {phase: Failed}\n";
    for name in ["job/a", "job/b"] {
        let report = world::report(&mut world::memory(Extent::World, world::objects(text)), name);
        assert!(report.graph.nodes.iter().all(|node| node.reference.kind != "Pod"), "{name}");
    }
}

#[test]
fn a_namesakes_pods_are_not_ours() {
    let text = "kind: PyTorchJob\napiVersion: kubeflow.org/v1\nmetadata: {name: run, namespace: n, uid: new}\nstatus: {conditions: \
                [{type: Running, status: \"True\", reason: R}]}\n---\nkind: Pod\nmetadata: {name: run-worker-0, namespace: n, uid: p, labels: \
                {training.kubeflow.org/job-name: run}, ownerReferences: [{apiVersion: kubeflow.org/v1, kind: PyTorchJob, name: run, uid: old, \
                controller: true}]}\nstatus: {phase: Failed, containerStatuses: [{name: c, state: {terminated: {exitCode: 137, reason: OOMKilled}}}]}\n";
    let report = world::report(&mut world::memory(Extent::World, world::objects(text)), "pytorchjob/run");
    assert_eq!(report.verdict.outcome, Outcome::None, "{}", report.verdict.summary);
}

#[test]
fn an_invented_kind_walks() {
    let text = "kind: TrainingJob\napiVersion: platform.example.io/v1\nmetadata: {name: run-42, namespace: n, uid: cr}\nspec: {queueRef: \
                {name: q}}\nstatus: {phase: Running}\n---\nkind: Job\napiVersion: batch/v1\nmetadata: {name: run-42-x, namespace: n, uid: j, \
                ownerReferences: [{apiVersion: platform.example.io/v1, kind: TrainingJob, name: run-42, uid: cr, controller: true}]}\nstatus: \
                {active: 1}\n---\nkind: Pod\nmetadata: {name: run-42-x-0, namespace: n, uid: p, labels: {batch.kubernetes.io/controller-uid: j}, \
                ownerReferences: [{apiVersion: batch/v1, kind: Job, name: run-42-x, uid: j, controller: true}]}\nspec: {nodeName: g}\nstatus: \
                {phase: Failed, containerStatuses: [{name: c, state: {terminated: {exitCode: 137, reason: OOMKilled}}}]}\n";
    let report = world::report(&mut world::memory(Extent::World, world::objects(text)), "trainingjob/run-42");
    assert_eq!(report.target.kind, "TrainingJob");
    assert!(report.findings.iter().any(|found| found.code == "MLOP601"), "{}", report.verdict.summary);
}

#[test]
fn of_many_pods_alike_a_few_are_looked_into_unless_all_are_asked_for() {
    let looked_into = |limits: Limits| {
        let mut memory = world::memory(Extent::World, gang::gang(40));
        let snapshot = world::snapshot_within(limits, &mut memory, "job/big").unwrap();
        snapshot.asked().filter(|(query, _)| matches!(query, Query::Log { .. })).count()
    };
    // The first ended otherwise than the others.
    assert_eq!(looked_into(Limits::default()), 1 + Limits::default().representatives);
    assert_eq!(looked_into(Limits::deep()), 40);
}

#[test]
fn ten_thousand_ranks_have_one_cause() {
    let report = world::report(&mut world::memory(Extent::World, gang::gang(10_000)), "job/big");
    assert_eq!(report.verdict.outcome, Outcome::Cause);
    let roots = report.findings.iter().filter(|found| report.verdict.findings.contains(&found.id)).count();
    assert_eq!(roots, 1);
    assert!(report.findings.len() < 20, "{} findings", report.findings.len());
}
