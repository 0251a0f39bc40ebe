//! `completion`: a script for a shell.

use crate::cli::args::{Completion, command};
use crate::cli::{CliError, terminal};

pub(super) fn run(args: &Completion) -> Result<u8, CliError> {
    terminal::print(&script(args.shell))?;
    Ok(0)
}

/// The script of one shell. The program completes under its own name, which is what a shell sees.
#[must_use]
pub(crate) fn script(shell: clap_complete::Shell) -> String {
    let mut bytes = Vec::new();
    clap_complete::generate(shell, &mut command(), "kubectl-mlop", &mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}
