//! MLOP603: a program ended with an error of its own.

use super::endings::{Echo, Ended};
use super::logs;
use crate::kinds::names;
use crate::model::{Actor, Confidence, Evidence, Finding, Object};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A container that ended with an exit code other than zero, where neither the runtime nor a signal from outside
    /// says more.
    ///
    /// # Why it matters
    /// The program stopped by itself. Kubernetes keeps the code and the time; the reason stands in the log. In a gang
    /// the first to end is the one to look at: the others follow.
    ///
    /// # Evidence
    /// `state.terminated` or `lastState.terminated` of the container, with code and time, and the last line of its log
    /// that looks like an error.
    ///
    /// # What to do
    /// Read the container's log up to its end. 126 and 127 are about the command, 135 is often a full `/dev/shm`.
    ///
    /// # Stays silent when
    /// The runtime has a word for it (`OOMKilled`, `StartError`), the code is that of a signal from outside (137, 143),
    /// or the log tells of a collective that timed out (MLOP607).
    RULE {
        code: "MLOP603",
        slug: "application-exit",
        summary: "A container ended with an error of its own.",
        layer: Container,
        nature: Cause,
        severity: Error,
        reads: [names::POD],
        needs: [Logs],
        refines: [],
        // Hidden pods may have ended earlier, and unread logs may tell of a rank that hangs.
        explained_by: ["MLOP601", "MLOP608"],
        reasons: ["Error"],
        since: "0.1.0",
        check: check,
    }
}

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    for ended in scene.endings() {
        if !ended.killed() && ended.echo == Echo::No {
            findings.add(describe(scene, findings, ended));
        }
    }
}

fn describe(scene: &Scene<'_>, findings: &Findings, ended: &Ended<'_>) -> Finding {
    let Ended { pod, container, ending, .. } = ended;
    let line = ended.log.text().and_then(logs::last_error);
    let when = ending.at.map_or(String::new(), |at| format!(" at {at}"));
    let meaning = meaning(ending.code).map_or(String::new(), |words| format!(" ({words})"));
    let why = line.as_ref().map_or_else(
        || "; the reason stands in its log".to_owned(),
        |line| format!("; the last error in its log is: {line}"),
    );
    let what = format!("container {} of pod {}", container.name, pod.name());
    let detail = format!("{what} ended with exit code {}{meaning}{when}{why}", ending.code);
    let mut finding = findings
        .about(pod, detail)
        .confidence(Confidence::Likely)
        .proof(Evidence::value(pod, ending.path.clone()).at(ending.at))
        .since(ending.at)
        .signature(format!("{} {}", container.name, ending.code))
        .history(ended.past(scene));
    if let Some(line) = &line {
        finding = finding.proof(Evidence::log(pod, container.name, line).at(ending.at));
    }
    if ending.code == 135 && !has_shm(pod) {
        finding = finding
            .proof(Evidence::absence(pod, "a volume of medium Memory at /dev/shm"))
            .act(Actor::RunOwner, "mount an emptyDir of medium Memory at /dev/shm: the default is 64 MiB");
    }
    read_log(finding, pod, container.name, ending.before_restart)
}

/// The next step for anything whose reason stands in a log.
pub(super) fn read_log(finding: Finding, pod: &Object, container: &str, previous: bool) -> Finding {
    let text = format!("read the log of container {container} up to its end");
    let (name, namespace) = (pod.name(), pod.namespace().unwrap_or("default"));
    if previous {
        let argv = ["kubectl", "logs", name, "-n", namespace, "-c", container, "--previous"];
        finding.run(Actor::RunOwner, text, argv)
    } else {
        finding.run(Actor::RunOwner, text, ["kubectl", "logs", name, "-n", namespace, "-c", container])
    }
}

/// What an exit code means, where it means something.
const fn meaning(code: i64) -> Option<&'static str> {
    Some(match code {
        2 => "wrong usage, by custom",
        126 => "the command could not be executed",
        127 => "the command was not found",
        132 => "SIGILL: an instruction that this processor does not have",
        134 => "SIGABRT: it gave up by itself, as after a failed assertion",
        135 => "SIGBUS: often a full /dev/shm",
        136 => "SIGFPE: an impossible calculation",
        139 => "SIGSEGV: it reached for memory that is not its own",
        255 => "no code of its own",
        _ => return None,
    })
}

/// Whether shared memory has a volume of its own.
fn has_shm(pod: &Object) -> bool {
    pod.each("/spec/containers/*/volumeMounts/*/mountPath").iter().any(|(_, path)| path.as_str() == Some("/dev/shm"))
}
