//! Edge: the command line. Arguments in, exit code out; stdout is the answer, stderr the rest.

mod args;
mod colour;
mod commands;
mod complete;
mod connection;
mod error;
mod formats;
mod input;
mod policy;
mod recorded;
pub mod reference;
mod signals;
mod state;
mod table;
mod terminal;

pub use args::command;
pub use error::CliError;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

/// Runs the program with the process's own arguments.
#[must_use]
pub fn run() -> ExitCode {
    #[expect(clippy::disallowed_methods, reason = "the binary's own arguments")]
    let words: Vec<OsString> = std::env::args_os().collect();
    // Before anything is parsed: the words that follow are half a command line.
    if let Some((first, rest)) = words.get(1..).and_then(<[_]>::split_first)
        && first == complete::WORD
    {
        complete::run(&rest.iter().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>());
        return ExitCode::SUCCESS;
    }
    let parsed = args::Cli::command()
        .bin_name(terminal::invoked_as(words.first()))
        .try_get_matches_from(words)
        .and_then(|matches| args::Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => {
            let code = u8::try_from(error.exit_code()).unwrap_or(2);
            terminal::show(&error);
            return ExitCode::from(code);
        }
    };
    signals::heed();
    let outcome = commands::run(cli);
    let code = match outcome {
        Ok(code) => code,
        Err(error) => {
            terminal::complain(&error);
            error.code()
        }
    };
    ExitCode::from(code)
}
