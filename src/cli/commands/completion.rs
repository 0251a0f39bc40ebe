//! `completion`: a script for a shell.

use crate::cli::args::Completion;
use crate::cli::{CliError, reference, terminal};

pub(super) fn run(args: &Completion) -> Result<u8, CliError> {
    terminal::print(&reference::completion(args.shell))?;
    Ok(0)
}
