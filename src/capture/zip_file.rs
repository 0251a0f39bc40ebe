//! Writes a bundle as a zip file.
//!
//! Owns the file: private from the first byte, in its place only when whole and on the disk. The format is the core's.

#![expect(clippy::disallowed_methods, reason = "an edge: this is where bundles are written")]

use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use super::aside::{Aside, quoted};
use super::dir::private_file;
use crate::bundle::{BundleError, Limits, Sink, ZipSink};

/// A zip file in the making. Dropped before it is finished, it leaves nothing behind.
#[derive(Debug)]
pub struct ZipFileSink {
    aside: Aside,
    zip: Zip,
}

pub(super) type Zip = ZipSink<BufWriter<File>>;

impl ZipFileSink {
    /// A file that will be `target`, within the default limits. Its directory must exist.
    ///
    /// # Errors
    /// If something stands there already, or nothing can be written beside it.
    pub fn create(target: &Path) -> Result<Self, BundleError> {
        Self::create_within(target, Limits::default())
    }

    /// The same within limits.
    ///
    /// # Errors
    /// As [`create`](Self::create).
    pub fn create_within(target: &Path, limits: Limits) -> Result<Self, BundleError> {
        let (aside, file) = make(target)?;
        Ok(Self { aside, zip: ZipSink::within(file, limits) })
    }

    /// Writes the zip, brings it to the disk and into its place.
    ///
    /// # Errors
    /// If the disk fails, or something was put in its place meanwhile. Nothing is left behind then.
    pub fn finish(self) -> Result<PathBuf, BundleError> {
        finish(self.aside, self.zip)
    }
}

impl Sink for ZipFileSink {
    fn put(&mut self, name: &str, bytes: &[u8]) -> Result<(), BundleError> {
        self.zip.put(name, bytes)
    }
}

/// The file aside.
pub(super) fn make(target: &Path) -> Result<(Aside, BufWriter<File>), BundleError> {
    // Now, and not only when all the work is done. A link to nowhere is something too.
    if fs::symlink_metadata(target).is_ok() {
        return Err(BundleError::Exists(quoted(target)));
    }
    let (aside, file) = Aside::make(target, private_file)?;
    Ok((aside, BufWriter::new(file)))
}

/// Brings a zip to the disk and into its place.
pub(super) fn finish(aside: Aside, zip: Zip) -> Result<PathBuf, BundleError> {
    let what = format!("writing {}", quoted(aside.target()));
    let file = zip.finish()?.into_inner().map_err(io::IntoInnerError::into_error);
    file.and_then(|file| file.sync_all()).map_err(BundleError::io(what))?;
    aside.place(move_file)
}

/// Moves a file to where nothing is. Renaming would replace what came there meanwhile; a second name is refused.
fn move_file(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        // Both names are the same whole file; that the first can't be removed makes it no worse.
        Ok(()) => fs::remove_file(from).or(Ok(())),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // Not every file system has second names.
        Err(_) if fs::symlink_metadata(to).is_ok() => Err(io::ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(from, to),
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;
    use crate::bundle::{BundleFiles as _, ManifestingSink, ZipFiles, verify};

    fn entries(path: &Path) -> usize {
        fs::read_dir(path).unwrap().count()
    }

    #[test]
    fn it_stands_there_when_whole_and_not_before() {
        let home = tempfile::tempdir().unwrap();
        let target = home.path().join("run-42.zip");
        let mut sink = ManifestingSink::new(ZipFileSink::create(&target).unwrap());
        sink.put("objects/ml/a.json", b"[1]").unwrap();
        assert!(!target.exists());
        let (sink, root) = sink.finish().unwrap();
        assert_eq!(sink.finish().unwrap(), target);
        assert_eq!(entries(home.path()), 1);
        let mut files = ZipFiles::open(BufReader::new(File::open(&target).unwrap())).unwrap();
        assert_eq!(files.read("objects/ml/a.json").unwrap(), b"[1]");
        assert_eq!(verify(&mut files).unwrap().root_digest, root);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o600);
        }
    }

    #[test]
    fn point_39_given_up_it_leaves_nothing() {
        let home = tempfile::tempdir().unwrap();
        let mut sink = ZipFileSink::create(&home.path().join("b.zip")).unwrap();
        sink.put("a", b"x").unwrap();
        drop(sink);
        assert_eq!(entries(home.path()), 0);
    }

    #[test]
    fn what_exists_or_comes_meanwhile_is_left_alone() {
        let home = tempfile::tempdir().unwrap();
        let target = home.path().join("b.zip");
        let sink = ZipFileSink::create(&target).unwrap();
        fs::write(&target, b"mine").unwrap();
        assert!(matches!(ZipFileSink::create(&target), Err(BundleError::Exists(_))));
        assert!(matches!(sink.finish(), Err(BundleError::Exists(_))));
        assert_eq!(fs::read(&target).unwrap(), b"mine");
        assert_eq!(entries(home.path()), 1);
    }
}
