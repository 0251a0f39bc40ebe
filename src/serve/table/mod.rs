//! Tables, as an API server prints them for `kubectl get`.
//!
//! Owns their frame. Columns of Pod, Job, Node and Event are those of Kubernetes' own server, with those that only
//! `-o wide` shows; everything else has its name and its age. Ages are those at the time of the capture.

mod age;
mod event;
mod job;
mod node;
mod plain;
pub(super) mod pod;

use jiff::Timestamp;
use serde_json::{Value, json};

use super::refusal::Refusal;
use super::resources::Resource;
use crate::kinds::names;
use crate::model::Object;

/// A column: its name, what is in it, and whether only `-o wide` shows it.
pub(super) struct Column {
    name: &'static str,
    description: &'static str,
    wide: bool,
}

const fn column(name: &'static str, description: &'static str) -> Column {
    Column { name, description, wide: false }
}

const fn wide(name: &'static str, description: &'static str) -> Column {
    Column { name, description, wide: true }
}

/// The cells of a row.
type Cells = fn(&Object, Timestamp) -> Vec<Value>;

/// What of an object goes with its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Include {
    /// Nothing.
    None,
    /// Its metadata.
    Metadata,
    /// All.
    Object,
}

impl Include {
    /// What `includeObject` says.
    pub(super) fn read(word: Option<&str>) -> Result<Self, Refusal> {
        match word {
            None | Some("Metadata") => Ok(Self::Metadata),
            Some("None") => Ok(Self::None),
            Some("Object") => Ok(Self::Object),
            Some(other) => Err(Refusal::bad_request(format!("unrecognized includeObject value: {other:?}"))),
        }
    }
}

/// Whether a client wants a table.
pub(super) fn is_wanted(accept: &str) -> bool {
    // The first that we can give counts; kubectl names tables first where it wants them.
    let first = accept.split(',').map(|kind| kind.replace(' ', "")).find(|kind| {
        let plain = matches!(kind.split(';').next(), Some("application/json" | "*/*"));
        plain && (!kind.contains(";as=") || is_table(kind))
    });
    first.is_some_and(|kind| is_table(&kind))
}

fn is_table(kind: &str) -> bool {
    let has = |part: &str| kind.split(';').any(|one| one == part);
    has("as=Table") && has("g=meta.k8s.io") && has("v=v1")
}

/// A table of objects.
pub(super) fn table(
    resource: &Resource,
    items: Vec<Object>,
    metadata: &Value,
    include: Include,
    now: Timestamp,
) -> Value {
    let (columns, cells): (&[Column], Cells) = match &resource.kind {
        kind if *kind == names::POD => (pod::COLUMNS, pod::cells),
        kind if *kind == names::JOB => (job::COLUMNS, job::cells),
        kind if *kind == names::NODE => (node::COLUMNS, node::cells),
        kind if *kind == names::EVENT => (event::COLUMNS, event::cells),
        _ => (plain::COLUMNS, plain::cells),
    };
    let rows: Vec<Value> = items.into_iter().map(|item| row(item, cells, include, now)).collect();
    let definition = |column: &Column| {
        json!({
            "name": column.name, "type": "string", "format": if column.name == "Name" { "name" } else { "" },
            "description": column.description, "priority": u8::from(column.wide),
        })
    };
    json!({
        "kind": "Table", "apiVersion": "meta.k8s.io/v1", "metadata": metadata,
        "columnDefinitions": columns.iter().map(definition).collect::<Vec<Value>>(), "rows": rows,
    })
}

fn row(item: Object, cells: Cells, include: Include, now: Timestamp) -> Value {
    let cells = cells(&item, now);
    match include {
        Include::None => json!({"cells": cells}),
        Include::Object => json!({"cells": cells, "object": item.into_value()}),
        Include::Metadata => {
            let metadata = item.into_value().get_mut("metadata").map(Value::take);
            let object = json!({"kind": "PartialObjectMetadata", "apiVersion": "meta.k8s.io/v1", "metadata": metadata});
            json!({"cells": cells, "object": object})
        }
    }
}

/// A word, or what stands for it.
fn or(text: Option<&str>, otherwise: &str) -> Value {
    Value::from(text.unwrap_or(otherwise))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_for_those_who_ask_for_them() {
        for (accept, wanted) in [
            (
                "application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json",
                true,
            ),
            ("application/json; as=Table; v=v1; g=meta.k8s.io", true),
            ("application/json", false),
            ("application/json,application/json;as=Table;v=v1;g=meta.k8s.io", false),
            ("application/vnd.kubernetes.protobuf,application/json;as=Table;v=v1;g=meta.k8s.io", true),
            ("*/*", false),
            ("", false),
        ] {
            assert_eq!(is_wanted(accept), wanted, "{accept}");
        }
    }
}
