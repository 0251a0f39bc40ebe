//! The pipeline: from a snapshot to a report, in one readable function.
//!
//! Total: no errors, no panics. The same snapshot gives the same bytes.

mod chain;
mod collapse;
mod gaps;
mod not_found;
mod past;
mod settle;
mod summary;
mod timeline;
pub mod verdict;

use std::collections::BTreeSet;

pub use not_found::not_found;

use crate::collect::{Need, Snapshot};
use crate::graph::Graph;
use crate::health::{Health, run_state};
use crate::kinds::Kinds;
use crate::report::{Metadata, Report};
use crate::rules::{Blind, Findings, Rule, Scene, all};

/// What the rules in play need fetched.
#[must_use]
pub fn needs() -> BTreeSet<Need> {
    all().flat_map(|rule| rule.needs).copied().collect()
}

/// Diagnoses what a snapshot shows.
#[must_use]
pub fn diagnose(snapshot: &Snapshot, kinds: &Kinds, metadata: Metadata) -> Report {
    diagnose_with(snapshot, kinds, metadata, &all().collect::<Vec<_>>())
}

/// [`diagnose`] with these rules only.
#[must_use]
pub fn diagnose_with(snapshot: &Snapshot, kinds: &Kinds, metadata: Metadata, rules: &[&'static Rule]) -> Report {
    let graph = Graph::of(snapshot, kinds);
    let health = Health::of(snapshot, kinds);
    let scene = Scene::new(snapshot, &graph, &health, kinds);
    let (mut found, blind) = judge(&scene, rules);
    past::mark(&scene, &mut found);
    let found = collapse::collapse(&scene, found);
    let verdict = verdict::choose(&scene, found, &blind);
    let state = settle::settle(&scene, run_state(snapshot, kinds, &health), &verdict);
    let summary = summary::summary(&scene, state, &verdict);
    Report {
        metadata,
        state,
        chain: chain::chain(&scene, state, &verdict),
        timeline: timeline::timeline(&scene),
        not_evaluated: gaps::not_evaluated(&scene, &verdict, &blind),
        gaps: gaps::gaps(&scene, kinds),
        ..verdict::report(&scene, &verdict, summary)
    }
    .with_exit_code(gaps::own_refused(&scene))
}

fn judge(scene: &Scene<'_>, rules: &[&'static Rule]) -> (Vec<crate::model::Finding>, Vec<Blind>) {
    let (mut found, mut blind) = (Vec::new(), Vec::new());
    for rule in rules {
        let mut findings = Findings::new(rule);
        (rule.check)(scene, &mut findings);
        let (mut of_rule, mut unseen) = findings.into_parts();
        for finding in &mut of_rule {
            if finding.member.is_none() && finding.subject.kind == "Pod" {
                finding.member =
                    scene.snapshot.object(&finding.subject.key()).and_then(|subject| scene.member(subject));
            }
        }
        found.append(&mut of_rule);
        blind.append(&mut unseen);
    }
    blind.sort();
    blind.dedup();
    (found, blind)
}
