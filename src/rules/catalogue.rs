//! All rules, in the order of their codes.

use super::{
    Rule, l0_evidence, l1_api, l2_admission, l3_scheduling, l4_node, l5_start, l6_container, l7_controller, l8_deletion,
};

/// The layers' lists, in order.
const LAYERS: [&[&Rule]; 9] = [
    l0_evidence::RULES,
    l1_api::RULES,
    l2_admission::RULES,
    l3_scheduling::RULES,
    l4_node::RULES,
    l5_start::RULES,
    l6_container::RULES,
    l7_controller::RULES,
    l8_deletion::RULES,
];

/// All rules.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    LAYERS.into_iter().flatten().copied()
}

/// The rule of a code, in any case: `mlop214`.
#[must_use]
pub fn by_code(code: &str) -> Option<&'static Rule> {
    all().find(|rule| rule.code.eq_ignore_ascii_case(code) || rule.slug.eq_ignore_ascii_case(code))
}

/// Rules whose page answers for a reason of the API: `OOMKilled`.
#[must_use]
pub fn by_reason(reason: &str) -> Vec<&'static Rule> {
    all().filter(|rule| rule.reasons.iter().any(|known| known.eq_ignore_ascii_case(reason))).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn codes_and_slugs_are_unique_sorted_and_in_their_hundred() {
        let codes: Vec<&str> = all().map(|rule| rule.code).collect();
        let mut sorted = codes.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(codes, sorted);
        let slugs: BTreeSet<&str> = all().map(|rule| rule.slug).collect();
        assert_eq!(slugs.len(), codes.len());
        for rule in all() {
            let number: u16 = rule.code.strip_prefix("MLOP").unwrap().parse().unwrap();
            assert_eq!(number / 100, rule.layer.hundred(), "{}", rule.code);
        }
    }

    #[test]
    fn every_page_has_its_headings() {
        for rule in all() {
            for heading in ["# Detects", "# Why it matters", "# Evidence", "# What to do", "# Stays silent when"] {
                assert!(rule.doc.contains(heading), "{} lacks {heading}", rule.code);
            }
        }
    }

    #[test]
    fn rules_speak_of_rules_that_exist() {
        for rule in all() {
            for code in rule.explained_by.iter().chain(rule.refines) {
                assert!(by_code(code).is_some(), "{} names {code}", rule.code);
                assert_ne!(*code, rule.code);
            }
        }
    }
}
