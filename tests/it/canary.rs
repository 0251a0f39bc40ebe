//! Secrets never enter: a unique, shapeless word in every place that may hold one, followed to everything that comes out.

use std::collections::BTreeSet;
use std::io::Cursor;

use kubectl_mlop::bundle::{BundleFiles, ZipFiles, ZipSink};
use kubectl_mlop::capture::{about, one_run};
use kubectl_mlop::diagnose::diagnose;
use kubectl_mlop::kinds::Kinds;
use kubectl_mlop::report::text::{Charset, Page, Style, render};
use kubectl_mlop::report::{Metadata, to_json};
use kubectl_mlop::source::memory::Extent;
use kubectl_mlop::source::{About, Source};
use serde_json::Value;

use crate::harness::world;

/// An untaught run with everything that may hold a secret: below it a Job, its pod, a ConfigMap, a Secret, events.
const WORLD: &str = include_str!("../../fixtures/canary/world.yaml");

/// Places whose words may come out, each for a reason. Reviewed; anything else is a leak.
const ALLOWED: &[(&str, &str)] = &[
    ("TrainingJob /spec/datasetRef/name", "a reference to an object: the walk needs it"),
    ("TrainingJob /spec/image", "an image: diagnosis of pulls needs it"),
    ("TrainingJob /spec/template/spec/containers/0/image", "an image"),
    ("TrainingJob /spec/template/spec/containers/0/name", "a container's name"),
    ("TrainingJob /spec/parameters/2/name", "a name: names are what things are called by, here a parameter"),
    ("TrainingJob /spec/template/spec/containers/0/args/0", "a word of a command line; known shapes in it are masked"),
    ("TrainingJob /spec/template/spec/containers/0/command/0", "a word of a command line"),
    ("TrainingJob /spec/template/spec/containers/0/command/1", "a word of a command line"),
    ("TrainingJob /spec/template/spec/containers/0/env/1/name", "the name of a variable"),
    ("TrainingJob /spec/template/spec/containers/0/env/0/name", "the name of a variable, not its value"),
    (
        "TrainingJob /spec/template/spec/containers/0/env/1/valueFrom/secretKeyRef/name",
        "the name of a Secret, not its content",
    ),
    ("TrainingJob /spec/template/spec/containers/0/env/1/valueFrom/secretKeyRef/key", "the name of a key"),
];

/// Replaces every string leaf below `value` by a word of its own, and notes where each went.
fn plant(value: &mut Value, place: &str, planted: &mut Vec<(String, String)>) {
    match value {
        Value::String(text) => {
            // A name-like word: nothing about it says "secret".
            let word = format!("kelpie{:04}", planted.len());
            planted.push((word.clone(), place.to_owned()));
            *text = word;
        }
        Value::Array(items) => {
            items.iter_mut().enumerate().for_each(|(index, item)| plant(item, &format!("{place}/{index}"), planted));
        }
        Value::Object(fields) => {
            for (key, item) in fields {
                plant(item, &format!("{place}/{}", key.replace('/', "~1")), planted);
            }
        }
        _ => {}
    }
}

/// Where words are planted, by kind.
fn places(kind: &str) -> &'static [&'static str] {
    match kind {
        "Secret" => &["/data", "/stringData", "/metadata/annotations"],
        "ConfigMap" => &["/data", "/metadata/annotations"],
        "Pod" | "Job" => &["/metadata/annotations"],
        "TrainingJob" => &["/spec", "/metadata/annotations"],
        _ => &[],
    }
}

/// Plants in the values of every `env` list of a taught object.
fn plant_env(value: &mut Value, place: &str, planted: &mut Vec<(String, String)>) {
    match value {
        Value::Object(fields) => {
            for (key, item) in fields {
                let here = format!("{place}/{key}");
                if key == "env" {
                    for (index, variable) in item.as_array_mut().into_iter().flatten().enumerate() {
                        if let Some(value) = variable.get_mut("value") {
                            plant(value, &format!("{here}/{index}/value"), planted);
                        }
                    }
                } else {
                    plant_env(item, &here, planted);
                }
            }
        }
        Value::Array(items) => {
            items
                .iter_mut()
                .enumerate()
                .for_each(|(index, item)| plant_env(item, &format!("{place}/{index}"), planted));
        }
        _ => {}
    }
}

/// Everything that comes out: the report in all its forms, and every byte of a bundle.
fn everything(values: Vec<Value>) -> Vec<(String, String)> {
    let kinds = Kinds::built_in();
    let mut source = world::memory(Extent::World, values);
    let snapshot = world::snapshot(&mut source, "trainingjob/run-42").unwrap();
    let metadata = Metadata { generated_at: source.now(), tool_version: "test".to_owned(), source: Default::default() };
    let report = diagnose(&snapshot, &kinds, metadata);
    let page = Page { width: 100, style: Style { colour: false, charset: Charset::Unicode }, full: true };
    let mut out = vec![
        ("snapshot".to_owned(), format!("{snapshot:?}")),
        ("report".to_owned(), to_json(&report)),
        ("text".to_owned(), render(&report, page)),
    ];
    let about = about(&snapshot, &report, About::default(), None, "synthetic");
    let sink = ZipSink::new(Cursor::new(Vec::new()));
    let zip = one_run(sink, &snapshot, &kinds, &about, &report).unwrap().0.finish().unwrap().into_inner();
    let mut files = ZipFiles::open(Cursor::new(zip)).unwrap();
    let names: Vec<String> = files.names().iter().cloned().collect();
    for name in names {
        let bytes = files.read(&name).unwrap();
        out.push((format!("bundle {name}"), format!("{name}\n{}", String::from_utf8_lossy(&bytes))));
    }
    out
}

#[test]
fn what_comes_out_is_what_was_reviewed() {
    let mut planted = Vec::new();
    let values: Vec<Value> = world::objects(WORLD)
        .into_iter()
        .map(|mut value| {
            let kind = value["kind"].as_str().unwrap().to_owned();
            for place in places(&kind) {
                if let Some(part) = value.pointer_mut(place) {
                    plant(part, &format!("{kind} {place}"), &mut planted);
                }
            }
            if kind == "Pod" || kind == "Job" {
                plant_env(&mut value, &format!("{kind} "), &mut planted);
            }
            value
        })
        .collect();
    assert!(planted.len() > 40, "only {} words planted", planted.len());
    let out = everything(values);
    let survivors: BTreeSet<&str> = planted
        .iter()
        .filter(|(word, _)| out.iter().any(|(_, text)| text.contains(word.as_str())))
        .map(|(_, place)| place.as_str())
        .collect();
    let allowed: BTreeSet<&str> = ALLOWED.iter().map(|(place, _)| *place).collect();
    assert_eq!(survivors, allowed);
}

#[test]
fn known_shapes_do_not_survive_in_free_text() {
    let out = everything(world::objects(WORLD));
    for secret in [
        "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",
        "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
        "AKIAIOSFODNN7EXAMPLE",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
        "correcthorse",
    ] {
        for (name, text) in &out {
            assert!(!text.contains(secret), "{secret} is in {name}");
        }
    }
}
