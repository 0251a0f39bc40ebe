//! The lines of a bundle's `.jsonl` files. Readers ignore fields they do not know.

use std::collections::BTreeMap;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::{Gap, ObjectRef, Query};

/// Name of the index of objects.
pub const INDEX: &str = "index.jsonl";
/// Name of the list of questions and how they were answered: what turns absence into evidence.
pub const QUERIES: &str = "queries.jsonl";
/// Name of the list of unanswered questions.
pub const GAPS: &str = "gaps.jsonl";
/// Name of the list of refused questions.
pub const DENIED: &str = "denied.jsonl";
/// Name of the list of what went wrong while the evidence was taken.
pub const ERRORS: &str = "errors.jsonl";
/// Name of the list of what was withheld: places and rules, never values.
pub const REDACTIONS: &str = "redactions.jsonl";
/// Name of the report as it came out when the evidence was taken.
pub const REPORT: &str = "report.json";

/// A line of the index: one object.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct IndexLine {
    /// Which object. Its true name, where the directory's is cut.
    #[serde(rename = "ref")]
    pub reference: ObjectRef,
    /// Its directory.
    pub dir: String,
    /// Labels, by which lists are narrowed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, String>,
    /// UIDs of its owners.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub owners: Vec<String>,
    /// When it was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created: Option<Timestamp>,
    /// When its deletion was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deleted: Option<Timestamp>,
    /// How many events about it are kept.
    #[serde(default)]
    pub events: usize,
}

/// A line of the questions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct QueryLine {
    /// The question.
    pub query: Query,
    /// Directories of the objects that came.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub found: Vec<String>,
    /// Whether what did not come was not there.
    #[serde(default)]
    pub complete: bool,
    /// Why there was no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gap: Option<Gap>,
}

/// A line of what was withheld.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RedactionLine {
    /// In which object.
    pub object: String,
    /// JSON pointer.
    pub path: String,
    /// By which rule.
    pub rule: String,
}

/// Lines out of records, each ended by a newline.
///
/// # Errors
/// None that these types can cause; the signature is the serializer's.
pub fn lines<T: Serialize>(records: impl IntoIterator<Item = T>) -> Result<String, serde_json::Error> {
    let mut text = String::new();
    for record in records {
        text.push_str(&serde_json::to_string(&record)?);
        text.push('\n');
    }
    Ok(text)
}
