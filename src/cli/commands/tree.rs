//! `tree`: a run's objects, each with its state.

use super::runs::{Asked, Runs};
use crate::cli::args::Tree;
use crate::cli::connection::ConnectionArgs;
use crate::cli::{CliError, terminal};
use crate::collect::admit::Door;
use crate::diagnose::{diagnose, not_found};
use crate::report::tree::render;

pub(super) fn run(args: &Tree, connection: &ConnectionArgs) -> Result<u8, CliError> {
    let mut asked = Asked::of(&args.target, connection)?;
    let page = terminal::page(args.color, false);
    let runs = match asked.find()? {
        Runs::Some(runs) => runs,
        Runs::Nothing { elsewhere, near } => {
            let report = not_found(asked.metadata(), asked.wanted(), &elsewhere, &near);
            terminal::print(&format!("{}\n", report.verdict.summary))?;
            return Ok(report.exit_code);
        }
    };
    if runs.is_empty() {
        terminal::note("No runs found.");
        return Ok(6);
    }
    let mut trees = Vec::new();
    for run in runs {
        let Some(snapshot) = asked.walk(run, Door::new()) else { continue };
        let metadata = asked.metadata();
        trees.push(render(&diagnose(&snapshot, &asked.kinds, metadata), page));
    }
    asked.pass_on_warnings();
    terminal::print(&trees.join("\n"))?;
    Ok(0)
}
