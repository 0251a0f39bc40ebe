//! Every rule's page under `fixtures/rules/`: fires, stays silent, can't tell.

use std::collections::BTreeMap;

use kubectl_mlop::rules;

use crate::harness::page::{cases, pages};

#[test]
fn every_case_comes_out_as_its_page_says() {
    let failures: Vec<String> =
        pages("rules").iter().flat_map(|page| cases(page)).filter_map(|case| case.run().err()).collect();
    assert!(failures.is_empty(), "{} cases failed:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn every_rule_has_a_page_with_all_three_kinds_of_case() {
    let pages: BTreeMap<String, _> = pages("rules")
        .into_iter()
        .map(|page| {
            let folder = page.parent().unwrap().file_name().unwrap().to_string_lossy().into_owned();
            (format!("{folder}/{}", page.file_stem().unwrap().to_string_lossy()), page)
        })
        .collect();
    let mut missing = Vec::new();
    for rule in rules::all() {
        let Some(page) = pages.get(&format!("{}/{}", rule.layer.name(), rule.code)) else {
            missing.push(format!("{} has no page", rule.code));
            continue;
        };
        let titles: Vec<String> = cases(page).into_iter().map(|case| case.title).collect();
        for kind in ["Fires", "Stays silent", "Can't tell"] {
            if !titles.iter().any(|title| title.starts_with(kind)) {
                missing.push(format!("{} has no case {kind:?}", rule.code));
            }
        }
    }
    let known: Vec<String> = rules::all().map(|rule| format!("{}/{}", rule.layer.name(), rule.code)).collect();
    missing.extend(pages.keys().filter(|page| !known.contains(page)).map(|page| format!("{page} is no rule's page")));
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
