//! The walk through one document: which place gets which treatment.
//!
//! Owns the map from field names to treatments; the treatments themselves are in the modules named after them. A field is
//! recognised wherever it stands, since pod templates hide at any depth of a custom resource.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::Redaction;
use super::clean::clean;
use super::mask::{Masker, is_mark};
use super::path::Path;
use super::policy::{Scope, Verdict};
use super::text::{Depth, scrub};
use super::untaught::{Leaf, is_time, judge};
use super::words::is_secret_name;

/// How strings without a special place are treated.
#[derive(Clone, Copy)]
pub(super) enum Mode {
    /// The schema is known: they stay, scrubbed.
    Taught,
    /// Anything may stand here: only narrow shapes stay. Holds the name of the rule.
    Strict(&'static str),
}

impl Mode {
    /// For what anything may stand in.
    const fn strictly(self) -> Self {
        match self {
            Self::Taught => Self::Strict("free-form"),
            strict @ Self::Strict(_) => strict,
        }
    }
}

/// Maps and texts of taught kinds whose content is the user's own.
const FREE_FORM: [&str; 12] = [
    "sparkConf",
    "hadoopConf",
    "runtimeEnvYAML",
    "runtimeEnv",
    "serveConfigV2",
    "rayStartParams",
    "parameters",
    "userConfig",
    "dynamicConfig",
    "configuration",
    "properties",
    // Of drivers; of Secrets and ConfigMaps it never comes this far.
    "data",
];

/// Fields that hold names, hashes and identifiers: no credential but one of a known shape belongs there.
const IDENTIFIERS: [&str; 24] = [
    "uid",
    "name",
    "namespace",
    "kind",
    "apiVersion",
    "resourceVersion",
    "generateName",
    "nodeName",
    "containerID",
    "imageID",
    "image",
    "machineID",
    "systemUUID",
    "bootID",
    "holderIdentity",
    "names",
    "providerID",
    "currentRevision",
    "updateRevision",
    "observedRevision",
    "resourceClaimName",
    "volumeName",
    "claimName",
    "podTemplateHash",
];

/// Fields by which objects are found, and those that hold one word of the API by which runs are judged: no pattern of a
/// policy takes a part of them away.
const HELD: [&str; 19] = [
    "uid",
    "name",
    "namespace",
    "kind",
    "apiVersion",
    "resourceVersion",
    "generateName",
    "nodeName",
    "holderIdentity",
    "names",
    "resourceClaimName",
    "volumeName",
    "claimName",
    "action",
    "phase",
    "reason",
    "state",
    "status",
    "type",
];

/// One walk through one document.
pub(super) struct Walk<'d> {
    masker: &'d Masker,
    scope: Scope<'d>,
    found: Vec<Redaction>,
}

impl<'d> Walk<'d> {
    pub(super) fn new(masker: &'d Masker, scope: Scope<'d>) -> Self {
        Self { masker, scope, found: Vec::new() }
    }

    /// The rules of a policy that hold for this document.
    pub(super) fn scope(&self) -> &Scope<'d> {
        &self.scope
    }

    pub(super) fn masker(&self) -> &'d Masker {
        self.masker
    }

    pub(super) fn into_found(self) -> Vec<Redaction> {
        self.found
    }

    /// Takes over what a walk through a part of the document found.
    pub(super) fn adopt(&mut self, part: Walk<'_>, at: &str) {
        self.found
            .extend(part.found.into_iter().map(|found| Redaction { path: format!("{at}{}", found.path), ..found }));
    }

    pub(super) fn report(&mut self, path: &Path<'_>, rule: &str) {
        self.found.push(Redaction { path: path.pointer(), rule: rule.to_owned() });
    }

    /// Masks a value as a whole.
    pub(super) fn mask_value(&mut self, value: &mut Value, path: &Path<'_>, rule: &str) {
        if self.masker.value(value) {
            self.report(path, rule);
        }
    }

    /// Masks every leaf of a value, so that its shape can still be seen.
    pub(super) fn mask_leaves(&mut self, value: &mut Value, path: &Path<'_>, rule: &str) {
        match value {
            Value::Array(items) => {
                for (at, item) in items.iter_mut().enumerate() {
                    self.mask_leaves(item, &path.index(at), rule);
                }
            }
            Value::Object(map) => {
                for (key, item) in map.iter_mut() {
                    self.mask_leaves(item, &path.key(key), rule);
                }
            }
            leaf => self.mask_value(leaf, path, rule),
        }
    }

    /// Scrubs a string; anything else in its place is masked, but for plain numbers and switches.
    pub(super) fn text(&mut self, value: &mut Value, path: &Path<'_>, depth: Depth, rule: &str) {
        match value {
            Value::String(text) => {
                // Most documents meet no policy: where a text stands is looked at only for its sake.
                let (clean, by) = if self.scope.strikes() && !is_held(path, text) {
                    clean(text, depth, &self.scope)
                } else {
                    (scrub(text, depth), None)
                };
                if let Cow::Owned(clean) = clean {
                    *text = clean;
                    self.report(path, by.unwrap_or(rule));
                }
            }
            Value::Array(_) | Value::Object(_) => self.mask_value(value, path, rule),
            _ => {}
        }
    }

    /// Any value.
    pub(super) fn node(&mut self, value: &mut Value, path: &Path<'_>, mode: Mode) {
        match value {
            Value::Array(items) => {
                for (at, item) in items.iter_mut().enumerate() {
                    self.node(item, &path.index(at), mode);
                }
            }
            Value::Object(map) => self.map(map, path, mode),
            Value::String(_) => self.leaf(value, path, mode),
            _ => {}
        }
    }

    fn leaf(&mut self, value: &mut Value, path: &Path<'_>, mode: Mode) {
        let Value::String(text) = value else { return };
        if text.is_empty() || is_mark(text) {
            return;
        }
        match mode {
            Mode::Taught if text.contains('"') && text.contains("\"auths\"") => {
                self.mask_value(value, path, "registry-login");
            }
            Mode::Taught if is_time(text) => {}
            Mode::Taught => {
                let depth = if IDENTIFIERS.contains(&path.name()) { Depth::Certain } else { Depth::Full };
                self.text(value, path, depth, "free-text");
            }
            Mode::Strict(rule) => match judge(path, text) {
                // What had a part of it taken away would not have the shape any more for which it stays.
                Leaf::Keep => {
                    let struck = self.scope.strike(text).filter(|_| !is_held(path, text));
                    if let Some((_, rule)) = struck {
                        self.mask_value(value, path, rule);
                    }
                }
                Leaf::Scrub => self.text(value, path, Depth::Full, "free-text"),
                Leaf::Mask if self.scope.allows(|| path.pointer()) => self.allowed(value, path, rule),
                Leaf::Mask => self.mask_value(value, path, rule),
            },
        }
    }

    /// A value that a policy lets through: but for what is certainly a credential.
    pub(super) fn allowed(&mut self, value: &mut Value, path: &Path<'_>, rule: &str) {
        match value {
            Value::String(text) if text.contains("\"auths\"") => self.mask_value(value, path, "registry-login"),
            _ => self.text(value, path, Depth::Certain, rule),
        }
    }

    fn map(&mut self, map: &mut Map<String, Value>, path: &Path<'_>, mode: Mode) {
        let done = self.config_data(map, path);
        let is_container = ["name", "image"].into_iter().all(|field| map.get(field).is_some_and(Value::is_string));
        for (key, child) in map.iter_mut().filter(|(key, _)| !done.contains(&key.as_str())) {
            self.field(key, child, &path.key(key), path.name(), mode, is_container);
        }
    }

    fn field(&mut self, key: &str, value: &mut Value, path: &Path<'_>, parent: &str, mode: Mode, is_container: bool) {
        let is_strict = matches!(mode, Mode::Strict(_));
        match (key, &mut *value) {
            // There is nothing in them to hide; many fields are of this sort.
            (_, Value::Null | Value::Bool(_)) => {}
            (_, Value::Number(_)) if is_strict && is_secret_name(key) => self.mask_value(value, path, "secret-field"),
            ("metadata", Value::Object(map)) => self.metadata(map, path, mode),
            (_, Value::Object(_)) if is_one_of(key, "annotations", "Annotations") => self.annotations(value, path),
            (_, Value::Object(_))
                if is_one_of(key, "labels", "Labels") || matches!(key, "nodeSelector" | "selector") =>
            {
                self.labels(value, path, mode);
            }
            ("env" | "envVars" | "env_vars" | "environment", Value::Array(_) | Value::Object(_)) => {
                self.variables(value, path);
            }
            ("command" | "args" | "arguments" | "argv", Value::Array(words)) if is_container || !is_strict => {
                self.arguments(words, path);
            }
            ("httpHeaders", Value::Array(_)) => self.named_values(value, path, "header"),
            ("caBundle", _) => self.mask_value(value, path, "ca-bundle"),
            ("volumeAttributes" | "volumeContext" | "attachmentMetadata", _) => {
                self.mask_leaves(value, path, "volume-option");
            }
            ("options", Value::Object(_)) if parent == "flexVolume" => self.mask_leaves(value, path, "volume-option"),
            ("secretFile", _) => self.mask_value(value, path, "volume-option"),
            (_, Value::String(_)) if is_secret_name(key) => self.mask_value(value, path, "secret-field"),
            (_, Value::Object(map)) if is_secret_name(key) => {
                // `redisPassword: {value: …}`; a reference beside it is only a name.
                for (inner, item) in map.iter_mut() {
                    let place = path.key(inner);
                    if inner == "value" {
                        self.mask_value(item, &place, "secret-field");
                    } else {
                        self.field(inner, item, &place, key, mode, false);
                    }
                }
            }
            _ if FREE_FORM.contains(&key) && !is_strict => self.node(value, path, Mode::Strict("free-form")),
            _ => self.node(value, path, mode),
        }
    }

    /// `ObjectMeta`, of the object or of a template in it.
    fn metadata(&mut self, map: &mut Map<String, Value>, path: &Path<'_>, mode: Mode) {
        for (key, child) in map.iter_mut() {
            let place = path.key(key);
            match key.as_str() {
                "annotations" => self.annotations(child, &place),
                "labels" => self.labels(child, &place, mode),
                "managedFields" => self.writers(child, &place),
                "ownerReferences" | "finalizers" => self.node(child, &place, Mode::Taught),
                "name" | "generateName" | "namespace" | "uid" | "resourceVersion" | "selfLink"
                | "creationTimestamp" | "deletionTimestamp" | "continue" => {
                    self.text(child, &place, Depth::Certain, "free-text");
                }
                // No field of metadata: some kinds have a map of this name that takes anything.
                _ => self.node(child, &place, mode.strictly()),
            }
        }
    }

    /// Labels and selectors hold the graph together; only what is certainly a credential is taken out.
    fn labels(&mut self, value: &mut Value, path: &Path<'_>, mode: Mode) {
        let Value::Object(map) = value else { return self.node(value, path, mode) };
        for (key, child) in map.iter_mut() {
            let place = path.key(key);
            if let (Verdict::Withheld(rule), Value::String(_)) = (self.scope.label(key), &*child) {
                self.mask_value(child, &place, rule);
                continue;
            }
            match child {
                // A label with a credential in it is no selector, and neither is one longer than labels may be.
                Value::String(text) if text.len() > 63 || is_secret_name(key) || is_dirty(text) => {
                    self.mask_value(child, &place, "label");
                }
                Value::String(_) => {}
                Value::Object(_) => self.labels(child, &place, mode),
                _ => self.node(child, &place, mode),
            }
        }
    }

    /// A list of `{name, value}`: the values go.
    fn named_values(&mut self, value: &mut Value, path: &Path<'_>, rule: &'static str) {
        let Value::Array(items) = value else { return };
        for (at, item) in items.iter_mut().enumerate() {
            let place = path.index(at);
            let Value::Object(map) = item else {
                self.mask_leaves(item, &place, rule);
                continue;
            };
            for (key, child) in map.iter_mut().filter(|(key, _)| key.as_str() != "name") {
                self.mask_leaves(child, &place.key(key), rule);
            }
        }
    }
}

/// Names by which objects are found, words of the API, and times.
fn is_held(path: &Path<'_>, text: &str) -> bool {
    HELD.contains(&path.name()) || is_time(text)
}

fn is_dirty(text: &str) -> bool {
    matches!(scrub(text, Depth::Certain), Cow::Owned(_))
}

fn is_one_of(key: &str, exact: &str, ending: &str) -> bool {
    key == exact || key.ends_with(ending)
}
