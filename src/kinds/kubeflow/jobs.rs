//! PyTorchJob and MPIJob. They share conditions and pod labels. No observedGeneration; `Running` turns False at the end
//! and keeps its old time and message; one reason stands for every cause of failure.

use crate::kinds::kueue::queued;
use crate::kinds::names;
use crate::kinds::{Controller, Edge, KindSpec, Link, LinkBy, Tier};
use crate::model::{GroupKind, State};

const JOB_NAME: &str = "training.kubeflow.org/job-name";

fn job(kind: GroupKind, version: &'static str, plural: &'static str) -> KindSpec {
    queued(
        KindSpec::new(kind, version, plural, Tier::Root)
            .link(Link::owns(names::POD, LinkBy::NameLabel(JOB_NAME.into())))
            .on("Failed", "True", State::Failed)
            .on("Succeeded", "True", State::Succeeded)
            .on("Suspended", "True", State::Suspended)
            .on("Restarting", "True", State::Progressing)
            .on("Running", "True", State::Healthy)
            .on("Created", "True", State::Progressing)
            .suspend("/spec/runPolicy/suspend")
            .vanishes("failed pods of a restartable replica are deleted and made anew; only events remember them")
            .vanishes("cleanPodPolicy All or Running deletes pods at the end"),
    )
}

/// PyTorchJob of the training-operator.
pub(super) fn pytorch_job() -> KindSpec {
    job(names::PYTORCH_JOB, "v1", "pytorchjobs")
        .members("training.kubeflow.org/replica-type", "training.kubeflow.org/replica-index")
        .controller(
            Controller::new("training-operator", &["kubeflow", "kubeflow-system"], "training-operator").managers(&[
                "training-operator.v1",
                "training-operator",
                "manager",
            ]),
        )
}

/// MPIJob: v2beta1 of the mpi-operator, v1 of the training-operator. The launcher alone decides the result.
pub(super) fn mpi_job() -> KindSpec {
    let mut launcher = Link::owns(names::JOB, LinkBy::Template("{}-launcher".into()));
    launcher.edge = Edge::Owns;
    job(names::MPI_JOB, "v2beta1", "mpijobs")
        .version("v1")
        .link(launcher)
        .members("training.kubeflow.org/job-role", "training.kubeflow.org/replica-index")
        .controller(
            Controller::new("mpi-operator", &["mpi-operator", "kubeflow"], "mpi-operator")
                .lease("mpi-operator")
                .managers(&["mpi-operator"]),
        )
}
