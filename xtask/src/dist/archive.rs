//! The archive: the plugin, its licence, what it is, and completions.
//!
//! Owns its bytes, which depend on the content alone. Must never take times, owners or modes from the machine.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use flate2::{Compression, GzBuilder};
use tar::{Builder, EntryType, Header};

/// Files beside the binary, from the root of the repository.
const FILES: [&str; 2] = ["LICENSE", "README.md"];
/// Their folder, taken whole.
const COMPLETIONS: &str = "completions";

/// A gzipped tar of the binary under a name and of the project's files.
pub fn make(binary: Vec<u8>, name: String, root: &Path) -> Result<Vec<u8>> {
    let mut files = BTreeMap::from([(name.clone(), binary)]);
    for file in FILES {
        files.insert(file.to_owned(), super::read(&root.join(file))?);
    }
    let folder = root.join(COMPLETIONS);
    for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let entry = entry?;
        let file = format!("{COMPLETIONS}/{}", entry.file_name().to_string_lossy());
        files.insert(file, super::read(&entry.path())?);
    }
    // Neither a time nor a file name stands in the header of gzip.
    let mut tar = Builder::new(GzBuilder::new().write(Vec::new(), Compression::best()));
    for (file, bytes) in &files {
        let mut header = Header::new_ustar();
        header.set_entry_type(EntryType::Regular);
        header.set_size(bytes.len() as u64);
        header.set_mode(if *file == name { 0o755 } else { 0o644 });
        header.set_mtime(0);
        header.set_uid(0);
        header.set_gid(0);
        tar.append_data(&mut header, file, bytes.as_slice()).with_context(|| format!("cannot pack {file}"))?;
    }
    let gzip = tar.into_inner().context("cannot end the archive")?;
    gzip.finish().context("cannot end the archive")
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;
    use crate::cargo;

    #[test]
    fn entries_are_sorted_and_carry_nothing_of_the_machine() {
        let bytes = make(b"a program".to_vec(), "kubectl-mlop".to_owned(), &cargo::root()).unwrap();
        // The header of gzip: no flags, no time.
        assert_eq!(bytes[3..8], [0; 5]);
        let mut names = Vec::new();
        let mut tar = tar::Archive::new(flate2::read::GzDecoder::new(bytes.as_slice()));
        for entry in tar.entries().unwrap() {
            let mut entry = entry.unwrap();
            let name = entry.path().unwrap().to_string_lossy().into_owned();
            let header = entry.header();
            let about = (header.mtime().unwrap(), header.uid().unwrap(), header.gid().unwrap());
            assert_eq!(about, (0, 0, 0), "{name}");
            let mode = if name == "kubectl-mlop" { 0o755 } else { 0o644 };
            assert_eq!(header.mode().unwrap(), mode, "{name}");
            let mut content = Vec::new();
            entry.read_to_end(&mut content).unwrap();
            assert!(!content.is_empty(), "{name}");
            names.push(name);
        }
        assert!(names.is_sorted());
        for name in ["LICENSE", "README.md", "kubectl-mlop"] {
            assert!(names.iter().any(|entry| entry == name), "{name}");
        }
        assert_eq!(names.len() - 3, fs::read_dir(cargo::root().join(COMPLETIONS)).unwrap().count());
    }
}
