//! LeaderWorkerSet. It reports no failure at all, and its leader StatefulSet looks whole while workers are missing.

use crate::kinds::names;
use crate::kinds::{Controller, KindSpec, Link, LinkBy, Staleness, Tier};
use crate::model::State;

const NAME_LABEL: &str = "leaderworkerset.sigs.k8s.io/name";

/// The kind.
pub(super) fn spec() -> KindSpec {
    KindSpec::new(names::LEADER_WORKER_SET, "v1", "leaderworkersets", Tier::Root)
        .short(&["lws"])
        .link(Link::owns(names::STATEFUL_SET, LinkBy::NameLabel(NAME_LABEL.into())))
        .link(Link::owns(names::POD, LinkBy::NameLabel(NAME_LABEL.into())))
        .on("Available", "True", State::Healthy)
        .on("Progressing", "True", State::Progressing)
        .staleness(Staleness::StatusGeneration)
        .members("leaderworkerset.sigs.k8s.io/group-index", "leaderworkerset.sigs.k8s.io/worker-index")
        .controller(
            Controller::new("lws", &["lws-system"], "lws-controller-manager")
                .lease("b8b2488c.x-k8s.io")
                .managers(&["lws"]),
        )
        .vanishes("restartPolicy RecreateGroupOnPodRestart deletes a group's pods and uses their names again")
}
