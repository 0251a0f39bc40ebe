//! `diagnose`: find, walk, judge, print.

use super::runs::{Asked, Runs};
use crate::cli::args::{Diagnose, FailOn, Format};
use crate::cli::{CliError, terminal};
use crate::collect::admit::Door;
use crate::diagnose::{diagnose, not_found};
use crate::report::{Budget, Report, ReportList, text, to_json, to_yaml};

pub(super) fn run(args: &Diagnose) -> Result<u8, CliError> {
    let (reports, wall_ms) = terminal::timed(|| reports(args));
    let mut reports = reports?;
    for report in &mut reports {
        report.budget.wall_ms = wall_ms;
        report.exit_code = exit_code(args, report.exit_code);
    }
    print(args, reports)
}

fn reports(args: &Diagnose) -> Result<Vec<Report>, CliError> {
    let mut asked = Asked::of(&args.target)?;
    let runs = match asked.find()? {
        Runs::Some(runs) => runs,
        Runs::Nothing { elsewhere, near } => {
            return Ok(vec![not_found(asked.metadata(), asked.wanted(), &elsewhere, &near)]);
        }
    };
    let mut reports = Vec::new();
    for run in runs {
        let Some(snapshot) = asked.walk(run, Door::new()) else { continue };
        let mut report = diagnose(&snapshot, &asked.kinds, asked.metadata());
        let spent = asked.source.spent();
        report.budget = Budget {
            requests: spent.requests,
            bytes: spent.bytes,
            retries: spent.retries,
            throttled: spent.throttled,
            wall_ms: 0,
        };
        reports.push(report);
    }
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

fn print(args: &Diagnose, mut reports: Vec<Report>) -> Result<u8, CliError> {
    let page = terminal::page(args.color, args.output == Format::Wide);
    let (text, code) = if reports.len() == 1 && args.target.target.len() + usize::from(reports.len() == 1) > 1 {
        let Some(report) = reports.pop() else { return Ok(0) };
        let text = match args.output {
            Format::Text | Format::Wide => text::render(&report, page),
            Format::Json => to_json(&report),
            Format::Yaml => to_yaml(&report),
        };
        (text, report.exit_code)
    } else {
        if reports.is_empty() {
            terminal::note("No runs found.");
        }
        let list = ReportList::new(reports);
        let text = match args.output {
            Format::Text | Format::Wide => {
                list.items.iter().map(|report| text::render(report, page)).collect::<Vec<_>>().join("\n")
            }
            Format::Json => to_json(&list),
            Format::Yaml => to_yaml(&list),
        };
        // A list without a run is a target that is not there.
        let code = if list.items.is_empty() { 6 } else { list.exit_code };
        (text, code)
    };
    terminal::print(&text)?;
    Ok(code)
}
