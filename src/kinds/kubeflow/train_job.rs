//! TrainJob (trainer.kubeflow.org). `Suspended=False/Resumed` is healthy. A creation error reaches no condition, only
//! an event. Kueue edits the spec itself: the generation rises without a person.

use crate::kinds::batch::of_jobs;
use crate::kinds::kueue::queued;
use crate::kinds::names;
use crate::kinds::{Controller, KindSpec, Link, LinkBy, Tier};
use crate::model::{Object, OwnState, State};

/// The kind.
pub(super) fn spec() -> KindSpec {
    queued(
        KindSpec::new(names::TRAIN_JOB, "v1alpha1", "trainjobs", Tier::Root)
            .link(Link::owns(names::JOB_SET, LinkBy::SameName))
            .suspend("/spec/suspend")
            .members("jobset.sigs.k8s.io/replicatedjob-name", "batch.kubernetes.io/job-completion-index")
            .controller(
                Controller::new("trainer", &["kubeflow-system", "kubeflow"], "kubeflow-trainer-controller-manager")
                    .lease("trainer.kubeflow.org")
                    .managers(&["trainer", "trainer-controller-manager", "manager"]),
            )
            .vanishes("at activeDeadlineSeconds the JobSet and its pods are deleted")
            .state_by(state),
    )
}

fn state(job: &Object) -> OwnState {
    for (kind, state) in [("Failed", State::Failed), ("Complete", State::Succeeded), ("Suspended", State::Suspended)] {
        if let Some(condition) = job.condition(kind).filter(crate::model::object::Condition::is_true) {
            return OwnState::of(state)
                .because(condition.reason)
                .saying(condition.message)
                .since(condition.at)
                .at(condition.path);
        }
    }
    of_jobs(job, "/status/jobsStatus")
}
