//! What may stand in a policy, and what may not.
//!
//! Owns the bounds, and what can be let through: nothing that is called as secrets are. What cannot be withheld is a matter of
//! `held`.

use std::collections::BTreeSet;

use serde_saphyr::{Location, Spanned};

use super::super::words::is_secret_name;
use super::Withhold;
use super::file::{AllowRule, File, PolicyError, WithholdRule};
use super::held::{free_label, withholdable};
use super::note::{Allowed, PolicyNote};
use super::patterns::{globs, pointer, text_pattern};
use crate::kinds::{KindSpec, Kinds};
use crate::model::GroupKind;

/// Rules of a policy.
const MOST_RULES: usize = 200;
/// Places of a rule.
const MOST_PLACES: usize = 200;
/// Characters of a place, a pattern, a name or a reason.
const MOST_CHARACTERS: usize = 1000;
/// Patterns on text, which are tried on every string.
const MOST_PATTERNS: usize = 64;

/// What repeats an object as it was sent, secrets and all.
const WHOLE_OBJECT: &str = "kubectl.kubernetes.io/last-applied-configuration";

/// Rules as they are in force.
pub(super) fn compile(file: &File, kinds: &Kinds) -> Result<(Vec<Withhold>, Vec<Allowed>), PolicyError> {
    let (mut withhold, mut allow, mut named) = (Vec::new(), Vec::new(), BTreeSet::new());
    let mut patterns = 0;
    for (place, rule) in file.withhold.iter().enumerate() {
        bounded(place, MOST_RULES, "rules", &rule.referenced)?;
        name(&rule.value.name, &mut named)?;
        patterns += rule.value.text.len();
        bounded(patterns.saturating_sub(1), MOST_PATTERNS, "patterns on text", &rule.referenced)?;
        withhold.push(withholding(rule, kinds)?);
    }
    for (place, rule) in file.allow.iter().enumerate() {
        bounded(place, MOST_RULES, "rules", &rule.referenced)?;
        name(&rule.value.name, &mut named)?;
        allow.push(allowing(rule, kinds)?);
    }
    Ok((withhold, allow))
}

/// What of a stranger's note may be believed: what a file could have said.
pub(super) fn harmless(note: &PolicyNote) -> PolicyNote {
    let believed = |rule: &&Allowed| {
        let places = rule.annotations.len() + rule.env.len() + rule.config_maps.len() + rule.paths.len();
        places <= MOST_PLACES
            && rule.kinds.len() <= MOST_PLACES
            && rule.kinds.iter().all(|kind| passable_kind(kind).is_ok())
            && rule.annotations.iter().all(|key| passable_key(key).is_ok())
            && rule.env.iter().all(|name| passable(name).is_ok())
            && rule.config_maps.iter().all(|at| passable(&at.key).is_ok())
            && rule.paths.iter().all(|path| passable_path(path).is_ok())
    };
    let allow = note.allow.iter().take(MOST_RULES).filter(believed).cloned().collect();
    PolicyNote { sha256: note.sha256.clone(), allow }
}

fn withholding(rule: &Spanned<WithholdRule>, kinds: &Kinds) -> Result<Withhold, PolicyError> {
    let WithholdRule { name, kinds: of, paths, annotations, labels, env, text } = &rule.value;
    some([paths, annotations, labels, env, text].map(Vec::len).iter().sum(), &rule.referenced)?;
    let of = of.iter().map(|kind| checked(kind, |kind| kind_of(kind, kinds))).collect::<Result<Vec<_>, _>>()?;
    let concerned: Vec<&KindSpec> = kinds.iter().filter(|spec| of.is_empty() || of.contains(&spec.kind)).collect();
    let steps = paths.iter().map(|path| checked(path, |path| withholdable(path, &concerned)));
    for label in labels {
        checked(label, |pattern| free_label(pattern, kinds))?;
    }
    Ok(Withhold {
        rule: format!("policy/{}", name.value),
        kinds: of,
        paths: steps.collect::<Result<_, _>>()?,
        annotations: globs(annotations)?,
        labels: globs(labels)?,
        env: globs(env)?,
        text: text.iter().map(|pattern| checked(pattern, text_pattern)).collect::<Result<_, _>>()?,
    })
}

fn allowing(rule: &Spanned<AllowRule>, kinds: &Kinds) -> Result<Allowed, PolicyError> {
    let AllowRule { name, reason, kinds: of, annotations, env, config_maps, paths } = &rule.value;
    some(annotations.len() + env.len() + config_maps.len() + paths.len(), &rule.referenced)?;
    if reason.value.trim().is_empty() {
        return Err(PolicyError::at(&reason.referenced, "a reason is needed: the bundle will say it"));
    }
    if of.is_empty() {
        return Err(PolicyError::at(&rule.referenced, "kinds are needed: what is let through is named exactly"));
    }
    for kind in of {
        checked(kind, |kind| passable_kind(kind).and_then(|()| kind_of(kind, kinds)))?;
    }
    let only_config_maps = of.iter().all(|kind| kind.value == "ConfigMap");
    if let Some(at) = config_maps.first().filter(|_| !only_config_maps) {
        return Err(PolicyError::at(&at.referenced, "keys of ConfigMaps need `kinds: [ConfigMap]`"));
    }
    let keys = config_maps.iter().map(|at| {
        let parts = [&at.value.namespace, &at.value.name, &at.value.key];
        let wrong = parts.iter().find_map(|part| exact(part).err()).or_else(|| passable(&at.value.key).err());
        wrong.map_or_else(|| Ok(at.value.clone()), |what| Err(PolicyError::at(&at.referenced, what)))
    });
    let texts = |list: &[Spanned<String>], check: fn(&str) -> Result<(), String>| {
        let each = list.iter().map(|text| checked(text, |text| check(text).map(|()| text.to_owned())));
        each.collect::<Result<Vec<_>, _>>()
    };
    Ok(Allowed {
        name: name.value.clone(),
        reason: checked(reason, |text| Ok(text.to_owned()))?,
        kinds: of.iter().map(|kind| kind.value.clone()).collect(),
        annotations: texts(annotations, passable_key)?,
        env: texts(env, passable)?,
        config_maps: keys.collect::<Result<_, _>>()?,
        paths: texts(paths, passable_path)?,
    })
}

/// A text that is not too long and that `check` likes.
pub(super) fn checked<T>(
    text: &Spanned<String>,
    check: impl FnOnce(&str) -> Result<T, String>,
) -> Result<T, PolicyError> {
    let checked = if text.value.chars().count() > MOST_CHARACTERS {
        Err(format!("more than {MOST_CHARACTERS} characters"))
    } else {
        check(&text.value)
    };
    checked.map_err(|what| PolicyError::at(&text.referenced, what))
}

fn bounded(place: usize, most: usize, what: &str, at: &Location) -> Result<(), PolicyError> {
    if place < most { Ok(()) } else { Err(PolicyError::at(at, format!("more than {most} {what}"))) }
}

fn some(places: usize, at: &Location) -> Result<(), PolicyError> {
    if places == 0 {
        return Err(PolicyError::at(at, "the rule names no place"));
    }
    bounded(places - 1, MOST_PLACES, "places in one rule", at)
}

fn name<'f>(name: &'f Spanned<String>, named: &mut BTreeSet<&'f str>) -> Result<(), PolicyError> {
    let text = name.value.as_str();
    let is_plain = (1..=63).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    if !is_plain {
        let what = format!("{text:?} is no name: small letters, digits and dashes, 63 at most");
        return Err(PolicyError::at(&name.referenced, what));
    }
    if named.insert(text) {
        return Ok(());
    }
    Err(PolicyError::at(&name.referenced, format!("another rule is called {text}")))
}

/// `Pod`, `Job.batch`.
fn kind_of(word: &str, kinds: &Kinds) -> Result<GroupKind, String> {
    let (kind, group) = word.split_once('.').unwrap_or((word, ""));
    let is_plain = |text: &str| text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.'));
    if !kind.starts_with(|c: char| c.is_ascii_uppercase()) || !is_plain(word) {
        return Err(format!("{word:?} is no kind: write Pod, or with its group Job.batch"));
    }
    let known = kinds.iter().find(|spec| spec.kind.kind == kind && group.is_empty() && !spec.kind.group.is_empty());
    let core = GroupKind::from_api_version("v1", kind);
    match known {
        // A rule on a kind that there is not would withhold nothing, and nobody would notice.
        Some(spec) if kinds.get(&core).is_none() => {
            Err(format!("which {kind}? write it with its group: {}", spec.kind))
        }
        _ => Ok(GroupKind::from_api_version(&format!("{group}/v1"), kind)),
    }
}

fn exact(text: &str) -> Result<(), String> {
    if text.is_empty() || text.contains('*') {
        return Err(format!("{text:?} is not exact: what is let through is named in full, without *"));
    }
    Ok(())
}

/// Whether what is called so may pass.
fn passable(name: &str) -> Result<(), String> {
    exact(name)?;
    if is_secret_name(name) {
        return Err(format!("{name} is what a secret is called: nothing lets it through"));
    }
    Ok(())
}

fn passable_key(key: &str) -> Result<(), String> {
    if key == WHOLE_OBJECT {
        return Err(format!("{key} repeats the whole object, secrets and all: nothing lets it through"));
    }
    passable(key)
}

fn passable_path(path: &str) -> Result<(), String> {
    pointer(path)?.iter().try_for_each(|step| passable(step))
}

fn passable_kind(kind: &str) -> Result<(), String> {
    exact(kind)?;
    if kind == "Secret" {
        return Err("Secrets are never let through".to_owned());
    }
    Ok(())
}
