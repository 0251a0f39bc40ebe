//! Writing: batches of entries, each batch whole or not at all.
//!
//! Owns the order of effects within a batch: what was seen and the version up to which it was seen are written together, so
//! that whoever kills the process never leaves a version behind that claims more than there is.

use std::fs::File;
use std::path::Path;
use std::time::Duration;

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension as _, Transaction, params};

use super::error::RecordError;
use super::file::open_to_write;
use super::rows::{Entry, EventRow, LogRow, StateRow};
use super::schema::POLICIES;
use crate::collect::admit::PolicyNote;
use crate::model::GroupKind;

/// Lives of events that have to be known before anything is said of them.
const LIVES: usize = 3;

/// The one writer of a record.
pub struct Writer {
    database: Connection,
    _lock: File,
}

/// Where a stream was left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// Version up to which all of it is written.
    pub version: String,
    /// When that was heard.
    pub at: Timestamp,
}

impl Writer {
    /// Opens the record of a cluster, and makes it if there is none.
    ///
    /// # Errors
    /// If the file cannot be written, if another process writes it, or if it is of another cluster or a newer format.
    pub fn open(path: &Path, cluster: &str) -> Result<Self, RecordError> {
        let (database, lock) = open_to_write(path)?;
        let known: Option<String> =
            database.query_row("SELECT value FROM meta WHERE key = 'cluster'", [], |row| row.get(0)).optional()?;
        match known {
            Some(found) if found != cluster => {
                return Err(RecordError::OtherCluster { found, wanted: cluster.to_owned() });
            }
            Some(_) => {}
            None => {
                database.execute("INSERT INTO meta VALUES('cluster', ?1)", [cluster])?;
            }
        }
        Ok(Self { database, _lock: lock })
    }

    /// Says a thing about the whole record, such as the version of the server.
    ///
    /// # Errors
    /// If the database refuses.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), RecordError> {
        self.database.execute("INSERT OR REPLACE INTO meta VALUES(?1, ?2)", [key, value])?;
        Ok(())
    }

    /// Says which policies all that is written from now on goes through, beside those of what is there already.
    ///
    /// # Errors
    /// If the database refuses.
    pub fn keep_policies(&mut self, notes: &[PolicyNote]) -> Result<(), RecordError> {
        let known = self.database.query_row("SELECT value FROM meta WHERE key = ?1", [POLICIES], |row| row.get(0));
        let known: Option<String> = known.optional()?;
        let mut all: Vec<PolicyNote> = known.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        let before = all.len();
        for note in notes {
            if !all.contains(note) {
                all.push(note.clone());
            }
        }
        if all.len() > before {
            self.set(POLICIES, &serde_json::to_string(&all).unwrap_or_default())?;
        }
        Ok(())
    }

    /// Takes up a stream; where it was left, if it was known. From there on it is lost until something is heard.
    ///
    /// # Errors
    /// If the database refuses.
    pub fn take_up(
        &mut self,
        stream: &str,
        kind: &GroupKind,
        namespace: Option<&str>,
    ) -> Result<Option<Checkpoint>, RecordError> {
        let transaction = self.database.transaction()?;
        transaction.execute(
            "INSERT OR IGNORE INTO streams(name, kind, grp, namespace) VALUES(?1, ?2, ?3, ?4)",
            params![stream, kind.kind, kind.group, namespace],
        )?;
        let row: (Option<String>, Option<i64>) =
            transaction.query_row("SELECT version, good_at FROM streams WHERE name = ?1", [stream], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })?;
        let checkpoint = match row {
            (Some(version), Some(at)) => Some(Checkpoint { version, at: time(at) }),
            _ => None,
        };
        if let Some(checkpoint) = &checkpoint {
            lost(&transaction, stream, checkpoint.at, "process-down", "")?;
        }
        transaction.commit()?;
        Ok(checkpoint)
    }

    /// Writes a batch, and that the recorder lived until now.
    ///
    /// # Errors
    /// If the database refuses; nothing of the batch is written then.
    pub fn write_at(&mut self, entries: &[Entry], now: Timestamp) -> Result<(), RecordError> {
        let transaction = self.database.transaction()?;
        for entry in entries {
            write(&transaction, entry)?;
        }
        transaction
            .prepare_cached("INSERT OR REPLACE INTO meta VALUES('alive_at', ?1)")?
            .execute([millis(now).to_string()])?;
        transaction.commit()?;
        Ok(())
    }

    /// Bytes of the file that hold something.
    ///
    /// # Errors
    /// If the database refuses.
    pub fn used(&self) -> Result<u64, RecordError> {
        let number = |pragma: &str| self.database.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0));
        let pages = number("page_count")? - number("freelist_count")?;
        Ok(u64::try_from(pages * number("page_size")?).unwrap_or(0))
    }

    /// How long events live in this cluster, measured: from the last version of one to its leaving, of the last hundred that
    /// left while they were watched. Some are deleted before their time, and some are heard to leave late, so that neither
    /// the longest life nor the shortest is it, but one near the longest. None until a few have left.
    ///
    /// # Errors
    /// If the database refuses.
    pub fn event_lifetime(&self) -> Result<Option<Duration>, RecordError> {
        let mut found = self.database.prepare_cached(
            "SELECT max(left_at) - max(at) FROM events WHERE left_how = 'deleted' GROUP BY uid ORDER BY max(left_at) DESC \
             LIMIT 100",
        )?;
        let lives = found.query_map([], |row| row.get::<_, i64>(0))?.collect::<rusqlite::Result<Vec<i64>>>()?;
        let mut lives: Vec<u64> = lives.into_iter().filter_map(|life| u64::try_from(life).ok()).collect();
        lives.sort_unstable();
        let near_longest = lives.get(lives.len() * 7 / 8).copied();
        Ok(near_longest.filter(|_| lives.len() >= LIVES).map(Duration::from_millis))
    }

    /// Throws away the oldest tenth of what has left the API, then of everything; says so in the journal. How many rows.
    ///
    /// # Errors
    /// If the database refuses.
    pub fn evict(&mut self, at: Timestamp) -> Result<u64, RecordError> {
        let transaction = self.database.transaction()?;
        let mut gone = 0;
        let mut told = Vec::new();
        for (table, place, gone_first) in [
            ("events", "rowid", "left_at IS NULL"),
            ("states", "rowid", "uid IN (SELECT uid FROM objects WHERE left_at IS NULL)"),
        ] {
            let many: i64 = transaction.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0))?;
            let many = (many / 10).max(1);
            let span: (Option<i64>, Option<i64>) = transaction.query_row(
                &format!(
                    "SELECT min(at), max(at) FROM (SELECT at FROM {table} ORDER BY {gone_first}, {place} LIMIT ?1)"
                ),
                [many],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )?;
            let count = transaction.execute(
                &format!("DELETE FROM {table} WHERE {place} IN (SELECT {place} FROM {table} ORDER BY {gone_first}, {place} LIMIT ?1)"),
                [many],
            )?;
            gone += count as u64;
            if let (1.., (Some(from), Some(to))) = (count, span) {
                told.push(format!("{count} {table} seen between {} and {}", time(from), time(to)));
            }
        }
        let logs = transaction.execute(
            "DELETE FROM logs WHERE (pod, container, restart) IN (SELECT pod, container, restart FROM logs ORDER BY at LIMIT \
             (SELECT count(*) / 10 FROM logs))",
            [],
        )?;
        gone += logs as u64;
        if logs > 0 {
            told.push(format!("{logs} logs"));
        }
        transaction
            .execute("DELETE FROM objects WHERE left_at IS NOT NULL AND uid NOT IN (SELECT uid FROM states)", [])?;
        let detail = told.join("; ");
        transaction
            .execute("INSERT INTO journal(at, what, detail) VALUES(?1, 'evicted', ?2)", params![millis(at), detail])?;
        transaction.commit()?;
        Ok(gone)
    }
}

fn write(to: &Transaction<'_>, entry: &Entry) -> rusqlite::Result<()> {
    match entry {
        Entry::Event(stream, at, row) => event(to, stream, *at, row),
        Entry::State(stream, at, row) => state(to, stream, *at, row),
        Entry::Left { uid, at, how, event } => {
            let table = if *event { "events" } else { "objects" };
            let sql = format!("UPDATE {table} SET left_at = ?2, left_how = ?3 WHERE uid = ?1 AND left_at IS NULL");
            to.prepare_cached(&sql)?.execute(params![uid, millis(*at), how]).map(drop)
        }
        Entry::Listed { stream, at, uids, event } => listed(to, stream, *at, uids, *event),
        Entry::Checkpoint { stream, version, at } => to
            .prepare_cached("UPDATE streams SET version = ?2, good_at = ?3 WHERE name = ?1")?
            .execute(params![stream, version, millis(*at)])
            .map(drop),
        Entry::Lost { stream, from, cause, detail } => lost(to, stream, *from, cause, detail),
        Entry::Found { stream, at, version, filled } => to
            .prepare_cached(
                "UPDATE windows SET to_at = ?2, to_version = ?3, filled = ?4 WHERE stream = ?1 AND to_at IS NULL",
            )?
            .execute(params![stream, millis(*at), version, filled])
            .map(drop),
        Entry::Log(at, row) => log(to, *at, row),
        Entry::Note { at, what, detail } => to
            .prepare_cached("INSERT INTO journal(at, what, detail) VALUES(?1, ?2, ?3)")?
            .execute(params![millis(*at), what, detail])
            .map(drop),
    }
}

/// A version that is there already is not written again: streams begin anew where they were left.
fn event(to: &Transaction<'_>, stream: &str, at: Timestamp, row: &EventRow) -> rusqlite::Result<()> {
    to.prepare_cached(
        "INSERT OR IGNORE INTO events(uid, version, at, stream, kind, grp, namespace, name, about, count, last, doc) \
         VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
    )?
    .execute(params![
        row.uid,
        row.version,
        millis(at),
        stream,
        row.kind.kind,
        row.kind.group,
        row.namespace,
        row.name,
        row.about,
        i64::try_from(row.count).unwrap_or(i64::MAX),
        row.last.map(millis),
        row.doc
    ])
    .map(drop)
}

/// A state that differs from the last one by nothing that counts is not written again.
fn state(to: &Transaction<'_>, stream: &str, at: Timestamp, row: &StateRow) -> rusqlite::Result<()> {
    let known: Option<Vec<u8>> = to
        .prepare_cached("SELECT digest FROM objects WHERE uid = ?1")?
        .query_row([&row.uid], |found| found.get(0))
        .optional()?;
    let is_new = known.as_deref() != Some(&row.digest);
    to.prepare_cached(
        "INSERT INTO objects(uid, stream, kind, grp, namespace, name, controller, first_at, last_at, digest) \
         VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, ?9) \
         ON CONFLICT(uid) DO UPDATE SET last_at = ?8, digest = ?9, controller = ?7",
    )?
    .execute(params![
        row.uid,
        stream,
        row.kind.kind,
        row.kind.group,
        row.namespace,
        row.name,
        row.controller,
        millis(at),
        row.digest
    ])?;
    if is_new {
        to.prepare_cached(
            "INSERT OR IGNORE INTO states(uid, version, at, doc, redactions) VALUES(?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![row.uid, row.version, millis(at), row.doc, row.redactions])?;
    }
    Ok(())
}

/// What a whole list did not hold has left since it was last seen.
fn listed(to: &Transaction<'_>, stream: &str, at: Timestamp, uids: &[String], event: bool) -> rusqlite::Result<()> {
    to.execute_batch("CREATE TEMP TABLE IF NOT EXISTS listed(uid TEXT PRIMARY KEY) WITHOUT ROWID; DELETE FROM listed")?;
    let mut insert = to.prepare_cached("INSERT OR IGNORE INTO listed VALUES(?1)")?;
    for uid in uids {
        insert.execute([uid])?;
    }
    let table = if event { "events" } else { "objects" };
    to.prepare_cached(&format!(
        "UPDATE {table} SET left_at = ?2, left_how = 'not-listed' WHERE stream = ?1 AND left_at IS NULL \
         AND uid NOT IN (SELECT uid FROM listed)"
    ))?
    .execute(params![stream, millis(at)])?;
    to.prepare_cached("UPDATE streams SET listed_at = coalesce(listed_at, ?2) WHERE name = ?1")?
        .execute(params![stream, millis(at)])
        .map(drop)
}

/// Opens a window, unless one is open: whatever happens within it, it began when the stream was last heard of.
fn lost(to: &Transaction<'_>, stream: &str, from: Timestamp, cause: &str, detail: &str) -> rusqlite::Result<()> {
    to.prepare_cached(
        "INSERT INTO windows(stream, from_at, from_version, cause, detail) \
         SELECT ?1, ?2, (SELECT version FROM streams WHERE name = ?1), ?3, ?4 \
         WHERE NOT EXISTS (SELECT 1 FROM windows WHERE stream = ?1 AND to_at IS NULL)",
    )?
    .execute(params![stream, millis(from), cause, detail])
    .map(drop)
}

/// The first text of a log stays unless a longer one of the same start comes.
fn log(to: &Transaction<'_>, at: Timestamp, row: &LogRow) -> rusqlite::Result<()> {
    to.prepare_cached(
        "INSERT INTO logs(pod, container, restart, at, text) VALUES(?1, ?2, ?3, ?4, ?5) \
         ON CONFLICT(pod, container, restart) DO UPDATE SET at = ?4, text = ?5 WHERE length(text) < length(?5)",
    )?
    .execute(params![row.pod, row.container, i64::try_from(row.restart).unwrap_or(i64::MAX), millis(at), row.text])
    .map(drop)
}

pub(super) fn millis(at: Timestamp) -> i64 {
    at.as_millisecond()
}

pub(super) fn time(millis: i64) -> Timestamp {
    Timestamp::from_millisecond(millis).unwrap_or(Timestamp::UNIX_EPOCH)
}
