//! MLOP101: the cluster does not serve a kind that the run is made of.

use crate::collect::{Asked, link_queries};
use crate::kinds::{Edge, Tier, names};
use crate::model::{Actor, Evidence, GapReason, GroupKind, Object, Query};
use crate::rules::l2_admission::refusal::{is_blank, refusals};
use crate::rules::l2_admission::workload_missing::managed_elsewhere;
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A run whose child is of a kind that the API server does not serve: it answered so, and the run has an
    /// empty status, no events and no pods; or the operator says `no matches for kind`.
    ///
    /// # Why it matters
    /// The run was accepted and nothing will come of it. Its status stays empty, and the operator's log alone says why.
    ///
    /// # Evidence
    /// The API server's answer about the kind, or the event.
    ///
    /// # What to do
    /// Install the custom resource definition of that kind together with its operator, or run without it.
    ///
    /// # Stays silent when
    /// The run has pods, or somebody has written its status or an event about it: it got further. Or `managedBy` gives it
    /// to somebody else.
    RULE {
        code: "MLOP101",
        slug: "kind-not-served",
        summary: "The cluster does not serve a kind that the run is made of.",
        layer: Api,
        nature: Cause,
        severity: Error,
        reads: [names::EVENT],
        needs: [],
        refines: [],
        explained_by: [],
        reasons: [],
        since: "0.1.0",
        check: check,
    }
}

fn speaks_of_a_kind(message: &str) -> bool {
    message.contains("no matches for kind \"")
}

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    let mut told = Vec::new();
    for refusal in refusals(scene, findings, speaks_of_a_kind) {
        let maker = refusal.maker;
        let words = refusal.event.message.split_once("no matches for kind ").map_or("", |(_, rest)| rest);
        let detail =
            format!("{} {} needs a kind that the cluster does not serve: {words}", maker.kind().kind, maker.name());
        told.push(maker.key());
        let finding = findings
            .about(maker, detail)
            .proof(Evidence::event(maker, refusal.event))
            .since(refusal.event.first)
            .history(refusal.past)
            .act(Actor::ClusterAdministrator, "install the custom resource definition with its operator");
        findings.add(finding);
    }
    if scene.pods().next().is_some() {
        return;
    }
    for object in scene.run().filter(|object| !told.contains(&object.key())) {
        let Some(kind) = unserved(scene, object).filter(|_| is_blank(object)) else { continue };
        // A status or an event says that somebody got further, and is the better witness.
        if managed_elsewhere(object) || object.deleted().is_some() || !scene.events(object).is_empty() {
            continue;
        }
        if let Some(gap) = scene.snapshot.events_gap(object) {
            findings.blind(Query::Events { of: object.key().clone() }, gap);
            continue;
        }
        let detail = format!(
            "{} {} is made of a {}, which the cluster does not serve",
            object.kind().kind,
            object.name(),
            kind.kind
        );
        let group = format!("--api-group={}", kind.group);
        let finding = findings
            .about(object, detail)
            .proof(Evidence::absence(object, format!("kind {kind} among those that the API server serves")))
            .run(
                Actor::ClusterAdministrator,
                format!("install the custom resource definition of {} with its operator", kind.kind),
                ["kubectl", "api-resources", &group],
            );
        findings.add(finding);
    }
}

/// A kind that this object is made of and that the API server does not serve. Kinds of Kubernetes itself are always
/// served.
fn unserved(scene: &Scene<'_>, object: &Object) -> Option<GroupKind> {
    let makes = |kind: &GroupKind| {
        kind.group.contains('.')
            && scene.kinds.get(kind).is_some_and(|spec| matches!(spec.tier, Tier::Root | Tier::Workload))
    };
    let links = &scene.spec(object)?.links;
    links.iter().filter(|link| link.edge == Edge::Owns && makes(&link.to)).find_map(|link| {
        let refused = link_queries(scene.kinds, object, link).iter().any(|query| {
            matches!(scene.snapshot.answer_to(query), Some(Asked::Gap(gap)) if gap.reason == GapReason::NotServed)
        });
        refused.then(|| link.to.clone())
    })
}
