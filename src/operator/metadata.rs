//! An Operation's metadata, as JSON, and what our helpers ask of any metadata.
//!
//! Owns the reading of names, labels and the like. Must never drop a field: managed fields and whatever the next
//! API server adds go through unchanged.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::field::Field;

/// What the helpers of [`Operation`](super::Operation) need to know about its metadata.
///
/// It stands between them and the two ways to hold it: [`Metadata`] keeps every byte, and a cluster client brings its
/// own type.
pub trait Meta: Serialize + DeserializeOwned + Default {
    /// Name.
    fn name(&self) -> Option<&str>;
    /// Namespace.
    fn namespace(&self) -> Option<&str>;
    /// UID.
    fn uid(&self) -> Option<&str>;
    /// Value of a label.
    fn label(&self, key: &str) -> Option<&str>;
    /// Value of an annotation.
    fn annotation(&self, key: &str) -> Option<&str>;
    /// Finalizers.
    fn finalizers(&self) -> Vec<&str>;
    /// Whether there was no metadata at all.
    fn is_absent(&self) -> bool;
}

/// Metadata as it came.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Metadata(pub Field<Value>);

impl Metadata {
    fn text(&self, pointer: &str) -> Option<&str> {
        self.0.get()?.pointer(pointer)?.as_str().filter(|text| !text.is_empty())
    }

    fn entry(&self, map: &str, key: &str) -> Option<&str> {
        self.0.get()?.get(map)?.get(key)?.as_str()
    }
}

impl Meta for Metadata {
    fn name(&self) -> Option<&str> {
        self.text("/name")
    }

    fn namespace(&self) -> Option<&str> {
        self.text("/namespace")
    }

    fn uid(&self) -> Option<&str> {
        self.text("/uid")
    }

    fn label(&self, key: &str) -> Option<&str> {
        self.entry("labels", key)
    }

    fn annotation(&self, key: &str) -> Option<&str> {
        self.entry("annotations", key)
    }

    fn finalizers(&self) -> Vec<&str> {
        let items = self.0.get().and_then(|value| value.get("finalizers")).and_then(Value::as_array);
        items.into_iter().flatten().filter_map(Value::as_str).collect()
    }

    fn is_absent(&self) -> bool {
        self.0.is_absent()
    }
}
