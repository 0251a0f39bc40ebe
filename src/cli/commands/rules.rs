//! `rules`: all of them.

use comfy_table::{Table, presets};
use serde::Serialize;

use crate::cli::args::{Format, Rules};
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
        Format::Json => to_json(&rows),
        Format::Yaml => to_yaml(&rows),
        Format::Text | Format::Wide => {
            let mut table = Table::new();
            table.load_style(presets::NOTHING).set_header(["CODE", "LAYER", "SEVERITY", "NAME", "SUMMARY"]);
            for row in rows {
                table.add_row([row.code, row.layer, &row.severity, row.slug, row.summary]);
            }
            table.to_string().lines().map(|line| format!("{}\n", line.trim())).collect()
        }
    };
    terminal::print(&text)?;
    Ok(0)
}
