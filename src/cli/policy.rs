//! `--redact-policy`: the file, and what is told of it. What it lets through is said whenever it is used.

use std::io::Read as _;
use std::path::Path;

use super::{CliError, terminal};
use crate::collect::admit::policy::MOST_BYTES;
use crate::collect::admit::{Policy, Redaction};
use crate::kinds::Kinds;
use crate::report::quote::harmless;

/// Reads the file that is named; without one, nothing is added to the built-in rules.
pub(super) fn load(path: Option<&Path>, kinds: &Kinds) -> Result<Policy, CliError> {
    let Some(path) = path else { return Ok(Policy::default()) };
    let wrong = |what: &dyn std::fmt::Display| {
        CliError::usage(format!("--redact-policy {}: {what}", path.display()))
            .with_hint("docs/redaction.md describes the file; nothing was read or kept")
    };
    let mut bytes = Vec::new();
    // One byte more than is allowed tells "too large" from "just so".
    let read = open(path).and_then(|file| file.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes));
    read.map_err(|error| wrong(&error))?;
    let text = String::from_utf8(bytes).map_err(|_| wrong(&"it is not UTF-8 text"))?;
    Policy::parse(&text, kinds).map_err(|error| wrong(&error))
}

/// Says what is let through.
pub(super) fn tell(policy: &Policy) {
    for allowed in policy.allowed() {
        terminal::note(&format!("Warning: redaction policy: {}", harmless(&allowed.to_string())));
    }
}

/// Says how much of what was walked no rule could read: what is withheld may have told one fault from another.
pub(super) fn own_up<'r>(redactions: impl Iterator<Item = &'r Redaction>) {
    let withheld = redactions.filter(|note| note.rule.starts_with("policy/")).count();
    if withheld > 0 {
        terminal::note(&format!(
            "The redaction policy withheld {withheld} values: no rule of the diagnosis has read them."
        ));
    }
}

#[expect(clippy::disallowed_methods, reason = "files named on the command line are opened here")]
fn open(path: &Path) -> std::io::Result<std::fs::File> {
    std::fs::File::open(path)
}
