//! Reports for machines. One document; keys in a fixed order; strings that kubectl's own YAML reader takes as strings.

use serde::Serialize;

/// Pretty JSON with a final newline.
#[must_use]
pub fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).map(|text| text + "\n").unwrap_or_default()
}

/// YAML with a final newline.
#[must_use]
pub fn to_yaml(value: &impl Serialize) -> String {
    // By way of JSON values, so that both formats hold the very same document.
    let value = serde_json::to_value(value).unwrap_or_default();
    serde_saphyr::to_string(&value)
        .map(|text| if text.ends_with('\n') { text } else { text + "\n" })
        .unwrap_or_default()
}
