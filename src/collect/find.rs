//! Finding what a person means by `run-42`, `pytorchjob/run-42` or nothing at all.

use serde_json::Value;

use super::Answer;
use crate::kinds::{Kinds, Scope};
use crate::model::{Gap, GapReason, GroupKind, Object, ObjectRef, Query};

/// What was asked for on the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ask {
    /// TYPE, in any of kubectl's forms.
    pub kind: Option<String>,
    /// NAME.
    pub name: Option<String>,
    /// Namespace; none for all.
    pub namespace: Option<String>,
    /// The kind that TYPE means, and whether it lives in namespaces, where the cluster itself was asked.
    pub resource: Option<(GroupKind, bool)>,
}

impl Ask {
    /// As the person wrote it.
    #[must_use]
    pub fn words(&self) -> String {
        match (&self.kind, &self.name) {
            (Some(kind), Some(name)) => format!("{kind}/{name}"),
            (None, Some(name)) => name.clone(),
            _ => "any run".to_owned(),
        }
    }
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// These, raw; one if a name was given.
    Runs(Vec<Value>),
    /// Several unrelated ones of one name.
    Ambiguous(Vec<ObjectRef>),
    /// Nothing of that name here.
    Nothing {
        /// Of that name in other namespaces or of another kind.
        elsewhere: Vec<ObjectRef>,
        /// Near names here.
        near: Vec<ObjectRef>,
    },
    /// Could not be seen.
    Unseen(Query, Gap),
}

/// The search. [`Find::questions`], then [`Find::judge`]; if that wants more, the same again with
/// [`Find::second_questions`].
#[derive(Debug)]
pub struct Find<'k> {
    kinds: &'k Kinds,
    ask: Ask,
}

impl<'k> Find<'k> {
    /// A search.
    #[must_use]
    pub const fn new(kinds: &'k Kinds, ask: Ask) -> Self {
        Self { kinds, ask }
    }

    /// What to ask first.
    #[must_use]
    pub fn questions(&self) -> Vec<Query> {
        let namespace = self.ask.namespace.clone();
        let Some(name) = self.ask.name.clone() else { return vec![Query::Runs { namespace }] };
        if let Some((kind, namespaced)) = &self.ask.resource {
            let namespace = namespace.filter(|_| *namespaced);
            return vec![Query::Get { kind: kind.clone(), namespace, name }];
        }
        let specs = self.ask.kind.as_deref().map(|word| self.kinds.named(word)).unwrap_or_default();
        if specs.is_empty() || namespace.is_none() && specs.iter().any(|spec| spec.scope == Scope::Namespaced) {
            return vec![Query::Named { namespace, name }];
        }
        specs
            .iter()
            .map(|spec| Query::Get {
                kind: spec.kind.clone(),
                namespace: namespace.clone().filter(|_| spec.scope == Scope::Namespaced),
                name: name.clone(),
            })
            .collect()
    }

    /// What the answers mean; `None` if nothing was found and the second questions should be asked.
    #[must_use]
    pub fn judge(&self, answers: &[(Query, Answer)]) -> Option<Found> {
        let mut found: Vec<Object> = objects(answers);
        if let (Some(word), None) = (&self.ask.kind, &self.ask.resource) {
            found.retain(|object| self.answers_to(object.kind(), word));
        }
        let mut top = topmost(&found);
        if self.ask.name.is_none() {
            return Some(Found::Runs(top.into_iter().map(|object| object.value().clone()).collect()));
        }
        match top.len() {
            0 => answers.iter().find_map(|(query, answer)| match answer {
                // A file that does not hold it has answered: it is not in the file.
                Answer::Gap(gap) if gap.reason != GapReason::NotCollected => {
                    Some(Found::Unseen(query.clone(), gap.clone()))
                }
                _ => None,
            }),
            1 => Some(Found::Runs(top.pop().into_iter().map(|object| object.value().clone()).collect())),
            _ => Some(Found::Ambiguous(top.iter().map(Object::reference).collect())),
        }
    }

    /// What to ask when nothing was found: the name elsewhere, and other names here.
    #[must_use]
    pub fn second_questions(&self) -> Vec<Query> {
        let name = self.ask.name.clone().unwrap_or_default();
        vec![Query::Named { namespace: None, name }, Query::Runs { namespace: self.ask.namespace.clone() }]
    }

    /// The answer to a search that found nothing.
    #[must_use]
    pub fn nothing(&self, answers: &[(Query, Answer)]) -> Found {
        let wanted = self.ask.name.as_deref().unwrap_or("");
        let (mut elsewhere, mut near) = (Vec::new(), Vec::new());
        for object in topmost(&objects(answers)) {
            if object.name() == wanted {
                elsewhere.push(object.reference());
            } else if distance(object.name(), wanted) <= nearness(wanted) {
                near.push(object.reference());
            }
        }
        near.truncate(5);
        Found::Nothing { elsewhere, near }
    }

    /// Whether a kind is what the word means: as taught, else by the usual rules for names of resources.
    fn answers_to(&self, kind: &GroupKind, word: &str) -> bool {
        if let Some(spec) = self.kinds.get(kind) {
            return spec.answers_to(word);
        }
        let word = word.to_ascii_lowercase();
        let (head, group) = word.split_once('.').unwrap_or((&word, ""));
        let lower = kind.kind.to_ascii_lowercase();
        let named = head == lower || head.strip_suffix("es") == Some(&lower) || head.strip_suffix('s') == Some(&lower);
        named
            && (group.is_empty()
                || group == kind.group
                || group.split_once('.').is_some_and(|(_, rest)| rest == kind.group))
    }
}

fn objects(answers: &[(Query, Answer)]) -> Vec<Object> {
    let mut found: Vec<Object> = answers
        .iter()
        .filter_map(|(_, answer)| match answer {
            Answer::Objects { items, .. } => Some(items.iter().cloned().filter_map(Object::new)),
            _ => None,
        })
        .flatten()
        .collect();
    found.sort_by(|a, b| a.key().cmp(b.key()));
    found.dedup_by(|a, b| a.key() == b.key());
    found
}

/// Those that none of the others made: a TrainJob, and not the JobSet of the same name below it.
fn topmost(found: &[Object]) -> Vec<Object> {
    let is_owned = |object: &Object| {
        object.owners().iter().any(|owner| {
            found.iter().any(|other| {
                other.key() != object.key()
                    && *other.kind().kind == *owner.kind
                    && other.name() == owner.name
                    && (owner.uid.is_none() || other.uid().is_none() || owner.uid.as_deref() == other.uid())
            })
        })
    };
    let keep: Vec<bool> = found.iter().map(|object| !is_owned(object)).collect();
    let all_owned = keep.iter().all(|keep| !keep);
    found.iter().zip(keep).filter(|(_, keep)| *keep || all_owned).map(|(object, _)| object.clone()).collect()
}

/// How far off a name may be and still be meant: a third of its letters.
fn nearness(name: &str) -> usize {
    (name.chars().count() / 3).max(1)
}

/// Edit distance.
pub(crate) fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row, vec![i + 1]);
        diagonal.push(0);
        for (j, y) in b.iter().enumerate() {
            let at = |row: &[usize], index: usize| row.get(index).copied().unwrap_or(usize::MAX / 2);
            let cost = usize::from(x != *y);
            let best = (at(&diagonal, j) + cost).min(at(&diagonal, j + 1) + 1).min(at(&row, j) + 1);
            row.push(best);
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_edits() {
        for (a, b, edits) in [("run-42", "run-42", 0), ("run-42", "run-43", 1), ("", "ab", 2), ("kitten", "sitting", 3)]
        {
            assert_eq!(distance(a, b), edits, "{a} {b}");
        }
    }
}
