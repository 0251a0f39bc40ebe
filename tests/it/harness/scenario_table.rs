//! The table of `fixtures/scenarios/expected.md`: what is to come out of each incident.

use std::path::{Path, PathBuf};

/// One line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Name of the incident, of its bundle and of its namespace.
    pub scenario: String,
    /// The run.
    pub target: String,
    /// State, outcome, and the root's code and kind of subject; of an unknown root, the deepest symptom's.
    pub comes_out: [String; 4],
}

/// Where the table and the bundles are.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/scenarios")
}

/// All lines.
pub fn lines() -> Vec<Line> {
    let text = std::fs::read_to_string(folder().join("expected.md")).unwrap();
    let rows = text.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| scenario"));
    let lines = rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        Line {
            scenario: cells[0].to_owned(),
            target: cells[1].to_owned(),
            comes_out: [2, 3, 4, 5].map(|cell| cells[cell].to_owned()),
        }
    });
    lines.collect()
}

/// What came out, from a report's JSON.
pub fn comes_out(report: &serde_json::Value) -> [String; 4] {
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let outcome = text(&report["verdict"]["outcome"]);
    let summary = text(&report["verdict"]["summary"]);
    let findings = report["findings"].as_array().map_or(&[][..], Vec::as_slice);
    let lead = findings.iter().find(|found| match outcome.as_str() {
        "cause" | "tie" => found["role"] == "cause",
        "unknown" => found["role"] == "symptom" && summary.contains(found["detail"].as_str().unwrap_or("\0")),
        _ => false,
    });
    let of = |pointer: &str| lead.and_then(|lead| lead.pointer(pointer)).map(text).unwrap_or_default();
    [text(&report["state"]), outcome, of("/code"), of("/subject/kind")]
}
