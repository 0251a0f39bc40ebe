//! A bundle in a directory.
//!
//! Owns the walk. Never follows a link and never reads anything that is not a plain file beneath the directory: it may be
//! a stranger's, unpacked by whatever tool was at hand.

#![expect(clippy::disallowed_methods, reason = "an edge: this is where directories are opened")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, Metadata};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use crate::bundle::{BundleError, BundleFiles, Fault, Limits, Tally, shown};

/// A bundle in a directory.
#[derive(Debug)]
pub struct DirFiles {
    root: PathBuf,
    limits: Limits,
    names: BTreeSet<String>,
    seen: BTreeMap<String, Seen>,
}

/// What a file was when the directory was walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Seen {
    size: u64,
    identity: (u64, u64),
}

impl Seen {
    fn of(metadata: &Metadata) -> Self {
        #[cfg(unix)]
        let identity = {
            use std::os::unix::fs::MetadataExt as _;
            (metadata.dev(), metadata.ino())
        };
        // Elsewhere the size alone has to do.
        #[cfg(not(unix))]
        let identity = (0, 0);
        Self { size: metadata.len(), identity }
    }
}

impl DirFiles {
    /// Walks a directory within the default limits.
    ///
    /// # Errors
    /// If it holds links, special files, unsafe names or too much, or can't be read.
    pub fn open(root: &Path) -> Result<Self, BundleError> {
        Self::open_within(root, Limits::default())
    }

    /// Walks a directory within limits.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn open_within(root: &Path, limits: Limits) -> Result<Self, BundleError> {
        let mut tally = Tally::new(limits);
        let mut seen = BTreeMap::new();
        // The directory itself may be a link: it is the caller who named it, not the bundle.
        let mut ahead = vec![(root.to_owned(), String::new())];
        while let Some((path, prefix)) = ahead.pop() {
            let listing = || format!("listing {}", shown(&path.to_string_lossy()));
            for entry in fs::read_dir(&path).map_err(BundleError::io(listing()))? {
                let entry = entry.map_err(BundleError::io(listing()))?;
                let os_name = entry.file_name();
                let Some(part) = os_name.to_str() else {
                    let name = format!("{prefix}{}", os_name.to_string_lossy());
                    return Err(BundleError::Unsafe { name: shown(&name), fault: Fault::NotUtf8 });
                };
                let name = format!("{prefix}{part}");
                // Of the entry itself, not of what it may point to.
                let metadata = fs::symlink_metadata(entry.path()).map_err(BundleError::io(looking(&name)))?;
                if metadata.is_dir() {
                    tally.directory(&name)?;
                    ahead.push((entry.path(), format!("{name}/")));
                } else if plain(&metadata, &name)? {
                    tally.file(&name, metadata.len())?;
                    seen.insert(name, Seen::of(&metadata));
                }
            }
        }
        let names = seen.keys().cloned().collect();
        Ok(Self { root: root.to_owned(), limits, names, seen })
    }
}

impl BundleFiles for DirFiles {
    fn names(&self) -> &BTreeSet<String> {
        &self.names
    }

    fn read(&mut self, name: &str) -> Result<Vec<u8>, BundleError> {
        let seen = *self.seen.get(name).ok_or_else(|| BundleError::Missing(shown(name)))?;
        let path = self.root.join(name);
        let reading = || format!("reading {}", shown(name));
        let metadata = fs::symlink_metadata(&path).map_err(BundleError::io(looking(name)))?;
        plain(&metadata, name)?;
        let file = File::open(&path).map_err(BundleError::io(reading()))?;
        // Between the look and the opening somebody may have put another file there, or a link in the path to it.
        let opened = file.metadata().map_err(BundleError::io(looking(name)))?;
        if Seen::of(&opened) != seen {
            return Err(BundleError::Changed(shown(name)));
        }
        let mut bytes = Vec::new();
        file.take(self.limits.file_bytes.saturating_add(1))
            .read_to_end(&mut bytes)
            .map_err(BundleError::io(reading()))?;
        if bytes.len() as u64 == seen.size { Ok(bytes) } else { Err(BundleError::Changed(shown(name))) }
    }

    fn size(&self, name: &str) -> Option<u64> {
        self.seen.get(name).map(|seen| seen.size)
    }
}

/// True for a plain file, an error for anything else.
fn plain(metadata: &Metadata, name: &str) -> Result<bool, BundleError> {
    if metadata.is_symlink() {
        Err(BundleError::Link(shown(name)))
    } else if metadata.is_file() {
        Ok(true)
    } else {
        Err(BundleError::Special(shown(name)))
    }
}

fn looking(name: &str) -> String {
    format!("looking at {}", shown(name))
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    use super::*;

    fn bundle() -> tempfile::TempDir {
        let home = tempfile::tempdir().unwrap();
        fs::create_dir_all(home.path().join("objects/ml")).unwrap();
        fs::write(home.path().join("bundle.json"), b"{}").unwrap();
        fs::write(home.path().join("objects/ml/a.json"), b"[1]").unwrap();
        home
    }

    #[test]
    fn files_are_read_by_name() {
        let home = bundle();
        let mut files = DirFiles::open(home.path()).unwrap();
        assert_eq!(files.names().iter().collect::<Vec<_>>(), ["bundle.json", "objects/ml/a.json"]);
        assert_eq!(files.read("objects/ml/a.json").unwrap(), b"[1]");
        assert_eq!((files.size("bundle.json"), files.size("x")), (Some(2), None));
        for name in ["objects", "../bundle.json", "x", "objects/ml/../ml/a.json"] {
            assert!(matches!(files.read(name), Err(BundleError::Missing(_))));
        }
    }

    #[test]
    fn links_and_special_files_are_refused() {
        let home = bundle();
        let link = home.path().join("objects/link");
        for target in ["/etc/passwd", "ml", "nowhere"] {
            symlink(target, &link).unwrap();
            assert!(matches!(DirFiles::open(home.path()), Err(BundleError::Link(_))));
            fs::remove_file(&link).unwrap();
        }
        let _socket = UnixListener::bind(home.path().join("socket")).unwrap();
        assert!(matches!(DirFiles::open(home.path()), Err(BundleError::Special(_))));
    }

    #[test]
    fn what_changes_after_the_walk_is_not_read() {
        let home = bundle();
        let (path, other) = (home.path().join("bundle.json"), home.path().join("objects/ml/a.json"));
        let mut files = DirFiles::open(home.path()).unwrap();
        fs::remove_file(&path).unwrap();
        symlink("/etc/passwd", &path).unwrap();
        assert!(matches!(files.read("bundle.json"), Err(BundleError::Link(_))));
        fs::write(&other, b"[1, 2]").unwrap();
        assert!(matches!(files.read("objects/ml/a.json"), Err(BundleError::Changed(_))));
        // A link higher up: the path leads to another file of the same size.
        fs::write(&other, b"[1]").unwrap();
        let mut files = DirFiles::open(&home.path().join("objects")).unwrap();
        fs::rename(home.path().join("objects/ml"), home.path().join("objects/was")).unwrap();
        let away = tempfile::tempdir().unwrap();
        fs::write(away.path().join("a.json"), b"[2]").unwrap();
        symlink(away.path(), home.path().join("objects/ml")).unwrap();
        assert!(matches!(files.read("ml/a.json"), Err(BundleError::Changed(_))));
    }

    #[test]
    fn limits_and_names_are_kept() {
        let home = bundle();
        let open = |limits| DirFiles::open_within(home.path(), limits).unwrap_err();
        assert!(matches!(open(Limits { files: 3, ..Limits::default() }), BundleError::TooMuch { .. }));
        assert!(matches!(open(Limits { file_bytes: 2, ..Limits::default() }), BundleError::TooMuch { .. }));
        assert!(matches!(open(Limits { total_bytes: 4, ..Limits::default() }), BundleError::TooMuch { .. }));
        assert!(matches!(open(Limits { depth: 2, ..Limits::default() }), BundleError::Unsafe { .. }));
        fs::write(home.path().join("a\u{1b}[2J"), b"").unwrap();
        assert!(matches!(DirFiles::open(home.path()), Err(BundleError::Unsafe { .. })));
    }
}
