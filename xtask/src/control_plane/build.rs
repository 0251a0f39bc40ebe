//! Building the programs.
//!
//! Owns that a folder is there whole or not at all: it is written aside and renamed.

use std::fs;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use super::go;
use super::programs::{Module, Ready, Set};
use crate::cargo;

/// Builds all programs that are not ready-made, and puts them into the folder together with those that are.
pub fn into(folder: &Path, set: &Set, ready: &Ready) -> Result<()> {
    let aside = folder.with_extension("part");
    if aside.exists() {
        // Of a build that was cut short. Nobody else writes there: we hold the lock.
        fs::remove_dir_all(&aside).with_context(|| format!("cannot remove {}", aside.display()))?;
    }
    fs::create_dir_all(&aside).with_context(|| format!("cannot make {}", aside.display()))?;
    eprintln!("Building {}, once; this takes minutes.", set.title);
    for module in set.modules {
        one(module, set.flags, ready, &aside)?;
    }
    for (name, _) in set.programs() {
        ensure!(aside.join(name).is_file(), "{name} was not built");
    }
    fs::rename(&aside, folder).with_context(|| format!("cannot rename {}", aside.display()))
}

fn one(module: &Module, flags: &str, ready: &Ready, aside: &Path) -> Result<()> {
    let mut packages = Vec::new();
    let mut names = Vec::new();
    for (name, package) in module.programs {
        if let Some(path) = ready.path(name) {
            eprintln!("  {name}: taken from {}", path.display());
            fs::copy(path, aside.join(name)).with_context(|| format!("cannot copy {}", path.display()))?;
        } else {
            names.push(*name);
            packages.push(*package);
        }
    }
    if packages.is_empty() {
        return Ok(());
    }
    let start = Instant::now();
    let built = aside.join("built");
    fs::create_dir_all(&built).with_context(|| format!("cannot make {}", built.display()))?;
    go::build(&cargo::root().join(module.folder), &packages, flags, &built)?;
    for (name, package) in module.programs.iter().filter(|(name, _)| names.contains(name)) {
        // Go names a program after its package, or after what stands before a version such as `v3`.
        let base = package.rsplit('/').find(|part| !is_version(part)).unwrap_or(name);
        fs::rename(built.join(base), aside.join(name)).with_context(|| format!("{package} gave no program {base}"))?;
    }
    fs::remove_dir(&built).with_context(|| format!("cannot remove {}", built.display()))?;
    eprintln!("  {}: built in {} s", names.join(", "), start.elapsed().as_secs());
    Ok(())
}

/// Whether this is the last part of a module's path that only says its major version.
fn is_version(part: &str) -> bool {
    part.strip_prefix('v').is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_major_version_is_one() {
        assert!(is_version("v3"));
        assert!(!is_version("v"));
        assert!(!is_version("server"));
        assert!(!is_version("v1beta1"));
    }
}
