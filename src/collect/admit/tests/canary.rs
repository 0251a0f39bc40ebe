//! Words without any shape, one in every place: who survives is written down here, and nobody else may.

use serde_json::{Value, json};

use super::super::{Door, Treatment};

/// Replaces every `"@"` by a word of its own and returns their places in order.
fn plant(value: &mut Value, path: &str, places: &mut Vec<String>) {
    match value {
        Value::String(text) if text == "@" => {
            *text = format!("zq{}canary", places.len());
            places.push(path.to_owned());
        }
        Value::Array(items) => {
            items.iter_mut().enumerate().for_each(|(at, item)| plant(item, &format!("{path}/{at}"), places));
        }
        Value::Object(map) => map.iter_mut().for_each(|(key, item)| plant(item, &format!("{path}/{key}"), places)),
        _ => {}
    }
}

fn survivors(mut value: Value, treatment: Treatment) -> Vec<String> {
    let mut places = Vec::new();
    plant(&mut value, "", &mut places);
    let out = Door::new().object(value, treatment, &["/spec/told/*/deep"]).value.to_string();
    places
        .iter()
        .enumerate()
        .filter(|(at, _)| out.contains(&format!("zq{at}canary")))
        .map(|(_, place)| place.clone())
        .collect()
}

#[test]
fn nothing_survives_in_secrets_and_config_maps() {
    let secret = json!({"apiVersion": "v1", "kind": "Secret", "type": "Opaque", "data": {"a": "@", "b": ["@"]}, "stringData": {"c": "@"}});
    assert!(survivors(secret, Treatment::Taught).is_empty());
    let map = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": {"a": "@", "b": {"c": "@"}}, "binaryData": {"d": "@"}});
    assert!(survivors(map, Treatment::Taught).is_empty());
    let wrapped =
        json!({"kind": "AppWrapper", "spec": {"components": [{"template": {"kind": "Secret", "data": {"a": "@"}}}]}});
    assert!(survivors(wrapped, Treatment::Taught).is_empty());
}

#[test]
fn a_pod_keeps_what_a_diagnosis_reads() {
    let pod = json!({
        "apiVersion": "v1", "kind": "Pod",
        "metadata": {
            "name": "@", "labels": {"app": "@"},
            "annotations": {"note": "@", "kubectl.kubernetes.io/last-applied-configuration": "@", "kueue.x-k8s.io/workload": "@", "kueue.x-k8s.io/made-up": "@"},
            "managedFields": [{"manager": "@", "fieldsV1": {"f:spec": {"k:{\"name\":\"zq-k\"}": {}, "v:\"zq-v\"": {}}}, "other": "@"}],
        },
        "spec": {
            "containers": [{
                "name": "@", "image": "@", "command": ["sh", "@"], "args": ["--token", "@", "PASSWORD=zq-p"],
                "env": [{"name": "RANK", "value": "@"}, {"name": "NCCL_MADE_UP", "value": "@"}, {"name": "X", "value": "@"},
                        {"name": "Y", "valueFrom": {"secretKeyRef": {"name": "@", "key": "k"}}}, {"name": "Z", "extra": "@"}, {"value": "@"}],
                "livenessProbe": {"httpGet": {"path": "/ok", "httpHeaders": [{"name": "h", "value": "@"}]}},
            }],
            "volumes": [{"flexVolume": {"driver": "d", "options": {"o": "@"}}}, {"csi": {"driver": "d", "volumeAttributes": {"a": "@"}}}, {"cephfs": {"secretFile": "@"}}],
            "told": [{"deep": {"a": ["@"]}}],
            "redisPassword": {"value": "@"}, "apiToken": "@", "sparkConf": {"a": "@"}, "runtimeEnvYAML": "@",
        },
        "status": {"message": "@", "conditions": [{"type": "Ready", "message": "@"}]},
    });
    assert_eq!(
        survivors(pod, Treatment::Taught),
        [
            "/metadata/annotations/kueue.x-k8s.io/workload",
            "/metadata/labels/app",
            "/metadata/managedFields/0/manager",
            "/metadata/name",
            "/spec/containers/0/command/1",
            "/spec/containers/0/env/0/value",
            "/spec/containers/0/env/3/valueFrom/secretKeyRef/name",
            "/spec/containers/0/image",
            "/spec/containers/0/name",
            "/status/conditions/0/message",
            "/status/message",
        ]
    );
}

#[test]
fn an_untaught_object_keeps_names_and_conditions() {
    let object = json!({
        "apiVersion": "a.example/v1", "kind": "Odd",
        "metadata": {"name": "@", "labels": {"a": "@"}, "annotations": {"a": "@"}, "odd": "@", "ownerReferences": [{"name": "@", "uid": "@"}]},
        "spec": {
            "note": "@", "list": ["@"], "map": {"a": {"b": "@"}}, "poolName": "@", "configRef": {"name": "@", "note": "@"}, "image": "@",
            "password": "@", "args": ["@"], "metadata": {"secretish": "@"},
            "template": {
                "metadata": {"annotations": {"a": "@"}, "labels": {"a": "@"}},
                "spec": {"containers": [{"name": "@", "image": "@", "args": ["@", "--token", "@"], "env": [{"name": "A", "value": "@"}], "other": "@"}]},
            },
        },
        "status": {"phase": "@", "state": "@", "note": "@", "message": "@", "conditions": [{"type": "@", "status": "@", "reason": "@", "message": "@", "note": "@"}]},
    });
    assert_eq!(
        survivors(object, Treatment::Untaught),
        [
            "/metadata/labels/a",
            "/metadata/name",
            "/metadata/ownerReferences/0/name",
            "/metadata/ownerReferences/0/uid",
            "/spec/configRef/name",
            "/spec/image",
            "/spec/poolName",
            "/spec/template/metadata/labels/a",
            "/spec/template/spec/containers/0/args/0",
            "/spec/template/spec/containers/0/image",
            "/spec/template/spec/containers/0/name",
            "/status/conditions/0/message",
            "/status/conditions/0/reason",
            "/status/conditions/0/status",
            "/status/conditions/0/type",
            "/status/phase",
            "/status/state",
        ]
    );
}
