//! Where the programs of the control plane are.
//!
//! Owns the finding: `cargo xtask` says it by a variable; without it, it is asked, and builds them if it must.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

static FOLDER: OnceLock<Result<PathBuf, String>> = OnceLock::new();

/// The file of a program.
pub fn path(name: &str) -> PathBuf {
    match FOLDER.get_or_init(folder) {
        Ok(folder) => folder.join(name),
        Err(error) => panic!("{error}"),
    }
}

fn folder() -> Result<PathBuf, String> {
    if let Some(folder) = std::env::var_os("MLOP_CONTROL_PLANE") {
        return Ok(PathBuf::from(folder));
    }
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["xtask", "control-plane"]).current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = command.output().map_err(|error| format!("cannot start cargo: {error}"))?;
    if !output.status.success() {
        return Err(format!("no control plane: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
}
