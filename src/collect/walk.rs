//! The walk: from one object up to its root, down to all it made, sideways to what it needs, and then to whatever the
//! rules in play ask for. A fixpoint: each round asks what the present view implies and nobody has asked yet.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use serde_json::Value;

use super::admit::{Admitted, Door, Treatment};
use super::expand::{link_queries, links_of, owner_query};
use super::needs::{Need, View};
use super::roles::{Role, Roles, roles, root_of};
use super::{Asked, Limits, Snapshot, occupant};
use crate::kinds::{Edge, Kinds, generic, names, own_state};
use crate::model::{Event, Gap, GapReason, Log, Object, ObjectKey, Query, State};

/// An answer to a question, raw as the API gave it.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Objects (or Event objects), maybe none.
    Objects {
        /// What there is.
        items: Vec<Value>,
        /// Whether what is missing from it is not there.
        complete: bool,
    },
    /// A log's text; none if there is no such log.
    Log(Option<String>),
    /// No answer.
    Gap(Gap),
}

/// What a walk wants next.
#[derive(Debug)]
pub enum Step {
    /// These questions answered, all at once.
    Ask(Vec<Query>),
    /// Nothing more: here is what was seen.
    Done(Box<Snapshot>),
}

/// A walk under way.
pub struct Walk<'k> {
    kinds: &'k Kinds,
    needs: BTreeSet<Need>,
    limits: Limits,
    door: Door,
    snapshot: Snapshot,
    target: ObjectKey,
    rounds: usize,
    /// Version of the snapshot that the parts were computed for.
    seen: Option<u64>,
    /// Pods that are looked into.
    apart: BTreeSet<ObjectKey>,
}

impl<'k> Walk<'k> {
    /// A walk from `target`, whose object has been found already. `needs` are those of the rules in play.
    #[must_use]
    pub fn new(
        kinds: &'k Kinds,
        door: Door,
        needs: BTreeSet<Need>,
        limits: Limits,
        now: Timestamp,
        target: Value,
    ) -> Option<Self> {
        let mut walk = Self {
            kinds,
            needs,
            limits,
            door,
            snapshot: Snapshot::new(now),
            target: Object::new(target.clone())?.key().clone(),
            rounds: 0,
            seen: None,
            apart: BTreeSet::new(),
        };
        let key = &walk.target;
        let query = Query::Get { kind: key.kind.clone(), namespace: key.namespace.clone(), name: key.name.clone() };
        walk.absorb(query, Answer::Objects { items: vec![target], complete: true });
        Some(walk)
    }

    /// Takes the answers to the last questions and says what comes next.
    pub fn step(&mut self, answers: impl IntoIterator<Item = (Query, Answer)>) -> Step {
        for (query, answer) in answers {
            self.absorb(query, answer);
        }
        self.rounds += 1;
        let wanted = if self.rounds > self.limits.rounds { Vec::new() } else { self.wanted() };
        if wanted.is_empty() {
            return Step::Done(Box::new(std::mem::replace(&mut self.snapshot, Snapshot::new(Timestamp::UNIX_EPOCH))));
        }
        Step::Ask(wanted)
    }

    /// Everything enters here, through the door.
    fn absorb(&mut self, query: Query, answer: Answer) {
        let asked = match answer {
            Answer::Gap(gap) => {
                let message = gap.message.as_deref().map(|text| self.door.text(text).into_owned());
                Asked::Gap(Gap { reason: gap.reason, message })
            }
            Answer::Log(text) => {
                if let (Query::Log { of }, Some(text)) = (&query, &text) {
                    self.snapshot.add_log(Log { key: of.clone(), text: self.door.log(text) });
                }
                Asked::Answered { found: Vec::new(), complete: true }
            }
            Answer::Objects { items, complete } => self.absorb_objects(items, complete, query == occupant::all_pods()),
        };
        self.snapshot.record(query, asked);
    }

    /// `in_part`: of each, only what a sum over nodes needs.
    fn absorb_objects(&mut self, items: Vec<Value>, complete: bool, in_part: bool) -> Asked {
        let mut found = Vec::new();
        let mut unreadable = false;
        for mut item in items {
            if in_part {
                occupant::trim(&mut item);
            }
            let Some(raw) = Object::new(item) else {
                unreadable = true;
                continue;
            };
            let admitted = admitted(&self.door, self.kinds, raw);
            let Some(object) = Object::new(admitted.value) else {
                unreadable = true;
                continue;
            };
            if is_event(&object) {
                if let Some(event) = Event::read(object.value()) {
                    let value = object.value().clone();
                    self.snapshot.add_event(Event { key: event_key(event.key.clone()), ..event }, value);
                }
            } else if in_part && self.snapshot.object(object.key()).is_some() {
                found.push(object.key().clone());
            } else {
                self.snapshot.add_redactions(object.key().clone(), admitted.redactions);
                found.push(if in_part { self.snapshot.add_in_part(object) } else { self.snapshot.add(object) });
            }
        }
        found.sort();
        found.dedup();
        if unreadable && found.is_empty() {
            return Asked::Gap(Gap::new(GapReason::Unreadable));
        }
        Asked::Answered { found, complete: complete && !unreadable }
    }

    /// All questions that the present view implies and nobody has asked.
    fn wanted(&mut self) -> Vec<Query> {
        self.place();
        let mut wanted = BTreeSet::new();
        let Some(root) = self.snapshot.root() else { return Vec::new() };
        let above =
            root.controller().map(|owner| owner_query(self.kinds, root, &owner.api_version, &owner.kind, &owner.name));
        wanted.extend(above);
        for object in self.snapshot.objects() {
            if let Some(role) = self.snapshot.roles().get(object.key()) {
                self.follow(object, *role, &mut wanted);
            }
        }
        let view = View {
            snapshot: &self.snapshot,
            kinds: self.kinds,
            roles: self.snapshot.roles(),
            apart: &self.apart,
            logs: self.limits.logs,
        };
        for need in &self.needs {
            need.ask(&view, &mut wanted);
        }
        wanted.retain(|query| self.snapshot.answer_to(query).is_none());
        wanted.into_iter().collect()
    }

    /// Finds the root and the part of each object anew, if objects have come since.
    fn place(&mut self) {
        if self.seen == Some(self.snapshot.version()) {
            return;
        }
        self.seen = Some(self.snapshot.version());
        let Some(target) = self.snapshot.object(&self.target) else { return };
        let Some(root) = root_of(&self.snapshot, target, self.limits.owners).last().copied() else { return };
        let roles = roles(&self.snapshot, self.kinds, root);
        self.apart = representatives(&self.snapshot, self.kinds, &roles, self.limits.representatives);
        let root = root.key().clone();
        self.snapshot.set_run(root, &self.target, roles);
    }

    /// Questions of one object's own links, and for its events.
    fn follow(&self, object: &Object, role: Role, wanted: &mut BTreeSet<Query>) {
        let is_pod = object.is(&names::POD);
        // Of pods, those apart are the ones that are not well.
        let looked_into = if is_pod {
            self.apart.contains(object.key())
        } else {
            !matches!(own_state(self.kinds, object).state, State::Healthy | State::Succeeded)
        };
        for link in links_of(self.kinds, object) {
            let ours = role == Role::Run || link.edge != Edge::Owns;
            if ours && (!link.lazy || looked_into) {
                wanted.extend(link_queries(self.kinds, object, &link));
            }
        }
        if self.kinds.get(object.kind()).is_none() && role == Role::Run {
            for (_, reference) in generic::references(object) {
                // A kind that nobody taught and that stands without a group only names a ghost.
                if self.kinds.get(&reference.group_kind()).is_some() || reference.api_version.contains('/') {
                    wanted.insert(Query::Get {
                        kind: reference.group_kind(),
                        namespace: reference.namespace,
                        name: reference.name,
                    });
                }
            }
        }
        if role == Role::Run && (!is_pod || looked_into) || role == Role::Reference && looked_into {
            wanted.insert(Query::Events { of: object.key().clone() });
        }
    }
}

/// An object without its secrets, treated as well as its schema is known.
#[must_use]
pub fn admitted(door: &Door, kinds: &Kinds, raw: Object) -> Admitted {
    let spec = kinds.get(raw.kind());
    let secret: Vec<&str> = spec.iter().flat_map(|spec| &spec.secret_paths).map(AsRef::as_ref).collect();
    let treatment = if spec.is_some() || is_builtin(&raw) { Treatment::Taught } else { Treatment::Untaught };
    door.object(raw.into_value(), treatment, &secret)
}

/// Kinds of Kubernetes itself have a known schema even where nobody taught them to us.
fn is_builtin(object: &Object) -> bool {
    let group = &object.kind().group;
    !group.contains('.') || group.ends_with(".k8s.io")
}

/// Whether an object is an event, in either of its API forms.
#[must_use]
pub fn is_event(object: &Object) -> bool {
    object.kind().kind == "Event" && (object.kind().group.is_empty() || object.kind().group == "events.k8s.io")
}

/// Both API forms of an event are one object.
fn event_key(key: ObjectKey) -> ObjectKey {
    ObjectKey { kind: names::EVENT, ..key }
}

/// The pods that are looked into: all that differ, and a few of those that are alike. Healthy ones are not.
fn representatives(snapshot: &Snapshot, kinds: &Kinds, roles: &Roles, most: usize) -> BTreeSet<ObjectKey> {
    let mut alike: BTreeMap<(Option<String>, State, String), usize> = BTreeMap::new();
    let mut chosen = BTreeSet::new();
    for pod in snapshot.of_kind(&names::POD).filter(|pod| roles.get(pod.key()) == Some(&Role::Run)) {
        let own = own_state(kinds, pod);
        if matches!(own.state, State::Healthy | State::Succeeded) {
            continue;
        }
        let owner = pod.controller().and_then(|owner| owner.uid.or(Some(owner.name)));
        let count = alike.entry((owner, own.state, own.reason)).or_default();
        *count += 1;
        if *count <= most {
            chosen.insert(pod.key().clone());
        }
    }
    chosen
}
