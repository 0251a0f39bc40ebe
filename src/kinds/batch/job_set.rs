//! JobSet (jobset.x-k8s.io). Jobs that wait on `dependsOn` do not exist yet, and no condition says so.

use serde_json::Value;

use crate::kinds::kueue::queued;
use crate::kinds::names;
use crate::kinds::{Controller, KindSpec, Link, LinkBy, Tier};
use crate::model::{Object, OwnState, State};

/// The kind.
pub(super) fn spec() -> KindSpec {
    queued(
        KindSpec::new(names::JOB_SET, "v1alpha2", "jobsets", Tier::Root)
            .link(Link::owns(names::JOB, LinkBy::NameLabel("jobset.sigs.k8s.io/jobset-name".into())))
            .suspend("/spec/suspend")
            .members("jobset.sigs.k8s.io/replicatedjob-name", "batch.kubernetes.io/job-completion-index")
            .controller(
                Controller::new("jobset", &["jobset-system"], "jobset-controller-manager")
                    .lease("6d4f6a47.jobset.x-k8s.io")
                    .managers(&["jobset"]),
            )
            .vanishes("a restart deletes the Jobs of the earlier attempt and uses their names again")
            .state_by(state),
    )
}

fn state(set: &Object) -> OwnState {
    for (kind, state) in [("Failed", State::Failed), ("Completed", State::Succeeded), ("Suspended", State::Suspended)] {
        if let Some(condition) = set.condition(kind).filter(crate::model::object::Condition::is_true) {
            return OwnState::of(state)
                .because(condition.reason)
                .saying(condition.message)
                .since(condition.at)
                .at(condition.path);
        }
    }
    of_jobs(set, "/status/replicatedJobsStatus")
}

/// The counters that JobSet keeps per replicated job and TrainJob copies.
pub(in crate::kinds) fn of_jobs(set: &Object, pointer: &str) -> OwnState {
    let jobs = set.items_at(pointer);
    if jobs.is_empty() {
        return OwnState::of(State::Unknown).because("NoStatus");
    }
    let count = |field: &str| -> i64 {
        jobs.iter().filter_map(|job| job.get(field).and_then(Value::as_i64)).fold(0, i64::saturating_add)
    };
    let (ready, active) = (count("ready"), count("active"));
    let state = if ready > 0 && ready >= active { State::Healthy } else { State::Progressing };
    OwnState::of(state).because("Active").saying(format!("{ready} of {active} jobs ready")).at(pointer)
}
