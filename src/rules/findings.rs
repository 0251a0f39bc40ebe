//! What one rule found, and what it could not look at.

use super::Rule;
use crate::model::{Finding, Gap, Object, Query};

/// A rule that lacked evidence.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Blind {
    /// Code of the rule.
    pub code: &'static str,
    /// The question that has no answer.
    pub query: Query,
    /// Why.
    pub gap: Gap,
}

/// Collects the findings of one rule.
#[derive(Debug)]
pub struct Findings {
    rule: &'static Rule,
    found: Vec<Finding>,
    blind: Vec<Blind>,
}

impl Findings {
    pub(crate) const fn new(rule: &'static Rule) -> Self {
        Self { rule, found: Vec::new(), blind: Vec::new() }
    }

    /// Starts a finding about `subject`, with the rule's code and severity. Give it proof, then [`Findings::add`] it.
    #[must_use]
    pub fn about(&self, subject: &Object, detail: impl Into<String>) -> Finding {
        Finding::about(self.rule.code, self.rule.severity, subject, detail)
    }

    /// Adds a finding. One without proof is no finding and is dropped.
    pub fn add(&mut self, finding: Finding) {
        debug_assert!(!finding.evidence.is_empty(), "{} without proof", finding.code);
        if !finding.evidence.is_empty() {
            self.found.push(finding);
        }
    }

    /// Says that the rule could not be evaluated, because of this gap.
    pub fn blind(&mut self, query: Query, gap: &Gap) {
        self.blind.push(Blind { code: self.rule.code, query, gap: gap.clone() });
    }

    pub(crate) fn into_parts(self) -> (Vec<Finding>, Vec<Blind>) {
        (self.found, self.blind)
    }
}
