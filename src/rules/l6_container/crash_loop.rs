//! MLOP604: a container is started again and again.

use crate::kinds::names;
use crate::model::{Actor, Evidence};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A container that waits with `CrashLoopBackOff`.
    ///
    /// # Why it matters
    /// The reason is the timer, not the fault: why it ended stands in its last ending.
    ///
    /// # Evidence
    /// The waiting reason, the number of restarts, and the ending before the last restart.
    ///
    /// # What to do
    /// Look at the last ending and at the log of the run before the restart.
    ///
    /// # Stays silent when
    /// The container waits for another reason, or runs.
    RULE {
        code: "MLOP604",
        slug: "crash-loop",
        summary: "A container is started again and again.",
        layer: Container,
        nature: Symptom,
        severity: Error,
        reads: [names::POD],
        needs: [Logs],
        refines: [],
        explained_by: ["MLOP502", "MLOP508", "MLOP601", "MLOP602", "MLOP603", "MLOP607"],
        reasons: ["CrashLoopBackOff", "BackOff"],
        since: "0.1.0",
        check: check,
    }
}

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    for pod in scene.pods() {
        for container in scene.containers(pod) {
            if container.waiting().is_none_or(|(reason, _)| reason != "CrashLoopBackOff") {
                continue;
            }
            let ending = container.ended();
            let last = ending.as_ref().map_or(String::new(), |ending| {
                let reason = if ending.reason.is_empty() { String::new() } else { format!(" ({})", ending.reason) };
                format!("; it last ended with exit code {}{reason}", ending.code)
            });
            let what = format!("container {} of pod {}", container.name, pod.name());
            let since = ending.as_ref().and_then(|ending| ending.at);
            let mut finding = findings
                .about(pod, format!("{what} waits to be started again after {} restarts{last}", container.restarts()))
                .proof(Evidence::value(pod, format!("{}/state/waiting", container.path)).at(since))
                .proof(Evidence::value(pod, format!("{}/restartCount", container.path)))
                .since(since)
                .signature(format!("{} {}", container.name, ending.as_ref().map_or(0, |ending| ending.code)));
            if let Some(ending) = &ending {
                finding = finding.proof(Evidence::value(pod, ending.path.clone()).at(ending.at));
            }
            let (name, namespace) = (pod.name(), pod.namespace().unwrap_or("default"));
            findings.add(finding.run(
                Actor::RunOwner,
                format!("read the log of the run of container {} before the restart", container.name),
                ["kubectl", "logs", name, "-n", namespace, "-c", container.name, "--previous"],
            ));
        }
    }
}
