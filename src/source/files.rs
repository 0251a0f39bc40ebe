//! Files of objects, as `kubectl get -o yaml|json` prints them and people paste them into tickets: one object, a list,
//! several documents one after the other.

use serde_json::Value;
use thiserror::Error;

/// Most bytes that are read of one file.
pub const MOST_BYTES: usize = 512 << 20;

/// Most nodes of one YAML file; about ten million hold half a million lines.
const MOST_NODES: usize = 20_000_000;

/// Why a text is no objects.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum FileError {
    /// Not JSON, though it begins like it.
    #[error("is not whole JSON: {0}; write it again with `kubectl get … -o json`")]
    Json(String),
    /// Not YAML.
    #[error("is neither JSON nor YAML: {0}; write it again with `kubectl get … -o yaml`")]
    Yaml(String),
    /// Too large.
    #[error("is larger than {} MiB; narrow it with -l or -n", MOST_BYTES >> 20)]
    TooLarge,
    /// Readable, and not about Kubernetes.
    #[error("holds no Kubernetes object (nothing in it has a kind and a name)")]
    NoObjects,
    /// Bytes that are no text.
    #[error("is not UTF-8 text")]
    NotText,
}

/// Reads the objects of a text. Lists are taken apart.
///
/// # Errors
/// When the text is cut, is something else, is too large, or holds no object.
pub fn parse(bytes: &[u8]) -> Result<Vec<Value>, FileError> {
    if bytes.len() > MOST_BYTES {
        return Err(FileError::TooLarge);
    }
    let text = std::str::from_utf8(bytes).map_err(|_| FileError::NotText)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let documents = if text.trim_start().starts_with(['{', '[']) { json(text)? } else { yaml(text)? };
    let mut objects = Vec::new();
    for document in documents {
        flatten(document, 0, &mut objects);
    }
    if objects.is_empty() { Err(FileError::NoObjects) } else { Ok(objects) }
}

fn json(text: &str) -> Result<Vec<Value>, FileError> {
    serde_json::Deserializer::from_str(text)
        .into_iter::<Value>()
        .collect::<Result<_, _>>()
        .or_else(|error| yaml(text).map_err(|_| FileError::Json(error.to_string())))
}

fn yaml(text: &str) -> Result<Vec<Value>, FileError> {
    let mut options = serde_saphyr::Options::default();
    options.duplicate_keys = serde_saphyr::options::DuplicateKeyPolicy::LastWins;
    options.with_snippet = false;
    if let Some(budget) = &mut options.budget {
        // An API server's own lists are long; bombs are caught by the limits on aliases, which stay.
        budget.max_nodes = MOST_NODES;
        budget.max_events = MOST_NODES * 2;
        budget.max_total_scalar_bytes = MOST_BYTES;
        budget.max_documents = 100_000;
    }
    serde_saphyr::from_multiple_with_options::<Value>(text, options).map_err(|error| {
        let text = error.to_string();
        FileError::Yaml(text.lines().next().unwrap_or("unreadable").to_owned())
    })
}

/// Lists within lists are no custom of kubectl's; a few levels are borne.
const MOST_LEVELS: usize = 8;

fn flatten(document: Value, level: usize, objects: &mut Vec<Value>) {
    match document {
        Value::Array(items) if level < MOST_LEVELS => {
            items.into_iter().for_each(|item| flatten(item, level + 1, objects));
        }
        Value::Object(mut fields) if level < MOST_LEVELS => {
            let kind = fields.get("kind").and_then(Value::as_str).unwrap_or("").to_owned();
            let list = kind.strip_suffix("List");
            if let (Some(stem), Some(Value::Array(items))) = (list, fields.get_mut("items").map(Value::take)) {
                let version = fields.get("apiVersion").cloned();
                for mut item in items {
                    // Items of a typed list leave out what the list says for all of them.
                    if let (Some(item), false) = (item.as_object_mut(), stem.is_empty()) {
                        item.entry("kind").or_insert_with(|| stem.into());
                        if let Some(version) = &version {
                            item.entry("apiVersion").or_insert_with(|| version.clone());
                        }
                    }
                    flatten(item, level + 1, objects);
                }
                return;
            }
            let named = fields.get("metadata").and_then(|meta| meta.get("name")).is_some_and(Value::is_string);
            if !kind.is_empty() && named {
                objects.push(Value::Object(fields));
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_typed_lists_and_documents_come_apart() {
        let text =
            "apiVersion: v1\nkind: PodList\nitems:\n- metadata: {name: a}\n---\nkind: Job\nmetadata: {name: b}\n";
        let objects = parse(text.as_bytes()).unwrap();
        let kinds: Vec<_> = objects.iter().map(|object| object["kind"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["Pod", "Job"]);
        assert_eq!(objects[0]["apiVersion"], "v1");
        let two = r#"{"kind":"A","metadata":{"name":"a"}} {"kind":"B","metadata":{"name":"b"}}"#;
        assert_eq!(parse(two.as_bytes()).unwrap().len(), 2);
    }

    #[test]
    fn what_is_cut_or_something_else_says_so() {
        assert!(matches!(parse(br#"{"kind":"List","items":[{"kind":"#), Err(FileError::Json(_))));
        assert!(matches!(parse(b"a: [1, 2"), Err(FileError::Yaml(_))));
        assert_eq!(parse(b"hello"), Err(FileError::NoObjects));
        assert_eq!(parse(b"\xff\xfe"), Err(FileError::NotText));
        assert_eq!(parse(b""), Err(FileError::NoObjects));
    }

    #[test]
    fn a_yaml_bomb_is_refused() {
        let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
        for level in 1..12 {
            let row = vec![format!("*a{}", level - 1); 9].join(", ");
            text.push_str(&format!("a{level}: &a{level} [{row}]\n"));
        }
        assert!(matches!(parse(text.as_bytes()), Err(FileError::Yaml(_))));
    }
}
