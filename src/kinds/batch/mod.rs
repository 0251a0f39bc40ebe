//! Kubernetes' own workloads, and the sets built on them: Job, CronJob, Deployment and its cousins, JobSet,
//! LeaderWorkerSet.

mod apps;
mod job;
mod job_set;
mod leader_worker_set;

pub(super) use job_set::of_jobs;

use super::KindSpec;

/// The family's kinds, one line each.
pub(super) fn specs() -> Vec<KindSpec> {
    vec![
        job::job(),
        job::cron_job(),
        apps::deployment(),
        apps::replica_set(),
        apps::stateful_set(),
        apps::daemon_set(),
        job_set::spec(),
        leader_worker_set::spec(),
    ]
}
