//! MLOP608: one rank hangs, and the others give up waiting for it.

use std::collections::BTreeMap;

use super::application_exit::read_log;
use super::endings::{Echo, Ended, gangs};
use super::logs::{self, LogSeen};
use crate::kinds::names;
use crate::model::{Confidence, Evidence, Finding, Object, ObjectKey};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// In a gang whose other members all ended with collective time-outs, the one member that has not ended and whose
    /// log tells of no time-out.
    ///
    /// # Why it matters
    /// The ranks that report time-outs are healthy. The one that says nothing is the one they waited for: it hangs in
    /// input, in storage, in its device, or was never started well.
    ///
    /// # Evidence
    /// The peers' endings and log lines; that this pod runs on; the last line of its log.
    ///
    /// # What to do
    /// Look at that rank while it still runs: its log, its node, its device. Deleting the pod destroys the evidence.
    ///
    /// # Stays silent when
    /// Several members run on, a peer ended for a reason of its own, or a log could not be read.
    RULE {
        code: "MLOP608",
        slug: "silent-rank",
        summary: "One rank hangs while the others gave up waiting for it.",
        layer: Container,
        nature: Cause,
        severity: Error,
        // A log that could not be read blinds it only where there is a gang with endings: it says so itself.
        reads: [names::POD],
        needs: [Logs],
        refines: [],
        explained_by: ["MLOP102", "MLOP402"],
        reasons: [],
        since: "0.1.0",
        check: check,
    }
}

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    let mut ended: BTreeMap<ObjectKey, Vec<&Ended<'_>>> = BTreeMap::new();
    for one in scene.endings() {
        ended.entry(one.gang.key().clone()).or_default().push(one);
    }
    // A pod that cannot be seen may hang, or may have ended first.
    if let Some((query, gap)) = scene.pods_gap().filter(|_| !ended.is_empty()) {
        findings.blind(query.clone(), gap);
        return;
    }
    for (gang, pods) in gangs(scene) {
        let Some(peers) = ended.get(&gang) else { continue };
        if let Some((query, gap)) = peers.iter().find_map(|peer| unread(peer)) {
            findings.blind(query, &gap);
            continue;
        }
        let all_echo = peers.iter().all(|peer| peer.echo != Echo::No);
        let silent: Vec<&Object> = pods.into_iter().filter(|pod| runs_on(scene, pod)).collect();
        let ([silent], true) = (silent.as_slice(), all_echo) else { continue };
        look_at(scene, findings, silent, peers);
    }
}

/// An ending of its own that the log would have to explain, and does not.
fn unread(peer: &Ended<'_>) -> Option<(crate::model::Query, crate::model::Gap)> {
    match &peer.log {
        LogSeen::Gap(query, gap) if !peer.killed() => Some((query.clone(), gap.clone())),
        _ => None,
    }
}

/// Whether a pod runs and none of its containers has ended badly.
fn runs_on(scene: &Scene<'_>, pod: &Object) -> bool {
    pod.str_at("/status/phase") == Some("Running")
        && pod.deleted().is_none()
        && scene.containers(pod).iter().all(|container| container.ended().is_none_or(|ending| ending.code == 0))
}

fn look_at(scene: &Scene<'_>, findings: &mut Findings, silent: &Object, peers: &[&Ended<'_>]) {
    let containers: Vec<&str> =
        silent.items_at("/spec/containers").iter().filter_map(|item| item.get("name")?.as_str()).collect();
    let Some(peer) = peers.iter().find(|peer| matches!(peer.echo, Echo::Line(_))) else { return };
    // A launcher's workers only lend their place: that their pods run says nothing of the ranks in them.
    if scene.member(peer.pod).and_then(|member| member.role).as_deref() == Some("launcher") {
        return;
    }
    let same = containers.iter().find(|name| **name == peer.container.name);
    let name = same.or(containers.first()).copied().unwrap_or("");
    match logs::of(scene, silent, name, false) {
        LogSeen::Gap(query, gap) => findings.blind(query, &gap),
        LogSeen::Text(text) if logs::collective_line(text).is_some() => {}
        LogSeen::NotAsked => {}
        log => {
            let last = log.text().and_then(logs::last_line);
            let finding = describe(findings, silent, name, last.as_deref(), peers);
            findings.add(finding);
        }
    }
}

fn describe(
    findings: &Findings,
    silent: &Object,
    container: &str,
    last: Option<&str>,
    peers: &[&Ended<'_>],
) -> Finding {
    let first = peers.iter().filter_map(|peer| peer.ending.at).min();
    let says =
        last.map_or_else(|| "its log is empty".to_owned(), |line| format!("the last line of its log is: {line}"));
    let count = peers.len();
    let mut finding = findings
        .about(
            silent,
            format!(
                "pod {} runs on and reports nothing while {count} of its peers ended with time-outs; {says}",
                silent.name()
            ),
        )
        .confidence(Confidence::Likely)
        .proof(Evidence::value(silent, "/status/phase"))
        .since(first);
    if let Some(line) = last {
        finding = finding.proof(Evidence::log(silent, container, line));
    }
    for peer in peers.iter().filter(|peer| matches!(peer.echo, Echo::Line(_))).take(3) {
        if let Echo::Line(line) = &peer.echo {
            finding = finding.proof(Evidence::log(peer.pod, peer.container.name, line).at(peer.ending.at));
        }
    }
    if let Some(peer) = peers.first() {
        finding = finding.related(peer.gang.reference());
    }
    read_log(finding, silent, container, false)
}
