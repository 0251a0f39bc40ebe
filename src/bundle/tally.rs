//! Counts what goes into a bundle or is found in one. Owns no file; refuses what no reader would take.

use super::error::BundleError;
use super::files::Limits;
use super::names::Names;

/// The names and sizes so far.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    limits: Limits,
    names: Names,
    files: u64,
    bytes: u64,
}

impl Tally {
    pub(crate) fn new(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
    }

    pub(crate) const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Counts a file; an error if its name or size, or the sum with those before it, is not allowed.
    pub(crate) fn file(&mut self, name: &str, bytes: u64) -> Result<(), BundleError> {
        self.limits.check_files(self.files.saturating_add(1))?;
        self.names.add_file(name, &self.limits)?;
        self.limits.check_size(name, bytes)?;
        self.limits.check_total(self.bytes.saturating_add(bytes))?;
        self.files = self.files.saturating_add(1);
        self.bytes = self.bytes.saturating_add(bytes);
        Ok(())
    }

    /// Counts a directory; without a slash at its end.
    pub(crate) fn directory(&mut self, name: &str) -> Result<(), BundleError> {
        self.limits.check_files(self.files.saturating_add(1))?;
        self.names.add_directory(name, &self.limits)?;
        self.files = self.files.saturating_add(1);
        Ok(())
    }
}
