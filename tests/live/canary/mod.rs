//! A word of its own in every string of every kind that is served: who comes through the door is written down, and nobody
//! else may.

mod plant;
mod review;
mod schemas;
mod shapes;

use std::collections::BTreeSet;

use kubectl_mlop::collect::admit::Door;
use kubectl_mlop::collect::admitted;
use kubectl_mlop::kinds::Kinds;
use kubectl_mlop::model::{GroupKind, Object};
use serde_json::Value;

use self::plant::{plant, word};
use self::review::{Fate, Review};
use crate::control_plane::server;

/// The reviewed list.
const REVIEWED: &str = include_str!("reviewed.txt");

/// As many places are shown where the list is wrong.
const SHOWN: usize = 60;

/// Whether its strings are read as those of a kind whose schema is known.
fn class(kinds: &Kinds, kind: &GroupKind) -> &'static str {
    let built_in = !kind.group.contains('.') || kind.group.ends_with(".k8s.io");
    if kinds.get(kind).is_some() || built_in { "described" } else { "others" }
}

/// Strings of a document.
fn strings<'v>(value: &'v Value, out: &mut Vec<&'v str>) {
    match value {
        Value::String(text) => out.push(text),
        Value::Array(items) => items.iter().for_each(|item| strings(item, out)),
        Value::Object(map) => map.iter().for_each(|(key, item)| {
            out.push(key);
            strings(item, out);
        }),
        _ => {}
    }
}

/// The numbers of the words that are still there, wherever they went.
fn survivors(value: &Value) -> BTreeSet<usize> {
    let mut all = Vec::new();
    strings(value, &mut all);
    let numbers = all.iter().flat_map(|text| text.match_indices("kelpie").map(|(at, _)| text.get(at + 6..at + 12)));
    numbers.flatten().filter_map(|number| number.parse().ok()).collect()
}

#[test]
fn every_string_of_every_served_kind_comes_through_only_where_that_was_reviewed() {
    let (kinds, door, mut review) = (Kinds::built_in(), Door::with_key([7; 32]), Review::read(REVIEWED));
    let client = server().admin();
    let (metadata, definitions) = schemas::metadata(&client);
    let (own, custom) = (schemas::of_the_server(&client), schemas::of_the_modules(&metadata, &definitions));
    let (mut words, mut stayed, mut wrong) = (0, 0, BTreeSet::new());
    for schema in own.iter().chain(&custom) {
        let planted = plant(schema);
        let kind = GroupKind::from_api_version(&schema.api_version, &schema.kind);
        let class = class(&kinds, &kind);
        // `Status` has no name, and is no object.
        let Some(object) = Object::new(planted.object) else { continue };
        let left = survivors(&admitted(&door, &kinds, object).value);
        words += planted.places.len();
        stayed += left.len();
        for (number, place) in planted.places.iter().enumerate().filter(|(_, place)| !is_given(place)) {
            let fate = if left.contains(&number) { Fate::Stays } else { Fate::Goes };
            if review.of(class, &kind.to_string(), place) != Some(fate) {
                wrong.insert(format!("{fate:?} {class} {kind} {place}"));
            }
        }
    }
    println!("{} kinds of the server, {} of the modules; {words} words, {stayed} stay", own.len(), custom.len());
    let wide = own.iter().filter(|schema| schema.api_version == "v1").count();
    assert!(wide > 10 && own.len() > 60 && custom.len() > 30, "{wide} {} {}", own.len(), custom.len());
    println!("{word} and its like in {words} places", word = word(0));
    if let Some(path) = std::env::var_os("MLOP_CANARY_DUMP") {
        std::fs::write(path, wrong.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    }
    assert!(
        wrong.is_empty(),
        "{} places are not as reviewed, among them:\n{}",
        wrong.len(),
        wrong.iter().take(SHOWN).cloned().collect::<Vec<_>>().join("\n")
    );
    assert_eq!(review.idle(), Vec::<&str>::new(), "lines that no place needs");
}

/// What the test sets itself.
fn is_given(place: &str) -> bool {
    place == "/apiVersion" || place == "/kind"
}
