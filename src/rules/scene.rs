//! What a rule may look at, and the questions that many rules share.

use std::collections::HashMap;

use jiff::Timestamp;
use serde_json::Value;

use super::l3_scheduling::fit::Placings;
use super::l6_container::{Ended, endings};
use crate::collect::{Role, Snapshot};
use crate::graph::Graph;
use crate::health::Health;
use crate::kinds::{Controller, KindSpec, Kinds, names};
use crate::model::{Event, Gap, GroupKind, Member, Object, ObjectKey, OwnState, Query, State, pointer, time};

/// One run, as it was seen.
pub struct Scene<'a> {
    /// Everything seen.
    pub snapshot: &'a Snapshot,
    /// How it hangs together.
    pub graph: &'a Graph,
    /// How it is.
    pub health: &'a Health,
    /// What we know of kinds.
    pub kinds: &'a Kinds,
    /// The run and all it refers to, sorted; each part of it is asked for by many rules.
    near: Vec<&'a Object>,
    run: Vec<&'a Object>,
    pods: Vec<&'a Object>,
    /// How containers of the run ended.
    endings: Vec<Ended<'a>>,
    /// The container statuses of each pod: a dozen rules read them. Looked up, never iterated.
    containers: HashMap<Address, Vec<ContainerStatus<'a>>>,
    /// What made each object of the run. Looked up, never iterated.
    parents: HashMap<&'a ObjectKey, &'a Object>,
    /// Where pods without a place could go.
    placings: Placings<'a>,
}

/// Where an object of the snapshot lies. The scene borrows the snapshot, so nothing moves while this is used,
/// and it is far cheaper to hash than a key of five texts.
type Address = usize;

fn address(object: &Object) -> Address {
    std::ptr::from_ref(object).addr()
}

/// One container's status with its place in the pod.
#[derive(Clone, Debug)]
pub struct ContainerStatus<'a> {
    /// Name.
    pub name: &'a str,
    /// Whether it is an init container.
    pub init: bool,
    /// The status.
    pub value: &'a Value,
    /// Pointer to it.
    pub path: String,
    waiting: Option<(&'a str, &'a str)>,
    ended: Option<Ending<'a>>,
}

impl<'a> ContainerStatus<'a> {
    fn read(name: &'a str, init: bool, value: &'a Value, path: String) -> Self {
        Self { name, init, value, waiting: waiting(value), ended: ended(value, &path), path }
    }

    /// Waiting reason and message.
    #[must_use]
    pub fn waiting(&self) -> Option<(&'a str, &'a str)> {
        self.waiting
    }

    /// How it ended: the present state if it has ended, else the ending before the last restart.
    #[must_use]
    pub fn ended(&self) -> Option<&Ending<'a>> {
        self.ended.as_ref()
    }

    /// How often it was restarted.
    #[must_use]
    pub fn restarts(&self) -> u64 {
        self.value.get("restartCount").and_then(Value::as_u64).unwrap_or(0)
    }
}

/// How a container ended.
#[derive(Clone, Debug)]
pub struct Ending<'a> {
    /// Exit code.
    pub code: i64,
    /// The runtime's reason.
    pub reason: &'a str,
    /// Termination message.
    pub message: &'a str,
    /// When.
    pub at: Option<Timestamp>,
    /// When it had begun.
    pub started: Option<Timestamp>,
    /// Pointer to it.
    pub path: String,
    /// Whether the container has been restarted since.
    pub before_restart: bool,
}

impl<'a> Scene<'a> {
    /// The scene that a snapshot shows.
    #[must_use]
    pub fn new(snapshot: &'a Snapshot, graph: &'a Graph, health: &'a Health, kinds: &'a Kinds) -> Self {
        let of_role = |wanted: fn(Role) -> bool| snapshot.objects().filter(move |object| wanted(snapshot.role(object)));
        let run: Vec<&Object> = of_role(|role| role == Role::Run).collect();
        let parent = |object: &'a Object| Some((object.key(), snapshot.owner(object, &object.controller()?)?));
        let mut scene = Self {
            snapshot,
            graph,
            health,
            kinds,
            near: of_role(|role| role != Role::Support).collect(),
            pods: run.iter().copied().filter(|object| object.is(&names::POD)).collect(),
            parents: run.iter().filter_map(|object| parent(object)).collect(),
            run,
            endings: Vec::new(),
            placings: Placings::default(),
            containers: snapshot
                .objects()
                .filter(|object| object.is(&names::POD))
                .map(|pod| (address(pod), containers_of(pod)))
                .collect(),
        };
        scene.endings = endings(&scene);
        scene.placings = Placings::of(&scene);
        scene
    }

    /// All endings of the run's containers that no better word of the runtime explains.
    pub(super) fn endings(&self) -> &[Ended<'a>] {
        &self.endings
    }

    /// Where the pods that no scheduler placed could go.
    pub(super) const fn placings(&self) -> &Placings<'a> {
        &self.placings
    }

    /// The run's topmost object.
    #[must_use]
    pub fn root(&self) -> Option<&'a Object> {
        self.snapshot.root()
    }

    /// Objects of the run itself, pods included.
    pub fn run(&self) -> impl Iterator<Item = &'a Object> {
        self.run.iter().copied()
    }

    /// The run and everything it refers to.
    pub fn near(&self) -> impl Iterator<Item = &'a Object> {
        self.near.iter().copied()
    }

    /// The run's pods.
    pub fn pods(&self) -> impl Iterator<Item = &'a Object> {
        self.pods.iter().copied()
    }

    /// The run's pods without a node.
    pub fn unscheduled(&self) -> impl Iterator<Item = &'a Object> {
        self.pods()
            .filter(|pod| pod.str_at("/spec/nodeName").is_none() && pod.str_at("/status/phase") == Some("Pending"))
    }

    /// Whether a pod's state still tells what stops the run: it is to stay, or the queue takes it away because it was not
    /// ready in time. In the second case it says why until it is gone.
    #[must_use]
    pub fn testifies(&self, pod: &Object) -> bool {
        let Some(deleted) = pod.deleted() else { return true };
        self.snapshot.of_kind(&names::WORKLOAD).any(|workload| {
            self.snapshot.role(workload) != Role::Support
                && workload.condition("Evicted").is_some_and(|evicted| {
                    let late = ["PodsReadyTimeout", "DeactivatedDueToRequeuingLimitExceeded"].contains(&evicted.reason);
                    late && evicted.is_true() && evicted.at.is_none_or(|at| at <= deleted)
                })
        })
    }

    /// What an object says of itself.
    #[must_use]
    pub fn own(&self, object: &Object) -> OwnState {
        self.health.own(object)
    }

    /// In one word.
    #[must_use]
    pub fn state(&self, object: &Object) -> State {
        self.health.state(object)
    }

    /// What we know of an object's kind.
    #[must_use]
    pub fn spec(&self, object: &Object) -> Option<&'a KindSpec> {
        self.kinds.get(object.kind())
    }

    /// Who reconciles a kind.
    #[must_use]
    pub fn controller(&self, kind: &GroupKind) -> Option<&'a Controller> {
        self.kinds.get(kind)?.controller.as_ref()
    }

    /// Events about an object, oldest first.
    #[must_use]
    pub fn events(&self, object: &Object) -> Vec<&'a Event> {
        self.snapshot.events_about(object)
    }

    /// The newest event about an object with one of these reasons.
    #[must_use]
    pub fn last_event(&self, object: &Object, reasons: &[&str]) -> Option<&'a Event> {
        self.events(object).into_iter().rev().find(|event| reasons.contains(&event.reason.as_str()))
    }

    /// A pod's container statuses, init containers first.
    #[must_use]
    pub fn containers(&self, pod: &Object) -> &[ContainerStatus<'a>] {
        self.containers.get(&address(pod)).map_or(&[], Vec::as_slice)
    }

    /// Which member of its gang a pod is: by the labels of the kinds above it, nearest first.
    #[must_use]
    pub fn member(&self, pod: &Object) -> Option<Member> {
        let mut chain = vec![pod];
        while let Some(parent) = chain.last().and_then(|top| self.parent(top)) {
            if chain.len() > 8 || chain.iter().any(|seen| seen.key() == parent.key()) {
                break;
            }
            chain.push(parent);
        }
        let specs: Vec<&KindSpec> = chain.iter().rev().filter_map(|object| self.kinds.get(object.kind())).collect();
        let label = |keys: fn(&KindSpec) -> &Vec<std::borrow::Cow<'static, str>>| {
            specs.iter().flat_map(|spec| keys(spec)).find_map(|key| pod.label(key))
        };
        let role = label(|spec| &spec.role_labels).map(str::to_owned);
        let index = label(|spec| &spec.index_labels).and_then(|text| text.parse().ok());
        (role.is_some() || index.is_some()).then_some(Member { role, index, attempt: None })
    }

    /// The object that made this one, else the object itself.
    #[must_use]
    pub fn made_by(&self, object: &'a Object) -> &'a Object {
        self.parent(object).unwrap_or(object)
    }

    /// The object that made this one, if it was seen.
    #[must_use]
    pub fn parent(&self, object: &Object) -> Option<&'a Object> {
        match self.parents.get(object.key()) {
            Some(parent) => Some(parent),
            None if self.snapshot.role(object) == Role::Run => None,
            None => self.snapshot.owner(object, &object.controller()?),
        }
    }

    /// A gap that keeps pods of the run from view: a list of pods, or of something that makes them, without an answer.
    /// While there is one, "it has no pods" and "that stage is passed" cannot be known.
    #[must_use]
    pub fn pods_gap(&self) -> Option<(&'a Query, &'a Gap)> {
        let namespace = self.root().and_then(Object::namespace);
        self.snapshot.gaps().find(|(query, _)| match query {
            Query::List { kind, namespace: place, selector } => {
                (*kind == names::POD && (!selector.labels.is_empty() || selector.owner.is_some()))
                    || (self.makes_pods(kind) && place.as_deref() == namespace && !selector.labels.is_empty())
            }
            Query::Get { kind, namespace: place, name } => {
                self.makes_pods(kind) && place.as_deref() == namespace && !self.is_controllers(kind, name)
            }
            _ => false,
        })
    }

    /// Whether a Deployment of this name is somebody's controller, which may live in the run's own namespace.
    fn is_controllers(&self, kind: &GroupKind, name: &str) -> bool {
        *kind == names::DEPLOYMENT
            && self
                .kinds
                .iter()
                .filter_map(|spec| spec.controller.as_ref()?.deployment.as_ref())
                .any(|deployment| *deployment == name)
    }

    fn makes_pods(&self, kind: &GroupKind) -> bool {
        use crate::kinds::Tier;
        self.kinds.get(kind).is_some_and(|spec| matches!(spec.tier, Tier::Root | Tier::Workload))
    }
}

fn containers_of(pod: &Object) -> Vec<ContainerStatus<'_>> {
    [("/status/initContainerStatuses", true), ("/status/containerStatuses", false)]
        .into_iter()
        .flat_map(|(list, init)| {
            pod.items_at(list).iter().enumerate().filter_map(move |(index, value)| {
                let name = value.get("name")?.as_str()?;
                Some(ContainerStatus::read(name, init, value, format!("{list}/{index}")))
            })
        })
        .collect()
}

fn waiting(status: &Value) -> Option<(&str, &str)> {
    let waiting = pointer::follow(status, "/state/waiting")?;
    let reason = waiting.get("reason")?.as_str()?;
    Some((reason, waiting.get("message").and_then(Value::as_str).unwrap_or("")))
}

fn ended<'a>(status: &'a Value, path: &str) -> Option<Ending<'a>> {
    ["state", "lastState"].into_iter().find_map(|part| {
        let ended = status.get(part)?.get("terminated")?;
        Some(Ending {
            code: ended.get("exitCode").and_then(Value::as_i64)?,
            reason: ended.get("reason").and_then(Value::as_str).unwrap_or(""),
            message: ended.get("message").and_then(Value::as_str).unwrap_or(""),
            at: ended.get("finishedAt").and_then(time::parse),
            started: ended.get("startedAt").and_then(time::parse),
            path: format!("{path}/{part}/terminated"),
            before_restart: part == "lastState",
        })
    })
}
