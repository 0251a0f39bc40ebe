//! A Kubernetes object as JSON, with lenses that answer `None` to any surprising shape.

use jiff::Timestamp;
use serde_json::Value;

use super::id::{GroupKind, ObjectKey, ObjectRef};
use super::pointer::{self, escape};
use super::quantity::Quantity;
use super::time;

/// One object as an API server gave it (after redaction).
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    key: ObjectKey,
    api_version: String,
    value: Value,
}

/// An owner reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owner {
    /// The owner. Owners live in the same namespace or have none; which, the reference does not say.
    pub api_version: String,
    /// Kind.
    pub kind: String,
    /// Name.
    pub name: String,
    /// UID.
    pub uid: Option<String>,
    /// Whether it is *the* controller.
    pub controller: bool,
    /// Pointer to the reference.
    pub path: String,
}

/// One entry of `status.conditions`, in metav1's shape and its cousins'.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition<'a> {
    /// Type.
    pub kind: &'a str,
    /// `True`, `False`, `Unknown`; any other word is passed on as it is.
    pub status: &'a str,
    /// Reason; empty if none.
    pub reason: &'a str,
    /// Message; empty if none.
    pub message: &'a str,
    /// Last transition, else last update. While the status stays, it is "since when", not "since when for this reason".
    pub at: Option<Timestamp>,
    /// Generation it was computed for, if it says so.
    pub observed_generation: Option<i64>,
    /// Pointer to the entry.
    pub path: String,
}

impl Condition<'_> {
    /// Whether the status is `True`.
    #[must_use]
    pub fn is_true(&self) -> bool {
        self.status == "True"
    }

    /// Whether the status is `False`.
    #[must_use]
    pub fn is_false(&self) -> bool {
        self.status == "False"
    }
}

impl Object {
    /// Takes a JSON object; `None` unless it has a kind and a name.
    #[must_use]
    pub fn new(value: Value) -> Option<Self> {
        let text = |place: &str| pointer::follow(&value, place).and_then(Value::as_str).filter(|text| !text.is_empty());
        let api_version = text("/apiVersion").unwrap_or("v1").to_owned();
        let key = ObjectKey {
            kind: GroupKind::from_api_version(&api_version, text("/kind")?),
            namespace: text("/metadata/namespace").map(str::to_owned),
            name: text("/metadata/name")?.to_owned(),
            uid: text("/metadata/uid").map(str::to_owned),
        };
        Some(Self { key, api_version, value })
    }

    /// Identity.
    #[must_use]
    pub const fn key(&self) -> &ObjectKey {
        &self.key
    }

    /// Kind and group.
    #[must_use]
    pub const fn kind(&self) -> &GroupKind {
        &self.key.kind
    }

    /// Whether it is of this kind.
    #[must_use]
    pub fn is(&self, kind: &GroupKind) -> bool {
        self.key.kind == *kind
    }

    /// Name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.key.name
    }

    /// Namespace.
    #[must_use]
    pub fn namespace(&self) -> Option<&str> {
        self.key.namespace.as_deref()
    }

    /// UID.
    #[must_use]
    pub fn uid(&self) -> Option<&str> {
        self.key.uid.as_deref()
    }

    /// As reports name it.
    #[must_use]
    pub fn reference(&self) -> ObjectRef {
        ObjectRef {
            api_version: self.api_version.clone(),
            kind: self.key.kind.kind.to_string(),
            namespace: self.key.namespace.clone(),
            name: self.key.name.clone(),
            uid: self.key.uid.clone(),
        }
    }

    /// The whole JSON.
    #[must_use]
    pub const fn value(&self) -> &Value {
        &self.value
    }

    /// Whether it is from the record: the API may have forgotten it.
    #[must_use]
    pub fn is_recorded(&self) -> bool {
        self.at(super::event::RECORDED).and_then(Value::as_str) == Some("record")
    }

    /// The whole JSON, given away.
    #[must_use]
    pub fn into_value(self) -> Value {
        self.value
    }

    /// The value at a JSON pointer; null is nothing.
    #[must_use]
    pub fn at(&self, pointer: &str) -> Option<&Value> {
        pointer::follow(&self.value, pointer).filter(|value| !value.is_null())
    }

    /// A non-empty string.
    #[must_use]
    pub fn str_at(&self, pointer: &str) -> Option<&str> {
        self.at(pointer)?.as_str().filter(|text| !text.is_empty())
    }

    /// An integer.
    #[must_use]
    pub fn i64_at(&self, pointer: &str) -> Option<i64> {
        self.at(pointer)?.as_i64()
    }

    /// A boolean.
    #[must_use]
    pub fn bool_at(&self, pointer: &str) -> Option<bool> {
        self.at(pointer)?.as_bool()
    }

    /// A time.
    #[must_use]
    pub fn time_at(&self, pointer: &str) -> Option<Timestamp> {
        self.at(pointer).and_then(time::parse)
    }

    /// A quantity.
    #[must_use]
    pub fn quantity_at(&self, pointer: &str) -> Option<Quantity> {
        self.at(pointer).and_then(Quantity::read)
    }

    /// The items of an array; none if it is not one.
    #[must_use]
    pub fn items_at(&self, pointer: &str) -> &[Value] {
        self.at(pointer).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// All values a pattern reaches, each with its own pointer. `*` stands for every index or key.
    ///
    /// `/spec/volumes/*/configMap/name` → `("/spec/volumes/0/configMap/name", "settings")`, …
    #[must_use]
    pub fn each(&self, pattern: &str) -> Vec<(String, &Value)> {
        let mut found = vec![(String::new(), &self.value)];
        for part in pattern.split('/').skip(1) {
            let mut next = Vec::new();
            for (path, value) in found {
                match (part, value) {
                    ("*", Value::Array(items)) => {
                        next.extend(items.iter().enumerate().map(|(index, item)| (format!("{path}/{index}"), item)));
                    }
                    ("*", Value::Object(fields)) => {
                        next.extend(fields.iter().map(|(key, item)| (format!("{path}/{}", escape(key)), item)));
                    }
                    ("*", _) => {}
                    _ => next.extend(
                        pointer::follow(value, &format!("/{part}")).map(|item| (format!("{path}/{part}"), item)),
                    ),
                }
            }
            found = next;
        }
        found.retain(|(_, value)| !value.is_null());
        found
    }

    /// A label's value.
    #[must_use]
    pub fn label(&self, key: &str) -> Option<&str> {
        pointer::follow(&self.value, "/metadata/labels")?.get(key)?.as_str()
    }

    /// An annotation's value.
    #[must_use]
    pub fn annotation(&self, key: &str) -> Option<&str> {
        pointer::follow(&self.value, "/metadata/annotations")?.get(key)?.as_str()
    }

    /// `metadata.generation`.
    #[must_use]
    pub fn generation(&self) -> Option<i64> {
        self.i64_at("/metadata/generation")
    }

    /// `metadata.resourceVersion`.
    #[must_use]
    pub fn resource_version(&self) -> Option<&str> {
        self.str_at("/metadata/resourceVersion")
    }

    /// When it was made.
    #[must_use]
    pub fn created(&self) -> Option<Timestamp> {
        self.time_at("/metadata/creationTimestamp")
    }

    /// When its deletion was asked for.
    #[must_use]
    pub fn deleted(&self) -> Option<Timestamp> {
        self.time_at("/metadata/deletionTimestamp")
    }

    /// Finalizers.
    #[must_use]
    pub fn finalizers(&self) -> Vec<&str> {
        self.items_at("/metadata/finalizers").iter().filter_map(Value::as_str).collect()
    }

    /// Owner references. Those without a kind or a name are passed over.
    #[must_use]
    pub fn owners(&self) -> Vec<Owner> {
        let items = self.items_at("/metadata/ownerReferences");
        items.iter().enumerate().filter_map(|(index, item)| owner(index, item)).collect()
    }

    /// The controlling owner, else the only one.
    #[must_use]
    pub fn controller(&self) -> Option<Owner> {
        let items = self.items_at("/metadata/ownerReferences");
        if let [item] = items {
            return owner(0, item);
        }
        let owners = self.owners();
        let only = owners.len() == 1;
        owners.into_iter().find(|owner| owner.controller || only)
    }

    /// `status.conditions`, in the order they stand.
    #[must_use]
    pub fn conditions(&self) -> Vec<Condition<'_>> {
        self.conditions_at("/status/conditions")
    }

    /// Conditions in another place.
    #[must_use]
    pub fn conditions_at(&self, pointer: &str) -> Vec<Condition<'_>> {
        let read = |(index, item)| condition(item, format!("{pointer}/{index}"));
        self.items_at(pointer).iter().enumerate().filter_map(read).collect()
    }

    /// The condition of this type; the last one if a type stands twice.
    #[must_use]
    pub fn condition(&self, kind: &str) -> Option<Condition<'_>> {
        self.conditions().into_iter().rev().find(|condition| condition.kind == kind)
    }

    /// Names of the field managers that wrote this field last (`f:spec`, `f:suspend`), newest first, with their time.
    #[must_use]
    pub fn writers_of(&self, path: &[&str]) -> Vec<(&str, Option<Timestamp>)> {
        let mut writers: Vec<_> = self
            .items_at("/metadata/managedFields")
            .iter()
            .filter(|entry| {
                let mut place = entry.get("fieldsV1");
                for part in path {
                    place = place.and_then(|fields| fields.get(format!("f:{part}")));
                }
                place.is_some()
            })
            .filter_map(|entry| Some((entry.get("manager")?.as_str()?, entry.get("time").and_then(time::parse))))
            .collect();
        writers.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        writers
    }

    /// The newest time that anything in it carries: how late it can be "now" for somebody who has only this object.
    #[must_use]
    pub fn newest_time(&self) -> Option<Timestamp> {
        fn walk(value: &Value, newest: &mut Option<Timestamp>) {
            match value {
                // Only what is as long as a time can be one.
                Value::String(text) if (20..=35).contains(&text.len()) => {
                    *newest = (*newest).max(time::parse_str(text));
                }
                Value::Array(items) => items.iter().for_each(|item| walk(item, newest)),
                Value::Object(fields) => fields.values().for_each(|item| walk(item, newest)),
                _ => {}
            }
        }
        const PARTS: [&str; 7] =
            ["/metadata", "/status", "/spec/renewTime", "/spec/acquireTime", "/lastTimestamp", "/eventTime", "/series"];
        let mut newest = None;
        PARTS
            .into_iter()
            .filter_map(|part| pointer::follow(&self.value, part))
            .for_each(|value| walk(value, &mut newest));
        newest
    }
}

/// Reads one owner reference; `None` without a kind or a name.
fn owner(index: usize, item: &Value) -> Option<Owner> {
    let text = |field: &str| item.get(field).and_then(Value::as_str).filter(|text| !text.is_empty()).map(str::to_owned);
    Some(Owner {
        api_version: text("apiVersion").unwrap_or_else(|| "v1".to_owned()),
        kind: text("kind")?,
        name: text("name")?,
        uid: text("uid"),
        controller: item.get("controller").and_then(Value::as_bool).unwrap_or(false),
        path: format!("/metadata/ownerReferences/{index}"),
    })
}

/// Reads one condition; `None` without a type.
fn condition(item: &Value, path: String) -> Option<Condition<'_>> {
    let text = |field: &str| item.get(field).and_then(Value::as_str).unwrap_or("");
    let kind = item.get("type")?.as_str()?;
    Some(Condition {
        kind,
        status: text("status"),
        reason: text("reason"),
        message: text("message"),
        at: ["lastTransitionTime", "lastUpdateTime"]
            .into_iter()
            .find_map(|field| item.get(field).and_then(time::parse)),
        observed_generation: item.get("observedGeneration").and_then(Value::as_i64),
        path,
    })
}
