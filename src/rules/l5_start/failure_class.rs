//! What the words of a registry, a runtime or the network mean. Kubernetes does not fix these texts: they are read
//! loosely, by marks.

use crate::model::Actor;

/// A class of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FailureClass {
    /// In short, for comparing siblings.
    pub name: &'static str,
    /// What it means.
    pub words: &'static str,
    /// Who acts, and how.
    pub act: (Actor, &'static str),
}

/// Marks in a text (lower case), with what they mean.
pub(super) type Marked = (&'static [&'static str], FailureClass);

impl FailureClass {
    /// The first class with a mark in the text; none if the text does not tell.
    #[must_use]
    pub(super) fn first(classes: &[Marked], text: &str) -> Option<Self> {
        let text = text.to_lowercase();
        classes.iter().find(|(marks, _)| marks.iter().any(|mark| text.contains(mark))).map(|(_, class)| *class)
    }
}
