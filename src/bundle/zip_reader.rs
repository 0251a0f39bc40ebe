//! Reads a bundle out of a zip, file by file, from anything that can be read and sought in.
//!
//! Whoever made the zip is not trusted: everything that can be checked by the directory is checked before the first
//! file is read, and no size it states is believed. Nothing is ever unpacked to a disk here.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read, Seek};

use zip::read::{ArchiveOffset, Config, ZipFileEntry};
use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive, ZipReadOptions};

use super::error::{BundleError, Fault, shown};
use super::files::{BundleFiles, Limits};
use super::layout::{ABOUT, MANIFEST};
use super::tally::Tally;
use super::zip_index::{self, Index, Stored};

/// What the Finder adds to a zip: attributes of its own, of no use to anyone else.
const FINDER: &str = "__MACOSX/";
/// Size of a file's header in the zip, without name and extra fields.
const HEADER: u64 = 30;
/// The compression method that stands for encryption.
const AES: u16 = 99;
/// No more is allocated on a header's word.
const FIRST_ALLOCATION: u64 = 1 << 20;

/// A bundle in a zip.
///
/// If all of it sits under one folder, as when somebody zipped the directory of a bundle by hand, that folder is
/// not part of the names. What the Finder adds (`__MACOSX/…`) is checked and left out.
#[derive(Debug)]
pub struct ZipFiles<R> {
    archive: ZipArchive<R>,
    names: BTreeSet<String>,
    entries: BTreeMap<String, Entry>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    index: usize,
    start: u64,
    name_bytes: u64,
    packed: u64,
    size: u64,
    /// Where the next entry starts. This one's bytes must end before.
    until: u64,
}

impl<R: Read + Seek> ZipFiles<R> {
    /// Opens a zip within the default limits. Reads many small pieces: wrap files in a `BufReader`.
    ///
    /// # Errors
    /// If it is no zip, a damaged one, or one that no honest tool writes.
    pub fn open(reader: R) -> Result<Self, BundleError> {
        Self::open_within(reader, Limits::default())
    }

    /// Opens a zip within limits.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn open_within(mut reader: R, limits: Limits) -> Result<Self, BundleError> {
        let Index { start, entries: stored } = zip_index::scan(&mut reader, &limits)?;
        check_stored(&stored)?;
        let config = Config { archive_offset: ArchiveOffset::Known(0) };
        let archive = ZipArchive::with_config(config, reader).map_err(|error| unzip(&error, "opening the zip"))?;
        if archive.len() != stored.len() || archive.central_directory_start() != start {
            return Err(BundleError::Damaged("it can be read in two ways".to_owned()));
        }

        let mut tally = Tally::new(limits);
        let mut entries = BTreeMap::new();
        for (index, stored) in stored.into_iter().enumerate() {
            let data = archive.by_index_data(index).map_err(|error| unzip(&error, "reading the zip's directory"))?;
            let name = text(&stored.name)?;
            // A field of the zip can rename an entry; other readers don't look at it.
            if data.name_raw() != stored.name {
                return Err(BundleError::name(name, Fault::TwoNames));
            }
            if let Some(entry) = admit(&data, name, index, &mut tally)? {
                entries.insert(name.to_owned(), entry);
            }
        }
        bound(&mut entries, start)?;
        entries.retain(|name, _| !name.starts_with(FINDER));
        let entries = without_top(entries);
        let names = entries.keys().cloned().collect();
        Ok(Self { archive, names, entries })
    }
}

/// Checks what the archive would not tell any more: it keeps one entry a name, and hides a second.
fn check_stored(stored: &[Stored]) -> Result<(), BundleError> {
    let mut seen = BTreeSet::new();
    for Stored { name, method } in stored {
        let name = text(name)?;
        if !seen.insert(name) {
            return Err(BundleError::Duplicate(shown(name)));
        }
        // Stored or deflated. Encryption has a method of its own in newer zips: that is said further on.
        if ![0, 8, AES].contains(method) {
            return Err(BundleError::Method { name: shown(name), method: *method });
        }
    }
    Ok(())
}

fn text(name: &[u8]) -> Result<&str, BundleError> {
    std::str::from_utf8(name).map_err(|_| BundleError::name(&String::from_utf8_lossy(name), Fault::NotUtf8))
}

/// Checks one entry by what the directory says of it; `None` for directories, which hold nothing.
fn admit(data: &ZipFileEntry<'_>, name: &str, index: usize, tally: &mut Tally) -> Result<Option<Entry>, BundleError> {
    let kind = (data.external_attributes() >> 16) & 0o170_000;
    let directory = name.strip_suffix('/');
    match (kind, directory) {
        (0o120_000, _) => return Err(BundleError::Link(shown(name))),
        (0, _) | (0o100_000, None) | (0o040_000, Some(_)) => {}
        (0o100_000, Some(_)) | (0o040_000, None) => return Err(BundleError::FileAndDirectory(shown(name))),
        _ => return Err(BundleError::Special(shown(name))),
    }
    if data.encrypted() {
        return Err(BundleError::Encrypted(shown(name)));
    }
    let (size, packed) = (data.size(), data.compressed_size());
    if let Some(directory) = directory {
        if size != 0 {
            return Err(BundleError::FileAndDirectory(shown(name)));
        }
        tally.directory(directory)?;
    } else {
        tally.file(name, size)?;
    }
    match data.compression() {
        CompressionMethod::Stored if size != packed => {
            return Err(BundleError::Damaged(format!("{} has two sizes", shown(name))));
        }
        CompressionMethod::Stored | CompressionMethod::Deflated => {}
        _ => return Err(BundleError::Method { name: shown(name), method: AES }),
    }
    let limits = tally.limits();
    if limits.is_bomb(size, packed) {
        let what = format!("compression ratio of {}", shown(name));
        return Err(BundleError::TooMuch { what, found: size / packed.max(1), limit: limits.ratio });
    }
    let entry = Entry { index, start: data.header_start(), name_bytes: name.len() as u64, packed, size, until: 0 };
    Ok(directory.is_none().then_some(entry))
}

/// Finds entries that share bytes, as far as the directory tells, and sets where each must end.
fn bound(entries: &mut BTreeMap<String, Entry>, directory_start: u64) -> Result<(), BundleError> {
    let mut order: Vec<_> = entries.iter_mut().collect();
    order.sort_by_key(|(_, entry)| entry.start);
    let mut next = directory_start;
    for (name, entry) in order.into_iter().rev() {
        entry.until = next;
        next = entry.start;
        let end = [HEADER, entry.name_bytes, entry.packed].into_iter().try_fold(entry.start, u64::checked_add);
        if end.is_none_or(|end| end > entry.until) {
            return Err(BundleError::Overlap(shown(name)));
        }
    }
    Ok(())
}

/// Takes off a top folder, if everything sits under one and a bundle's own files right beneath it.
fn without_top(entries: BTreeMap<String, Entry>) -> BTreeMap<String, Entry> {
    let top = entries.keys().next().and_then(|name| name.split_once('/')).map(|(top, _)| format!("{top}/"));
    let Some(top) = top else { return entries };
    let is_bundle = [ABOUT, MANIFEST].iter().any(|file| entries.contains_key(&format!("{top}{file}")));
    if !is_bundle || !entries.keys().all(|name| name.starts_with(&top)) {
        return entries;
    }
    entries.into_iter().filter_map(|(name, entry)| Some((name.strip_prefix(&top)?.to_owned(), entry))).collect()
}

impl<R: Read + Seek> BundleFiles for ZipFiles<R> {
    fn names(&self) -> &BTreeSet<String> {
        &self.names
    }

    fn read(&mut self, name: &str) -> Result<Vec<u8>, BundleError> {
        let entry = *self.entries.get(name).ok_or_else(|| BundleError::Missing(shown(name)))?;
        let what = format!("reading {}", shown(name));
        let options = ZipReadOptions::new().enforce_header_consistency(true);
        let mut file =
            self.archive.by_index_with_options(entry.index, options).map_err(|error| unzip(&error, &what))?;
        // The header before the data may be longer than the directory lets one think.
        let end = file.data_start().and_then(|start| start.checked_add(entry.packed));
        if end.is_none_or(|end| end > entry.until) {
            return Err(BundleError::Overlap(shown(name)));
        }
        let mut bytes = Vec::with_capacity(usize::try_from(entry.size.min(FIRST_ALLOCATION)).unwrap_or(0));
        // One byte more than stated: to see that there is none, and to reach the end, where the checksum is compared.
        (&mut file)
            .take(entry.size.saturating_add(1))
            .read_to_end(&mut bytes)
            .map_err(|error| unzip(&ZipError::Io(error), &what))?;
        if bytes.len() as u64 != entry.size {
            return Err(BundleError::Damaged(format!("{} is not as long as stated", shown(name))));
        }
        Ok(bytes)
    }

    fn size(&self, name: &str) -> Option<u64> {
        self.entries.get(name).map(|entry| entry.size)
    }
}

/// Tells a failing medium from a zip that is wrong. The words may quote the zip: they are escaped.
fn unzip(error: &ZipError, what: &str) -> BundleError {
    use std::io::ErrorKind::{InvalidData, InvalidInput, Other, UnexpectedEof};
    match error {
        ZipError::Io(error) if !matches!(error.kind(), InvalidData | InvalidInput | Other | UnexpectedEof) => {
            BundleError::Io { what: what.to_owned(), source: std::io::Error::new(error.kind(), error.to_string()) }
        }
        error => BundleError::Damaged(format!("{what}: {}", error.to_string().escape_debug())),
    }
}

#[cfg(test)]
mod tests;
