//! Which rules could not be evaluated: where one of them could explain a finding, that finding is not the root.

use std::collections::BTreeSet;

use crate::model::GroupKind;
use crate::rules::{Blind, Rule, Scene, by_code};

/// Codes of rules that said so themselves, and kinds that a question about failed on.
#[derive(Debug, Default)]
pub(super) struct Unevaluated {
    codes: BTreeSet<&'static str>,
    kinds: BTreeSet<GroupKind>,
}

pub(super) fn unevaluated(scene: &Scene<'_>, blind: &[Blind]) -> Unevaluated {
    Unevaluated {
        codes: blind.iter().map(|blind| blind.code).collect(),
        kinds: scene.snapshot.gaps().map(|(query, _)| query.kind()).collect(),
    }
}

/// Whether an explainer of this rule could not be evaluated.
pub(super) fn is_open(rule: &Rule, unseen: &Unevaluated) -> bool {
    rule.explained_by.iter().any(|code| {
        unseen.codes.contains(code)
            || by_code(code).is_some_and(|rule| rule.reads.iter().any(|kind| unseen.kinds.contains(kind)))
    })
}
