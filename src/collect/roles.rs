//! Which part each object of a snapshot plays for the run: computed anew each round, so that the order in which answers
//! come never matters.

use std::collections::{BTreeSet, HashMap};

use super::Snapshot;
use super::expand::{links_of, named_ends};
use crate::kinds::{Edge, Kinds, Tier, generic};
use crate::model::{Object, ObjectKey};

/// Part of an object. The order is that of importance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Asked for by a rule's need: holders of a quota, candidate nodes, a controller.
    Support,
    /// The run refers to it: its queue, its node, its claim.
    Reference,
    /// The run itself: the root and all it owns.
    Run,
}

/// Parts of all objects that a run reaches. Looked up, never iterated: go over the snapshot's objects, which are sorted.
pub type Roles = HashMap<ObjectKey, Role>;

/// The topmost owner that was seen, from the target upwards. Ends at a missing owner, a namesake or a circle.
#[must_use]
pub(super) fn root_of<'s>(snapshot: &'s Snapshot, target: &'s Object, most: usize) -> Vec<&'s Object> {
    let mut chain = vec![target];
    let mut seen = BTreeSet::from([target.key()]);
    while let Some(top) = chain.last() {
        let Some(owner) = top.controller() else { break };
        let Some(parent) = snapshot.owner(top, &owner) else { break };
        if chain.len() > most || !seen.insert(parent.key()) {
            break;
        }
        chain.push(parent);
    }
    chain
}

/// Roles of all objects that the run reaches.
#[must_use]
pub(super) fn roles(snapshot: &Snapshot, kinds: &Kinds, root: &Object) -> Roles {
    let mut roles = Roles::new();
    let mut open = vec![(root, Role::Run)];
    while let Some((object, role)) = open.pop() {
        match roles.get(object.key()) {
            Some(known) if *known >= role => continue,
            _ => roles.insert(object.key().clone(), role),
        };
        if role == Role::Run {
            for child in snapshot.children(object) {
                // A Workload belongs to the queue, not to the run, although the run owns it.
                let tier = kinds.get(child.kind()).map_or(Tier::Root, |spec| spec.tier);
                let role = if tier == Tier::Queue { Role::Reference } else { Role::Run };
                open.push((child, role));
            }
        }
        for (edge, end) in ends(snapshot, kinds, object) {
            let role = if edge == Edge::Owns && role == Role::Run { Role::Run } else { Role::Reference };
            open.push((end, role));
        }
        if kinds.get(object.kind()).is_none() {
            for (_, reference) in generic::references(object) {
                let end = snapshot.find(&reference.group_kind(), reference.namespace.as_deref(), &reference.name);
                open.extend(end.map(|end| (end, Role::Reference)));
            }
        }
    }
    roles
}

/// Objects at the other end of an object's links by name.
fn ends<'s>(snapshot: &'s Snapshot, kinds: &Kinds, object: &Object) -> Vec<(Edge, &'s Object)> {
    let mut found = Vec::new();
    for link in links_of(kinds, object) {
        for (_, namespace, name) in named_ends(kinds, object, &link) {
            if let Some(end) = snapshot.find(&link.to, namespace.as_deref(), &name) {
                // Something owned is only ours if it says so too: names are used again.
                let ours = link.edge != Edge::Owns
                    || end.owners().is_empty()
                    || end.owners().iter().any(|owner| {
                        owner.name == object.name()
                            && (owner.uid.is_none() || object.uid().is_none() || owner.uid.as_deref() == object.uid())
                    });
                if ours {
                    found.push((link.edge, end));
                }
            }
        }
    }
    found
}
