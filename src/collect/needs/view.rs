//! What a need may look at: the snapshot so far, and the part each object plays.

use std::collections::BTreeSet;

use crate::collect::{Logs, Role, Roles, Snapshot};
use crate::kinds::{Kinds, names, own_state};
use crate::model::{Event, GroupKind, Object, ObjectKey, Query, Selector, State};

/// The present view of a walk.
pub struct View<'a> {
    /// What was seen so far.
    pub snapshot: &'a Snapshot,
    /// What we know of kinds.
    pub kinds: &'a Kinds,
    /// Parts.
    pub roles: &'a Roles,
    /// Pods that are looked into.
    pub apart: &'a BTreeSet<ObjectKey>,
    /// Which logs are read.
    pub logs: Logs,
}

impl<'a> View<'a> {
    /// Objects of the run itself.
    pub fn run(&self) -> impl Iterator<Item = &'a Object> {
        let roles = self.roles;
        self.snapshot.objects().filter(move |object| roles.get(object.key()) == Some(&Role::Run))
    }

    /// Objects of the run and what it refers to.
    pub fn near(&self) -> impl Iterator<Item = &'a Object> {
        let roles = self.roles;
        self.snapshot.objects().filter(move |object| roles.contains_key(object.key()))
    }

    /// Pods of the run that are looked into.
    pub fn pods_apart(&self) -> impl Iterator<Item = &'a Object> {
        let snapshot = self.snapshot;
        self.apart.iter().filter_map(move |key| snapshot.object(key))
    }

    /// State of an object by its own word.
    #[must_use]
    pub fn state(&self, object: &Object) -> State {
        own_state(self.kinds, object).state
    }

    /// Events about objects of the run and what it refers to.
    pub fn events(&self) -> impl Iterator<Item = (&'a Object, &'a Event)> {
        let snapshot = self.snapshot;
        self.near().flat_map(move |object| snapshot.events_about(object).into_iter().map(move |event| (object, event)))
    }

    /// Pods of the run that have no node yet.
    pub fn unscheduled(&self) -> impl Iterator<Item = &'a Object> {
        self.pods_apart().filter(|pod| {
            pod.is(&names::POD)
                && pod.str_at("/spec/nodeName").is_none()
                && pod.str_at("/status/phase") == Some("Pending")
        })
    }
}

/// A list of a kind, everywhere or in one namespace.
#[must_use]
pub(super) fn list(kind: GroupKind, namespace: Option<&str>) -> Query {
    Query::List { kind, namespace: namespace.map(str::to_owned), selector: Selector::default() }
}

/// One object.
#[must_use]
pub(super) fn get(kind: GroupKind, namespace: Option<&str>, name: &str) -> Query {
    Query::Get { kind, namespace: namespace.map(str::to_owned), name: name.to_owned() }
}
