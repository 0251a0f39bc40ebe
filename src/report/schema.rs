//! The JSON Schema of reports, generated from the types.

use super::{Report, ReportList};

/// The schema of one report.
#[must_use]
pub fn report() -> String {
    super::to_json(&schemars::schema_for!(Report))
}

/// The schema of several.
#[must_use]
pub fn report_list() -> String {
    super::to_json(&schemars::schema_for!(ReportList))
}
