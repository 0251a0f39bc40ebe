//! `completion`: a script for a shell.

use crate::cli::args::Completion;
use crate::cli::formats::ScriptFor;
use crate::cli::{CliError, reference, terminal};

pub(super) fn run(args: &Completion) -> Result<u8, CliError> {
    let text = match args.shell {
        ScriptFor::Bash => reference::completion(clap_complete::Shell::Bash),
        ScriptFor::Elvish => reference::completion(clap_complete::Shell::Elvish),
        ScriptFor::Fish => reference::completion(clap_complete::Shell::Fish),
        ScriptFor::Kubectl => reference::FOR_KUBECTL.to_owned(),
        ScriptFor::PowerShell => reference::completion(clap_complete::Shell::PowerShell),
        ScriptFor::Zsh => reference::completion(clap_complete::Shell::Zsh),
    };
    terminal::print(&text)?;
    Ok(0)
}
