//! A program that cannot outlive the test process.
//!
//! Owns the trick: the program runs under a shell that waits on a pipe from us. When we end, however we end, the kernel
//! closes the pipe, and the shell kills the program.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use super::programs;

/// `$1` is the log, the rest is the program. Nothing here needs to end well: what it wrote is thrown away.
const SUPERVISOR: &str = r#"
trap '' INT HUP
log=$1
shift
exec 3<&0
"$@" >"$log" 2>&1 </dev/null 3<&- &
program=$!
( read -r line <&3; kill -9 "$program" ) 2>/dev/null &
watcher=$!
wait "$program"
code=$?
kill -9 "$watcher" 2>/dev/null
exit "$code"
"#;

/// A running program. Dropping it ends it.
pub struct Process {
    name: &'static str,
    log: PathBuf,
    supervisor: Child,
}

impl Process {
    /// Starts one of the programs of the control plane; what it prints goes to a file in `folder`.
    pub fn start<A: AsRef<OsStr>>(name: &'static str, folder: &Path, arguments: &[A]) -> Result<Self, String> {
        let log = folder.join(format!("{name}.log"));
        let mut command = Command::new("sh");
        command.args(["-c", SUPERVISOR, "supervisor"]).arg(&log).arg(programs::path(name)).args(arguments);
        command.current_dir(folder).env("HOME", folder).stdin(Stdio::piped()).stdout(Stdio::null());
        // The shell says that it killed something, which everybody knows.
        command.stderr(Stdio::null());
        let supervisor = command.spawn().map_err(|error| format!("cannot start sh for {name}: {error}"))?;
        Ok(Self { name, log, supervisor })
    }

    /// The program's name.
    pub fn name(&self) -> &str {
        self.name
    }

    /// How it ended, if it did, with the end of what it printed.
    pub fn ended(&mut self) -> Option<String> {
        let status = self.supervisor.try_wait().ok().flatten()?;
        Some(format!("{} ended ({status}):\n{}", self.name, self.last_lines()))
    }

    /// The end of what it printed.
    pub fn last_lines(&self) -> String {
        let text = std::fs::read(&self.log).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(15)..].join("\n")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.supervisor.stdin.take());
        let _ = self.supervisor.wait();
    }
}
