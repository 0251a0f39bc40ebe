//! Rules of one's own at the door: what it withholds besides, and the little that it lets through.
//!
//! Owns the file's format, what is refused in it, and what its rules strike. Withholding is free within the graph: names
//! and references by which objects are found stay. Letting through is narrow: one kind, one place, both named exactly;
//! Secrets, fields and variables that are called as secrets are, and credentials of a known shape never pass, whatever a
//! rule says. Must never weaken in silence: whoever uses a policy can be told what it lets through ([`Allowed`]'s words),
//! and a bundle keeps that ([`PolicyNote`]).

mod check;
mod file;
mod held;
mod note;
mod patterns;
mod scope;
mod strike;

pub use file::{MOST_BYTES, PolicyError, schema};
pub use note::{Allowed, ConfigMapKey, PolicyNote};
pub(super) use scope::{Scope, Verdict};

use regex::Regex;

use crate::kinds::Kinds;
use crate::model::GroupKind;

/// What is withheld by one rule.
#[derive(Clone, Debug, Default)]
struct Withhold {
    /// As redactions name it: `policy/people`.
    rule: String,
    /// Of these kinds; none for every kind.
    kinds: Vec<GroupKind>,
    /// Steps of pointers; `*` stands for every key and index.
    paths: Vec<Vec<String>>,
    annotations: Option<Regex>,
    labels: Option<Regex>,
    env: Option<Regex>,
    text: Vec<Regex>,
}

/// A policy in force: one file's rules, and what bundles and records that are read say was let through into them.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    withhold: Vec<Withhold>,
    notes: Vec<PolicyNote>,
}

impl Policy {
    /// Reads a file's text.
    ///
    /// # Errors
    /// If it is no policy, or asks for what no policy may: each error names the line.
    pub fn parse(text: &str, kinds: &Kinds) -> Result<Self, PolicyError> {
        file::read(text, kinds)
    }

    /// The same policy, that also lets through what was let through into what is read. Rules that no file could hold are
    /// passed over: a stranger may have written them.
    #[must_use]
    pub fn reading(mut self, notes: &[PolicyNote]) -> Self {
        let mut notes: Vec<PolicyNote> = notes.iter().map(check::harmless).collect();
        notes.append(&mut self.notes);
        notes.dedup();
        Self { notes, ..self }
    }

    /// What a bundle keeps of it: of every policy that its content went through, the digest and what it let through.
    #[must_use]
    pub fn notes(&self) -> &[PolicyNote] {
        &self.notes
    }

    /// What it lets through that would be withheld without it.
    pub fn allowed(&self) -> impl Iterator<Item = &Allowed> {
        self.notes.iter().flat_map(|note| &note.allow)
    }

    /// Whether it changes nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.withhold.is_empty() && self.allowed().next().is_none()
    }
}
