//! The JSON Schemas of a bundle's own files, generated from the types that read them.

use schemars::{Schema, schema_for};

use super::about::About;
use super::layout::ABOUT;
use super::records::{DENIED, GAPS, INDEX, IndexLine, QUERIES, QueryLine, REDACTIONS, RedactionLine};

/// Each file's name with the schema of the file, or of each of its lines. The report in it has a schema of its own.
#[must_use]
pub fn schemas() -> Vec<(&'static str, Schema)> {
    vec![
        (ABOUT, schema_for!(About)),
        (INDEX, schema_for!(IndexLine)),
        (QUERIES, schema_for!(QueryLine)),
        (GAPS, schema_for!(QueryLine)),
        (DENIED, schema_for!(QueryLine)),
        (REDACTIONS, schema_for!(RedactionLine)),
    ]
}
