//! Tables, as the API server makes them for kubectl: pods, jobs, nodes and events with the server's own columns, everything
//! else by name and age. Ages are as of the bundle's own time.

mod event;
mod job;
mod node;
mod pod;

use jiff::Timestamp;
use serde_json::{Value, json};

use super::age::since;
use crate::kinds::names;
use crate::model::{GroupKind, Object};

/// A column: its name, and whether only a wide table shows it.
pub(super) struct Column(&'static str, bool);

/// The cells of an object, as of a time.
type Cells = fn(&Object, Timestamp) -> Vec<Value>;

const PLAIN: [Column; 2] = [Column("Name", false), Column("Age", false)];

/// Which part of an object goes with its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum With {
    /// What it is called, and by what it is sorted and labelled.
    Metadata,
    /// All of it.
    Object,
    /// Nothing.
    None,
}

/// The table of some objects of a kind.
pub(super) fn table(kind: &GroupKind, objects: &[Object], now: Timestamp, with: With) -> Value {
    let (columns, cells): (&[Column], Cells) = match kind {
        kind if *kind == names::POD => (&pod::COLUMNS, pod::cells),
        kind if *kind == names::JOB => (&job::COLUMNS, job::cells),
        kind if *kind == names::NODE => (&node::COLUMNS, node::cells),
        kind if *kind == names::EVENT => (&event::COLUMNS, event::cells),
        _ => (&PLAIN, plain),
    };
    let definitions: Vec<Value> = columns.iter().map(definition).collect();
    let rows: Vec<Value> =
        objects.iter().map(|object| json!({"cells": cells(object, now), "object": companion(object, with)})).collect();
    json!({"kind": "Table", "apiVersion": "meta.k8s.io/v1", "metadata": {"resourceVersion": ""},
        "columnDefinitions": definitions, "rows": rows})
}

fn definition(Column(name, wide): &Column) -> Value {
    let format = if *name == "Name" { "name" } else { "" };
    json!({"name": name, "type": "string", "format": format, "description": "", "priority": i32::from(*wide)})
}

fn companion(object: &Object, with: With) -> Value {
    match with {
        With::None => Value::Null,
        With::Object => object.value().clone(),
        With::Metadata => {
            let metadata = object.at("/metadata").cloned().unwrap_or_default();
            json!({"kind": "PartialObjectMetadata", "apiVersion": "meta.k8s.io/v1", "metadata": metadata})
        }
    }
}

fn plain(object: &Object, now: Timestamp) -> Vec<Value> {
    vec![object.name().into(), since(object.created(), now).into()]
}

/// A text, or `<none>`.
fn or_none(text: Option<&str>) -> Value {
    text.filter(|text| !text.is_empty()).unwrap_or("<none>").into()
}
