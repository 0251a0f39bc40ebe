//! `tree`: a run's objects, each with its state.

use super::runs::{Asked, Runs};
use crate::cli::args::Tree;
use crate::cli::connection::ConnectionArgs;
use crate::cli::formats::TreeFormat;
use crate::cli::{CliError, terminal};
use crate::diagnose::diagnose;
use crate::report::tree::{self, render};

pub(super) fn run(args: &Tree, connection: &ConnectionArgs) -> Result<u8, CliError> {
    let mut asked = Asked::of(&args.target, connection)?;
    let page = terminal::page(args.color, args.output == TreeFormat::Wide);
    let runs = match asked.find()? {
        Runs::Some(runs) => runs,
        Runs::Nothing { elsewhere, near } => return Err(asked.missing(&elsewhere, &near)),
    };
    if runs.is_empty() {
        terminal::note(&asked.nothing());
        return Ok(0);
    }
    let (mut trees, mut names) = (Vec::new(), Vec::new());
    for run in runs {
        let door = asked.door(None);
        let Some(snapshot) = asked.walk(run, door) else { continue };
        let metadata = asked.metadata();
        let report = diagnose(&snapshot, &asked.kinds, metadata);
        match args.output {
            TreeFormat::Text | TreeFormat::Wide => trees.push(render(&report, page)),
            TreeFormat::Name => names.extend(tree::names(&report)),
        }
    }
    asked.pass_on_warnings();
    match args.output {
        TreeFormat::Text | TreeFormat::Wide => terminal::print(&trees.join("\n"))?,
        TreeFormat::Name => terminal::print_lines(&names)?,
    }
    Ok(0)
}
