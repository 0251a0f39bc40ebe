//! Incidents that every change must still get right, each beside twins that look alike: `fixtures/incidents/`.
//!
//! A page opens with the incident itself, in a whole world with exact state, outcome, root and symptoms. Its twins are
//! well, merely waiting, ill of another cause, or lack the evidence that decides.

use crate::harness::page::{cases, pages};

#[test]
fn every_incident_and_its_twins_come_out_right() {
    let failures: Vec<String> =
        pages("incidents").iter().flat_map(|page| cases(page)).filter_map(|case| case.run().err()).collect();
    assert!(failures.is_empty(), "{} cases failed:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn every_page_has_an_incident_and_its_twins() {
    let mut wrong = Vec::new();
    for page in pages("incidents") {
        let cases = cases(&page);
        let titles: Vec<&str> = cases.iter().map(|case| case.title.as_str()).collect();
        let twins = titles.iter().filter(|title| title.starts_with("Twin: ")).count();
        if titles.first() != Some(&"The incident") || twins + 1 != titles.len() || twins < 3 {
            wrong.push(format!("{}: {titles:?}", page.display()));
        }
        let blind = |case: &&crate::harness::page::Case| {
            !case.gaps.is_empty() && case.expect.iter().any(|line| line == "outcome: unknown")
        };
        if !cases.iter().any(|case| blind(&case)) {
            wrong.push(format!("{}: no twin lacks the evidence that decides", page.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
