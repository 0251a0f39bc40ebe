//! The laws, over every recorded list and every case page.

use std::collections::BTreeSet;
use std::io::Cursor;

use kubectl_mlop::bundle::{ZipFiles, ZipSink};
use kubectl_mlop::capture::{about, one_run};
use kubectl_mlop::collect::Snapshot;
use kubectl_mlop::diagnose::diagnose;
use kubectl_mlop::kinds::Kinds;
use kubectl_mlop::model::{Gap, GapReason, Query, Severity};
use kubectl_mlop::report::{Budget, Metadata, Report, Role, to_json};
use kubectl_mlop::source::bundle::Bundle;
use kubectl_mlop::source::{About as Origin, Source};

use crate::harness::page::{Case, cases, pages};
use crate::harness::world::{self, Blinded};
use crate::recorded;

/// A run to try the laws on: a name, and how to make its source.
pub struct Subject {
    pub name: String,
    pub target: String,
    pub source: Box<dyn Fn() -> Box<dyn Source>>,
}

/// Recorded lists and case pages.
pub fn subjects() -> Vec<Subject> {
    let mut subjects: Vec<Subject> = recorded::expected()
        .into_iter()
        .map(|line| {
            // Read once: the laws try each list a thousand times.
            let source = recorded::source(&line.files);
            Subject {
                name: line.files.join(" + "),
                target: line.target,
                source: Box::new(move || Box::new(source.clone())),
            }
        })
        .collect();
    for case in ["rules", "kinds", "incidents"].into_iter().flat_map(pages).flat_map(|page| cases(&page)) {
        let Some(target) = case.target().map(str::to_owned) else { continue };
        let name = format!("{} / {}", case.page.file_name().unwrap().to_string_lossy(), case.title);
        let memory = case.memory();
        let gaps = case.gaps.clone();
        let source = move || -> Box<dyn Source> { Box::new(Case::hide(memory.clone(), gaps.clone())) };
        subjects.push(Subject { name, target, source: Box::new(source) });
    }
    subjects
}

/// What a report accuses: code and subject of a cause, or of something that contributes at warning or above.
pub fn accusations(report: &Report) -> BTreeSet<String> {
    report
        .findings
        .iter()
        .filter(|found| {
            found.role == Role::Cause || found.role == Role::Contributing && found.severity >= Severity::Warning
        })
        .map(|found| format!("{} {}", found.code, found.subject))
        .collect()
}

fn bundle_of(snapshot: &Snapshot, kinds: &Kinds, report: &Report) -> Vec<u8> {
    let about = about(snapshot, report, Origin::default(), None, "synthetic");
    let sink = ZipSink::new(Cursor::new(Vec::new()));
    one_run(sink, snapshot, kinds, &about, report).unwrap().0.finish().unwrap().into_inner()
}

fn without_source(report: Report) -> String {
    let metadata = Metadata { source: Default::default(), ..report.metadata };
    to_json(&Report { metadata, budget: Budget::default(), ..report })
}

#[test]
fn offline_is_live() {
    let kinds = Kinds::built_in();
    for subject in subjects() {
        let mut source = (subject.source)();
        let Some(snapshot) = world::snapshot(source.as_mut(), &subject.target) else { continue };
        let metadata =
            Metadata { generated_at: source.now(), tool_version: "test".to_owned(), source: Default::default() };
        let live = diagnose(&snapshot, &kinds, metadata);
        let bytes = bundle_of(&snapshot, &kinds, &live);
        assert_eq!(bytes, bundle_of(&snapshot, &kinds, &live), "{}: one input, two bundles", subject.name);
        let files = Box::new(ZipFiles::open(Cursor::new(bytes)).unwrap());
        let mut bundle = Bundle::open("b.zip".to_owned(), files, &kinds).unwrap();
        let offline = world::report(&mut bundle, &subject.target);
        assert_eq!(without_source(live), without_source(offline), "{} {}", subject.name, subject.target);
    }
}

#[test]
fn ignorance_never_accuses() {
    let (mut trials, mut kept, mut wrong) = (0_u32, 0_u32, Vec::new());
    let mut lost: std::collections::BTreeMap<String, u32> = std::collections::BTreeMap::new();
    for subject in subjects() {
        let mut source = (subject.source)();
        let whole = world::report(source.as_mut(), &subject.target);
        let known = accusations(&whole);
        let root = recorded::root(&whole);
        let Some(snapshot) = world::snapshot((subject.source)().as_mut(), &subject.target) else { continue };
        let answered: Vec<Query> = snapshot
            .asked()
            .filter(|(_, asked)| !matches!(asked, kubectl_mlop::collect::Asked::Gap(_)))
            .map(|(query, _)| query.clone())
            .collect();
        for query in answered {
            // The target itself was found before the walk; hiding it is "not found", another answer altogether.
            for reason in GapReason::IGNORANCE {
                let hidden = query.clone();
                let hide = move |asked: &Query| (*asked == hidden).then(|| Gap::new(reason));
                let mut blinded = Blinded { source: (subject.source)(), hide: Box::new(hide) };
                let Some(snapshot) = world::snapshot(&mut blinded, &subject.target) else { continue };
                let metadata = Metadata {
                    generated_at: snapshot.now(),
                    tool_version: "test".to_owned(),
                    source: Default::default(),
                };
                let report = diagnose(&snapshot, world::kinds(), metadata);
                trials += 1;
                if recorded::root(&report) == root {
                    kept += 1;
                } else {
                    *lost.entry(format!("{root} without {}", query.kind())).or_default() += 1;
                }
                let new: Vec<_> = accusations(&report).difference(&known).cloned().collect();
                if !new.is_empty() {
                    wrong.push(format!("{} {}: without {query} ({reason:?}): {new:?}", subject.name, subject.target));
                }
            }
        }
    }
    wrong.dedup();
    let share = f64::from(kept) * 100.0 / f64::from(trials.max(1));
    println!("{trials} answers hidden; the root is unchanged in {share:.1} %");
    for (what, times) in &lost {
        println!("  {times:5} {what}");
    }
    assert!(wrong.is_empty(), "{} new accusations:\n{}", wrong.len(), wrong.join("\n"));
    assert!(share >= 60.0, "the root is unchanged in {share:.1} % only");
}

#[test]
fn no_finding_stands_without_proof() {
    for subject in subjects() {
        let report = world::report((subject.source)().as_mut(), &subject.target);
        for found in &report.findings {
            assert!(!found.evidence.is_empty(), "{} {}", subject.name, found.code);
            for proof in &found.evidence {
                assert!(!proof.path.is_empty(), "{} {}: proof without a place", subject.name, found.code);
            }
        }
    }
}

#[test]
fn the_order_of_the_input_never_matters() {
    use kubectl_mlop::source::memory::Extent;
    for line in recorded::expected() {
        let values: Vec<_> = line
            .files
            .iter()
            .flat_map(|name| {
                world::objects(&std::fs::read_to_string(recorded::folder().join(format!("{name}.json"))).unwrap())
            })
            .collect();
        let report = |values: Vec<serde_json::Value>| {
            to_json(&world::report(&mut world::memory(Extent::Excerpt, values), &line.target))
        };
        let straight = report(values.clone());
        let mut shuffled = values.clone();
        shuffled.reverse();
        assert_eq!(straight, report(shuffled.clone()), "{} {}", line.files.join(" + "), line.target);
        let middle = shuffled.len() / 3;
        shuffled.rotate_left(middle);
        // Everything twice is everything once.
        shuffled.extend(values);
        assert_eq!(straight, report(shuffled), "{} {}", line.files.join(" + "), line.target);
    }
}
