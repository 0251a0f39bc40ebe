//! The file of a policy, as it is written.
//!
//! Owns its fields, and that every error names a line. What may not stand in it is a matter of `check`.

use schemars::{JsonSchema, Schema, schema_for};
use serde::Deserialize;
use serde_saphyr::{Location, Spanned};
use sha2::{Digest as _, Sha256};
use thiserror::Error;

use super::note::{ConfigMapKey, PolicyNote};
use super::{Policy, check};
use crate::kinds::Kinds;

/// Larger files are not read.
pub const MOST_BYTES: usize = 256 << 10;

const API_VERSION: &str = "mlop/v1alpha1";
const KIND: &str = "RedactPolicy";

/// Why a text is no policy.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line}: {what}")]
pub struct PolicyError {
    /// Line, counted from 1; 0 if the text as a whole is meant.
    pub line: u64,
    /// What is wrong.
    pub what: String,
}

impl PolicyError {
    pub(super) fn at(location: &Location, what: impl Into<String>) -> Self {
        Self { line: location.line(), what: what.into() }
    }
}

/// Rules at the door besides the built-in ones.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(title = "RedactPolicy")]
pub(super) struct File {
    /// `mlop/v1alpha1`.
    #[schemars(with = "String")]
    api_version: Spanned<String>,
    /// `RedactPolicy`.
    #[schemars(with = "String")]
    kind: Spanned<String>,
    /// What is withheld besides.
    #[serde(default)]
    #[schemars(with = "Vec<WithholdRule>")]
    pub withhold: Vec<Spanned<WithholdRule>>,
    /// What is let through that would be withheld.
    #[serde(default)]
    #[schemars(with = "Vec<AllowRule>")]
    pub allow: Vec<Spanned<AllowRule>>,
}

/// What is withheld. Each rule has one place at least.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct WithholdRule {
    /// Name: `redactions.jsonl` says `policy/NAME` where the rule struck.
    #[schemars(with = "String")]
    pub name: Spanned<String>,
    /// Of objects of these kinds alone, as `Kind.group` (`Pod`, `Job.batch`). Logs and messages of the API server have none:
    /// every rule on text holds for them.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub kinds: Vec<Spanned<String>>,
    /// Fields with all that is below them, as JSON pointers; `*` stands for every key and every index.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub paths: Vec<Spanned<String>>,
    /// Annotations whose key is this; `*` stands for any characters.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub annotations: Vec<Spanned<String>>,
    /// Labels whose key is this; `*` stands for any characters.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub labels: Vec<Spanned<String>>,
    /// Environment variables whose name is this; `*` stands for any characters.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub env: Vec<Spanned<String>>,
    /// Regular expressions (syntax of Rust's regex crate): what matches goes, in texts, messages, arguments and logs.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub text: Vec<Spanned<String>>,
}

/// What is let through: exactly these places of exactly these kinds, without any `*`. Each rule has one place at least.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct AllowRule {
    /// Name.
    #[schemars(with = "String")]
    pub name: Spanned<String>,
    /// Why: whoever reads the bundle is told.
    #[schemars(with = "String")]
    pub reason: Spanned<String>,
    /// Of objects of these kinds, as `Kind.group` (`Pod`, `Job.batch`).
    #[schemars(with = "Vec<String>")]
    pub kinds: Vec<Spanned<String>>,
    /// Annotations.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub annotations: Vec<Spanned<String>>,
    /// Environment variables.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub env: Vec<Spanned<String>>,
    /// Keys of ConfigMaps; `kinds` is then `[ConfigMap]`.
    #[serde(default)]
    #[schemars(with = "Vec<ConfigMapKey>")]
    pub config_maps: Vec<Spanned<ConfigMapKey>>,
    /// Fields of kinds that nobody described, and in maps that take anything, as JSON pointers.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub paths: Vec<Spanned<String>>,
}

/// The JSON Schema of the file.
#[must_use]
pub fn schema() -> Schema {
    schema_for!(File)
}

/// Reads a policy.
pub(super) fn read(text: &str, kinds: &Kinds) -> Result<Policy, PolicyError> {
    if text.len() > MOST_BYTES {
        let what = format!("the file is larger than {} KiB", MOST_BYTES >> 10);
        return Err(PolicyError { line: 0, what });
    }
    let mut options = serde_saphyr::Options::default();
    options.with_snippet = false;
    let file: File = serde_saphyr::from_str_with_options(text, options).map_err(|error| {
        let line = error.location().map_or(0, |location| location.line());
        // The reader says the place behind its first line's words; it is said once, in front.
        let said = error.to_string();
        let what = said.lines().next().unwrap_or("unreadable").to_owned();
        PolicyError { line, what }
    })?;
    for (said, known) in [(&file.api_version, API_VERSION), (&file.kind, KIND)] {
        if said.value != known {
            return Err(PolicyError::at(&said.referenced, format!("{:?} is not {known}", said.value)));
        }
    }
    let (withhold, allow) = check::compile(&file, kinds)?;
    let sha256 = Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(Policy { withhold, notes: vec![PolicyNote { sha256, allow }] })
}
