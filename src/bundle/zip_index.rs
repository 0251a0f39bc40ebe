//! The directory at the end of a zip, read strictly and within limits, before anything else looks at the file.
//!
//! Zips can be read in more than one way, and a hostile one means something else to each reader. Here only those pass
//! that can be read in one: one end record, the directory right before it, as many entries as it says and no bytes left.

use std::io::{Read, Seek, SeekFrom};

use super::error::BundleError;
use super::files::Limits;

/// Where the directory stands and what names it holds, in its order.
#[derive(Debug)]
pub(crate) struct Index {
    /// Offset of the directory, where the files' bytes end.
    pub(crate) start: u64,
    /// Its entries.
    pub(crate) entries: Vec<Stored>,
}

/// What the directory says of one entry.
#[derive(Debug)]
pub(crate) struct Stored {
    /// Name, as it stands there.
    pub(crate) name: Vec<u8>,
    /// Number of the compression method.
    pub(crate) method: u16,
}

/// Size of the end record without its comment, and the longest comment.
const END: usize = 22;
const LONGEST_COMMENT: usize = 0xffff;
/// Sizes of the zip64 locator and end record, and of a directory entry without its variable parts.
const LOCATOR: u64 = 20;
const END64: usize = 56;
const ENTRY: usize = 46;
/// Extra fields of one entry. Honest tools write up to four; each costs far more memory than it has bytes.
const EXTRA_FIELDS: usize = 16;

struct Directory {
    start: u64,
    size: u64,
    entries: u64,
    /// What must begin where the directory ends.
    end: u64,
}

/// Reads the directory.
pub(crate) fn scan<R: Read + Seek>(reader: &mut R, limits: &Limits) -> Result<Index, BundleError> {
    let directory = find(reader)?;
    if directory.start.checked_add(directory.size) != Some(directory.end) {
        return Err(damaged("its directory is not where its end record says"));
    }
    limits.check_files(directory.entries)?;
    limits.check_directory(directory.size)?;
    let bytes = read_at(reader, directory.start, directory.size)?;
    let mut rest = bytes.as_slice();
    let mut entries = Vec::new();
    for _ in 0..directory.entries {
        let (stored, after) = entry(rest).ok_or_else(|| damaged("its directory breaks off, or is overloaded"))?;
        entries.push(stored);
        rest = after;
    }
    if !rest.is_empty() {
        return Err(damaged("its directory holds more than its end record says"));
    }
    Ok(Index { start: directory.start, entries })
}

/// One entry and what follows it.
fn entry(bytes: &[u8]) -> Option<(Stored, &[u8])> {
    if !bytes.starts_with(b"PK\x01\x02") {
        return None;
    }
    let [name, extra, comment] = [28, 30, 32].map(|at| u16_at(bytes, at).map(usize::from));
    let (name, after) = bytes.get(ENTRY..)?.split_at_checked(name?)?;
    let (mut extra, after) = after.split_at_checked(extra?)?;
    let mut fields = 0;
    while let Some(size) = u16_at(extra, 2) {
        extra = extra.get(4 + usize::from(size)..).unwrap_or_default();
        fields += 1;
    }
    let stored = Stored { name: name.to_vec(), method: u16_at(bytes, 10)? };
    (fields <= EXTRA_FIELDS).then_some((stored, after.get(comment?..)?))
}

/// Finds the end record: the last one, and nothing after it but its own comment.
fn find<R: Read + Seek>(reader: &mut R) -> Result<Directory, BundleError> {
    let length = reader.seek(SeekFrom::End(0)).map_err(BundleError::io("seeking in the zip"))?;
    let tail_size = length.min((END + LONGEST_COMMENT) as u64);
    let tail_start = length - tail_size;
    let tail = read_at(reader, tail_start, tail_size)?;
    let at = tail
        .windows(4)
        .rposition(|bytes| bytes == b"PK\x05\x06")
        .ok_or(BundleError::NoZip("there is no end record"))?;
    let record = tail.get(at..).unwrap_or_default();
    let end = tail_start + at as u64;
    let field = |at| u16_at(record, at).ok_or(BundleError::NoZip("the end record breaks off"));
    let wide = |at| u32_at(record, at).ok_or(BundleError::NoZip("the end record breaks off"));
    if END + usize::from(field(20)?) != record.len() {
        return Err(BundleError::NoZip("the end record is not at the end"));
    }
    if field(4)? != 0 || field(6)? != 0 || field(8)? != field(10)? {
        return Err(damaged("it is one of several parts"));
    }
    let (entries, size, start) = (field(10)?, wide(12)?, wide(16)?);
    let is_full = entries == u16::MAX || size == u32::MAX || start == u32::MAX;
    if is_full && let Some(directory) = find64(reader, end)? {
        return Ok(directory);
    }
    Ok(Directory { start: start.into(), size: size.into(), entries: entries.into(), end })
}

/// The zip64 end record, if a locator for it stands before the end record.
fn find64<R: Read + Seek>(reader: &mut R, end: u64) -> Result<Option<Directory>, BundleError> {
    let Some(locator_start) = end.checked_sub(LOCATOR) else { return Ok(None) };
    let locator = read_at(reader, locator_start, LOCATOR)?;
    if !locator.starts_with(b"PK\x06\x07") {
        return Ok(None);
    }
    let broken = || damaged("its 64-bit end record is not where it should be");
    let start = u64_at(&locator, 8).ok_or_else(broken)?;
    // Checked before reading: nothing may stand between the record and its locator.
    if start.checked_add(END64 as u64) != Some(locator_start) {
        return Err(broken());
    }
    let record = read_at(reader, start, END64 as u64)?;
    if !record.starts_with(b"PK\x06\x06") || u64_at(&record, 4) != Some(END64 as u64 - 12) {
        return Err(broken());
    }
    let directory = || {
        let whole = u32_at(&record, 16)? == 0 && u32_at(&record, 20)? == 0;
        let entries = u64_at(&record, 32)?;
        (whole && u64_at(&record, 24)? == entries).then_some(())?;
        Some(Directory { start: u64_at(&record, 48)?, size: u64_at(&record, 40)?, entries, end: start })
    };
    directory().map(Some).ok_or_else(|| damaged("it is one of several parts"))
}

fn read_at<R: Read + Seek>(reader: &mut R, start: u64, size: u64) -> Result<Vec<u8>, BundleError> {
    reader.seek(SeekFrom::Start(start)).map_err(BundleError::io("seeking in the zip"))?;
    let mut bytes = Vec::new();
    reader.take(size).read_to_end(&mut bytes).map_err(BundleError::io("reading the zip"))?;
    if bytes.len() as u64 == size { Ok(bytes) } else { Err(BundleError::NoZip("it breaks off")) }
}

fn damaged(what: &str) -> BundleError {
    BundleError::Damaged(what.to_owned())
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    bytes.get(at..)?.first_chunk().map(|chunk| u16::from_le_bytes(*chunk))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|chunk| u32::from_le_bytes(*chunk))
}

fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk().map(|chunk| u64::from_le_bytes(*chunk))
}
