//! Writes a bundle as a directory.
//!
//! Owns modes and order of the writing: private from the first byte, in its place only when whole and on the disk. What an
//! end without warning leaves behind says so in a file of its own.

#![expect(clippy::disallowed_methods, reason = "an edge: this is where bundles are written")]

use std::collections::BTreeSet;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::aside::{self, Aside, quoted, sync_dir};
use crate::bundle::{BundleError, Limits, Sink, Tally, shown};

/// Stands in a directory that is not whole yet, and tells whoever finds it.
const PARTIAL: &str = "PARTIAL.txt";
const PARTIAL_TEXT: &[u8] = b"PARTIAL: kubectl-mlop was writing a bundle here and was ended before it was whole. What is here was redacted before\n\
it was written. It has no manifest and can't be verified; take the bundle again, and remove this directory.\n";

/// A directory in the making. Dropped before it is finished, it leaves nothing behind.
#[derive(Debug)]
pub struct DirSink {
    aside: Aside,
    tally: Tally,
    files: Vec<PathBuf>,
    dirs: BTreeSet<PathBuf>,
}

impl DirSink {
    /// A directory that will be `target`, within the default limits. Its parent must exist.
    ///
    /// # Errors
    /// If something stands there already, other than an empty directory, or nothing can be written beside it.
    pub fn create(target: &Path) -> Result<Self, BundleError> {
        Self::create_within(target, Limits::default())
    }

    /// The same within limits.
    ///
    /// # Errors
    /// As [`create`](Self::create).
    pub fn create_within(target: &Path, limits: Limits) -> Result<Self, BundleError> {
        check_target(target)?;
        let (aside, ()) = Aside::make(target, private_dir)?;
        let partial = aside.path().join(PARTIAL);
        private_file(&partial)
            .and_then(|mut file| file.write_all(PARTIAL_TEXT))
            .map_err(BundleError::io(format!("writing {}", quoted(&partial))))?;
        Ok(Self { aside, tally: Tally::new(limits), files: Vec::new(), dirs: BTreeSet::new() })
    }

    /// Brings everything to the disk and the directory into its place.
    ///
    /// # Errors
    /// If the disk fails, or something was put in its place meanwhile. Nothing is left behind then.
    pub fn finish(self) -> Result<PathBuf, BundleError> {
        let syncing = |path: &Path| BundleError::io(format!("bringing {} to the disk", quoted(path)));
        // All at the end and not each as it is written: after the first the file system has little left to do.
        for path in &self.files {
            File::open(path).and_then(|file| file.sync_all()).map_err(syncing(path))?;
        }
        for path in self.dirs.iter().rev() {
            sync_dir(path).map_err(syncing(path))?;
        }
        let partial = self.aside.path().join(PARTIAL);
        fs::remove_file(&partial).map_err(BundleError::io(format!("removing {}", quoted(&partial))))?;
        sync_dir(self.aside.path()).map_err(syncing(self.aside.path()))?;
        self.aside.place(move_dir)
    }
}

impl Sink for DirSink {
    fn put(&mut self, name: &str, bytes: &[u8]) -> Result<(), BundleError> {
        self.tally.file(name, bytes.len() as u64)?;
        let _writing = aside::writing();
        let mut path = self.aside.path().to_owned();
        let mut parts = name.split('/').peekable();
        while let Some(part) = parts.next() {
            path.push(part);
            if parts.peek().is_some() && !self.dirs.contains(&path) {
                private_dir(&path).map_err(BundleError::io(format!("creating {}", quoted(&path))))?;
                self.dirs.insert(path.clone());
            }
        }
        let writing = || format!("writing {}", shown(name));
        let mut file = private_file(&path).map_err(BundleError::io(writing()))?;
        if let Err(source) = file.write_all(bytes) {
            // Half a file is worse than none, should the caller go on without it.
            let _ = fs::remove_file(&path);
            return Err(BundleError::Io { what: writing(), source });
        }
        self.files.push(path);
        Ok(())
    }
}

fn check_target(target: &Path) -> Result<(), BundleError> {
    let exists = || Err(BundleError::Exists(quoted(target)));
    match fs::symlink_metadata(target) {
        Ok(metadata) if metadata.is_dir() => {
            let mut entries = fs::read_dir(target).map_err(BundleError::io(format!("listing {}", quoted(target))))?;
            if entries.next().is_some() { exists() } else { Ok(()) }
        }
        Ok(_) => exists(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(source) => Err(BundleError::Io { what: format!("looking at {}", quoted(target)), source }),
    }
}

/// Moves a directory to where nothing is, or an empty directory: anything else makes the system refuse.
fn move_dir(from: &Path, to: &Path) -> io::Result<()> {
    if cfg!(not(unix)) && to.is_dir() {
        // Only there the system wants an empty directory out of the way; a full one it does not remove.
        fs::remove_dir(to)?;
    }
    fs::rename(from, to)
}

fn private_dir(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt as _;
        builder.mode(0o700);
    }
    builder.create(path)
}

/// A new file that its owner alone can read.
///
/// # Errors
/// If something of that name is there, or it can't be made.
pub(super) fn private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundle::{BundleFiles as _, ManifestingSink, verify};
    use crate::source::dir::DirFiles;

    fn entries(path: &Path) -> usize {
        fs::read_dir(path).unwrap().count()
    }

    #[test]
    fn it_stands_there_when_whole_and_not_before() {
        let home = tempfile::tempdir().unwrap();
        let target = home.path().join("run-42");
        let mut sink = ManifestingSink::new(DirSink::create(&target).unwrap());
        sink.put("bundle.json", b"{}").unwrap();
        sink.put("objects/ml/a.json", b"[1]").unwrap();
        assert!(!target.exists());
        let (sink, root) = sink.finish().unwrap();
        assert_eq!(sink.finish().unwrap(), target);
        assert_eq!(entries(home.path()), 1);
        let mut files = DirFiles::open(&target).unwrap();
        assert_eq!(files.read("objects/ml/a.json").unwrap(), b"[1]");
        let verified = verify(&mut files).unwrap();
        assert_eq!((verified.is_whole(), verified.root_digest), (true, root));
    }

    #[cfg(unix)]
    #[test]
    fn point_40_nobody_else_can_read_it() {
        use std::os::unix::fs::PermissionsExt as _;
        let home = tempfile::tempdir().unwrap();
        let target = home.path().join("b");
        let mut sink = DirSink::create(&target).unwrap();
        sink.put("a/b", b"").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(sink.aside.path()), 0o700);
        sink.finish().unwrap();
        assert_eq!([mode(&target), mode(&target.join("a")), mode(&target.join("a/b"))], [0o700, 0o700, 0o600]);
    }

    #[test]
    fn point_39_given_up_it_leaves_nothing() {
        let home = tempfile::tempdir().unwrap();
        let mut sink = DirSink::create(&home.path().join("b")).unwrap();
        sink.put("a/b/c", b"x").unwrap();
        assert_eq!(entries(home.path()), 1);
        drop(sink);
        assert_eq!(entries(home.path()), 0);
    }

    #[test]
    fn what_exists_is_left_alone() {
        let home = tempfile::tempdir().unwrap();
        let (empty, full, file) = (home.path().join("empty"), home.path().join("full"), home.path().join("file"));
        fs::create_dir_all(&empty).unwrap();
        fs::create_dir_all(full.join("x")).unwrap();
        fs::write(&file, b"").unwrap();
        for taken in [&full, &file] {
            assert!(matches!(DirSink::create(taken), Err(BundleError::Exists(_))));
        }
        assert!(matches!(DirSink::create(Path::new("/")), Err(BundleError::Exists(_) | BundleError::Target(_))));
        assert!(matches!(DirSink::create(&home.path().join("no/b")), Err(BundleError::Io { .. })));
        let mut sink = DirSink::create(&empty).unwrap();
        sink.put("a", b"").unwrap();
        sink.finish().unwrap();
        assert_eq!(entries(&empty), 1);
    }

    #[test]
    fn what_comes_meanwhile_is_left_alone_too() {
        let home = tempfile::tempdir().unwrap();
        let target = home.path().join("b");
        for make in [|path: &Path| fs::write(path, b"mine"), |path: &Path| fs::create_dir_all(path.join("mine"))] {
            let sink = DirSink::create(&target).unwrap();
            make(&target).unwrap();
            assert!(matches!(sink.finish(), Err(BundleError::Exists(_))));
            assert_eq!(entries(home.path()), 1);
            let _ = fs::remove_file(&target).or_else(|_| fs::remove_dir_all(&target));
        }
    }

    #[test]
    fn names_that_lead_out_are_refused() {
        let home = tempfile::tempdir().unwrap();
        let mut sink = DirSink::create(&home.path().join("b")).unwrap();
        for name in ["../x", "/x", "a/../../x", "a\\x", ""] {
            assert!(matches!(sink.put(name, b""), Err(BundleError::Unsafe { .. })));
        }
        sink.put("a", b"").unwrap();
        assert!(matches!(sink.put("A", b""), Err(BundleError::CaseClash { .. })));
    }
}
