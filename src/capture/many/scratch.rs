//! A file without a name, in which texts wait until they are written into the bundle: a cluster does not fit in memory.
//!
//! Owns the file. Only what has been through the door may enter; it is gone when the program is, however that ends.

#![cfg_attr(test, expect(clippy::disallowed_methods, reason = "tests look at what is on disk"))]

use std::fs::File;
use std::io::{self, BufWriter, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use crate::bundle::BundleError;

/// Where a text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    at: u64,
    bytes: usize,
}

/// The file.
#[derive(Debug)]
pub(super) struct Scratch {
    file: BufWriter<File>,
    end: u64,
    flushed: bool,
    /// What was read last, and where it began: texts that came together are mostly wanted together.
    window: (u64, Vec<u8>),
}

/// Bytes that are read at once.
const WINDOW: usize = 1 << 18;

impl Scratch {
    /// A new one, in a folder that has room for the bundle.
    pub(super) fn new(folder: &Path) -> Result<Self, BundleError> {
        let file =
            tempfile::tempfile_in(folder).map_err(BundleError::io("making room beside the bundle".to_owned()))?;
        Ok(Self { file: BufWriter::with_capacity(1 << 18, file), end: 0, flushed: true, window: (0, Vec::new()) })
    }

    /// Adds a text.
    pub(super) fn put(&mut self, text: &str) -> Result<Span, BundleError> {
        let span = Span { at: self.end, bytes: text.len() };
        self.file.write_all(text.as_bytes()).map_err(failed)?;
        self.end += text.len() as u64;
        self.flushed = false;
        Ok(span)
    }

    /// A text again.
    pub(super) fn get(&mut self, span: Span) -> Result<Vec<u8>, BundleError> {
        self.read(span).map_err(failed)
    }

    fn read(&mut self, span: Span) -> io::Result<Vec<u8>> {
        if !self.flushed {
            self.file.flush()?;
            self.flushed = true;
        }
        if let Some(known) = self.seen(span) {
            return Ok(known);
        }
        let file = self.file.get_mut();
        file.seek(SeekFrom::Start(span.at))?;
        let left = usize::try_from(self.end - span.at).unwrap_or(usize::MAX);
        let mut bytes = vec![0; span.bytes.max(WINDOW).min(left)];
        file.read_exact(&mut bytes)?;
        file.seek(SeekFrom::Start(self.end))?;
        self.window = (span.at, bytes);
        self.seen(span).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }

    /// A text that was read already.
    fn seen(&self, span: Span) -> Option<Vec<u8>> {
        let from = usize::try_from(span.at.checked_sub(self.window.0)?).ok()?;
        Some(self.window.1.get(from..from.checked_add(span.bytes)?)?.to_vec())
    }
}

fn failed(source: io::Error) -> BundleError {
    BundleError::Io { what: "keeping evidence aside".to_owned(), source }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back_whenever_they_are_wanted() {
        let folder = tempfile::tempdir().unwrap();
        let mut scratch = Scratch::new(folder.path()).unwrap();
        let one = scratch.put("one").unwrap();
        assert_eq!(scratch.get(one).unwrap(), b"one");
        let (nothing, two) = (scratch.put("").unwrap(), scratch.put("two").unwrap());
        for (span, text) in [(two, "two"), (one, "one"), (nothing, "")] {
            assert_eq!(scratch.get(span).unwrap(), text.as_bytes());
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nobody finds it");
    }
}
