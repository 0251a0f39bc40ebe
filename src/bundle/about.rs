//! `bundle.json`: what a bundle says of itself.
//!
//! Owns its shape and the rule which formats can be read. Believes nothing in it: it is data of the bundle like the rest.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::error::BundleError;
use super::version::{FORMAT, Version};
use crate::collect::admit::PolicyNote;
use crate::model::ObjectRef;

/// Whether all that was to be taken was taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase", from = "String")]
pub enum Status {
    /// Everything.
    Complete,
    /// Not everything, or nobody said.
    #[default]
    Partial,
}

impl From<String> for Status {
    fn from(word: String) -> Self {
        // A word of a later version is no promise that this one understands.
        if word == "complete" { Self::Complete } else { Self::Partial }
    }
}

/// What the bundle is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Scope {
    /// The objects somebody asked for.
    pub targets: Vec<ObjectRef>,
    /// The namespace that was kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    /// Whether all namespaces were.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub all_namespaces: bool,
    /// Labels of the runs that were meant, as they were written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selector: Option<String>,
}

/// What a bundle says of itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct About {
    /// Format of the bundle: `major.minor`.
    #[schemars(with = "String", regex(pattern = "^[0-9]+\\.[0-9]+$"))]
    pub format: Version,
    /// When it was taken, and "now" for whoever diagnoses it.
    pub captured_at: Timestamp,
    /// Version of the tool that took it.
    #[serde(default)]
    pub tool_version: String,
    /// Where it was taken from, in the words of the source.
    #[serde(default)]
    pub source: Map<String, Value>,
    /// What it is about.
    #[serde(default)]
    pub scope: Scope,
    /// UID of the namespace `kube-system`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cluster_id: Option<String>,
    /// Version of the API server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server_version: Option<String>,
    /// Fingerprint of the key behind the digests of redacted values. Only bundles of one key can be compared by them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mac_fingerprint: Option<String>,
    /// Redaction policies that its content went through, besides the built-in rules, and what they let through.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub policies: Vec<PolicyNote>,
    /// Whether it is complete.
    #[serde(default)]
    pub status: Status,
    /// Who wrote the status of the objects: a real operator, a real control plane, or `synthetic`.
    #[serde(default)]
    pub writer: String,
}

impl About {
    /// The file: JSON, indented, the fields always in the same order.
    ///
    /// # Errors
    /// None that this shape can give; the signature is that of the writer of JSON.
    pub fn to_json(&self) -> Result<String, BundleError> {
        let mut text = serde_json::to_string_pretty(self).map_err(|error| BundleError::About(error.to_string()))?;
        text.push('\n');
        Ok(text)
    }

    /// Reads the file. Fields of later minor versions are passed over.
    ///
    /// # Errors
    /// If it is no such JSON, or of a later major version.
    pub fn from_json(bytes: &[u8]) -> Result<Self, BundleError> {
        // The words of the reader of JSON may quote a stranger's text.
        let wrong = |error: serde_json::Error| BundleError::About(error.to_string().escape_debug().to_string());
        let value: Value = serde_json::from_slice(bytes).map_err(wrong)?;
        // First of all: whatever else a later major version says may mean something else.
        let format = value.get("format").and_then(Value::as_str);
        let format = format.ok_or_else(|| BundleError::About("it says no format; it is no bundle's".to_owned()))?;
        let found: Version = format.parse().map_err(|what: &str| BundleError::About(what.to_owned()))?;
        if found.major > FORMAT.major {
            return Err(BundleError::Newer { found, known: FORMAT.major });
        }
        serde_json::from_value(value).map_err(wrong)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use serde_json::json;

    use super::*;

    pub(in crate::bundle) fn about() -> About {
        About {
            format: FORMAT,
            captured_at: "2026-11-30T12:00:00Z".parse().unwrap(),
            tool_version: "0.1.0".to_owned(),
            source: json!({"type": "cluster", "context": "prod-eu"}).as_object().cloned().unwrap(),
            scope: Scope::default(),
            cluster_id: Some("c".to_owned()),
            server_version: None,
            mac_fingerprint: None,
            policies: Vec::new(),
            status: Status::Complete,
            writer: "synthetic".to_owned(),
        }
    }

    #[test]
    fn it_comes_back_as_it_went() {
        let text = about().to_json().unwrap();
        assert_eq!(About::from_json(text.as_bytes()).unwrap(), about());
        assert_eq!(text, about().to_json().unwrap());
        assert!(text.starts_with("{\n  \"format\": \"1.0\",\n  \"capturedAt\": \"2026-11-30T12:00:00Z\","), "{text}");
        assert!(text.contains("\"status\": \"complete\"") && !text.contains("serverVersion"));
    }

    #[test]
    fn later_minors_and_unknown_fields_are_read() {
        let text = br#"{"format":"1.7","capturedAt":"2026-11-30T12:00:00Z","status":"sealed","new":{"a":1}}"#;
        let read = About::from_json(text).unwrap();
        assert_eq!((read.format, read.status), (Version { major: 1, minor: 7 }, Status::Partial));
    }

    #[test]
    fn later_majors_are_refused_before_anything_else_is_read() {
        let error = About::from_json(br#"{"format":"2.0","capturedAt":7}"#).unwrap_err();
        assert!(matches!(error, BundleError::Newer { .. }));
        assert_eq!(
            error.to_string(),
            "the bundle has format 2.0, and this version reads up to 1.x; update kubectl-mlop"
        );
    }

    #[test]
    fn nonsense_is_refused_in_clear_words() {
        let deep = "[".repeat(100_000);
        for text in [
            "",
            "{",
            "[]",
            "null",
            "{}",
            r#"{"format":1}"#,
            r#"{"format":"1"}"#,
            r#"{"format":"+1.0"}"#,
            r#"{"format":"1.99999999999"}"#,
            r#"{"format":"1.0"}"#,
            r#"{"format":"1.0","capturedAt":"\u001b[2J"}"#,
            &deep,
        ] {
            let error = About::from_json(text.as_bytes()).unwrap_err();
            assert!(matches!(error, BundleError::About(_)), "{text}");
            assert!(!error.to_string().contains(char::is_control), "{error}");
        }
    }
}
