//! `diagnose`: find, walk, judge, print.

use super::runs::{Asked, Runs};
use crate::cli::args::Diagnose;
use crate::cli::connection::ConnectionArgs;
use crate::cli::formats::{FailOn, Format};
use crate::cli::{CliError, terminal};
use crate::diagnose::{diagnose, not_found};
use crate::report::quote::typed;
use crate::report::{Budget, Report, ReportList, text, to_json, to_yaml};

pub(super) fn run(args: &Diagnose, connection: &ConnectionArgs) -> Result<u8, CliError> {
    let (reports, wall_ms) = terminal::timed(|| reports(args, connection));
    let mut reports = reports?;
    for report in &mut reports {
        // Time is told where it was spent on a cluster. Of files the same input gives the same bytes.
        report.budget.wall_ms = if report.metadata.source.kind == "cluster" { wall_ms } else { 0 };
        report.exit_code = exit_code(args, report.exit_code);
    }
    print(args, reports)
}

fn reports(args: &Diagnose, connection: &ConnectionArgs) -> Result<Vec<Report>, CliError> {
    let mut asked = Asked::of(&args.target, connection)?;
    let runs = match asked.find()? {
        Runs::Some(runs) => runs,
        Runs::Nothing { elsewhere, near } if args.output == Format::Name => {
            return Err(asked.missing(&elsewhere, &near));
        }
        Runs::Nothing { elsewhere, near } => {
            return Ok(vec![not_found(asked.metadata(), asked.wanted(), &elsewhere, &near)]);
        }
    };
    // A document says by itself that it is empty.
    if runs.is_empty() && !matches!(args.output, Format::Json | Format::Yaml) {
        terminal::note(&asked.nothing());
    }
    let mut reports = Vec::new();
    for run in runs {
        let door = asked.door(None);
        let Some(snapshot) = asked.walk(run, door) else { continue };
        let metadata = asked.metadata();
        let mut report = terminal::patiently("judging", || diagnose(&snapshot, &asked.kinds, metadata));
        // The process ends soon: taking ten thousand objects apart first would only keep a person waiting.
        std::mem::forget(snapshot);
        let spent = asked.input.source().spent();
        report.budget = Budget {
            requests: spent.requests,
            bytes: spent.bytes,
            retries: spent.retries,
            throttled: spent.throttled,
            wall_ms: 0,
        };
        reports.push(report);
    }
    asked.pass_on_warnings();
    Ok(reports)
}

/// Warnings count only if asked for; `--exit-zero` lets every finding pass.
fn exit_code(args: &Diagnose, code: u8) -> u8 {
    match code {
        3..=5 if args.exit_zero => 0,
        4 if args.fail_on == FailOn::Error => 0,
        code => code,
    }
}

fn line(report: &Report) -> String {
    format!("{}\n", typed(&report.target))
}

/// A named run is one report; no name is a list, however many there are.
fn print(args: &Diagnose, mut reports: Vec<Report>) -> Result<u8, CliError> {
    let page = terminal::page(args.color, args.output == Format::Wide);
    let single = if args.target.target.is_empty() { None } else { reports.pop() };
    let (text, code) = match single {
        Some(report) => {
            let text = match args.output {
                Format::Text | Format::Wide => text::render(&report, page),
                Format::Json => to_json(&report),
                Format::Yaml => to_yaml(&report),
                Format::Name => line(&report),
            };
            (text, report.exit_code)
        }
        None => {
            let list = ReportList::new(reports);
            let text = match args.output {
                Format::Text | Format::Wide => {
                    list.items.iter().map(|report| text::render(report, page)).collect::<Vec<_>>().join("\n")
                }
                Format::Json => to_json(&list),
                Format::Yaml => to_yaml(&list),
                Format::Name => list.items.iter().map(line).collect(),
            };
            (text, list.exit_code)
        }
    };
    terminal::print(&text)?;
    Ok(code)
}
