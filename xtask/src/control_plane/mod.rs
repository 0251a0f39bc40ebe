//! `cargo xtask control-plane`, `cargo xtask krew`: programs for the live tests, built from source.
//!
//! Owns the order: look for Go, name the folder, build what is not there. Must never build twice what one key names.

mod build;
mod go;
mod key;
mod programs;

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

pub use programs::{CONTROL_PLANE, KREW};
use programs::{Ready, Set};

/// The variables that tell the live tests where the programs are.
pub const VARIABLE: &str = "MLOP_CONTROL_PLANE";
/// The same for krew.
pub const KREW_VARIABLE: &str = "MLOP_KREW";

/// What comes of asking for the programs.
pub enum Outcome {
    /// All of them are in this folder.
    Built(PathBuf),
    /// They would have to be built, and there is no Go.
    NoGo,
}

/// Prints the folder, and nothing else, on standard output.
pub fn run(set: &Set) -> Result<()> {
    match ensure(set)? {
        Outcome::Built(folder) => {
            println!("{}", folder.display());
            Ok(())
        }
        Outcome::NoGo => anyhow::bail!(go::MISSING),
    }
}

/// The folder with all programs. Builds them if this is the first time, which takes minutes.
pub fn ensure(set: &Set) -> Result<Outcome> {
    let ready = Ready::from_environment(set)?;
    let go = match go::version()? {
        Some(version) => version,
        None if ready.all(set) => String::new(),
        None => return Ok(Outcome::NoGo),
    };
    let home = key::home(set)?;
    let folder = home.join(key::of(&go, set, &ready)?);
    if folder.is_dir() {
        return Ok(Outcome::Built(folder));
    }
    fs::create_dir_all(&home).with_context(|| format!("cannot make {}", home.display()))?;
    let lock = lock(set, &folder.with_extension("lock"))?;
    // Somebody else may have built it while we waited for the lock.
    if !folder.is_dir() {
        build::into(&folder, set, &ready)?;
    }
    drop(lock);
    Ok(Outcome::Built(folder))
}

/// Waits until nobody else builds the same. Let go when the file is closed, also by the death of its owner.
fn lock(set: &Set, path: &Path) -> Result<File> {
    let file = File::create(path).with_context(|| format!("cannot make {}", path.display()))?;
    if file.try_lock().is_err() {
        eprintln!("Somebody builds {} already; waiting for {}.", set.title, path.display());
        file.lock().with_context(|| format!("cannot lock {}", path.display()))?;
    }
    Ok(file)
}
