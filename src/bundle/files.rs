//! A bundle as a set of named files, wherever they lie, and the limits within which a stranger's bundle is read.
//!
//! Owns the two traits between format and medium. Knows nothing of what the files mean.

use std::collections::BTreeSet;

use super::error::{BundleError, shown};

/// A bundle that can be read, file by file and in any order.
pub trait BundleFiles {
    /// All names, checked: relative, `/`-separated, no two alike.
    fn names(&self) -> &BTreeSet<String>;

    /// The content of a file.
    ///
    /// # Errors
    /// If there is no such file, it is larger than allowed, damaged, or the medium fails.
    fn read(&mut self, name: &str) -> Result<Vec<u8>, BundleError>;

    /// The size a file claims to have. [`read`](Self::read) fails if that is not true.
    fn size(&self, name: &str) -> Option<u64>;
}

/// A bundle that can be written.
pub trait Sink {
    /// Adds a file.
    ///
    /// # Errors
    /// If the name is unsafe or taken, a limit is reached, or the medium fails.
    fn put(&mut self, name: &str, bytes: &[u8]) -> Result<(), BundleError>;
}

impl<S: Sink + ?Sized> Sink for &mut S {
    fn put(&mut self, name: &str, bytes: &[u8]) -> Result<(), BundleError> {
        (**self).put(name, bytes)
    }
}

/// How much of a bundle is read, and written: what is written within them can be read within them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Files, directories among them.
    pub files: u64,
    /// Bytes of one file.
    pub file_bytes: u64,
    /// Bytes of all files.
    pub total_bytes: u64,
    /// How many times its compressed size a file of more than 1 MiB may have.
    pub ratio: u64,
    /// Parts of a path.
    pub depth: usize,
    /// Bytes of a path.
    pub name_bytes: usize,
    /// Bytes of a zip's directory, which is kept in memory.
    pub directory_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            files: 200_000,
            file_bytes: 64 << 20,
            total_bytes: 2 << 30,
            ratio: 200,
            depth: 12,
            name_bytes: 1024,
            directory_bytes: 64 << 20,
        }
    }
}

/// Up to this size a file may be compressed as well as it can be.
const RATIO_FREE: u64 = 1 << 20;

impl Limits {
    /// Checks the number of files.
    pub(crate) fn check_files(&self, found: u64) -> Result<(), BundleError> {
        check("files", found, self.files)
    }

    /// Checks the size of one file.
    pub(crate) fn check_size(&self, name: &str, found: u64) -> Result<(), BundleError> {
        check(&format!("bytes of {}", shown(name)), found, self.file_bytes)
    }

    /// Checks the size of all files.
    pub(crate) fn check_total(&self, found: u64) -> Result<(), BundleError> {
        check("bytes of all files", found, self.total_bytes)
    }

    /// Checks the size of a zip's directory.
    pub(crate) fn check_directory(&self, found: u64) -> Result<(), BundleError> {
        check("bytes of the zip's directory", found, self.directory_bytes)
    }

    /// Whether a file unpacks to more than it may.
    pub(crate) fn is_bomb(&self, size: u64, packed: u64) -> bool {
        size > RATIO_FREE && size / packed.max(1) > self.ratio
    }
}

fn check(what: &str, found: u64, limit: u64) -> Result<(), BundleError> {
    if found > limit { Err(BundleError::TooMuch { what: what.to_owned(), found, limit }) } else { Ok(()) }
}
