//! Every list that real controllers wrote, against what a person says of its runs: `fixtures/recorded/expected.md`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use kubectl_mlop::collect::{Ask, Find, Found};
use kubectl_mlop::kinds::Kinds;
use kubectl_mlop::report::{Outcome, Report, Role};
use kubectl_mlop::source::find;
use kubectl_mlop::source::memory::{Extent, Memory};

use crate::harness::world;

/// One line of the table.
pub struct Expected {
    pub files: Vec<String>,
    pub target: String,
    pub state: String,
    pub outcome: String,
    pub root: String,
}

pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/recorded")
}

/// A source over some of the lists.
pub fn source(files: &[String]) -> Memory {
    let values = files
        .iter()
        .flat_map(|name| world::objects(&std::fs::read_to_string(folder().join(format!("{name}.json"))).unwrap()))
        .collect();
    world::memory(Extent::Excerpt, values)
}

pub fn expected() -> Vec<Expected> {
    std::fs::read_to_string(folder().join("expected.md"))
        .unwrap()
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| files"))
        .map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            Expected {
                files: cells[0].split(" + ").map(str::to_owned).collect(),
                target: cells[1].to_owned(),
                state: cells[2].to_owned(),
                outcome: cells[3].to_owned(),
                root: format!("{} {}", cells[4], cells[5]).trim().to_owned(),
            }
        })
        .collect()
}

/// The root finding, or the deepest symptom.
pub fn root(report: &Report) -> String {
    let lead = report.findings.iter().find(|found| match report.verdict.outcome {
        Outcome::Cause | Outcome::Tie => found.role == Role::Cause,
        Outcome::Unknown => found.role == Role::Symptom && report.verdict.summary.contains(&found.detail),
        Outcome::None => false,
    });
    lead.map_or(String::new(), |found| format!("{} {}/{}", found.code, found.subject.kind, found.subject.name))
}

#[test]
fn every_run_comes_out_as_a_person_says() {
    let mut wrong = Vec::new();
    for line in expected() {
        let report = world::report(&mut source(&line.files), &line.target);
        let found = (report.state.to_string(), format!("{:?}", report.verdict.outcome).to_lowercase(), root(&report));
        let wanted = (line.state.clone(), line.outcome.clone(), line.root.clone());
        if found != wanted {
            wrong.push(format!(
                "{} {}\n    is       {found:?}\n    expected {wanted:?}\n    {}",
                line.files.join(" + "),
                line.target,
                report.verdict.summary
            ));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_table_names_every_run_of_every_list() {
    let kinds = Kinds::built_in();
    let told: BTreeSet<(String, String)> = expected()
        .into_iter()
        .filter(|line| line.files.len() == 1)
        .map(|line| (line.files[0].clone(), line.target.split_once('/').unwrap().1.to_owned()))
        .collect();
    let mut lacking = Vec::new();
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        if path.extension().is_none_or(|extension| extension != "json") || name.starts_with("kueue-visibility") {
            continue;
        }
        // What an operator's own namespace holds is no run of a person.
        if name.ends_with("operator-ns") || name.ends_with("kueue-system") {
            continue;
        }
        let mut source = source(std::slice::from_ref(&name));
        let Found::Runs(runs) = find(&mut source, &Find::new(&kinds, Ask::default())) else { panic!("{name}") };
        for run in runs {
            let run = run["metadata"]["name"].as_str().unwrap().to_owned();
            if !told.contains(&(name.clone(), run.clone())) {
                lacking.push(format!("{name}: {run}"));
            }
        }
    }
    assert!(lacking.is_empty(), "{lacking:#?}");
}
