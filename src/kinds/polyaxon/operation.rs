//! Operation (core.polyaxon.com). All conditions stay True and the last one is the present; the operator takes it as
//! done when any of Succeeded, Failed, Stopped stands. It may stay at Running or Starting for ever although its Job has
//! ended: always read the child too.

use crate::kinds::names;
use crate::kinds::{Controller, KindSpec, Link, LinkBy, Tier};
use crate::model::{Object, OwnState, State};

/// The kind.
pub(super) fn spec() -> KindSpec {
    KindSpec::new(names::OPERATION, "v1", "operations", Tier::Root)
        .short(&["op"])
        .link(Link::owns(names::JOB, LinkBy::SameName).when("/batchJobSpec"))
        .link(Link::owns(names::DEPLOYMENT, LinkBy::SameName).when("/serviceSpec"))
        .link(Link::owns(names::SERVICE, LinkBy::SameName).when("/serviceSpec"))
        .link(Link::owns(names::PYTORCH_JOB, LinkBy::SameName).when("/pytorchJobSpec"))
        .link(Link::owns(names::MPI_JOB, LinkBy::SameName).when("/mpiJobSpec"))
        .link(Link::owns(names::RAY_JOB, LinkBy::SameName).when("/rayJobSpec"))
        .controller(
            Controller::new("mloperator", &["mloperator-system", "polyaxon"], "mloperator-controller-manager")
                .lease("ops.core.polyaxon.com")
                .managers(&["manager", "mloperator"]),
        )
        .vanishes("without ttlSecondsAfterFinished the Operation is deleted, with all it made, as soon as it is done")
        .vanishes("the operator writes no events")
        .state_by(state)
}

fn state(operation: &Object) -> OwnState {
    let conditions = operation.conditions();
    // An Operation's transition time is that of its first condition; the update time is the true one.
    let dated = |condition: &crate::model::object::Condition<'_>| {
        operation.time_at(&format!("{}/lastUpdateTime", condition.path)).or(condition.at)
    };
    let said = |state, condition: &crate::model::object::Condition<'_>| {
        OwnState::of(state)
            .because(condition.reason)
            .saying(condition.message)
            .since(dated(condition))
            .at(condition.path.clone())
    };
    for (kind, state) in [("Succeeded", State::Succeeded), ("Failed", State::Failed), ("Stopped", State::Failed)] {
        if let Some(condition) = conditions.iter().rev().find(|condition| condition.kind == kind) {
            return said(state, condition);
        }
    }
    let Some(last) = conditions.last() else { return OwnState::of(State::Unknown).because("NoConditions") };
    let state = match last.kind {
        "Running" => State::Healthy,
        "Warning" => State::Degraded,
        "Starting" => State::Progressing,
        _ => State::Unknown,
    };
    said(state, last)
}
