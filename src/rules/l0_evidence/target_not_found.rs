//! MLOP001: there is no such run.

use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// That no object of the asked kind and name stands in the asked namespace.
    ///
    /// # Why it matters
    /// Most such calls look in the wrong context or namespace, or mistype a name. The rest look for something that was
    /// deleted: its name may be in use again by something else.
    ///
    /// # Evidence
    /// The API server's "not found", the same name in other namespaces, and near names in this one.
    ///
    /// # What to do
    /// Check context and namespace; take one of the names shown.
    ///
    /// # Stays silent when
    /// The question could not be answered: a refused look-up proves nothing, and the command says so (exit 1).
    RULE {
        code: "MLOP001",
        slug: "target-not-found",
        summary: "There is no run of this name here.",
        layer: Evidence,
        nature: Cause,
        severity: Error,
        reads: [],
        needs: [],
        refines: [],
        explained_by: [],
        reasons: ["NotFound"],
        since: "0.1.0",
        check: check,
    }
}

/// Nothing to look at: where the rule holds there is no scene. The search itself makes the report.
const fn check(_: &Scene<'_>, _: &mut Findings) {}
