//! Reports keep to the schema that is published for them.

use std::path::Path;

use kubectl_mlop::bundle::schemas;
use kubectl_mlop::report::ReportList;
use kubectl_mlop::source::open::open;
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

#[test]
fn every_bundle_keeps_to_the_schemas_of_its_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let described = std::fs::read_to_string(root.join("docs/bundle-format.md")).unwrap();
    let mut lines = 0;
    for folder in ["fixtures/bundles", "fixtures/scenarios"] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "zip") {
                continue;
            }
            let mut files = open(&path).unwrap();
            for (name, _) in schemas() {
                assert!(described.contains(&format!("`{name}`")), "docs/bundle-format.md says nothing of {name}");
                let validator = schema(&format!("bundle/{}.schema.json", name.split('.').next().unwrap()));
                let text = String::from_utf8(files.read(name).unwrap()).unwrap();
                let documents: Vec<&str> = if name.ends_with(".jsonl") { text.lines().collect() } else { vec![&text] };
                for document in documents {
                    let value: Value = serde_json::from_str(document).unwrap();
                    let wrong = complaints(&validator, &value);
                    assert!(wrong.is_empty(), "{} {name}: {wrong:?}: {document}", path.display());
                    lines += 1;
                }
            }
        }
    }
    assert!(lines > 200, "{lines} lines");
    let about = schema("bundle/bundle.schema.json");
    assert!(!complaints(&about, &serde_json::json!({"format": "one"})).is_empty());
}
