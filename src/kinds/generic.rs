//! The fallback for kinds nobody taught: conditions in metav1's shape, phase-like fields by their usual names, owner
//! references both ways, `*Ref` fields. Never healthy by default.

use serde_json::Value;

use super::Kinds;
use super::{Link, LinkBy};
use crate::model::pointer::escape;
use crate::model::{GroupKind, Object, ObjectRef, OwnState, State};

/// Fields that hold a phase in most APIs.
const PHASE_FIELDS: [&str; 4] = ["/status/phase", "/status/state", "/status/jobStatus", "/status/status"];

/// Words of phases and conditions, lower case, and what they say.
const WORDS: [(&[&str], State); 5] = [
    (&["failed", "error", "failure", "aborted", "cancelled", "canceled"], State::Failed),
    (&["succeeded", "completed", "complete", "finished", "done", "success"], State::Succeeded),
    (&["suspended", "paused", "stopped"], State::Suspended),
    (&["running", "active", "ready", "available", "healthy"], State::Progressing),
    (&["pending", "queued", "waiting", "creating", "starting", "initializing", "provisioning"], State::Progressing),
];

/// What an untaught object says of itself.
#[must_use]
pub fn own_state(object: &Object) -> OwnState {
    let word_state = |word: &str| {
        let word = word.to_ascii_lowercase();
        WORDS.iter().find(|(words, _)| words.contains(&word.as_str())).map(|(_, state)| *state)
    };
    for condition in object.conditions().into_iter().rev().filter(crate::model::object::Condition::is_true) {
        if let Some(state) = word_state(condition.kind).filter(|state| *state != State::Progressing) {
            return OwnState::of(state)
                .because(condition.reason)
                .saying(condition.message)
                .since(condition.at)
                .at(condition.path);
        }
    }
    if object.bool_at("/spec/suspend") == Some(true) {
        return OwnState::of(State::Suspended).because("Suspended").at("/spec/suspend");
    }
    for field in PHASE_FIELDS {
        if let Some((value, state)) = object.str_at(field).and_then(|value| Some((value, word_state(value)?))) {
            return OwnState::of(state).because(value).at(field);
        }
    }
    for kind in ["Ready", "Available"] {
        if let Some(condition) = object.condition(kind) {
            let state = if condition.is_true() { State::Healthy } else { State::Progressing };
            return OwnState::of(state)
                .because(condition.reason)
                .saying(condition.message)
                .since(condition.at)
                .at(condition.path);
        }
    }
    OwnState::of(State::Unknown)
}

/// Children of an untaught object: whatever workload kind names it as owner.
#[must_use]
pub fn links(kinds: &Kinds) -> Vec<Link> {
    kinds
        .iter()
        .filter(|spec| spec.tier.may_be_run())
        .map(|spec| Link::owns(spec.kind.clone(), LinkBy::OwnerOnly))
        .collect()
}

/// References of an untaught object: fields ending in `Ref` with a `name`, each with its pointer. Without a kind beside
/// the name the field's own name is taken as the kind (`queueRef` → `Queue`), which only names a ghost.
#[must_use]
pub fn references(object: &Object) -> Vec<(String, ObjectRef)> {
    let mut found = Vec::new();
    if let Some(spec) = object.value().get("spec") {
        walk(spec, "/spec", object.namespace(), 0, &mut found);
    }
    found
}

/// Deeper than this no API keeps a reference.
const MAX_DEPTH: usize = 12;

fn walk(value: &Value, path: &str, namespace: Option<&str>, depth: usize, found: &mut Vec<(String, ObjectRef)>) {
    if depth > MAX_DEPTH {
        return;
    }
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                walk(item, &format!("{path}/{index}"), namespace, depth + 1, found);
            }
        }
        Value::Object(fields) => {
            for (key, item) in fields {
                let here = format!("{path}/{}", escape(key));
                if let Some(stem) = key.strip_suffix("Ref").or_else(|| key.strip_suffix("Reference")) {
                    found.extend(reference(item, stem, namespace).map(|reference| (format!("{here}/name"), reference)));
                }
                walk(item, &here, namespace, depth + 1, found);
            }
        }
        _ => {}
    }
}

fn reference(item: &Value, stem: &str, namespace: Option<&str>) -> Option<ObjectRef> {
    let text = |field: &str| item.get(field).and_then(Value::as_str).filter(|text| !text.is_empty());
    let mut letters = stem.chars();
    let first = letters.next()?;
    let kind =
        text("kind").map_or_else(|| format!("{}{}", first.to_ascii_uppercase(), letters.as_str()), str::to_owned);
    let group = text("apiVersion").or_else(|| text("apiGroup")).unwrap_or("v1");
    Some(ObjectRef {
        api_version: group.to_owned(),
        kind,
        namespace: text("namespace").or(namespace).map(str::to_owned),
        name: text("name")?.to_owned(),
        uid: None,
    })
}

/// What the names of kinds of run end in, by custom.
const SOUNDS_LIKE_RUN: [&str; 10] =
    ["Job", "Run", "Task", "Workflow", "Experiment", "Trial", "Training", "Pipeline", "Sweep", "Notebook"];

/// Whether the name of an untaught kind says that it is a run.
#[must_use]
pub fn sounds_like_run(kind: &GroupKind) -> bool {
    may_be_run(kind) && SOUNDS_LIKE_RUN.iter().any(|ending| kind.kind.ends_with(ending))
}

/// Whether an untaught kind can be a run: an API group of its own, not one of Kubernetes' own or of a known queue.
#[must_use]
pub fn may_be_run(kind: &GroupKind) -> bool {
    kind.group.contains('.')
        && !kind.group.ends_with(".k8s.io")
        && kind.group != "kueue.x-k8s.io"
        && !kind.kind.ends_with("Runtime")
        && !kind.kind.ends_with("Class")
        && !kind.kind.ends_with("Policy")
}
