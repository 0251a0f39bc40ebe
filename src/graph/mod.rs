//! What hangs on what: objects seen and objects only referred to, joined by edges that each name the field that proves
//! them.
//!
//! Pure and total: cycles, self-owners and namesakes end well. Judges nothing.

mod build;

use std::collections::{BTreeMap, BTreeSet};

use crate::kinds::Edge;
use crate::model::ObjectKey;

/// An edge with its proof.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arrow {
    /// Depends.
    pub from: ObjectKey,
    /// Is depended on.
    pub to: ObjectKey,
    /// What it means.
    pub edge: Edge,
    /// The object that holds the proof and the pointer to it: `Pod ml/a: /spec/nodeName`.
    pub proof: String,
}

/// The graph of one snapshot.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    nodes: BTreeMap<ObjectKey, bool>,
    arrows: BTreeSet<Arrow>,
    out: BTreeMap<ObjectKey, BTreeSet<ObjectKey>>,
}

impl Graph {
    /// All nodes; `true` if the object was seen, `false` for a ghost.
    pub fn nodes(&self) -> impl Iterator<Item = (&ObjectKey, bool)> {
        self.nodes.iter().map(|(key, seen)| (key, *seen))
    }

    /// All edges, sorted.
    pub fn arrows(&self) -> impl Iterator<Item = &Arrow> {
        self.arrows.iter()
    }

    /// Edges that leave an object.
    pub fn from<'g>(&'g self, key: &'g ObjectKey) -> impl Iterator<Item = &'g Arrow> {
        self.arrows.iter().filter(move |arrow| arrow.from == *key)
    }

    /// Whether one object depends on another, over any number of edges. Everything depends on itself.
    #[must_use]
    pub fn reaches(&self, from: &ObjectKey, to: &ObjectKey) -> bool {
        let mut open = vec![from];
        let mut seen = BTreeSet::new();
        while let Some(key) = open.pop() {
            if key == to {
                return true;
            }
            if seen.insert(key) {
                open.extend(self.out.get(key).into_iter().flatten());
            }
        }
        false
    }

    /// Everything an object depends on, itself included.
    #[must_use]
    pub fn reach(&self, from: &ObjectKey) -> BTreeSet<ObjectKey> {
        let mut open = vec![from.clone()];
        let mut seen = BTreeSet::new();
        while let Some(key) = open.pop() {
            if seen.insert(key.clone()) {
                open.extend(self.out.get(&key).into_iter().flatten().cloned());
            }
        }
        seen
    }
}
