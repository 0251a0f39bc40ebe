//! MLOP607: a rank ended because a peer did not answer.

use super::application_exit::read_log;
use super::endings::{Echo, Ended};
use super::logs::LogSeen;
use crate::kinds::names;
use crate::model::{Confidence, Evidence, Finding};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A container that ended with an error while its log tells of a collective that timed out, a connection that a peer
    /// closed, or a rendezvous that never met, and of no error of its own.
    ///
    /// # Why it matters
    /// The rank that reports it is well: it waited for another one. All healthy ranks report the same around one that
    /// died or hangs.
    ///
    /// # Evidence
    /// The container's ending, and the line of its log. A rank whose log was not read counts if a sibling with the same
    /// exit code ended within a minute and that one's log tells of it.
    ///
    /// # What to do
    /// Find the rank that ended first for another reason, or the one that says nothing. If all report the same, look at
    /// the network between the pods and at `NCCL_DEBUG=INFO`.
    ///
    /// # Stays silent when
    /// The log also holds an error of the rank itself.
    RULE {
        code: "MLOP607",
        slug: "collective-timeout",
        summary: "A rank ended because a peer did not answer.",
        layer: Container,
        nature: Symptom,
        severity: Error,
        reads: [names::LOG, names::POD],
        needs: [Logs],
        refines: ["MLOP603"],
        explained_by: ["MLOP102", "MLOP402", "MLOP403", "MLOP404", "MLOP601", "MLOP602", "MLOP603", "MLOP608"],
        reasons: [],
        since: "0.1.0",
        check: check,
    }
}

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    for ended in scene.endings() {
        if ended.killed() {
            continue;
        }
        match (&ended.echo, &ended.log) {
            (Echo::No, LogSeen::Gap(query, gap)) => findings.blind(query.clone(), gap),
            (Echo::No, _) => {}
            _ => findings.add(describe(scene, findings, ended)),
        }
    }
}

fn describe(scene: &Scene<'_>, findings: &Findings, ended: &Ended<'_>) -> Finding {
    let Ended { pod, container, ending, .. } = ended;
    let when = ending.at.map_or(String::new(), |at| format!(" at {at}"));
    let what = format!("container {} of pod {}", container.name, pod.name());
    let why = match &ended.echo {
        Echo::Line(line) => format!("; its log says: {line}"),
        _ => "; a sibling's log tells of it".to_owned(),
    };
    let mut finding = findings
        .about(pod, format!("{what} ended with exit code {}{when} because a peer did not answer{why}", ending.code))
        .confidence(Confidence::Likely)
        .proof(Evidence::value(pod, ending.path.clone()).at(ending.at))
        .since(ending.at)
        .signature(format!("{} {}", container.name, ending.code))
        .history(ended.past(scene))
        .echo(true)
        .related(ended.gang.reference());
    if let Echo::Line(line) = &ended.echo {
        finding = finding.proof(Evidence::log(pod, container.name, line).at(ending.at));
    }
    read_log(finding, pod, container.name, ending.before_restart)
}
