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

/// Runs `cargo xtask`, and returns what it printed.
pub fn xtask<A: AsRef<OsStr>>(arguments: &[A]) -> Result<String, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.arg("xtask").args(arguments).current_dir(env!("CARGO_MANIFEST_DIR"));
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
