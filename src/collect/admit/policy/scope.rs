//! The rules that hold for one document, or for texts that belong to none.

use std::borrow::Cow;

use regex::Regex;
use serde_json::Value;

use super::note::{Allowed, ConfigMapKey};
use super::strike::strike;
use super::{Policy, Withhold};
use crate::model::GroupKind;

/// What a policy says of one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Verdict<'p> {
    /// Nothing: the built-in rules hold.
    Usual,
    /// It goes, by this rule.
    Withheld(&'p str),
    /// It may stay, but for known credentials in it.
    Allowed,
}

/// Rules in force. Without a policy there are none, and nothing is looked for.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Scope<'p> {
    withhold: Vec<&'p Withhold>,
    allow: Vec<&'p Allowed>,
    namespace: String,
    name: String,
}

impl<'p> Scope<'p> {
    /// For one document. `list_version` is what a typed list says for items that say no version of their own. Of a
    /// document of unknown kind everything is withheld that any rule withholds.
    pub(in super::super) fn of(policy: Option<&'p Policy>, document: &Value, list_version: &str) -> Self {
        let Some(policy) = policy else { return Self::default() };
        let text = |pointer: &str| document.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
        let version = Some(text("/apiVersion")).filter(|version| !version.is_empty()).unwrap_or(list_version);
        let kind = Some(text("/kind")).filter(|kind| !kind.is_empty());
        let kind = kind.map(|kind| GroupKind::from_api_version(version, kind));
        let word = kind.as_ref().map(ToString::to_string);
        let holds =
            |rule: &&Withhold| rule.kinds.is_empty() || kind.as_ref().is_none_or(|kind| rule.kinds.contains(kind));
        Self {
            withhold: policy.withhold.iter().filter(holds).collect(),
            allow: policy
                .allowed()
                .filter(|rule| word.as_ref().is_some_and(|kind| rule.kinds.contains(kind)))
                .collect(),
            namespace: text("/metadata/namespace").to_owned(),
            name: text("/metadata/name").to_owned(),
        }
    }

    /// For texts that belong to no document: every rule on text.
    pub(in super::super) fn of_texts(policy: Option<&'p Policy>) -> Self {
        let withhold = policy.iter().flat_map(|policy| &policy.withhold).collect();
        Self { withhold, ..Self::default() }
    }

    /// Pointers to what goes, each with its rule.
    pub(in super::super) fn paths(&self) -> impl Iterator<Item = (&'p [String], &'p str)> + use<'p> {
        let rules: Vec<&'p Withhold> = self.withhold.clone();
        rules.into_iter().flat_map(|rule| rule.paths.iter().map(|path| (path.as_slice(), rule.rule.as_str())))
    }

    pub(in super::super) fn annotation(&self, key: &str) -> Verdict<'p> {
        self.judge(key, |rule| rule.annotations.as_ref(), |allowed| &allowed.annotations)
    }

    pub(in super::super) fn variable(&self, name: &str) -> Verdict<'p> {
        self.judge(name, |rule| rule.env.as_ref(), |allowed| &allowed.env)
    }

    pub(in super::super) fn label(&self, key: &str) -> Verdict<'p> {
        self.judge(key, |rule| rule.labels.as_ref(), |_| &[])
    }

    /// Whether a field may stay.
    pub(in super::super) fn allows(&self, pointer: impl FnOnce() -> String) -> bool {
        if self.allow.iter().all(|rule| rule.paths.is_empty()) {
            return false;
        }
        let pointer = pointer();
        self.allow.iter().any(|rule| rule.paths.contains(&pointer))
    }

    /// Whether a value of the ConfigMap that this document is may stay.
    pub(in super::super) fn allows_key(&self, key: &str) -> bool {
        let is_it = |at: &ConfigMapKey| at.key == key && at.name == self.name && at.namespace == self.namespace;
        self.allow.iter().any(|rule| rule.config_maps.iter().any(is_it))
    }

    /// A text without what the rules' patterns match, with the rule that struck first; nothing if none does.
    pub(in super::super) fn strike(&self, text: &str) -> Option<(String, &'p str)> {
        let mut struck: Option<(Cow<'_, str>, &'p str)> = None;
        for rule in &self.withhold {
            for pattern in &rule.text {
                let before = struck.as_ref().map_or(text, |(text, _)| text.as_ref());
                if let Some(after) = strike(before, pattern) {
                    let first = struck.as_ref().map_or(rule.rule.as_str(), |(_, first)| first);
                    struck = Some((Cow::Owned(after), first));
                }
            }
        }
        struck.map(|(text, rule)| (text.into_owned(), rule))
    }

    /// Whether any text could be struck.
    pub(in super::super) fn strikes(&self) -> bool {
        self.withhold.iter().any(|rule| !rule.text.is_empty())
    }

    fn judge(
        &self,
        key: &str,
        withheld: impl Fn(&'p Withhold) -> Option<&'p Regex>,
        allowed: impl Fn(&'p Allowed) -> &'p [String],
    ) -> Verdict<'p> {
        let by = self.withhold.iter().find(|rule| withheld(rule).is_some_and(|keys| keys.is_match(key)));
        match by {
            Some(rule) => Verdict::Withheld(&rule.rule),
            None if self.allow.iter().any(|rule| allowed(rule).iter().any(|known| known == key)) => Verdict::Allowed,
            None => Verdict::Usual,
        }
    }
}
