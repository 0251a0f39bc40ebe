//! The patterns of a policy, compiled: pointers, keys with `*`, regular expressions. Each within bounds.

use regex::{Regex, RegexBuilder};
use serde_saphyr::Spanned;

use super::check::checked;
use super::file::PolicyError;

/// Bytes that a compiled pattern may take.
const MOST_COMPILED: usize = 1 << 20;
/// A JSON pointer as steps.
pub(super) fn pointer(path: &str) -> Result<Vec<String>, String> {
    let Some(rest) = path.strip_prefix('/').filter(|rest| !rest.is_empty()) else {
        return Err(format!("{path:?} is no JSON pointer: write /spec/field"));
    };
    Ok(rest.split('/').map(|step| step.replace("~1", "/").replace("~0", "~")).collect())
}

pub(super) fn globs(patterns: &[Spanned<String>]) -> Result<Option<Regex>, PolicyError> {
    for pattern in patterns {
        checked(pattern, |text| glob(&[text]).map(drop))?;
    }
    let Some(first) = patterns.first() else { return Ok(None) };
    let all: Vec<&str> = patterns.iter().map(|pattern| pattern.value.as_str()).collect();
    glob(&all).map(Some).map_err(|what| PolicyError::at(&first.referenced, what))
}

/// Texts with `*` for any characters, as one expression.
pub(super) fn glob(patterns: &[&str]) -> Result<Regex, String> {
    if patterns.iter().any(|pattern| pattern.is_empty()) {
        return Err("a key may not be empty".to_owned());
    }
    let each: Vec<String> = patterns.iter().map(|pattern| regex::escape(pattern).replace("\\*", ".*")).collect();
    RegexBuilder::new(&format!("^(?s:{})$", each.join("|")))
        .size_limit(MOST_COMPILED)
        .build()
        .map_err(|_| "the patterns are too long together".to_owned())
}

pub(super) fn text_pattern(pattern: &str) -> Result<Regex, String> {
    let compiled = RegexBuilder::new(pattern).size_limit(MOST_COMPILED).build().map_err(|error| {
        // The last line says what is wrong; those before it draw the pattern.
        let text = error.to_string();
        let what = text.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned();
        format!("no regular expression: {what}")
    })?;
    if compiled.is_match("") {
        return Err(format!("{pattern} matches the empty text, and so everywhere"));
    }
    Ok(compiled)
}
