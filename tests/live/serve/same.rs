//! What kubectl gives as JSON, describes and tells of events: the same but for what was taken out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use kubectl_mlop::bundle::records::{REDACTIONS, RedactionLine};
use kubectl_mlop::source::open;
use serde_json::Value;

use super::scene::{SECRET, scene};

/// What was taken out, by object as the list names it.
fn redactions(bundle: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let bytes = open::open(bundle).unwrap().read(REDACTIONS).unwrap();
    let mut places: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for line in String::from_utf8(bytes).unwrap().lines() {
        let line: RedactionLine = serde_json::from_str(line).unwrap();
        places.entry(line.object).or_default().insert(line.path);
    }
    places
}

/// Where two documents differ.
fn differences(one: &Value, other: &Value, path: &str, found: &mut BTreeSet<String>) {
    let escaped = |key: &str| key.replace('~', "~0").replace('/', "~1");
    match (one, other) {
        (Value::Object(a), Value::Object(b)) => {
            for key in a.keys().chain(b.keys()).collect::<BTreeSet<_>>() {
                let (a, b) = (a.get(key).unwrap_or(&Value::Null), b.get(key).unwrap_or(&Value::Null));
                differences(a, b, &format!("{path}/{}", escaped(key)), found);
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (at, (a, b)) in a.iter().zip(b).enumerate() {
                differences(a, b, &format!("{path}/{at}"), found);
            }
        }
        _ if one == other => {}
        _ => {
            found.insert(path.to_owned());
        }
    }
}

fn items(text: &str) -> BTreeMap<String, Value> {
    let list: Value = serde_json::from_str(text).unwrap();
    let items = list["items"].as_array().unwrap().iter();
    items.map(|item| (item["metadata"]["name"].as_str().unwrap().to_owned(), item.clone())).collect()
}

#[test]
fn objects_and_events_are_the_same_but_for_what_was_taken_out() {
    let (scene, served, mut compared, mut taken) = (scene(), scene().serve(), 0, 0);
    let redacted = redactions(&scene.bundle);
    for (resource, kind) in
        [("pods", "Pod"), ("jobs", "Job"), ("events", "Event"), ("trainingjobs", "TrainingJob"), ("nodes", "Node")]
    {
        // As kubectl shows them: without managed fields, of which the door keeps who wrote which field and no values.
        let words = ["get", resource, "-o", "json"];
        let (server, ours) = (items(&scene.prints(&words)), items(&served.prints(&words)));
        assert!(!ours.is_empty());
        if kind != "Event" {
            assert_eq!(ours.keys().collect::<Vec<_>>(), server.keys().collect::<Vec<_>>(), "{resource}");
        }
        for (name, object) in &ours {
            // An event that repeats is counted on, and a node says now and then that it is well.
            let theirs = &server[name];
            if matches!(kind, "Event" | "Node")
                && theirs["metadata"]["resourceVersion"] != object["metadata"]["resourceVersion"]
            {
                continue;
            }
            let mut found = BTreeSet::new();
            differences(theirs, object, "", &mut found);
            let place = if kind == "Node" { String::new() } else { format!("{}/", scene.namespace) };
            let allowed = redacted.get(&format!("{kind} {place}{name}")).cloned().unwrap_or_default();
            let more: Vec<&String> = found.difference(&allowed).collect();
            assert!(more.is_empty(), "{kind} {name} differs at {more:?}, of which redactions.jsonl says nothing");
            let alone = ["get", resource, name, "-o", "json"];
            assert_eq!(&serde_json::from_str::<Value>(&served.prints(&alone)).unwrap(), object);
            (compared, taken) = (compared + 1, taken + found.len());
        }
        println!("{resource}: {compared} compared so far, {taken} fields differ");
        assert!(!served.prints(&words).contains(SECRET));
    }
    println!("{compared} objects and events compared, {taken} fields differ, all of them in redactions.jsonl");
    assert!(compared > 20 && taken > 0);
}

/// The lines of a description; ages within them are those of the moment.
fn lines(text: &str) -> Vec<String> {
    let age = |word: &str| {
        let signs = word.trim_matches(['(', ')']);
        signs.starts_with(|sign: char| sign.is_ascii_digit())
            && signs.ends_with(['s', 'm', 'h', 'd'])
            && signs.chars().all(|sign| sign.is_ascii_digit() || "smhd".contains(sign))
    };
    let line = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().map(|word| if age(word) { "AGE" } else { word }).collect();
        words.join(" ")
    };
    text.lines().map(line).collect()
}

#[test]
fn descriptions_are_the_same_but_for_what_was_taken_out() {
    let (scene, served) = (scene(), scene().serve());
    for target in ["pod/failed", "pod/waiting", "pod/pending", "job/bad"] {
        let (server, ours) =
            (lines(&scene.prints(&["describe", target])), lines(&served.prints(&["describe", target])));
        assert_eq!(ours.len(), server.len(), "{target}: {ours:#?} and {server:#?}");
        let mut redacted = 0;
        for (ours, server) in ours.iter().zip(&server) {
            let cut = ours.contains("<redacted");
            redacted += usize::from(cut);
            assert!(cut || ours == server, "{target}: {ours:?}, where the server has {server:?}");
        }
        println!("describe {target}: {} lines, {redacted} of them redacted", ours.len());
    }
    // Of what is well nobody asked for events: that is said, where kubectl itself would say nothing.
    let described = served.kubectl(&["describe", "pod/running"]);
    let warning =
        format!("Warning: events in namespace {} about running: not captured in this bundle\n", scene.namespace);
    assert_eq!((described.code, described.err), (0, warning));
    let (server, ours) = (lines(&scene.prints(&["describe", "pod/running"])), lines(&described.out));
    let told = server.iter().take_while(|line| !line.starts_with("Events:"));
    for (ours, server) in ours.iter().zip(told) {
        assert!(ours == server || ours.contains("<redacted"), "{ours:?}, where the server has {server:?}");
    }
    let node = served.prints(&["get", "pod", "running", "-o", "jsonpath={.spec.nodeName}"]);
    let described = served.kubectl(&["describe", "node", &node]);
    assert_eq!(described.code, 0, "{described:?}");
    let server = lines(&scene.prints(&["describe", "node", &node]));
    for line in lines(&described.out).iter().take_while(|line| !line.starts_with("Lease")) {
        let known = server.contains(line) || line.contains("<redacted");
        assert!(known, "{line:?} is not in {server:#?}");
    }
    for part in ["Capacity:", "Non-terminated Pods:", "Allocated resources:"] {
        assert!(described.out.contains(part), "{part}: {}", described.out);
    }
}

#[test]
fn events_are_told_as_on_the_server() {
    let (scene, served) = (scene(), scene().serve());
    for target in ["pod/pending", "pod/waiting", "pod/failed", "job/bad"] {
        let words = ["events", "--for", target];
        let (server, ours) = (scene.prints(&words), served.kubectl(&words));
        let rows = |text: &str| -> BTreeSet<String> {
            let row = |line: &str| {
                line.split_whitespace()
                    .skip_while(|word| !["Normal", "Warning"].contains(word))
                    .collect::<Vec<_>>()
                    .join(" ")
            };
            text.lines().skip(1).map(row).collect()
        };
        assert_eq!(rows(&ours.out), rows(&server), "{target}");
        assert!(!rows(&server).is_empty() && ours.err.is_empty(), "{target}: {ours:?}");
        println!("events --for {target}: {} events, equal", rows(&server).len());
    }
    // In their other form too.
    let words = ["get", "events.events.k8s.io", "-o", "json"];
    let (server, ours) = (items(&scene.prints(&words)), items(&served.prints(&words)));
    for (name, event) in ours
        .iter()
        .filter(|(name, event)| server[*name]["metadata"]["resourceVersion"] == event["metadata"]["resourceVersion"])
    {
        let mut found = BTreeSet::new();
        differences(&server[name], event, "", &mut found);
        assert!(found.is_empty(), "{name}: {found:?}: {:#} and {event:#}", server[name]);
    }
}
