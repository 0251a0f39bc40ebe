//! Starting Go.
//!
//! Owns how it is called. Must never change a module: versions and sums are committed.

use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// What to tell whoever has no Go.
pub const MISSING: &str = "go is not on PATH. The live tests build a control plane and krew from source: install Go 1.26 or newer \
    (https://go.dev/dl) and run this again";

/// The version of Go and what it builds for; none: there is no Go.
pub fn version() -> Result<Option<String>> {
    let output = match command(Path::new(".")).arg("version").output() {
        Ok(output) => output,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).context("cannot start go"),
    };
    ensure!(output.status.success(), "`go version` failed: {}", String::from_utf8_lossy(&output.stderr));
    Ok(Some(String::from_utf8_lossy(&output.stdout).trim().to_owned()))
}

/// Builds packages of the module in a folder; the programs go to another.
pub fn build(module: &Path, packages: &[&str], flags: &str, to: &Path) -> Result<()> {
    let mut command = command(module);
    command.args(["build", "-mod=readonly", "-trimpath", "-buildvcs=false", "-ldflags", flags, "-o"]);
    // The slash says that it is a folder, also before it is there.
    command.arg(to.join("")).args(packages);
    let status = command.status().context("cannot start go")?;
    ensure!(status.success(), "`go build` in {} failed: {status}", module.display());
    Ok(())
}

/// A call of Go in a folder, for the machine it runs on.
fn command(folder: &Path) -> Command {
    let mut command = Command::new("go");
    command.current_dir(folder).env("CGO_ENABLED", "0").env("GOWORK", "off");
    command.env_remove("GOOS").env_remove("GOARCH");
    command
}
