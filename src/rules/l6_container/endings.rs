//! How the containers of a run ended, and which of those endings only echo the end of a peer.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use super::logs::{self, LogSeen};
use crate::kinds::names;
use crate::model::{Object, ObjectKey};
use crate::rules::Scene;
use crate::rules::scene::{ContainerStatus, Ending};

/// Codes that mean "told to stop from outside": SIGHUP, SIGINT, SIGKILL, SIGTERM.
const KILLED: [i64; 4] = [129, 130, 137, 143];

/// The runtime's words for endings that other rules speak of.
const OTHERS: [&str; 4] = ["OOMKilled", "StartError", "ContainerCannotRun", "DeadlineExceeded"];

/// Endings with one exit code within so many seconds are taken to have one reason.
const TOGETHER: i64 = 60;

/// Why an ending is taken for an echo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::rules) enum Echo {
    /// It is none, as far as can be seen.
    No,
    /// This line of its own log says so.
    Line(String),
    /// Its log was not read; a sibling with the same code ended within a minute, and that one's log says so.
    Sibling,
}

/// One ending with a code other than zero.
#[derive(Clone, Debug)]
pub(in crate::rules) struct Ended<'a> {
    /// The pod.
    pub pod: &'a Object,
    /// The container.
    pub container: ContainerStatus<'a>,
    /// Its ending.
    pub ending: Ending<'a>,
    /// What holds the gang together.
    pub gang: &'a Object,
    /// Its log.
    pub log: LogSeen<'a>,
    /// Whether it echoes a peer's end.
    pub echo: Echo,
}

impl Ended<'_> {
    /// Whether it was told to stop from outside.
    pub(super) fn killed(&self) -> bool {
        KILLED.contains(&self.ending.code)
    }

    /// Whether it is past: the container has come back and is well.
    pub(super) fn past(&self, scene: &Scene<'_>) -> bool {
        self.ending.before_restart && scene.state(self.pod) == crate::model::State::Healthy
    }
}

/// All endings of the run that no better word of the runtime explains.
pub(in crate::rules) fn endings<'a>(scene: &Scene<'a>) -> Vec<Ended<'a>> {
    let mut found = Vec::new();
    let peers = gangs(scene);
    for pod in scene.pods() {
        let gang = gang(scene, pod);
        for container in scene.containers(pod) {
            let Some(ending) = container.ended() else { continue };
            if ending.code == 0 || OTHERS.contains(&ending.reason) {
                continue;
            }
            let log = logs::of(scene, pod, container.name, ending.before_restart);
            // Whoever has no peers waits for none.
            let line = log.text().filter(|_| peers.contains_key(gang.key())).and_then(logs::collective_line);
            let echo = line.map_or(Echo::No, Echo::Line);
            let (container, ending) = (container.clone(), ending.clone());
            found.push(Ended { pod, container, ending, gang, log, echo });
        }
    }
    mark_siblings(&mut found);
    found
}

/// An ending whose log was not read is taken for what the log of a like ending says.
fn mark_siblings(found: &mut [Ended<'_>]) {
    let mut known: BTreeMap<(ObjectKey, i64), BTreeSet<i64>> = BTreeMap::new();
    for ended in found.iter().filter(|ended| matches!(ended.echo, Echo::Line(_))) {
        if let Some(at) = ended.ending.at {
            known.entry((ended.gang.key().clone(), ended.ending.code)).or_default().insert(at.as_second());
        }
    }
    for ended in found.iter_mut().filter(|ended| ended.log.unread()) {
        let Some(at) = ended.ending.at.map(Timestamp::as_second) else { continue };
        let times = known.get(&(ended.gang.key().clone(), ended.ending.code));
        if times.is_some_and(|times| times.range(at - TOGETHER..=at + TOGETHER).next().is_some()) {
            ended.echo = Echo::Sibling;
        }
    }
}

/// What holds a pod's gang together: the JobSet or LeaderWorkerSet above it, else whatever made it.
pub(super) fn gang<'a>(scene: &Scene<'a>, pod: &'a Object) -> &'a Object {
    let maker = scene.made_by(pod);
    let mut object = maker;
    for _ in 0..5 {
        let Some(parent) = scene.parent(object) else { break };
        if parent.is(&names::JOB_SET) || parent.is(&names::LEADER_WORKER_SET) {
            return parent;
        }
        if !parent.is(&names::POD) && !parent.is(&names::STATEFUL_SET) {
            break;
        }
        object = parent;
    }
    maker
}

/// Whether a maker runs one pod at a time: what it made before is an earlier attempt, not a peer.
pub(super) fn runs_one(maker: &Object) -> bool {
    maker.is(&names::POD)
        || maker.is(&names::JOB)
            && maker.i64_at("/spec/parallelism").unwrap_or(1) == 1
            && maker.i64_at("/spec/completions").unwrap_or(1) == 1
}

/// Pods of each gang of several, by the gang's identity.
pub(super) fn gangs<'a>(scene: &Scene<'a>) -> BTreeMap<ObjectKey, Vec<&'a Object>> {
    let mut gangs: BTreeMap<ObjectKey, Vec<&Object>> = BTreeMap::new();
    for pod in scene.pods() {
        let gang = gang(scene, pod);
        if !runs_one(gang) {
            gangs.entry(gang.key().clone()).or_default().push(pod);
        }
    }
    gangs.retain(|_, pods| pods.len() > 1);
    gangs
}
