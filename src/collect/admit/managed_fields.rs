//! Who wrote which fields, without what they wrote.
//!
//! Owns `metadata.managedFields`. Field names (`f:`) stay; keys of list entries (`k:`) and members of sets (`v:`) are
//! values in disguise and keep their kind only, so that all entries of one list become one.

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
                if let Some(names) = names_only(item) {
                    *item = names;
                    changed = true;
                }
            } else {
                self.text(item, &path.key(key), Depth::Full, "managed-fields");
            }
        }
        if changed {
            self.report(path, "managed-fields");
        }
    }
}

/// The tree of field names; nothing if it is one already.
fn names_only(tree: &Value) -> Option<Value> {
    let mut out = Value::Object(Map::new());
    copy_names(tree, &mut out);
    (out != *tree).then_some(out)
}

fn copy_names(from: &Value, to: &mut Value) {
    let (Value::Object(from), Value::Object(to)) = (from, to) else { return };
    for (key, below) in from {
        let key = match key.get(..2) {
            Some("f:") => key.as_str(),
            Some("k:") => "k:",
            Some("v:") => "v:",
            Some("i:") => "i:",
            _ if key == "." => ".",
            _ => continue,
        };
        let place = to.entry(key).or_insert_with(|| Value::Object(Map::new()));
        copy_names(below, place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn field_names_stay_and_values_go() {
        let tree = json!({"f:spec": {
            ".": {}, "f:containers": {"k:{\"name\":\"a\"}": {"f:image": {}}, "k:{\"name\":\"b\"}": {"f:args": {}}},
            "f:finalizers": {"v:\"hunter2\"": {}}, "hunter2": {}, "f:note": "hunter2",
        }});
        let names = names_only(&tree).unwrap();
        assert_eq!(
            names,
            json!({"f:spec": {".": {}, "f:containers": {"k:": {"f:image": {}, "f:args": {}}}, "f:finalizers": {"v:": {}}, "f:note": {}}})
        );
        assert_eq!(names_only(&names), None);
    }
}
