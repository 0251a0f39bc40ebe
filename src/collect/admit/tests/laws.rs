//! What holds for any input: nothing panics, and what was admitted once is admitted unchanged.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::super::{Door, Treatment};

/// Field names with a meaning to the door, so that arbitrary documents reach every branch.
const KEYS: [&str; 34] = [
    "metadata",
    "annotations",
    "labels",
    "managedFields",
    "fieldsV1",
    "f:spec",
    "k:{\"name\":\"a\"}",
    "kind",
    "apiVersion",
    "data",
    "stringData",
    "binaryData",
    "env",
    "name",
    "value",
    "valueFrom",
    "args",
    "command",
    "image",
    "spec",
    "status",
    "conditions",
    "message",
    "type",
    "httpHeaders",
    "caBundle",
    "flexVolume",
    "options",
    "password",
    "redisPassword",
    "sparkConf",
    "items",
    "selector",
    "envVars",
];

const WORDS: [&str; 24] = [
    "Secret",
    "ConfigMap",
    "List",
    "--token",
    "--password=x",
    "token: abc",
    "<redacted>",
    "<redacted len=3>",
    "<redacted>x",
    "password=\"",
    "Bearer abcDEF12",
    "https://a:b@c",
    "-----BEGIN PRIVATE KEY-----\nabc",
    "kJ8sLq02MzXcVbNm4RtYpWe9",
    "Authorization: Basic x y",
    "a\\\"b",
    "RANK=0",
    "HF=x",
    "login",
    "wandb",
    "RollingUpdate",
    "{\"auths\":{}}",
    "cookie: a=b; <redacted> \"",
    "-u a:b",
];

pub(super) fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        proptest::sample::select(&WORDS[..]).prop_map(str::to_owned),
        proptest::collection::vec(proptest::sample::select(&WORDS[..]), 1..5).prop_map(|words| words.join(" ")),
        proptest::collection::vec(proptest::sample::select(&WORDS[..]), 1..5).prop_map(|words| words.concat()),
        "[ -~\\n]{0,40}",
        "(token|password|auth|key|=|:| |\"|'|&|,|<redacted>|-|\\\\|@|://|[a-z0-9]){0,14}",
        ".{0,12}",
    ]
}

pub(super) fn document() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        text().prop_map(Value::from)
    ];
    leaf.prop_recursive(6, 48, 6, |inner| {
        let key =
            prop_oneof![4 => proptest::sample::select(&KEYS[..]).prop_map(str::to_owned), 1 => "[a-zA-Z/~*]{0,6}"];
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            proptest::collection::btree_map(key, inner, 0..6).prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_document_is_admitted_once(value in document(), taught in any::<bool>(), keyed in any::<bool>()) {
        let door = if keyed { Door::with_key([3; 32]) } else { Door::new() };
        let treatment = if taught { Treatment::Taught } else { Treatment::Untaught };
        let paths = ["/spec/*/value", "/status/0"];
        let once = door.object(value.clone(), treatment, &paths);
        prop_assert_eq!(once.redactions.is_empty(), once.value == value);
        let twice = door.object(once.value.clone(), treatment, &paths);
        prop_assert_eq!(&twice.value, &once.value);
        prop_assert!(twice.redactions.is_empty(), "{:?}", twice.redactions);
        // A bundle may be read by somebody without the key.
        let elsewhere = Door::new().object(once.value.clone(), treatment, &paths);
        prop_assert_eq!(elsewhere.value, once.value);
    }

    #[test]
    fn a_text_is_cleaned_once(text in text(), more in text()) {
        let door = Door::new();
        let text = format!("{text}{more}");
        let once = door.text(&text).into_owned();
        prop_assert_eq!(door.text(&once), once.as_str());
        prop_assert_eq!(door.log(&text), once);
    }
}

#[test]
fn depth_and_odd_shapes_end_well() {
    let door = Door::new();
    let mut deep = json!({"kind": "Secret", "data": 1});
    for _ in 0..10_000 {
        deep = Value::Object([("spec".to_owned(), deep)].into_iter().collect());
    }
    let admitted = door.object(deep, Treatment::Untaught, &[]);
    assert_eq!(admitted.redactions.len(), 1);
    assert_eq!(admitted.redactions[0].rule, "too-deep");
    for odd in [
        json!(null),
        json!([]),
        json!("x"),
        json!({"metadata": 1, "env": 2, "kind": [], "data": []}),
        json!({"kind": "ConfigMap", "data": "hunter2"}),
    ] {
        let once = door.object(odd, Treatment::Taught, &["", "/", "/*"]).value;
        assert_eq!(door.object(once.clone(), Treatment::Taught, &["", "/", "/*"]).value, once);
    }
}

#[test]
fn long_texts_take_linear_time() {
    let door = Door::new();
    for piece in [
        "pwd=/",
        "token:",
        "?key=",
        "-----BEGIN PRIVATE KEY-----\n",
        "-----END PRIVATE KEY-----\n",
        "token",
        "a://b:c",
        "-----BEGIN PRIVATE KEY-----",
        "password=",
        "x@",
        "&a",
        "\"",
        "token=\\\"",
        "- --token-token ",
        "a/b-C1_",
        "https://a:b@c,",
    ] {
        let text = piece.repeat(200_000 / piece.len());
        let once = door.text(&text).into_owned();
        assert_eq!(door.text(&once), once, "{piece}");
    }
}
