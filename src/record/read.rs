//! Reading: rows as they are, by name, by UID and by time.
//!
//! Must never judge what they mean for a question: that is the view's.

use std::path::Path;

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension as _, Row, ToSql, params};
use serde_json::Value;

use super::error::RecordError;
use super::file::open_to_read;
use super::rows::Window;
use super::schema::POLICIES;
use super::writer::{millis, time};
use crate::collect::admit::PolicyNote;
use crate::model::{GroupKind, ObjectKey};

/// An open record.
pub struct Reader {
    database: Connection,
}

/// How much a record holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// Objects.
    pub objects: u64,
    /// Their versions.
    pub states: u64,
    /// Versions of events.
    pub events: u64,
    /// Logs.
    pub logs: u64,
    /// Windows in which something may be missing.
    pub windows: u64,
}

/// An object, as the record knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub key: ObjectKey,
    pub uid: String,
    pub controller: Option<String>,
    pub first: Timestamp,
    pub left: Option<Timestamp>,
}

/// How a kind is watched in a place.
#[derive(Clone, Debug)]
pub(super) struct Coverage {
    pub stream: String,
    pub listed: Option<Timestamp>,
}

const KNOWN: &str = "SELECT uid, kind, grp, namespace, name, controller, first_at, left_at FROM objects";

impl Reader {
    /// Opens a record. Others may write it meanwhile.
    ///
    /// # Errors
    /// If it cannot be read or is none.
    pub fn open(path: &Path) -> Result<Self, RecordError> {
        Ok(Self { database: open_to_read(path)? })
    }

    /// A thing that is said about the whole record.
    ///
    /// # Errors
    /// If the database refuses.
    pub fn meta(&self, key: &str) -> Result<Option<String>, RecordError> {
        let found = self.database.query_row("SELECT value FROM meta WHERE key = ?1", [key], |row| row.get(0));
        Ok(found.optional()?)
    }

    /// Policies that its content went through. Of a note that cannot be read nothing is let through.
    ///
    /// # Errors
    /// If the database refuses.
    pub fn policies(&self) -> Result<Vec<PolicyNote>, RecordError> {
        Ok(self.meta(POLICIES)?.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }

    /// When the recorder last wrote.
    ///
    /// # Errors
    /// If the database refuses.
    pub fn last_alive(&self) -> Result<Option<Timestamp>, RecordError> {
        Ok(self.meta("alive_at")?.and_then(|text| text.parse().ok()).map(time))
    }

    /// How much it holds.
    ///
    /// # Errors
    /// If the database refuses.
    pub fn sizes(&self) -> Result<Sizes, RecordError> {
        let count = |from: &str| -> rusqlite::Result<u64> {
            let count: i64 = self.database.query_row(&format!("SELECT count(*) FROM {from}"), [], |row| row.get(0))?;
            Ok(u64::try_from(count).unwrap_or(0))
        };
        Ok(Sizes {
            objects: count("objects")?,
            states: count("states")?,
            events: count("events")?,
            logs: count("logs")?,
            windows: count("windows WHERE filled = 0")?,
        })
    }

    /// The windows of all streams, oldest first.
    ///
    /// # Errors
    /// If the database refuses.
    pub fn windows(&self) -> Result<Vec<Window>, RecordError> {
        let mut found = self.database.prepare_cached(
            "SELECT stream, from_at, to_at, from_version, to_version, cause, filled FROM windows ORDER BY from_at, id",
        )?;
        let rows = found.query_map([], |row| {
            Ok(Window {
                stream: row.get(0)?,
                from: time(row.get(1)?),
                to: row.get::<_, Option<i64>>(2)?.map(time),
                from_version: row.get(3)?,
                to_version: row.get(4)?,
                cause: row.get(5)?,
                filled: row.get(6)?,
            })
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Every version of every event: its UID and the version.
    ///
    /// # Errors
    /// If the database refuses.
    pub fn event_versions(&self) -> Result<Vec<(String, String)>, RecordError> {
        let mut found = self.database.prepare_cached("SELECT uid, version FROM events")?;
        let rows = found.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Whether the file is whole: by SQLite's own check, and every document readable.
    ///
    /// # Errors
    /// With what is wrong.
    pub fn check(&self) -> Result<(), RecordError> {
        let found: String = self.database.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
        let torn: i64 = self.database.query_row(
            "SELECT (SELECT count(*) FROM events WHERE NOT json_valid(doc)) + (SELECT count(*) FROM states WHERE NOT json_valid(doc))",
            [],
            |row| row.get(0),
        )?;
        match (found.as_str(), torn) {
            ("ok", 0) => Ok(()),
            ("ok", torn) => Err(RecordError::NoRecord(format!("{torn} documents are torn"))),
            (other, _) => Err(RecordError::NoRecord(other.to_owned())),
        }
    }

    /// Objects of a kind that were there by then: in a namespace, of a name, if these are given.
    pub(super) fn of_kind(
        &self,
        kind: &GroupKind,
        namespace: Option<&str>,
        name: Option<&str>,
        by: Timestamp,
    ) -> Result<Vec<Known>, RecordError> {
        let which = "kind = ?3 AND grp = ?4 AND (?5 IS NULL OR name = ?5)";
        self.known(which, params![namespace, millis(by), kind.kind, kind.group, name])
    }

    /// Objects of any kind with this name.
    pub(super) fn named(&self, namespace: Option<&str>, name: &str, by: Timestamp) -> Result<Vec<Known>, RecordError> {
        self.known("name = ?3", params![namespace, millis(by), name])
    }

    /// All objects of a namespace, or all.
    pub(super) fn all(&self, namespace: Option<&str>, by: Timestamp) -> Result<Vec<Known>, RecordError> {
        self.known("TRUE", params![namespace, millis(by)])
    }

    /// Objects that are `which`, and were in a namespace (the first value) by a time (the second).
    fn known(&self, which: &str, values: &[&dyn ToSql]) -> Result<Vec<Known>, RecordError> {
        let sql = format!(
            "{KNOWN} WHERE {which} AND (?1 IS NULL OR namespace = ?1) AND first_at <= ?2 ORDER BY kind, name, uid"
        );
        let mut found = self.database.prepare_cached(&sql)?;
        let rows = found.query_map(values, known)?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// The object of this UID.
    pub(super) fn of_uid(&self, uid: &str) -> Result<Option<Known>, RecordError> {
        let mut found = self.database.prepare_cached(&format!("{KNOWN} WHERE uid = ?1"))?;
        Ok(found.query_row([uid], known).optional()?)
    }

    /// The state of an object at a time.
    pub(super) fn state(&self, uid: &str, at: Timestamp) -> Result<Option<Value>, RecordError> {
        let mut found = self.database.prepare_cached(
            "SELECT doc FROM states WHERE uid = ?1 AND at <= ?2 ORDER BY at DESC, rowid DESC LIMIT 1",
        )?;
        let doc: Option<String> = found.query_row(params![uid, millis(at)], |row| row.get(0)).optional()?;
        Ok(doc.and_then(|doc| serde_json::from_str(&doc).ok()))
    }

    /// Since when somebody has been deleting an object, by then.
    pub(super) fn deleting_since(&self, uid: &str, by: Timestamp) -> Result<Option<Timestamp>, RecordError> {
        let mut found = self.database.prepare_cached(
            "SELECT min(at) FROM states WHERE uid = ?1 AND at <= ?2 AND json_extract(doc, '$.metadata.deletionTimestamp') IS NOT NULL",
        )?;
        let at: Option<i64> = found.query_row(params![uid, millis(by)], |row| row.get(0))?;
        Ok(at.map(time))
    }

    /// Events about an object by then, each in its last version, and whether it has left the API.
    pub(super) fn events(&self, of: &ObjectKey, by: Timestamp) -> Result<Vec<(Value, bool)>, RecordError> {
        let mut found = self.database.prepare_cached(
            "SELECT doc, left_at IS NOT NULL AND left_at <= ?4, uid FROM events WHERE name = ?1 AND kind = ?2 \
             AND namespace IS ?3 AND at <= ?4 ORDER BY uid, length(version), version",
        )?;
        let rows = found.query_map(params![of.name, of.kind.kind, of.namespace, millis(by)], |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, bool>(1)?, row.get::<_, String>(2)?))
        })?;
        let mut last: Vec<(String, String, bool)> = Vec::new();
        for row in rows {
            let (doc, left, uid) = row?;
            match last.last_mut() {
                Some(known) if known.0 == uid => *known = (uid, doc, left),
                _ => last.push((uid, doc, left)),
            }
        }
        Ok(last.into_iter().filter_map(|(_, doc, left)| Some((serde_json::from_str(&doc).ok()?, left))).collect())
    }

    /// The log of one start of a container.
    pub(super) fn log(&self, pod: &str, container: &str, restart: u64) -> Result<Option<String>, RecordError> {
        let mut found =
            self.database.prepare_cached("SELECT text FROM logs WHERE pod = ?1 AND container = ?2 AND restart = ?3")?;
        let restart = i64::try_from(restart).unwrap_or(i64::MAX);
        Ok(found.query_row(params![pod, container, restart], |row| row.get(0)).optional()?)
    }

    /// Which stream hears of a kind in a namespace.
    pub(super) fn coverage(&self, kind: &GroupKind, namespace: Option<&str>) -> Result<Option<Coverage>, RecordError> {
        let mut found = self.database.prepare_cached(
            "SELECT name, listed_at FROM streams WHERE kind = ?1 AND grp = ?2 AND (namespace IS NULL OR namespace = ?3) \
             ORDER BY listed_at IS NULL, namespace LIMIT 1",
        )?;
        let row = found.query_row(params![kind.kind, kind.group, namespace], |row| {
            Ok(Coverage { stream: row.get(0)?, listed: row.get::<_, Option<i64>>(1)?.map(time) })
        });
        Ok(row.optional()?)
    }

    /// Whether something of a stream may be missing between two times.
    pub(super) fn is_blind(&self, stream: &str, from: Timestamp, to: Timestamp) -> Result<bool, RecordError> {
        let mut found = self.database.prepare_cached(
            "SELECT count(*) FROM windows WHERE stream = ?1 AND filled = 0 AND from_at <= ?3 AND (to_at IS NULL OR to_at >= ?2)",
        )?;
        Ok(found.query_row(params![stream, millis(from), millis(to)], |row| row.get::<_, i64>(0))? > 0)
    }
}

fn known(row: &Row<'_>) -> rusqlite::Result<Known> {
    let uid: String = row.get(0)?;
    let (kind, group): (String, String) = (row.get(1)?, row.get(2)?);
    Ok(Known {
        key: ObjectKey {
            kind: GroupKind { group: group.into(), kind: kind.into() },
            namespace: row.get(3)?,
            name: row.get(4)?,
            uid: Some(uid.clone()),
        },
        uid,
        controller: row.get(5)?,
        first: time(row.get(6)?),
        left: row.get::<_, Option<i64>>(7)?.map(time),
    })
}
