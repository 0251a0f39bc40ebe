//! A file without a name, in which texts wait until they are written into the bundle: a cluster does not fit in memory.
//!
//! Owns the file. Only what has been through the door may enter; it is gone when the program is, however that ends.

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
}

impl Scratch {
    /// A new one, in a folder that has room for the bundle.
    pub(super) fn new(folder: &Path) -> Result<Self, BundleError> {
        let file =
            tempfile::tempfile_in(folder).map_err(BundleError::io("making room beside the bundle".to_owned()))?;
        Ok(Self { file: BufWriter::with_capacity(1 << 18, file), end: 0, flushed: true })
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
        let file = self.file.get_mut();
        file.seek(SeekFrom::Start(span.at))?;
        let mut bytes = vec![0; span.bytes];
        file.read_exact(&mut bytes)?;
        file.seek(SeekFrom::Start(self.end))?;
        Ok(bytes)
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
