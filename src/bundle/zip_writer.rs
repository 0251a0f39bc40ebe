//! Writes a bundle as a zip: the same files give the same bytes, in whatever order they came; or, where there are too many
//! of them to wait, if they come in the same order.
//!
//! Owns compression and order. Never writes what the reader would refuse.

use std::collections::BTreeMap;
use std::io::{Seek, Write};

use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, PreparedZipFile, System, ZipWriter};

use super::error::{BundleError, shown};
use super::files::{Limits, Sink};
use super::tally::Tally;

/// Fixed: another level would give other bytes.
const LEVEL: i64 = 6;

/// A zip in the making.
///
/// Files are dated 1980-01-01 and readable by their owner alone. They are kept compressed in memory until
/// [`finish`](Self::finish), which writes them sorted by name, unless they are to be written [as they
/// come](Self::as_they_come). Dropped before, it has written no zip.
pub struct ZipSink<W: Write + Seek> {
    order: Order<W>,
    tally: Tally,
    files: usize,
}

/// When files are written.
enum Order<W: Write + Seek> {
    /// At the end, sorted.
    Sorted(W, BTreeMap<String, PreparedZipFile>),
    /// At once.
    Coming(Box<ZipWriter<W>>),
}

impl<W: Write + Seek> std::fmt::Debug for ZipSink<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ZipSink").field("files", &self.files).finish_non_exhaustive()
    }
}

impl<W: Write + Seek> ZipSink<W> {
    /// A zip within the default limits.
    #[must_use]
    pub fn new(out: W) -> Self {
        Self::within(out, Limits::default())
    }

    /// A zip within limits.
    #[must_use]
    pub fn within(out: W, limits: Limits) -> Self {
        Self { order: Order::Sorted(out, BTreeMap::new()), tally: Tally::new(limits), files: 0 }
    }

    /// A zip within limits whose files are written as they come: for bundles that do not fit in memory.
    #[must_use]
    pub fn as_they_come(out: W, limits: Limits) -> Self {
        Self { order: Order::Coming(Box::new(ZipWriter::new(out))), tally: Tally::new(limits), files: 0 }
    }

    /// Writes the zip and gives back what it was written to.
    ///
    /// # Errors
    /// If the medium fails. What was written by then is no zip.
    pub fn finish(self) -> Result<W, BundleError> {
        let writer = match self.order {
            Order::Coming(writer) => *writer,
            Order::Sorted(out, files) => {
                let mut writer = ZipWriter::new(out);
                for (_, file) in files {
                    writer.add_prepared_file(file).map_err(failed("writing the zip"))?;
                }
                writer
            }
        };
        writer.finish().map_err(failed("writing the zip"))
    }
}

/// A file, compressed.
pub struct Packed {
    file: PreparedZipFile,
    name: String,
    size: u64,
}

impl Packed {
    /// Compresses a file; anybody may, at any time.
    ///
    /// # Errors
    /// If it cannot be compressed.
    pub fn new(name: &str, bytes: &[u8], limits: &Limits) -> Result<Self, BundleError> {
        let size = bytes.len() as u64;
        let what = format!("compressing {}", shown(name));
        let pack = |method, level| {
            let options = SimpleFileOptions::DEFAULT
                .compression_method(method)
                .compression_level(level)
                .last_modified_time(DateTime::DEFAULT)
                .system(System::Unix)
                .unix_permissions(0o600);
            PreparedZipFile::from_data(name, options, bytes).map_err(failed(&what))
        };
        let mut file = pack(CompressionMethod::Deflated, Some(LEVEL))?;
        // A log that says one thing ten thousand times looks like a bomb when it is compressed.
        if limits.is_bomb(size, file.compressed_size()) {
            file = pack(CompressionMethod::Stored, None)?;
        }
        Ok(Self { file, name: name.to_owned(), size })
    }
}

impl<W: Write + Seek> ZipSink<W> {
    /// Adds a file that was compressed before.
    ///
    /// # Errors
    /// As [`put`](Sink::put).
    pub fn put_packed(&mut self, packed: Packed) -> Result<(), BundleError> {
        self.tally.file(&packed.name, packed.size)?;
        self.add(packed)
    }

    fn add(&mut self, Packed { file, name, .. }: Packed) -> Result<(), BundleError> {
        self.files += 1;
        match &mut self.order {
            Order::Sorted(_, files) => {
                files.insert(name, file);
                Ok(())
            }
            Order::Coming(writer) => writer.add_prepared_file(file).map_err(failed("writing the zip")),
        }
    }
}

impl<W: Write + Seek> Sink for ZipSink<W> {
    fn put(&mut self, name: &str, bytes: &[u8]) -> Result<(), BundleError> {
        self.tally.file(name, bytes.len() as u64)?;
        self.add(Packed::new(name, bytes, self.tally.limits())?)
    }
}

fn failed(what: &str) -> impl FnOnce(ZipError) -> BundleError {
    let what = what.to_owned();
    move |error| BundleError::Io { what, source: error.into() }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::bundle::{BundleFiles, ZipFiles};

    fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut sink = ZipSink::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            sink.put(name, bytes).unwrap();
        }
        sink.finish().unwrap().into_inner()
    }

    #[test]
    fn order_does_not_matter() {
        let one = zip(&[("b", b"2"), ("a/x.json", b"{}"), ("c", &[7; 5000])]);
        let two = zip(&[("c", &[7; 5000]), ("a/x.json", b"{}"), ("b", b"2")]);
        assert_eq!(one, two);
    }

    #[test]
    fn as_they_come_they_are_the_same_files() {
        let files: [(&str, &[u8]); 3] = [("b", b"2"), ("a/x.json", b"{}"), ("c", &[7; 5000])];
        let mut sink = ZipSink::as_they_come(Cursor::new(Vec::new()), Limits::default());
        files.iter().for_each(|(name, bytes)| sink.put(name, bytes).unwrap());
        assert!(matches!(sink.put("c", b""), Err(BundleError::Duplicate(_))));
        let (mut one, mut two) =
            (ZipFiles::open(sink.finish().unwrap()).unwrap(), ZipFiles::open(Cursor::new(zip(&files))).unwrap());
        assert_eq!(one.names(), two.names());
        for (name, bytes) in files {
            assert_eq!((one.read(name).unwrap(), two.read(name).unwrap()), (bytes.to_vec(), bytes.to_vec()));
        }
    }

    #[test]
    fn what_goes_in_comes_out() {
        let random: Vec<u8> = (0..70_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        let bytes = zip(&[("a/empty", b""), ("a/random", &random), ("b", b"text")]);
        let mut files = ZipFiles::open(Cursor::new(bytes)).unwrap();
        assert_eq!(files.names().iter().collect::<Vec<_>>(), ["a/empty", "a/random", "b"]);
        assert_eq!(files.read("a/empty").unwrap(), b"");
        assert_eq!(files.read("a/random").unwrap(), random);
        assert_eq!(files.size("b"), Some(4));
        assert!(matches!(files.read("nothing"), Err(BundleError::Missing(_))));
    }

    #[test]
    fn monotonous_logs_can_be_read_again() {
        let log = b"NCCL WARN Timeout\n".repeat(400_000);
        let bytes = zip(&[("log", &log)]);
        let mut files = ZipFiles::open(Cursor::new(bytes)).unwrap();
        assert_eq!(files.read("log").unwrap(), log);
    }

    #[test]
    fn entries_are_plain_private_and_undated() {
        let bytes = zip(&[("a", b"x")]);
        let archive = ::zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        let entry = archive.by_index_data(0).unwrap();
        assert_eq!(entry.unix_mode().unwrap() & 0o7777, 0o600);
        assert_eq!(entry.last_modified(), Some(DateTime::DEFAULT));
    }

    #[test]
    fn nothing_is_written_that_would_be_refused() {
        let limits = Limits { files: 2, file_bytes: 10, total_bytes: 15, ..Limits::default() };
        let mut sink = ZipSink::within(Cursor::new(Vec::new()), limits);
        sink.put("a", b"0123456789").unwrap();
        assert!(matches!(sink.put("../b", b""), Err(BundleError::Unsafe { .. })));
        assert!(matches!(sink.put("a", b""), Err(BundleError::Duplicate(_))));
        assert!(matches!(sink.put("b", b"0123456789a"), Err(BundleError::TooMuch { .. })));
        assert!(matches!(sink.put("c", b"012345"), Err(BundleError::TooMuch { .. })));
        sink.put("d", b"01234").unwrap();
        assert!(matches!(sink.put("e", b""), Err(BundleError::TooMuch { .. })));
    }

    #[test]
    fn more_files_than_the_old_format_counts() {
        let mut sink = ZipSink::new(Cursor::new(Vec::new()));
        for number in 0..66_000 {
            sink.put(&format!("{number}"), b"").unwrap();
        }
        let files = ZipFiles::open(sink.finish().unwrap()).unwrap();
        assert_eq!(files.names().len(), 66_000);
    }
}
