//! `rules`: all of them.

use serde::Serialize;

use crate::cli::args::Rules;
use crate::cli::formats::ListFormat;
use crate::cli::{CliError, table, terminal};
use crate::report::{to_json, to_yaml};
use crate::rules::{Nature, all};

/// A rule as machines read it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    code: &'static str,
    slug: &'static str,
    summary: &'static str,
    layer: &'static str,
    severity: String,
    symptom: bool,
    explained_by: &'static [&'static str],
    since: &'static str,
}

pub(super) fn run(args: &Rules) -> Result<u8, CliError> {
    let rows: Vec<Row> = all()
        .map(|rule| Row {
            code: rule.code,
            slug: rule.slug,
            summary: rule.summary,
            layer: rule.layer.name(),
            severity: format!("{:?}", rule.severity).to_lowercase(),
            symptom: rule.nature == Nature::Symptom,
            explained_by: rule.explained_by,
            since: rule.since,
        })
        .collect();
    let text = match args.output {
        ListFormat::Json => to_json(&rows),
        ListFormat::Yaml => to_yaml(&rows),
        ListFormat::Name => rows.iter().map(|row| format!("{}\n", row.code)).collect(),
        ListFormat::Text => rows_as_table(&rows, false, args.no_headers),
        ListFormat::Wide => rows_as_table(&rows, true, args.no_headers),
    };
    terminal::print(&text)?;
    Ok(0)
}

fn rows_as_table(rows: &[Row], wide: bool, no_headers: bool) -> String {
    let mut headers = vec!["CODE", "LAYER", "SEVERITY", "NAME", "SUMMARY"];
    if wide {
        headers.extend(["SINCE", "EXPLAINED-BY"]);
    }
    let cells = rows.iter().map(|row| {
        let mut cells = [row.code, row.layer, &row.severity, row.slug, row.summary].map(str::to_owned).to_vec();
        if wide {
            let by = if row.explained_by.is_empty() { "-".to_owned() } else { row.explained_by.join(",") };
            cells.extend([row.since.to_owned(), by]);
        }
        cells
    });
    table::render(&headers, cells, no_headers)
}
