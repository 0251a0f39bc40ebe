//! Records from the command line: which one is meant, and as of when.

#![expect(clippy::disallowed_methods, reason = "an edge: records are on disk, and ages are counted from now")]

use std::path::{Path, PathBuf};

use jiff::{SignedDuration, Timestamp};

use super::CliError;
use super::connection::duration;
use super::state;
use crate::kinds::Kinds;
use crate::record::{Reader, RecordError, Recorded, View, path_in};

/// What to do about a record that cannot be read.
const RECORDS: &str = "give the record of this cluster as `kubectl mlop capture --watch` keeps it, or --record=none";

/// Which record is to be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The one in the local state folder, if there is one.
    Auto,
    /// This one.
    Path(PathBuf),
    /// None.
    None,
}

/// Reads the flag.
#[expect(clippy::unnecessary_wraps, reason = "what reads a flag may fail")]
pub(super) fn record(word: &str) -> Result<Wanted, String> {
    Ok(match word {
        "auto" | "" => Wanted::Auto,
        "none" => Wanted::None,
        path => Wanted::Path(PathBuf::from(path)),
    })
}

/// A time, or how long ago.
pub(super) fn time(text: &str) -> Result<Timestamp, String> {
    if let Ok(at) = text.parse::<Timestamp>() {
        return Ok(at);
    }
    let ago = duration(text).ok().and_then(|ago| SignedDuration::try_from(ago).ok());
    ago.and_then(|ago| Timestamp::now().checked_sub(ago).ok())
        .ok_or_else(|| format!("{text:?} is no time; write 2026-11-30T03:00:00Z, or how long ago: 20m"))
}

/// Whether there is any record in the local state folder: only then is it worth asking a cluster who it is.
pub(super) fn any() -> bool {
    state::folder()
        .and_then(|folder| std::fs::read_dir(folder.join("records")).ok())
        .is_some_and(|mut entries| entries.any(|entry| entry.is_ok()))
}

/// Where the record of a cluster is kept.
pub(super) fn place(cluster: &str) -> Result<PathBuf, CliError> {
    let folder = state::folder()
        .ok_or_else(|| CliError::tool("there is no home folder for the record; set XDG_STATE_HOME or give --record"))?;
    Ok(path_in(&folder, cluster))
}

/// Opens a record as of a time; without one, as of when it was last written.
pub(super) fn open(kinds: &Kinds, path: &Path, at: Option<Timestamp>) -> Result<Recorded, CliError> {
    let opened = || {
        let reader = Reader::open(path)?;
        let at = match at {
            Some(at) => at,
            None => reader.last_alive()?.unwrap_or(Timestamp::UNIX_EPOCH),
        };
        Recorded::new(View::new(reader, kinds.clone(), at), &path.display().to_string())
    };
    opened().map_err(|error: RecordError| failed(path, &error))
}

/// What the record of a live cluster adds to it now.
pub(super) fn open_beside(kinds: &Kinds, path: &Path) -> Result<Recorded, CliError> {
    let opened = || {
        let view = View::new(Reader::open(path)?, kinds.clone(), Timestamp::now()).of_what_left();
        Recorded::new(view, &path.display().to_string())
    };
    opened().map_err(|error: RecordError| failed(path, &error))
}

/// What is wrong with a record, with what to do.
pub(super) fn failed(path: &Path, error: &RecordError) -> CliError {
    CliError::tool(format!("{}: {error}", path.display())).with_hint(RECORDS)
}
