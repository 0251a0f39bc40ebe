//! The six steps, as a person takes them.

use std::collections::BTreeMap;

use super::verdict::{Judged, Verdict};
use crate::collect::Role as Part;
use crate::collect::needs::{controller_objects, lease_of};
use crate::health::{Freshness, freshness};
use crate::kinds::names;
use crate::model::{Object, Severity, State, time};
use crate::report::{Chain, ChainStep, ChainVerdict, Role};
use crate::rules::{Layer, Scene};

/// All six, in order.
pub(super) fn chain(scene: &Scene<'_>, state: State, verdict: &Verdict) -> Vec<Chain> {
    let Some(root) = scene.root() else { return Vec::new() };
    vec![
        exists(scene, root),
        conditions(scene, root, state),
        controllers(scene, verdict),
        admission(scene, verdict),
        execution(scene, verdict),
        outputs(scene),
    ]
}

fn step(step: ChainStep, verdict: ChainVerdict, note: String, objects: Vec<&Object>) -> Chain {
    Chain { step, verdict, note, objects: objects.into_iter().map(Object::reference).collect() }
}

fn exists(scene: &Scene<'_>, root: &Object) -> Chain {
    let observed = match freshness(scene.kinds, root) {
        Freshness::Current => "observed".to_owned(),
        Freshness::Stale => format!("observed only {}", root.i64_at("/status/observedGeneration").unwrap_or(0)),
        Freshness::Unset => "not observed yet".to_owned(),
        Freshness::Copied => "observed: copied from a child".to_owned(),
        Freshness::NotKnowable => "observed: this kind does not report it".to_owned(),
    };
    let uid = root.uid().map_or("no uid".to_owned(), |uid| format!("uid {}", uid.chars().take(8).collect::<String>()));
    let generation =
        root.generation().map_or(String::new(), |generation| format!("  generation {generation}, {observed}"));
    let verdict =
        if freshness(scene.kinds, root) == Freshness::Stale { ChainVerdict::Problem } else { ChainVerdict::Ok };
    step(ChainStep::Exists, verdict, format!("{}  {uid}{generation}", root.key()), vec![root])
}

fn conditions(scene: &Scene<'_>, root: &Object, state: State) -> Chain {
    let own = scene.own(root);
    let verdict = match (own.state, state) {
        (State::Failed | State::Degraded, _) => ChainVerdict::Problem,
        (State::Waiting | State::Suspended | State::Terminating, _) => ChainVerdict::Waiting,
        (State::Unknown, _) => ChainVerdict::Unknown,
        _ => ChainVerdict::Ok,
    };
    let mut note = own.state.to_string();
    for word in [&own.reason, &own.message].into_iter().filter(|word| !word.is_empty()) {
        note = format!("{note} · {word}");
    }
    if let Some(since) = own.since {
        note = format!("{note} · {}", time::age(since, scene.snapshot.now()));
    }
    step(ChainStep::Conditions, verdict, note, vec![root])
}

/// Findings in effect of some layers.
fn of_layers<'v>(verdict: &'v Verdict, layers: &[Layer]) -> Vec<&'v Judged> {
    verdict
        .findings
        .iter()
        .filter(|judged| judged.role != Role::History && layers.contains(&judged.rule.layer))
        .collect()
}

fn told(findings: &[&Judged]) -> Option<(ChainVerdict, String)> {
    let worst = findings.iter().max_by_key(|judged| judged.finding.severity)?;
    let verdict = if worst.finding.severity == Severity::Info { ChainVerdict::Waiting } else { ChainVerdict::Problem };
    let more = findings.len() - 1;
    let note = format!("{} {}", worst.rule.code, worst.finding.detail);
    Some((verdict, if more == 0 { note } else { format!("{note} (and {more} more)") }))
}

fn controllers(scene: &Scene<'_>, verdict: &Verdict) -> Chain {
    let mut alive = BTreeMap::new();
    for spec in scene.run().filter_map(|object| scene.spec(object)) {
        let Some(controller) = &spec.controller else { continue };
        let lease = lease_of(scene.snapshot, controller);
        let renewed = lease.and_then(|lease| lease.time_at("/spec/renewTime"));
        let words = match (renewed, controller_objects(scene.snapshot, controller)) {
            (Some(renewed), _) => {
                format!("{} lease renewed {} ago", controller.name, time::age(renewed, scene.snapshot.now()))
            }
            (None, Some(_)) => format!("{} deployed", controller.name),
            (None, None) => continue,
        };
        alive.insert(controller.name.clone(), words);
    }
    let problems = of_layers(verdict, &[Layer::Controller]);
    let (mark, note) = told(&problems).unwrap_or_else(|| {
        if alive.is_empty() {
            (ChainVerdict::Skipped, "not looked at: nothing points at them".to_owned())
        } else {
            (ChainVerdict::Ok, alive.into_values().collect::<Vec<_>>().join(" · "))
        }
    });
    step(ChainStep::Controllers, mark, note, Vec::new())
}

fn admission(scene: &Scene<'_>, verdict: &Verdict) -> Chain {
    let workloads: Vec<&Object> = scene
        .snapshot
        .of_kind(&names::WORKLOAD)
        .filter(|object| scene.snapshot.role(object) != Part::Support)
        .collect();
    let (mark, note) = told(&of_layers(verdict, &[Layer::Admission])).unwrap_or_else(|| match workloads.first() {
        Some(workload) => {
            let own = scene.own(workload);
            let mark = match own.state {
                State::Waiting | State::Progressing => ChainVerdict::Waiting,
                _ => ChainVerdict::Ok,
            };
            (
                mark,
                format!("Workload {} {}", workload.name(), if own.reason.is_empty() { "queued" } else { &own.reason }),
            )
        }
        None if scene.pods_gap().is_some() => (ChainVerdict::Unknown, "could not be seen".to_owned()),
        None => (ChainVerdict::Ok, "no queue asked for".to_owned()),
    });
    step(ChainStep::Admission, mark, note, workloads)
}

fn execution(scene: &Scene<'_>, verdict: &Verdict) -> Chain {
    let layers = [Layer::Scheduling, Layer::Node, Layer::Start, Layer::Container];
    let mut counts: BTreeMap<State, usize> = BTreeMap::new();
    for pod in scene.pods() {
        *counts.entry(scene.state(pod)).or_default() += 1;
    }
    let pods = counts.iter().map(|(state, count)| format!("{count} {state}")).collect::<Vec<_>>().join(", ");
    let (mark, note) = told(&of_layers(verdict, &layers)).unwrap_or_else(|| {
        if counts.is_empty() {
            let suspended = scene.run().any(|object| scene.state(object) == State::Suspended);
            return match (scene.pods_gap(), suspended) {
                (_, true) => (ChainVerdict::Skipped, "no pods yet: right while suspended".to_owned()),
                (Some(_), false) => (ChainVerdict::Unknown, "pods could not be seen".to_owned()),
                (None, false) => (ChainVerdict::Skipped, "no pods".to_owned()),
            };
        }
        let waits = counts.contains_key(&State::Waiting) || counts.contains_key(&State::Unknown);
        (if waits { ChainVerdict::Waiting } else { ChainVerdict::Ok }, "pods".to_owned())
    });
    let note = if pods.is_empty() { note } else { format!("{note} · {pods}") };
    step(ChainStep::Execution, mark, note, Vec::new())
}

fn outputs(scene: &Scene<'_>) -> Chain {
    let logs = scene.snapshot.logs().count();
    let (mark, note) = if logs == 0 {
        (ChainVerdict::Skipped, "no logs read".to_owned())
    } else {
        (ChainVerdict::Ok, format!("{logs} logs read"))
    };
    step(ChainStep::Outputs, mark, note, Vec::new())
}
