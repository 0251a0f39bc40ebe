//! One file a command.

mod capture;
mod completion;
mod diagnose;
mod explain;
mod rules;
mod runs;
mod tree;
mod version;

use super::CliError;
use super::args::Command;

/// Runs a command; the exit code is the answer's.
pub(super) fn run(command: Command) -> Result<u8, CliError> {
    match command {
        Command::Diagnose(args) => diagnose::run(&args),
        Command::Capture(args) => capture::run(&args),
        Command::Tree(args) => tree::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Rules(args) => rules::run(&args),
        Command::Version(args) => version::run(&args),
        Command::Completion(args) => completion::run(&args),
    }
}
