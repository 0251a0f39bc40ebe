//! Where the programs of the control plane are, and krew's.
//!
//! Owns the finding: `cargo xtask` says it by variables; without them, it is asked, and builds them if it must.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

type Folder = OnceLock<Result<PathBuf, String>>;

static CONTROL_PLANE: Folder = OnceLock::new();
static KREW: Folder = OnceLock::new();

/// The file of a program of the control plane.
pub fn path(name: &str) -> PathBuf {
    find(&CONTROL_PLANE, "MLOP_CONTROL_PLANE", "control-plane").join(name)
}

/// The file of one of krew's programs.
pub fn krew(name: &str) -> PathBuf {
    find(&KREW, "MLOP_KREW", "krew").join(name)
}

/// Runs `cargo xtask`, or what `cargo xtask test` was started as, and returns what it printed.
pub fn xtask<A: AsRef<OsStr>>(arguments: &[A]) -> Result<String, String> {
    let mut command = match std::env::var_os("MLOP_XTASK") {
        Some(built) => Command::new(built),
        None => {
            let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
            command.arg("xtask");
            command
        }
    };
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR"));
    // These describe our own package; left in place, they make build scripts run again.
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&name);
        }
    }
    let output = command.output().map_err(|error| format!("cannot start cargo: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo xtask failed: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn find(folder: &'static Folder, variable: &str, command: &str) -> &'static Path {
    let found = folder.get_or_init(|| match std::env::var_os(variable) {
        Some(folder) => Ok(PathBuf::from(folder)),
        None => xtask(&[command]).map(PathBuf::from),
    });
    found.as_ref().unwrap_or_else(|error| panic!("{error}"))
}
