//! `cargo xtask record`: the incidents of `tests/live/scenarios/`, made on the real control plane and kept as bundles.
//!
//! Owns where the bundles go. The incidents are the live tests' own: what is kept has passed them.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::cargo;
use crate::control_plane::{self, CONTROL_PLANE, Outcome, VARIABLE};

/// Tells the live tests to keep what they capture.
const RECORD_VARIABLE: &str = "MLOP_RECORD";

/// Records all of them into a folder.
pub fn run(folder: &Path) -> Result<()> {
    let Outcome::Built(plane) = control_plane::ensure(&CONTROL_PLANE)? else {
        bail!("go is not on PATH, and the control plane is built with it");
    };
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let folder = folder.canonicalize().with_context(|| format!("cannot find {}", folder.display()))?;
    let mut command = cargo::command(&["test", "--package", "kubectl-mlop", "--test", "live", "scenarios::"]);
    command.env(VARIABLE, plane).env(RECORD_VARIABLE, &folder);
    let status = command.status().context("cannot start cargo")?;
    cargo::succeeded(&command, status)?;
    println!("Recorded into {}.", folder.display());
    Ok(())
}
