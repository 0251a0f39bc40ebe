//! What hangs on what: objects seen and objects only referred to, joined by edges that each name the field that proves
//! them.
//!
//! Pure and total: cycles, self-owners and namesakes end well. Judges nothing.

mod build;

use std::collections::{BTreeMap, BTreeSet};

use crate::kinds::Edge;
use crate::model::ObjectKey;

/// An edge with its proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arrow<'g> {
    /// Depends.
    pub from: &'g ObjectKey,
    /// Is depended on.
    pub to: &'g ObjectKey,
    /// What it means.
    pub edge: Edge,
    /// The object that holds the proof and the pointer to it: `Pod ml/a: /spec/nodeName`.
    pub proof: &'g str,
}

/// The graph of one snapshot.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    nodes: BTreeMap<ObjectKey, bool>,
    out: BTreeMap<ObjectKey, BTreeMap<(ObjectKey, Edge), String>>,
}

impl Graph {
    /// All nodes; `true` if the object was seen, `false` for a ghost.
    pub fn nodes(&self) -> impl Iterator<Item = (&ObjectKey, bool)> {
        self.nodes.iter().map(|(key, seen)| (key, *seen))
    }

    /// All edges, sorted.
    pub fn arrows(&self) -> impl Iterator<Item = Arrow<'_>> {
        self.out
            .iter()
            .flat_map(|(from, ends)| ends.iter().map(move |((to, edge), proof)| Arrow { from, to, edge: *edge, proof }))
    }

    /// Edges that leave an object.
    pub fn from<'g>(&'g self, key: &ObjectKey) -> impl Iterator<Item = Arrow<'g>> {
        self.out
            .get_key_value(key)
            .into_iter()
            .flat_map(|(from, ends)| ends.iter().map(move |((to, edge), proof)| Arrow { from, to, edge: *edge, proof }))
    }

    /// Whether one object depends on another, over any number of edges. Everything depends on itself.
    #[must_use]
    pub fn reaches(&self, from: &ObjectKey, to: &ObjectKey) -> bool {
        self.reach(from).contains(to)
    }

    /// Everything an object depends on, itself included.
    #[must_use]
    pub fn reach<'g>(&'g self, from: &'g ObjectKey) -> BTreeSet<&'g ObjectKey> {
        let mut open = vec![from];
        let mut seen = BTreeSet::new();
        while let Some(key) = open.pop() {
            if seen.insert(key) {
                open.extend(self.out.get(key).into_iter().flat_map(BTreeMap::keys).map(|(to, _)| to));
            }
        }
        seen
    }
}
