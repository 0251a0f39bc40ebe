//! The operator's types against Operations that the operator itself wrote.

use std::collections::BTreeSet;
use std::path::Path;

use kubectl_mlop::operator::{
    ConditionType, Field, KubeOperation, Meta, Operation, OperationCondition, OperationStatus, RunKind,
};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// Every recorded Operation, by file name.
fn recorded() -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/operator");
    let mut found: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .map(|path| {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            (name, serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap())
        })
        .collect();
    found.sort_by(|a, b| a.0.cmp(&b.0));
    assert!(!found.is_empty());
    found
}

fn read(name: &str) -> Operation {
    let (_, value) = recorded().into_iter().find(|(file, _)| file == name).unwrap();
    serde_json::from_value(value).unwrap()
}

#[test]
fn recorded_operations_pass_through_unchanged() {
    for (name, value) in recorded() {
        let operation: Operation = serde_json::from_value(value.clone()).unwrap();
        assert_eq!(serde_json::to_value(&operation).unwrap(), value, "{name}");
    }
}

#[test]
fn recorded_operations_hold_nothing_the_types_do_not_know() {
    for (name, value) in recorded() {
        let operation: Operation = serde_json::from_value(value).unwrap();
        assert!(operation.unknown.is_empty(), "{name}");
        assert!(operation.termination.get().unwrap().unknown.is_empty(), "{name}");
        let status = operation.status.get().unwrap();
        assert!(status.unknown.is_empty(), "{name}");
        assert!(status.conditions.items().all(|condition| condition.unknown.is_empty()), "{name}");
        assert_eq!(status.conditions.items().count(), status.conditions.get().unwrap().len(), "{name}");
    }
}

#[test]
fn typed_metadata_loses_none_of_what_was_recorded() {
    for (name, value) in recorded() {
        let operation: KubeOperation = serde_json::from_value(value.clone()).unwrap();
        assert_eq!(serde_json::to_value(&operation).unwrap(), value, "{name}");
    }
}

/// The fields of a type: those that come out of an object in which every candidate is set to something of no type.
fn known_fields<T: serde::de::DeserializeOwned>(
    candidates: &[&str],
    unknown: impl Fn(&T) -> Vec<String>,
) -> BTreeSet<String> {
    let object: Map<_, _> = candidates.iter().map(|field| ((*field).to_owned(), json!(null))).collect();
    let unknown = unknown(&serde_json::from_value(Value::Object(object)).unwrap());
    candidates.iter().map(|field| (*field).to_owned()).filter(|field| !unknown.contains(field)).collect()
}

#[test]
fn the_top_level_has_the_definitions_fields_and_no_spec() {
    let fields = [
        "apiVersion",
        "kind",
        "metadata",
        "termination",
        "collectLogs",
        "syncStatuses",
        "notifications",
        "batchJobSpec",
        "serviceSpec",
        "tfJobSpec",
        "pytorchJobSpec",
        "paddleJobSpec",
        "mxJobSpec",
        "xgboostJobSpec",
        "mpiJobSpec",
        "daskJobSpec",
        "rayJobSpec",
        "status",
    ];
    let known = known_fields::<Operation>(&[&fields[..], &["spec"]].concat(), |operation| {
        operation.unknown.keys().cloned().collect()
    });
    assert_eq!(known, fields.map(str::to_owned).into());
    let runs: Vec<_> = RunKind::ALL.into_iter().map(RunKind::field).collect();
    assert_eq!(runs, fields[7..17]);
}

#[test]
fn the_status_has_the_definitions_fields_and_no_observed_generation() {
    let fields = ["conditions", "startTime", "completionTime", "lastReconcileTime"];
    let known = known_fields::<OperationStatus>(&[&fields[..], &["observedGeneration", "phase"]].concat(), |status| {
        status.unknown.keys().cloned().collect()
    });
    assert_eq!(known, fields.map(str::to_owned).into());
}

#[test]
fn the_last_condition_is_the_state() {
    for (name, kind, done) in [
        ("batch-succeeded", ConditionType::Succeeded, true),
        ("batch-backoff-exceeded", ConditionType::Failed, true),
        ("batch-deadline-stays-running", ConditionType::Running, false),
        ("batch-unschedulable", ConditionType::Warning, false),
        ("batch-queued-by-kueue", ConditionType::Starting, false),
        ("pytorch-worker-failed", ConditionType::Failed, true),
    ] {
        let operation = read(name);
        let status = operation.status.get().unwrap();
        assert!(status.present().unwrap().is(kind), "{name}");
        assert_eq!(operation.is_done(), done, "{name}");
        assert_eq!(status.ended_at().is_some(), done, "{name}");
    }
}

#[test]
fn transition_times_all_tell_the_first_conditions_time() {
    for (name, value) in recorded() {
        let operation: Operation = serde_json::from_value(value).unwrap();
        let conditions: Vec<_> = operation.status.get().unwrap().conditions.items().cloned().collect();
        let first = conditions.first().unwrap().recorded_at();
        assert!(conditions.iter().all(|condition| condition.last_transition_time.get().copied() == first), "{name}");
        assert!(conditions.is_sorted_by_key(OperationCondition::recorded_at), "{name}");
    }
}

#[test]
fn no_controller_wrote_when_it_last_looked() {
    for (name, value) in recorded() {
        let operation: Operation = serde_json::from_value(value).unwrap();
        assert_eq!(operation.status.get().unwrap().last_reconcile_time, Field::Absent, "{name}");
    }
}

#[test]
fn children_and_templates_follow_from_the_object() {
    let operation = read("pytorch-worker-failed");
    let child = operation.child().unwrap();
    assert_eq!((child.api_version, child.kind, child.name.as_str()), ("kubeflow.org/v1", "PyTorchJob", "op-pt"));
    let roles: Vec<_> = operation.pod_templates().into_iter().map(|at| (at.role.unwrap(), at.replicas)).collect();
    assert_eq!(roles, [("Master", 1), ("Worker", 2)]);
    assert_eq!(operation.instance_label(), operation.metadata.name());

    let operation = read("batch-backoff-exceeded");
    let templates = operation.pod_templates();
    assert_eq!(templates.len(), 1);
    assert!(templates[0].template.main_container().is_some());
    assert_eq!(operation.termination.get().unwrap().retries(), 1);
    assert_eq!(operation.termination.get().unwrap().vanishes_when_done(), Some(false));
}

/// Any JSON, made of the names that the types know, so that odd values land in known places.
fn odd_json() -> impl Strategy<Value = Value> {
    let names = [
        "metadata",
        "status",
        "conditions",
        "type",
        "lastUpdateTime",
        "termination",
        "backoffLimit",
        "notifications",
        "connections",
        "batchJobSpec",
        "pytorchJobSpec",
        "rayJobSpec",
        "workers",
        "replicaSpecs",
        "replicas",
        "template",
        "schedulingPolicy",
        "collectLogs",
        "other",
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (-1e9..1e9).prop_map(|number: f64| Value::from(number.trunc())),
        prop::sample::select(vec!["", "True", "Failed", "2026-11-30T16:34:16Z", "2026-11-30T16:34:16.5+01:00"])
            .prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 48, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
            prop::collection::btree_map(prop::sample::select(names.to_vec()).prop_map(str::to_owned), inner, 0..6)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn whatever_an_operation_holds_comes_out_unchanged(top in prop::collection::btree_map(
        prop::sample::select(vec!["metadata", "status", "termination", "notifications", "batchJobSpec", "pytorchJobSpec",
            "rayJobSpec", "collectLogs", "kind", "spec"]), odd_json(), 0..6)) {
        let value = Value::Object(top.into_iter().map(|(name, value)| (name.to_owned(), value)).collect());
        let operation: Operation = serde_json::from_value(value.clone()).unwrap();
        prop_assert_eq!(serde_json::to_value(&operation).unwrap(), value);
        // Reading it must end well too, whatever it says.
        let _ = (operation.child(), operation.pod_templates(), operation.is_done(), operation.platform_run());
    }
}
