//! The door itself: what goes in, what comes out, and what is said about the difference.
//!
//! Owns the interface. Everything it reports names places and rules, never a value.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use super::clean::clean;
use super::depth;
use super::mask::{Masker, TOO_DEEP};
use super::path::Path;
use super::policy::{Policy, PolicyNote, Scope};
use super::text::Depth;
use super::walk::{Mode, Walk};

/// Lets objects, events and logs in without their secrets.
#[derive(Clone)]
pub struct Door {
    masker: Masker,
    policy: Option<Arc<Policy>>,
}

/// How well the schema of an object is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Treatment {
    /// Its kind is described: what stands where is known, and free text is scrubbed.
    Taught,
    /// A custom resource nobody described: only what has a narrow, harmless shape stays.
    Untaught,
}

/// One thing that was taken out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redaction {
    /// Where it stood, as a JSON pointer.
    pub path: String,
    /// Which rule took it out: a built-in one, or `policy/NAME`.
    pub rule: String,
}

/// A document fit to be kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Admitted {
    /// The document without its secrets.
    pub value: Value,
    /// What was taken out, in the order of the document; empty for one that was admitted before.
    pub redactions: Vec<Redaction>,
}

impl Door {
    /// A door that masks without a MAC: equal values cannot be told from different ones of the same length.
    #[must_use]
    pub fn new() -> Self {
        Self { masker: Masker::new(None), policy: None }
    }

    /// A door that adds a MAC to what it masks (HMAC-SHA256 cut to 64 bits), so that equal values stay equal.
    #[must_use]
    pub fn with_key(key: [u8; 32]) -> Self {
        Self { masker: Masker::new(Some(key)), policy: None }
    }

    /// The same door with rules of one's own.
    #[must_use]
    pub fn with_policy(self, policy: Policy) -> Self {
        Self { policy: (!policy.notes().is_empty()).then(|| Arc::new(policy)), ..self }
    }

    /// What is to be kept of the rules in force.
    #[must_use]
    pub fn policies(&self) -> Vec<PolicyNote> {
        self.policy.as_ref().map(|policy| policy.notes().to_vec()).unwrap_or_default()
    }

    /// Names the key without giving it away. Marks of doors with different fingerprints cannot be compared.
    #[must_use]
    pub fn fingerprint(&self) -> Option<String> {
        self.masker.fingerprint()
    }

    /// Admits an object, an event, or a list of them. An object should carry its kind: without one, whatever it has as
    /// `data` is masked.
    ///
    /// `secret_paths` are JSON pointers of this kind whose values are masked whatever they are; `*` stands for any key or
    /// index.
    #[must_use]
    pub fn object(&self, mut value: Value, treatment: Treatment, secret_paths: &[&str]) -> Admitted {
        let policy = self.policy.as_deref();
        let mut walk = Walk::new(&self.masker, Scope::of(policy, &value, ""));
        let mut cuts = 0_usize;
        depth::prune(&mut value, &mut || cuts += 1);
        if cuts > 0 {
            report_cuts(&value, &Path::root(), &mut walk);
        }
        for pointer in secret_paths {
            let steps: Vec<String> =
                pointer.split('/').skip(1).map(|step| step.replace("~1", "/").replace("~0", "~")).collect();
            mask_at(&mut value, &steps, &Path::root(), &mut walk, "secret-path");
        }
        let mode = match treatment {
            Treatment::Taught => Mode::Taught,
            Treatment::Untaught => Mode::Strict("untaught"),
        };
        let kind = value.get("kind").and_then(Value::as_str).unwrap_or_default();
        let is_list = kind.ends_with("List");
        // `List` itself holds items of any kind, each with its own.
        let list_kind = kind.strip_suffix("List").filter(|kind| !kind.is_empty()).map(str::to_owned);
        let root = Path::root();
        // Each item of a list is a document of its own: its status stands at its own root.
        let mut items = match value.get_mut("items") {
            Some(items @ Value::Array(_)) if is_list => items.take(),
            _ => Value::Null,
        };
        let version = value.get("apiVersion").and_then(Value::as_str).unwrap_or_default().to_owned();
        withhold(&mut value, &mut walk);
        walk.node(&mut value, &root, mode);
        if let Value::Array(documents) = &mut items {
            for (at, document) in documents.iter_mut().enumerate() {
                let lent = lend_kind(document, list_kind.as_deref());
                let mut inner = Walk::new(&self.masker, Scope::of(policy, document, &version));
                withhold(document, &mut inner);
                inner.node(document, &root, mode);
                if let Some(map) = document.as_object_mut().filter(|_| lent) {
                    map.remove("kind");
                }
                walk.adopt(inner, &format!("/items/{at}"));
            }
            if let Some(place) = value.get_mut("items") {
                *place = items;
            }
        }
        Admitted { value, redactions: walk.into_found() }
    }

    /// Free text without its credentials: a message, a reason, an error. Best effort.
    #[must_use]
    pub fn text<'a>(&self, text: &'a str) -> Cow<'a, str> {
        clean(text, Depth::Full, &Scope::of_texts(self.policy.as_deref())).0
    }

    /// A log without its credentials, line by line; private keys are followed across lines. Best effort.
    #[must_use]
    pub fn log(&self, text: &str) -> String {
        self.text(text).into_owned()
    }
}

impl fmt::Debug for Door {
    /// Never prints the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Door").field("fingerprint", &self.fingerprint()).finish()
    }
}

impl Default for Door {
    fn default() -> Self {
        Self::new()
    }
}

/// Items of a typed list do not repeat their kind; says whether one was lent.
fn lend_kind(document: &mut Value, kind: Option<&str>) -> bool {
    match (document, kind) {
        (Value::Object(map), Some(kind)) if !map.contains_key("kind") => {
            map.insert("kind".to_owned(), Value::from(kind));
            true
        }
        _ => false,
    }
}

/// Says where the cut of the deepest levels fell. Told apart from marks of an earlier admission by there being any cut.
fn report_cuts(value: &Value, path: &Path<'_>, walk: &mut Walk<'_>) {
    match value {
        Value::String(text) if text == TOO_DEEP => walk.report(path, "too-deep"),
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                report_cuts(item, &path.index(at), walk);
            }
        }
        Value::Object(map) => {
            for (key, item) in map {
                report_cuts(item, &path.key(key), walk);
            }
        }
        _ => {}
    }
}

/// Masks what a policy withholds of a document.
fn withhold(document: &mut Value, walk: &mut Walk<'_>) {
    for (steps, rule) in walk.scope().paths() {
        mask_at(document, steps, &Path::root(), walk, rule);
    }
}

fn mask_at(value: &mut Value, steps: &[String], path: &Path<'_>, walk: &mut Walk<'_>, rule: &str) {
    let Some((step, rest)) = steps.split_first() else {
        return walk.mask_leaves(value, path, rule);
    };
    match value {
        Value::Object(map) => {
            for (key, item) in map.iter_mut().filter(|(key, _)| step == "*" || *key == step) {
                mask_at(item, rest, &path.key(key), walk, rule);
            }
        }
        Value::Array(items) => {
            for (at, item) in items.iter_mut().enumerate().filter(|(at, _)| step == "*" || at.to_string() == *step) {
                mask_at(item, rest, &path.index(at), walk, rule);
            }
        }
        _ => {}
    }
}
