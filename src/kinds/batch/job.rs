//! batch/v1 Job and CronJob. A Job reports no observedGeneration; `FailureTarget` says it is doomed before `Failed` does.

use crate::kinds::kueue::queued;
use crate::kinds::names;
use crate::kinds::{Controller, KindSpec, Link, LinkBy, Tier};
use crate::model::{Object, OwnState, State};

fn controller() -> Controller {
    Controller::new("kube-controller-manager", &["kube-system"], "kube-controller-manager")
        .lease("kube-controller-manager")
        .managers(&["kube-controller-manager"])
}

/// Job.
pub(super) fn job() -> KindSpec {
    queued(
        KindSpec::new(names::JOB, "v1", "jobs", Tier::Workload)
            .link(Link::owns(names::POD, LinkBy::UidLabel("batch.kubernetes.io/controller-uid".into())))
            .suspend("/spec/suspend")
            .members("jobset.sigs.k8s.io/replicatedjob-name", "batch.kubernetes.io/job-completion-index")
            .controller(controller())
            .vanishes("pods still active when a Job fails or is suspended are deleted")
            .vanishes("failed pods stay until ttlSecondsAfterFinished or the Job's deletion")
            .state_by(job_state),
    )
}

/// CronJob.
pub(super) fn cron_job() -> KindSpec {
    KindSpec::new(names::CRON_JOB, "v1", "cronjobs", Tier::Root)
        .short(&["cj"])
        .link(Link::owns(names::JOB, LinkBy::OwnerOnly))
        .suspend("/spec/suspend")
        .controller(controller())
        .vanishes("older Jobs beyond the history limits are deleted")
        .otherwise(State::Progressing)
}

fn job_state(job: &Object) -> OwnState {
    let ending = [
        ("Failed", State::Failed),
        ("FailureTarget", State::Failed),
        ("Complete", State::Succeeded),
        ("SuccessCriteriaMet", State::Succeeded),
    ];
    for (kind, state) in ending {
        if let Some(condition) = job.condition(kind).filter(crate::model::object::Condition::is_true) {
            return OwnState::of(state)
                .because(condition.reason)
                .saying(condition.message)
                .since(condition.at)
                .at(condition.path);
        }
    }
    if job.bool_at("/spec/suspend") == Some(true) {
        return OwnState::of(State::Suspended).because("Suspended").at("/spec/suspend");
    }
    let Some(active) = job.i64_at("/status/active") else {
        let state = if job.at("/status/startTime").is_some() { State::Progressing } else { State::Unknown };
        return OwnState::of(state).because("NoActivePods").at("/status");
    };
    let ready = job.i64_at("/status/ready").unwrap_or(0);
    let wanted = job.i64_at("/spec/parallelism").unwrap_or(1);
    let state = if ready >= active && active >= wanted { State::Healthy } else { State::Progressing };
    OwnState::of(state).because("Active").saying(format!("{ready} of {wanted} pods ready")).at("/status/active")
}
