//! One file a command.

mod bundle;
mod capture;
mod completion;
mod diagnose;
mod explain;
mod memory;
mod rules;
mod runs;
mod tree;
mod version;
mod watch;

pub(super) use watch::bytes;

use super::CliError;
use super::args::{Cli, Command};

/// Runs a command; the exit code is the answer's.
pub(super) fn run(cli: Cli) -> Result<u8, CliError> {
    let connection = cli.connection;
    match cli.command {
        Command::Diagnose(args) => diagnose::run(&args, &connection),
        Command::Capture(args) => capture::run(&args, &connection),
        Command::Tree(args) => tree::run(&args, &connection),
        Command::Bundle(command) => bundle::run(&command, &connection),
        Command::Explain(args) => explain::run(&args),
        Command::Rules(args) => rules::run(&args),
        Command::Version(args) => version::run(&args),
        Command::Completion(args) => completion::run(&args),
    }
}
