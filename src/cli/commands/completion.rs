//! `completion`: a script for a shell.

use crate::cli::args::{Completion, Shell};
use crate::cli::{CliError, reference, terminal};

pub(super) fn run(args: &Completion) -> Result<u8, CliError> {
    let text = match args.shell {
        Shell::Bash => reference::completion(clap_complete::Shell::Bash),
        Shell::Elvish => reference::completion(clap_complete::Shell::Elvish),
        Shell::Fish => reference::completion(clap_complete::Shell::Fish),
        Shell::Kubectl => reference::FOR_KUBECTL.to_owned(),
        Shell::PowerShell => reference::completion(clap_complete::Shell::PowerShell),
        Shell::Zsh => reference::completion(clap_complete::Shell::Zsh),
    };
    terminal::print(&text)?;
    Ok(0)
}
