//! Who wrote which fields, without what they wrote.
//!
//! Owns `metadata.managedFields`. Field names (`f:`) stay; keys of list entries (`k:`) and members of sets (`v:`) are
//! values in disguise and keep their kind only, so that all entries of one list become one.

use std::mem;

use serde_json::{Map, Value};

use super::path::Path;
use super::text::Depth;
use super::walk::Walk;

const KEPT: [&str; 6] = ["manager", "operation", "apiVersion", "time", "subresource", "fieldsType"];

impl Walk<'_> {
    /// The list of writers.
    pub(super) fn writers(&mut self, value: &mut Value, path: &Path<'_>) {
        let Value::Array(entries) = value else { return self.mask_value(value, path, "managed-fields") };
        for (at, entry) in entries.iter_mut().enumerate() {
            self.writer(entry, &path.index(at));
        }
    }

    fn writer(&mut self, entry: &mut Value, path: &Path<'_>) {
        let Value::Object(map) = entry else { return self.mask_value(entry, path, "managed-fields") };
        let mut changed = false;
        map.retain(|key, _| {
            let keep = key == "fieldsV1" || KEPT.contains(&key.as_str());
            changed |= !keep;
            keep
        });
        for (key, item) in map.iter_mut() {
            if key == "fieldsV1" {
                changed |= keep_names(item);
            } else {
                self.text(item, &path.key(key), Depth::Full, "managed-fields");
            }
        }
        if changed {
            self.report(path, "managed-fields");
        }
    }
}

/// Leaves only field names in the tree; says whether that changed it.
fn keep_names(tree: &mut Value) -> bool {
    let Value::Object(map) = tree else {
        *tree = Value::Object(Map::new());
        return true;
    };
    let mut changed = false;
    if map.keys().any(|key| folded(key) != Some(key)) {
        for (key, below) in mem::take(map) {
            if let Some(key) = folded(&key) {
                merge(map, key, below);
            }
        }
        changed = true;
    }
    for below in map.values_mut() {
        changed |= keep_names(below);
    }
    changed
}

/// What is left of a key.
fn folded(key: &str) -> Option<&str> {
    match key.get(..2) {
        Some("f:") => Some(key),
        Some("k:") => Some("k:"),
        Some("v:") => Some("v:"),
        Some("i:") => Some("i:"),
        _ => (key == ".").then_some(key),
    }
}

fn merge(into: &mut Map<String, Value>, key: &str, more: Value) {
    match (into.get_mut(key), more) {
        (Some(Value::Object(have)), Value::Object(more)) => {
            for (key, below) in more {
                merge(have, &key, below);
            }
        }
        (Some(Value::Object(_)), _) => {}
        (_, more) => {
            into.insert(key.to_owned(), more);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn field_names_stay_and_values_go() {
        let mut tree = json!({"f:spec": {
            ".": {}, "f:containers": {"k:{\"name\":\"a\"}": {"f:image": {}}, "k:{\"name\":\"b\"}": {"f:args": {}}},
            "f:finalizers": {"v:\"hunter2\"": {}}, "hunter2": {}, "f:note": "hunter2",
        }});
        assert!(keep_names(&mut tree));
        assert_eq!(
            tree,
            json!({"f:spec": {".": {}, "f:containers": {"k:": {"f:image": {}, "f:args": {}}}, "f:finalizers": {"v:": {}}, "f:note": {}}})
        );
        assert!(!keep_names(&mut tree));
    }
}
