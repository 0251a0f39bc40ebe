//! Where a bundle grows until it is whole: a hidden sibling of its place, so that moving it there is one step.
//!
//! Owns the name of the sibling and its removal. Never touches what stands in the place already.

#![expect(clippy::disallowed_methods, reason = "an edge: this is where bundles are written")]

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::bundle::{BundleError, shown};

/// Siblings that were not moved into their places yet. Whoever writes to one holds the lock meanwhile.
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Leave to write; nothing is taken away meanwhile.
pub(super) fn writing() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes every bundle in the making, for a program that ends here and now: whoever still wants to write to one waits
/// for ever.
pub fn give_up() {
    let unfinished = writing();
    unfinished.iter().for_each(|path| remove(path));
    std::mem::forget(unfinished);
}

fn remove(path: &Path) {
    // Nothing is to be done if it can't be removed: its name says what it is.
    let _ = fs::remove_file(path).or_else(|_| fs::remove_dir_all(path));
}

/// The sibling. Dropped, it is removed with all that is in it, unless it was moved into its place.
#[derive(Debug)]
pub(super) struct Aside {
    path: PathBuf,
    target: PathBuf,
    placed: bool,
}

impl Aside {
    /// Makes a sibling of the target by `make`, which must fail if something of that name exists.
    pub(super) fn make<T>(target: &Path, make: impl Fn(&Path) -> io::Result<T>) -> Result<(Self, T), BundleError> {
        let name = target.file_name().ok_or_else(|| BundleError::Target(quoted(target)))?;
        // Others may be writing beside: the process number keeps them apart, the count what they left behind.
        for count in 0..100 {
            let mut hidden = OsString::from(".");
            hidden.push(name);
            hidden.push(format!(".{}-{count}.partial", std::process::id()));
            let path = target.with_file_name(hidden);
            let mut unfinished = writing();
            match make(&path) {
                Ok(made) => {
                    unfinished.insert(path.clone());
                    return Ok((Self { path, target: target.to_owned(), placed: false }, made));
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(source) => return Err(BundleError::Io { what: format!("creating {}", quoted(&path)), source }),
            }
        }
        Err(BundleError::Exists(quoted(target)))
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn target(&self) -> &Path {
        &self.target
    }

    /// Moves the sibling into its place by `put`.
    pub(super) fn place(mut self, put: impl FnOnce(&Path, &Path) -> io::Result<()>) -> Result<PathBuf, BundleError> {
        let mut unfinished = writing();
        let put = put(&self.path, &self.target);
        if put.is_ok() {
            unfinished.remove(&self.path);
        }
        // Dropped before `self` may be: it takes the lock again.
        drop(unfinished);
        put.map_err(|source| match source.kind() {
            io::ErrorKind::AlreadyExists | io::ErrorKind::DirectoryNotEmpty | io::ErrorKind::NotADirectory => {
                BundleError::Exists(quoted(&self.target))
            }
            _ => BundleError::Io { what: format!("moving the bundle to {}", quoted(&self.target)), source },
        })?;
        self.placed = true;
        // The bundle is whole and in its place; not every file system can be told to remember that at once.
        let _ = parent(&self.target).and_then(|parent| sync_dir(&parent));
        Ok(self.target.clone())
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        if !self.placed {
            let mut unfinished = writing();
            remove(&self.path);
            unfinished.remove(&self.path);
        }
    }
}

/// Makes the names in a directory durable.
pub(super) fn sync_dir(path: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(path)?.sync_all() } else { Ok(()) }
}

fn parent(path: &Path) -> io::Result<PathBuf> {
    let parent = path.parent().ok_or(io::ErrorKind::NotFound)?;
    Ok(if parent.as_os_str().is_empty() { PathBuf::from(".") } else { parent.to_owned() })
}

/// A path in a message.
pub(super) fn quoted(path: &Path) -> String {
    shown(&path.to_string_lossy())
}
