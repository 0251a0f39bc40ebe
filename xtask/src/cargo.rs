//! Starting cargo.
//!
//! Owns how it is called, and how its exit code gets out again. Must never decide what to call it for.

use std::fmt;
use std::path::PathBuf;
use std::process::{Command, ExitStatus};

use anyhow::{Context, Result};

/// A call of cargo that failed.
#[derive(Debug)]
pub struct Failed {
    call: String,
    code: u8,
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`cargo {}` failed with exit code {}", self.call, self.code)
    }
}

impl std::error::Error for Failed {}

/// The exit code behind an error: cargo's own if it was cargo that failed, else 1.
pub fn exit_code(error: &anyhow::Error) -> u8 {
    error.chain().find_map(|cause| cause.downcast_ref::<Failed>()).map_or(1, |failed| failed.code)
}

/// The folder of the workspace.
pub fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// A call of the same cargo that started us, in the folder of the workspace.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    // These describe us, not what cargo is to build now; left in place, they make build scripts run again.
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&name);
        }
    }
    command
}

/// Runs a command made by [`command`] to its end.
pub fn finish(mut command: Command) -> Result<()> {
    let status = command.status().context("cannot start cargo")?;
    succeeded(&command, status)
}

/// Runs cargo to its end.
pub fn run(arguments: &[&str]) -> Result<()> {
    finish(command(arguments))
}

/// Runs cargo and returns what it printed.
pub fn output(arguments: &[&str]) -> Result<String> {
    let mut command = command(arguments);
    let output = command.output().context("cannot start cargo")?;
    if !output.status.success() {
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
    }
    succeeded(&command, output.status)?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Turns a bad end into an error.
pub fn succeeded(command: &Command, status: ExitStatus) -> Result<()> {
    if status.success() {
        return Ok(());
    }
    let call = command.get_args().map(|argument| argument.to_string_lossy()).collect::<Vec<_>>().join(" ");
    // A process ended by a signal has no exit code.
    let code = status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1);
    Err(Failed { call, code }.into())
}
