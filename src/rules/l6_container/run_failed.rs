//! MLOP609: a run failed, in words that name no cause.

use super::words::{Word, said, word};
use crate::kinds::names;
use crate::model::{Actor, Evidence};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A run whose topmost object says that it failed, in words that fit any cause: `PyTorchJobFailed`, `JobFailed`.
    ///
    /// # Why it matters
    /// One reason stands for every failure of its kind. The cause is in what it made.
    ///
    /// # Evidence
    /// The object's own words and their time.
    ///
    /// # What to do
    /// Look at the parts of the run: pods, their endings, their logs.
    ///
    /// # Stays silent when
    /// The words say more: retries used up (MLOP605) or a deadline (MLOP606).
    RULE {
        code: "MLOP609",
        slug: "run-failed",
        summary: "The run failed, in words that name no cause.",
        layer: Container,
        nature: Symptom,
        severity: Error,
        reads: [names::POD],
        needs: [Logs],
        refines: [],
        explained_by: [
            "MLOP201", "MLOP202", "MLOP203", "MLOP301", "MLOP302", "MLOP303", "MLOP304", "MLOP402", "MLOP403",
            "MLOP404", "MLOP501", "MLOP502", "MLOP503", "MLOP508", "MLOP601", "MLOP602", "MLOP603", "MLOP604",
            "MLOP605", "MLOP606", "MLOP607", "MLOP608"
        ],
        reasons: ["PyTorchJobFailed", "MPIJobFailed", "AppFailed"],
        since: "0.1.0",
        check: check,
    }
}

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    let Some(root) = scene.root() else { return };
    let own = scene.own(root);
    if word(&own) != Some(Word::Failed) || root.str_at("/status/reason") == Some("DeadlineExceeded") {
        return;
    }
    let said = said(&own);
    let words = if said.is_empty() { String::new() } else { format!(" ({said})") };
    let (kind, namespace) = (root.kind().kind.to_ascii_lowercase(), root.namespace().unwrap_or("default"));
    let pointer = if own.path.is_empty() { "/status".to_owned() } else { own.path.clone() };
    findings.add(
        findings
            .about(root, format!("{} {} says that it failed{words}", root.kind().kind, root.name()))
            .proof(Evidence::value(root, pointer).at(own.since))
            .since(own.since)
            .run(
                Actor::RunOwner,
                "see what the run says of itself",
                ["kubectl", "describe", &kind, root.name(), "-n", namespace],
            ),
    );
}
