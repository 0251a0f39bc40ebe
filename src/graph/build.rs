//! From a snapshot to its graph.

use super::Graph;
use crate::collect::needs::{controller_objects, lease_of};
use crate::collect::{Role, Snapshot, named_ends};
use crate::kinds::{Edge, Kinds, generic, names};
use crate::model::{GroupKind, Object, ObjectKey};

impl Graph {
    /// The graph of the run and what it refers to. Objects that only support a sum (other pods on a node, other
    /// Workloads in a queue) stand in it without edges of their own.
    #[must_use]
    pub fn of(snapshot: &Snapshot, kinds: &Kinds) -> Self {
        let mut graph = Self::default();
        for object in snapshot.objects() {
            if snapshot.role(object) == Role::Support {
                continue;
            }
            graph.nodes.insert(object.key().clone(), true);
            graph.owners(snapshot, object);
            graph.links(snapshot, kinds, object);
            graph.controllers(snapshot, kinds, object);
        }
        graph
    }

    fn arrow(&mut self, from: &ObjectKey, to: ObjectKey, edge: Edge, proof: String, seen: bool) {
        if *from == to {
            return;
        }
        let known = self.nodes.entry(to.clone()).or_insert(seen);
        *known |= seen;
        let ends = match self.out.get_mut(from) {
            Some(ends) => ends,
            None => {
                self.nodes.entry(from.clone()).or_insert(true);
                self.out.entry(from.clone()).or_default()
            }
        };
        ends.insert((to, edge), proof);
    }

    fn owners(&mut self, snapshot: &Snapshot, child: &Object) {
        for owner in child.owners() {
            let proof = format!("{}: {}", child.key(), owner.path);
            let parent = snapshot.owner(child, &owner);
            let key = parent.map_or_else(
                || ObjectKey {
                    kind: GroupKind::from_api_version(&owner.api_version, &owner.kind),
                    namespace: child.namespace().map(str::to_owned),
                    name: owner.name.clone(),
                    uid: owner.uid.clone(),
                },
                |parent| parent.key().clone(),
            );
            if parent.is_none() {
                self.nodes.entry(key.clone()).or_insert(false);
            }
            // A Workload is owned by the job it stands for; what it means to the job is its place in the queue.
            let edge = if child.is(&names::WORKLOAD) { Edge::Queues } else { Edge::Owns };
            self.arrow(&key, child.key().clone(), edge, proof, true);
        }
    }

    fn links(&mut self, snapshot: &Snapshot, kinds: &Kinds, object: &Object) {
        for link in kinds.get(object.kind()).into_iter().flat_map(|spec| &spec.links) {
            // Children come by their own owner references, which prove more than a name.
            if link.edge == Edge::Owns {
                continue;
            }
            for (path, namespace, name) in named_ends(kinds, object, link) {
                self.reference(snapshot, object, &path, link.edge, &link.to, namespace, name);
            }
        }
        if kinds.get(object.kind()).is_none() {
            for (path, to) in generic::references(object) {
                self.reference(snapshot, object, &path, Edge::Needs, &to.group_kind(), to.namespace, to.name);
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one reference; a struct would be used here only")]
    fn reference(
        &mut self,
        snapshot: &Snapshot,
        from: &Object,
        path: &str,
        edge: Edge,
        kind: &GroupKind,
        namespace: Option<String>,
        name: String,
    ) {
        let seen = snapshot.find(kind, namespace.as_deref(), &name).map(|object| object.key().clone());
        let observed = seen.is_some();
        let to = seen.unwrap_or(ObjectKey { kind: kind.clone(), namespace, name, uid: None });
        self.arrow(from.key(), to, edge, format!("{}: {path}", from.key()), observed);
    }

    fn controllers(&mut self, snapshot: &Snapshot, kinds: &Kinds, object: &Object) {
        let Some(controller) = kinds.get(object.kind()).and_then(|spec| spec.controller.as_ref()) else { return };
        let proof = format!("known of kind {}", object.kind());
        for part in [controller_objects(snapshot, controller), lease_of(snapshot, controller)].into_iter().flatten() {
            self.arrow(object.key(), part.key().clone(), Edge::ReconciledBy, proof.clone(), true);
        }
    }
}
