//! The file: where it is, who may read it, who alone may write it, whether it is one.

#![expect(clippy::disallowed_methods, reason = "an edge: the record is on disk")]

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use super::error::RecordError;
use super::schema::{APPLICATION, FORMAT, TABLES};
use crate::bundle::layout::encode_part;

/// Readers and the one writer wait so long for each other.
const PATIENCE: Duration = Duration::from_secs(20);

/// The record of a cluster in the folder of local state.
#[must_use]
pub fn path_in(state: &Path, cluster: &str) -> PathBuf {
    state.join("records").join(format!("{}.sqlite", encode_part(cluster)))
}

/// Whether a file begins as SQLite's do.
#[must_use]
pub fn is_record(path: &Path) -> bool {
    let mut start = [0_u8; 16];
    File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && &start == b"SQLite format 3\0"
}

/// The database and the lock that makes us its only writer. The system lifts the lock however the process ends.
pub(super) fn open_to_write(path: &Path) -> Result<(Connection, File), RecordError> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        let mut private = DirBuilder::new();
        private.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut private, 0o700);
        private.create(folder)?;
    }
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let lock = options.open(path.with_extension("lock"))?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(RecordError::Busy),
        Err(TryLockError::Error(error)) => return Err(error.into()),
    }
    // Made before SQLite makes it, so that nobody else can ever read it; its companions take over its mode.
    options.open(path)?;
    let mut database =
        Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    database.busy_timeout(PATIENCE)?;
    database.pragma_update(None, "journal_mode", "WAL")?;
    database.pragma_update(None, "synchronous", "NORMAL")?;
    database.pragma_update(None, "cache_size", -8192)?;
    let is_new = database.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get::<_, i64>(0))? == 0;
    if is_new {
        let transaction = database.transaction()?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", FORMAT)?;
        transaction.execute_batch(TABLES)?;
        transaction.commit()?;
    }
    check(&database)?;
    Ok((database, lock))
}

/// The database, to be read only.
pub(super) fn open_to_read(path: &Path) -> Result<Connection, RecordError> {
    let database =
        Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    database.busy_timeout(PATIENCE)?;
    // A stranger's file may hold triggers and views that we did not write.
    database.pragma_update(None, "trusted_schema", false)?;
    check(&database)?;
    Ok(database)
}

fn check(database: &Connection) -> Result<(), RecordError> {
    let number = |pragma: &str| database.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0));
    if number("application_id")? != APPLICATION {
        return Err(RecordError::NoRecord("it is some other program's database".to_owned()));
    }
    let found = number("user_version")?;
    if found > FORMAT { Err(RecordError::Newer { found, known: FORMAT }) } else { Ok(()) }
}
