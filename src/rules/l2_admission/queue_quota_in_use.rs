//! MLOP214: the quota that the run waits for is in use.

use std::collections::BTreeMap;

use super::messages::{Reason, pod_sets, waits_only_for_others};
use super::queue::{self, Holder};
use crate::kinds::names;
use crate::model::object::Condition;
use crate::model::{Actor, Evidence, Finding, Object, Quantity};
use crate::rules::{Findings, Scene, declare::declare_rule};

/// Holders named in the sentence.
const NAMED: usize = 3;

/// Holders listed as terms of the sum.
const LISTED: usize = 20;

declare_rule! {
    /// # Detects
    /// A waiting Workload that fits its queue, and for which there is not enough unused quota now.
    ///
    /// # Why it matters
    /// This is a queue at work, no fault. Who holds the quota, and for how long already, tells whether to wait.
    ///
    /// # Evidence
    /// The words of the Workload's `QuotaReserved` condition, the ClusterQueue's nominal quota and reservation, and the
    /// sum of what the admitted Workloads of the ClusterQueue hold, each with its owner.
    ///
    /// # What to do
    /// Wait, or ask a holder's owner; the platform may raise nominalQuota or let the queue borrow.
    ///
    /// # Stays silent when
    /// Some pod set can never fit: then waiting does not help.
    RULE {
        code: "MLOP214",
        slug: "queue-quota-in-use",
        summary: "The queue's quota is in use; the run waits its turn.",
        layer: Admission,
        nature: Cause,
        severity: Info,
        reads: [names::WORKLOAD],
        needs: [QuotaHolders],
        refines: [],
        explained_by: [],
        reasons: ["WaitingForQuota", "Pending"],
        since: "0.1.0",
        check: check,
    }
}

/// Holders by ClusterQueue, flavor and resource.
type Known = BTreeMap<(String, String, String), Vec<Holder>>;

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    let mut known = Known::new();
    for workload in queue::waiting(scene) {
        let Some(refused) = queue::refused(workload) else { continue };
        let sets = pod_sets(refused.message);
        if waits_only_for_others(&sets) {
            let reasons: Vec<Reason> = sets.into_iter().flat_map(|set| set.reasons).collect();
            findings.add(describe(scene, findings, workload, &refused, &reasons, &mut known));
        }
    }
}

fn describe(
    scene: &Scene<'_>,
    findings: &Findings,
    workload: &Object,
    refused: &Condition<'_>,
    reasons: &[Reason],
    known: &mut Known,
) -> Finding {
    let cluster = queue::cluster_queue(scene, workload).yes();
    let mut finding = findings.about(workload, "").proof(Evidence::condition(workload, refused)).since(refused.at);
    let mut told: Vec<String> = Vec::new();
    let mut lacks: Vec<String> = Vec::new();
    for reason in reasons {
        let Reason::InUse { resource, flavor, needed } = reason else { continue };
        lacks.push(format!("{needed} more {resource} of flavor {flavor}"));
        let Some(cluster) = cluster else { continue };
        let key = (cluster.name().to_owned(), flavor.clone(), resource.clone());
        let holders = known.entry(key).or_insert_with(|| queue::holders(scene, cluster.name(), flavor, resource));
        let shares = queue::shares(cluster, flavor, resource);
        let sum = holders.iter().fold(Quantity::default(), |sum, holder| sum.plus(holder.amount));
        let reserved = shares.get("reserved").or_else(|| shares.get("used"));
        for (path, _) in shares.get("nominal").into_iter().chain(reserved) {
            finding = finding.proof(Evidence::value(cluster, path.clone()));
        }
        if let (Some((_, nominal)), Some((_, reserved))) = (shares.get("nominal"), reserved) {
            told.push(format!("{resource} {reserved} of {nominal} in use{}", named(holders, sum, *reserved)));
        } else if !holders.is_empty() {
            told.push(format!("{resource}{}", named(holders, sum, sum)));
        }
        if !holders.is_empty() {
            let what = format!("{resource} of flavor {flavor} held in ClusterQueue {}", cluster.name());
            finding = finding.proof(Evidence::computed(cluster, what, sum.to_string(), terms(holders)));
        }
    }
    if let Some(cohort) = cluster.and_then(cohort) {
        told.push(format!("what it may borrow is shared in cohort {cohort}"));
    }
    let place = cluster.map_or_else(|| "the queue".to_owned(), |cluster| format!("ClusterQueue {}", cluster.name()));
    let how = if told.is_empty() { String::new() } else { format!(": {}", told.join("; ")) };
    let more = preemption(refused.message).map_or(String::new(), |words| format!(" ({words})"));
    finding.detail = format!("{place} lacks {} for {}{how}{more}", lacks.join(" and "), queue::owner_words(workload));
    finding
        .signature(lacks.join(","))
        .act(Actor::RunOwner, "wait, or ask the owner of what holds it")
        .act(Actor::Platform, "raise nominalQuota, or let the queue borrow")
}

/// `, held by PyTorchJob ml/run-39 (40, for 9h) and 2 more; 8 more by Workloads that were not seen`.
fn named(holders: &[Holder], sum: Quantity, reserved: Quantity) -> String {
    let unseen = reserved.minus(sum);
    let rest =
        if unseen > Quantity::default() { format!("{unseen} by Workloads that were not seen") } else { String::new() };
    if holders.is_empty() {
        return if rest.is_empty() { rest } else { format!(", {rest}") };
    }
    let names: Vec<String> = holders.iter().take(NAMED).map(Holder::words).collect();
    let more = holders.len().saturating_sub(NAMED);
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    let rest = if rest.is_empty() { rest } else { format!(", {rest}") };
    format!(", held by {}{more}{rest}", names.join(", "))
}

fn terms(holders: &[Holder]) -> Vec<String> {
    let mut terms: Vec<String> = holders.iter().take(LISTED).map(Holder::words).collect();
    let more = holders.len().saturating_sub(LISTED);
    if more > 0 {
        terms.push(format!("{more} more"));
    }
    terms
}

fn cohort(cluster: &Object) -> Option<&str> {
    cluster.str_at("/spec/cohortName").or_else(|| cluster.str_at("/spec/cohort"))
}

/// Kueue's word on a preemption under way.
fn preemption(message: &str) -> Option<&str> {
    let place = ["Pending the preemption of ", "Preempting "].into_iter().find_map(|start| message.find(start))?;
    message.get(place..)
}
