//! `rules`: all of them.

use comfy_table::{Table, presets};
use serde::Serialize;

use crate::cli::args::Rules;
use crate::cli::formats::ListFormat;
use crate::cli::{CliError, terminal};
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
        ListFormat::Text => table(&rows, false, args.no_headers),
        ListFormat::Wide => table(&rows, true, args.no_headers),
    };
    terminal::print(&text)?;
    Ok(0)
}

fn table(rows: &[Row], wide: bool, no_headers: bool) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let more = |more: [String; 2]| more.into_iter().filter(move |_| wide);
    let names = ["CODE", "LAYER", "SEVERITY", "NAME", "SUMMARY"].map(str::to_owned);
    if !no_headers {
        table.set_header(names.into_iter().chain(more(["SINCE", "EXPLAINED-BY"].map(str::to_owned))));
    }
    for row in rows {
        let cells = [row.code, row.layer, &row.severity, row.slug, row.summary].map(str::to_owned);
        let by = if row.explained_by.is_empty() { "-".to_owned() } else { row.explained_by.join(",") };
        table.add_row(cells.into_iter().chain(more([row.since.to_owned(), by])));
    }
    table.to_string().lines().map(|line| format!("{}\n", line.trim())).collect()
}
