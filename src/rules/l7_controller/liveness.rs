//! Is a controller alive? Its Deployment and its Lease, read together.

use jiff::Timestamp;

use crate::collect::Seen;
use crate::kinds::{Controller, names};
use crate::model::{Evidence, Gap, GroupKind, Object, Query, time};
use crate::rules::Scene;

/// A Lease may be this much older than its renewals should allow.
const LEASE_GRACE: i64 = 60;

/// So long a Deployment may be without available pods before that says anything.
const DEPLOYMENT_GRACE: i64 = 60;

/// What can be said of a controller.
pub(in crate::rules) enum Liveness<'a> {
    /// Nothing of it was found: it may have another name, or not be installed.
    NotFound,
    /// It could not be seen.
    Unseen(Query, Gap),
    /// It is at work.
    Alive(String),
    /// It is not.
    Dead(Death<'a>),
}

/// A controller that is not at work.
pub(in crate::rules) struct Death<'a> {
    /// Its Deployment, else its Lease.
    pub subject: &'a Object,
    /// Why it counts as dead, in words.
    pub words: String,
    /// Proof.
    pub proof: Vec<Evidence>,
    /// Since when.
    pub since: Option<Timestamp>,
}

/// One half of the evidence.
enum Sign {
    Well(String),
    Bad { words: String, proof: Vec<Evidence>, since: Option<Timestamp> },
}

/// Looks at a controller under its usual names, in the first of its usual namespaces that holds anything of it.
pub(in crate::rules) fn liveness<'a>(scene: &Scene<'a>, controller: &Controller) -> Liveness<'a> {
    let mut unseen = None;
    for namespace in &controller.namespaces {
        let lease = controller.lease.as_ref().map(|name| look(scene, names::LEASE, namespace, name));
        // The control plane's own processes are static pods.
        let deployment = controller.deployment.as_ref().filter(|_| namespace != "kube-system");
        let deployment = deployment.map(|name| look(scene, names::DEPLOYMENT, namespace, name));
        let gap = [&deployment, &lease].into_iter().flatten().find_map(|(query, seen)| match seen {
            Seen::Unknown(gap) => Some((query.clone(), gap.clone())),
            _ => None,
        });
        let (deployment, lease) = (yes(deployment), yes(lease));
        match (deployment, lease, gap) {
            (None, None, gap) => unseen = unseen.or(gap),
            // One without the other can mislead either way.
            (_, _, Some((query, gap))) => return Liveness::Unseen(query, gap),
            (deployment, lease, None) => return weigh(scene, deployment, lease),
        }
    }
    unseen.map_or(Liveness::NotFound, |(query, gap)| Liveness::Unseen(query, gap))
}

/// Weighs a Deployment alone, as of a webhook whose Lease nobody knows.
pub(in crate::rules) fn of_deployment<'a>(scene: &Scene<'a>, deployment: &'a Object) -> Liveness<'a> {
    weigh(scene, Some(deployment), None)
}

fn look<'a>(scene: &Scene<'a>, kind: GroupKind, namespace: &str, name: &str) -> (Query, Seen<&'a Object>) {
    let seen = scene.snapshot.get(&kind, Some(namespace), name);
    (Query::Get { kind, namespace: Some(namespace.to_owned()), name: name.to_owned() }, seen)
}

fn yes(looked: Option<(Query, Seen<&Object>)>) -> Option<&Object> {
    looked.and_then(|(_, seen)| seen.yes())
}

fn weigh<'a>(scene: &Scene<'a>, deployment: Option<&'a Object>, lease: Option<&'a Object>) -> Liveness<'a> {
    let now = scene.snapshot.now();
    let deployed = deployment.map(|deployment| (deployment, sign_of_deployment(deployment, now)));
    let leased = lease.map(|lease| (lease, sign_of_lease(lease, now)));
    match (deployed, leased) {
        // Somebody else holds a fresh Lease: the work is done under another name.
        (Some((deployment, Sign::Bad { .. })), Some((lease, Sign::Well(words))))
            if held_elsewhere(deployment, lease) =>
        {
            Liveness::Alive(words)
        }
        (Some((deployment, Sign::Bad { words, mut proof, since })), lease) => {
            proof.extend(lease.map(|(lease, _)| renewal(lease)));
            Liveness::Dead(Death { subject: deployment, words, proof, since })
        }
        (deployed, Some((lease, Sign::Bad { words, mut proof, since }))) => {
            let subject = deployed.as_ref().map_or(lease, |(deployment, _)| *deployment);
            proof.extend(deployed.map(|(deployment, _)| Evidence::value(deployment, "/spec/replicas")));
            Liveness::Dead(Death { subject, words, proof, since })
        }
        (_, Some((_, Sign::Well(words)))) | (Some((_, Sign::Well(words))), None) => Liveness::Alive(words),
        (None, None) => Liveness::NotFound,
    }
}

/// Pods of a Deployment carry its name in front of theirs, and elect themselves by it.
fn held_elsewhere(deployment: &Object, lease: &Object) -> bool {
    let holder = lease.str_at("/spec/holderIdentity").unwrap_or("");
    !holder.starts_with(&format!("{}-", deployment.name()))
}

/// A Deployment scaled to nothing keeps `Available=True`: the wanted number is read first.
fn sign_of_deployment(deployment: &Object, now: Timestamp) -> Sign {
    let name = format!("Deployment {}", deployment.name());
    let wanted = deployment.i64_at("/spec/replicas").unwrap_or(1);
    let replicas = Evidence::value(deployment, "/spec/replicas");
    if wanted == 0 {
        return Sign::Bad { words: format!("{name} is scaled to 0"), proof: vec![replicas], since: None };
    }
    let available = deployment.i64_at("/status/availableReplicas").unwrap_or(0);
    if available > 0 || deployment.at("/status").is_none() {
        return Sign::Well(format!("{name} has {available} of {wanted} pods available"));
    }
    let condition = deployment.condition("Available").filter(crate::model::object::Condition::is_false);
    let since = condition.as_ref().and_then(|condition| condition.at).or_else(|| deployment.created());
    if since.is_none_or(|since| time::between(since, now).as_secs() < DEPLOYMENT_GRACE) {
        return Sign::Well(format!("{name} is starting"));
    }
    let mut proof = vec![replicas, Evidence::absence(deployment, "availableReplicas").at(since)];
    proof.extend(condition.map(|condition| Evidence::condition(deployment, &condition)));
    Sign::Bad { words: format!("none of the {wanted} pods of {name} is available"), proof, since }
}

fn sign_of_lease(lease: &Object, now: Timestamp) -> Sign {
    let name = format!("Lease {}", lease.name());
    let Some(renewed) = lease.time_at("/spec/renewTime") else {
        return Sign::Well(format!("{name} was never held"));
    };
    let duration = lease.i64_at("/spec/leaseDurationSeconds").unwrap_or(15);
    let patience = duration.saturating_mul(4).max(LEASE_GRACE);
    let age = time::between(renewed, now);
    let ago = time::human(age);
    if age.as_secs() <= patience {
        return Sign::Well(format!("{name} was renewed {ago} ago"));
    }
    let words = if lease.str_at("/spec/holderIdentity").is_none() {
        format!("{name} was given back {ago} ago and nobody holds it")
    } else {
        format!("{name} was last renewed {ago} ago, and is good for {duration} s")
    };
    let terms = vec![
        format!("renewTime {renewed}"),
        format!("now {now}"),
        format!("leaseDurationSeconds {duration}"),
        format!("stale after {patience} s"),
    ];
    let proof = vec![renewal(lease), Evidence::computed(lease, "age of the renewal", ago, terms).at(Some(renewed))];
    Sign::Bad { words, proof, since: Some(renewed) }
}

fn renewal(lease: &Object) -> Evidence {
    Evidence::value(lease, "/spec/renewTime").at(lease.time_at("/spec/renewTime"))
}
