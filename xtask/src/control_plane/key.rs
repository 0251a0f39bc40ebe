//! Where the programs are kept: one folder for each way to build them.
//!
//! Owns the key. Must never leave out of it what could change a program.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

use super::programs::{Ready, Set};
use crate::cargo;

/// The folder of all keys of a set, in the user's cache.
pub fn home(set: &Set) -> Result<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let cache = variable("XDG_CACHE_HOME").or_else(|| variable("HOME").map(|home| home.join(".cache")));
    let cache = cache.context("neither XDG_CACHE_HOME nor HOME is set: there is no place for built programs")?;
    Ok(cache.join("kubectl-mlop").join(set.cache))
}

/// The name of the folder: a hash over the modules' sums, the version of Go, the flags, and what is taken ready-made.
pub fn of(go: &str, set: &Set, ready: &Ready) -> Result<String> {
    let mut parts = vec![go.to_owned(), set.flags.to_owned()];
    for module in set.modules {
        for file in ["go.mod", "go.sum"] {
            let path = cargo::root().join(module.folder).join(file);
            parts.push(fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?);
        }
        parts.extend(module.programs.iter().map(|(name, package)| format!("{name} {package}")));
    }
    parts.extend(ready.marks()?);
    Ok(hash(&parts))
}

fn hash(parts: &[String]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        // With its length before it, no part can pass for two.
        hash.update(part.len().to_le_bytes());
        hash.update(part);
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_counts_and_so_does_where_it_ends() {
        let of = |parts: &[&str]| hash(&parts.iter().map(|part| (*part).to_owned()).collect::<Vec<_>>());
        assert_eq!(of(&["a", "b"]), of(&["a", "b"]));
        assert_ne!(of(&["a", "b"]), of(&["ab"]));
        assert_ne!(of(&["a", "b"]), of(&["b", "a"]));
        assert_eq!(of(&[]).len(), 64);
    }
}
