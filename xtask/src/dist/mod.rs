//! `cargo xtask dist`: what a release consists of, in `target/dist/`: the archive of this platform, its sum, and krew's
//! manifest for the archives that are there.
//!
//! Owns the order and the names. Must never write a sum of anything but the bytes beside it.

mod archive;
mod manifest;
mod platform;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

use crate::cargo;

/// krew demands that a manifest be named after its plugin.
const MANIFEST: &str = "mlop.yaml";

/// Builds a release and packs it.
pub fn run() -> Result<()> {
    cargo::run(&["build", "--release", "--locked", "--package", "kubectl-mlop"])?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| cargo::root().join("target"), PathBuf::from);
    pack(&target.join("release").join(platform::binary()), &target.join("dist"))
}

/// Packs a binary of this platform into a folder. The manifest then tells of every archive of this version in there:
/// those made on other platforms can be put beside it before.
pub fn pack(binary: &Path, folder: &Path) -> Result<()> {
    let template = read(&cargo::root().join("krew-manifest.yaml"))?;
    let template = String::from_utf8(template).context("krew-manifest.yaml is no text")?;
    let version = manifest::version(&template)?;
    let name = platform::archive(version);
    let bytes = archive::make(read(binary)?, platform::binary(), &cargo::root())?;
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    write(&folder.join(&name), &bytes)?;
    let mut sums = BTreeMap::new();
    for archive in manifest::archives(&template) {
        let path = folder.join(archive);
        if path.is_file() {
            let sum = sum(&read(&path)?);
            write(&folder.join(format!("{archive}.sha256")), format!("{sum}  {archive}\n").as_bytes())?;
            sums.insert(archive.to_owned(), sum);
        }
    }
    write(&folder.join(MANIFEST), manifest::of(&template, &sums)?.as_bytes())?;
    anyhow::ensure!(sums.contains_key(&name), "krew-manifest.yaml knows no {name}");
    for (name, sum) in sums {
        println!("{sum}  {name}");
    }
    Ok(())
}

fn sum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_binary_gives_the_same_files() {
        let folder = tempfile::tempdir().unwrap();
        let binary = folder.path().join("built");
        fs::write(&binary, b"a program").unwrap();
        let files = |name: &str| {
            let to = folder.path().join(name);
            pack(&binary, &to).unwrap();
            let entries = fs::read_dir(&to).unwrap().map(|entry| entry.unwrap().path());
            entries.map(|path| (path.file_name().unwrap().to_owned(), fs::read(path).unwrap())).collect()
        };
        let (first, second): (BTreeMap<_, _>, BTreeMap<_, _>) = (files("first"), files("second"));
        assert_eq!(first, second);
        assert_eq!(first.len(), 3);
        let text = |name: &str| String::from_utf8(first[std::ffi::OsStr::new(name)].clone()).unwrap();
        let archive = first.keys().map(|name| name.to_str().unwrap()).find(|name| name.ends_with(".tar.gz")).unwrap();
        let sum = sum(&first[std::ffi::OsStr::new(archive)]);
        assert_eq!(text(&format!("{archive}.sha256")), format!("{sum}  {archive}\n"));
        let manifest = kubectl_mlop::source::files::parse(text(MANIFEST).as_bytes()).unwrap().remove(0);
        assert_eq!(manifest["metadata"]["name"], "mlop");
        let platforms = manifest["spec"]["platforms"].as_array().unwrap();
        assert_eq!(platforms.len(), 1, "only what was built");
        assert_eq!(platforms[0]["sha256"], sum.as_str());
        assert!(platforms[0]["uri"].as_str().unwrap().ends_with(archive));
    }

    #[test]
    fn a_binary_that_is_not_there_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        assert!(pack(&folder.path().join("none"), folder.path()).is_err());
        assert!(fs::read_dir(folder.path()).unwrap().next().is_none());
    }
}
