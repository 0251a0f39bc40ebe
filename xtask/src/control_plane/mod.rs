//! `cargo xtask control-plane`: the programs of a Kubernetes control plane, for the live tests.
//!
//! Owns the order: look for Go, name the folder, build what is not there. Must never build twice what one key names.

mod build;
mod go;
mod key;
mod programs;

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use programs::Ready;

/// The variable that tells the live tests where the programs are.
pub const VARIABLE: &str = "MLOP_CONTROL_PLANE";

/// What comes of asking for the programs.
pub enum Outcome {
    /// All of them are in this folder.
    Built(PathBuf),
    /// They would have to be built, and there is no Go.
    NoGo,
}

/// Prints the folder, and nothing else, on standard output.
pub fn run() -> Result<()> {
    match ensure()? {
        Outcome::Built(folder) => {
            println!("{}", folder.display());
            Ok(())
        }
        Outcome::NoGo => anyhow::bail!(go::MISSING),
    }
}

/// The folder with all programs. Builds them if this is the first time, which takes minutes.
pub fn ensure() -> Result<Outcome> {
    let ready = Ready::from_environment()?;
    let go = match go::version()? {
        Some(version) => version,
        None if ready.all() => String::new(),
        None => return Ok(Outcome::NoGo),
    };
    let home = key::home()?;
    let folder = home.join(key::of(&go, &ready)?);
    if folder.is_dir() {
        return Ok(Outcome::Built(folder));
    }
    fs::create_dir_all(&home).with_context(|| format!("cannot make {}", home.display()))?;
    let lock = lock(&folder.with_extension("lock"))?;
    // Somebody else may have built it while we waited for the lock.
    if !folder.is_dir() {
        build::into(&folder, &ready)?;
    }
    drop(lock);
    Ok(Outcome::Built(folder))
}

/// Waits until nobody else builds the same. Let go when the file is closed, also by the death of its owner.
fn lock(path: &Path) -> Result<File> {
    let file = File::create(path).with_context(|| format!("cannot make {}", path.display()))?;
    if file.try_lock().is_err() {
        eprintln!("Somebody builds the control plane already; waiting for {}.", path.display());
        file.lock().with_context(|| format!("cannot lock {}", path.display()))?;
    }
    Ok(file)
}
