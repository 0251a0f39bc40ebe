//! How the root is chosen: out of all that is true, the one thing that stops the run.
//!
//! 1. What is past goes to history.
//! 2. A special finding replaces the general one that says the same of the same subject.
//! 3. A finding is explained by a deeper one that its rule names and that its subject depends on.
//! 4. Of endings within one gang the first in time stands; echoes of a peer's end never do while a peer explains them.
//! 5. Of what is left unexplained, the furthest stage that the run has reached decides; a tie is a tie.
//! 6. A finding whose explainer could not be evaluated is never the root: the verdict is then unknown.

mod explain;
mod gang;
mod open;
mod rank;
mod report;

pub use report::report;

use std::collections::BTreeSet;

use crate::model::{Finding, Severity};
use crate::report::{Outcome, Role};
use crate::rules::{Blind, Nature, Rule, Scene, by_code};

/// A finding with its part.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The finding.
    pub finding: Finding,
    /// Its rule.
    pub rule: &'static Rule,
    /// Its part.
    pub role: Role,
    /// Indices of the findings that explain it.
    pub explained_by: BTreeSet<usize>,
    /// An explainer could not be evaluated, or its rule names symptoms only.
    pub open: bool,
}

/// The verdict over all findings.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// How the search ended.
    pub outcome: Outcome,
    /// All findings; explanations refer to their places here.
    pub findings: Vec<Judged>,
    /// The deepest symptom, if the outcome is unknown.
    pub deepest: Option<usize>,
}

impl Verdict {
    /// The root findings.
    pub fn roots(&self) -> impl Iterator<Item = &Judged> {
        self.findings.iter().filter(|judged| judged.role == Role::Cause)
    }

    /// What the summary speaks of: the gravest root, the first of equals; else the deepest symptom.
    #[must_use]
    pub fn lead(&self) -> Option<&Judged> {
        let gravest = self.roots().map(|judged| judged.finding.severity).max();
        let lead = self.roots().find(|judged| Some(judged.finding.severity) == gravest);
        lead.or_else(|| self.findings.get(self.deepest?))
    }
}

/// Chooses the root.
#[must_use]
pub fn choose(scene: &Scene<'_>, found: Vec<Finding>, blind: &[Blind]) -> Verdict {
    let mut findings: Vec<Judged> = found
        .into_iter()
        .filter_map(|finding| {
            let rule = by_code(finding.code)?;
            let role = if finding.history { Role::History } else { Role::Contributing };
            Some(Judged { finding, rule, role, explained_by: BTreeSet::new(), open: false })
        })
        .collect();
    explain::refine(&mut findings);
    explain::explain(scene, &mut findings);
    gang::first_in_time(&mut findings);
    let unseen = open::unevaluated(scene, blind);
    let pods_hidden = scene.pods_gap().is_some();
    for judged in &mut findings {
        // A pod that could not be seen may have ended before all others.
        let unsure = pods_hidden && gang::is_ending(judged);
        judged.open = judged.rule.nature == Nature::Symptom || unsure || open::is_open(judged.rule, &unseen);
        if judged.role != Role::History && !judged.explained_by.is_empty() {
            judged.role = Role::Symptom;
        }
    }
    let best = rank::best(scene, &findings);
    let outcome = outcome(&mut findings, &best);
    let deepest = best.first().copied().filter(|_| outcome == Outcome::Unknown);
    Verdict { outcome, findings, deepest }
}

/// Gives the roots their part, and everything unexplained beside them a lesser one.
fn outcome(findings: &mut [Judged], best: &[usize]) -> Outcome {
    let any_open = best.iter().any(|index| findings.get(*index).is_some_and(|judged| judged.open));
    for (index, judged) in findings.iter_mut().enumerate() {
        if judged.role != Role::Contributing {
            continue;
        }
        judged.role = if best.contains(&index) {
            if any_open { Role::Symptom } else { Role::Cause }
        } else if judged.finding.severity == Severity::Info {
            Role::Notice
        } else if judged.open {
            Role::Symptom
        } else {
            Role::Contributing
        };
    }
    match (best.len(), any_open) {
        (0, _) => Outcome::None,
        (_, true) => Outcome::Unknown,
        (1, false) => Outcome::Cause,
        _ => Outcome::Tie,
    }
}
