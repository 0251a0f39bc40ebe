//! Kubeflow: the training-operator's jobs, the mpi-operator's MPIJob, Trainer's TrainJob.

mod jobs;
mod train_job;

use super::KindSpec;

/// The family's kinds, one line each.
pub(super) fn specs() -> Vec<KindSpec> {
    vec![jobs::pytorch_job(), jobs::mpi_job(), train_job::spec()]
}
