//! Reports keep to the schema that is published for them.

use std::path::Path;

use kubectl_mlop::report::ReportList;
use serde_json::Value;

use crate::harness::page::{cases, pages};
use crate::harness::world;
use crate::recorded;

pub fn schema(name: &str) -> jsonschema::Validator {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(name);
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

pub fn complaints(schema: &jsonschema::Validator, value: &Value) -> Vec<String> {
    schema.iter_errors(value).map(|error| error.to_string()).collect()
}

#[test]
fn every_report_keeps_to_its_schema() {
    let schema = schema("report.schema.json");
    let recorded =
        recorded::expected().into_iter().map(|line| world::report(&mut recorded::source(&line.files), &line.target));
    let of_pages = pages("rules")
        .into_iter()
        .flat_map(|page| cases(&page))
        .filter_map(|case| Some(world::report(&mut case.source(), case.target()?)));
    let mut count = 0;
    for report in recorded.chain(of_pages) {
        let value = serde_json::to_value(&report).unwrap();
        assert_eq!(complaints(&schema, &value), Vec::<String>::new());
        count += 1;
    }
    assert!(count > 100, "{count} reports");
    // A schema that lets everything pass would prove nothing.
    assert!(!complaints(&schema, &serde_json::json!({"kind": "DiagnosisReport"})).is_empty());
}

#[test]
fn a_list_of_reports_keeps_to_its_schema() {
    let reports = recorded::expected()
        .into_iter()
        .take(3)
        .map(|line| world::report(&mut recorded::source(&line.files), &line.target))
        .collect();
    let value = serde_json::to_value(ReportList::new(reports)).unwrap();
    assert_eq!(complaints(&schema("report-list.schema.json"), &value), Vec::<String>::new());
}
