//! Every kind's page under `fixtures/kinds/`: objects, and what they say of themselves.

use kubectl_mlop::kinds::Kinds;

use crate::harness::page::{cases, pages};

#[test]
fn every_case_comes_out_as_its_page_says() {
    let failures: Vec<String> =
        pages("kinds").iter().flat_map(|page| cases(page)).filter_map(|case| case.run().err()).collect();
    assert!(failures.is_empty(), "{} cases failed:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn every_kind_has_a_page_that_expects_something() {
    let pages = pages("kinds");
    for spec in Kinds::built_in().iter() {
        let page = pages.iter().find(|page| page.file_stem().is_some_and(|stem| stem == spec.kind.kind.as_ref()));
        let page = page.unwrap_or_else(|| panic!("{} has no page", spec.kind));
        let expected: usize = cases(page).iter().map(|case| case.expect.len()).sum();
        assert!(expected > 0, "{} expects nothing", page.display());
    }
}
