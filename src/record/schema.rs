//! The tables. Times are milliseconds since 1970 by the recorder's clock, corrected by nothing; texts are JSON as the API
//! gives it, after the door. `sqlite3 FILE .schema` shows this.

/// Format of the file, as `PRAGMA user_version`.
pub(super) const FORMAT: i64 = 1;

/// Marks the file among SQLite's own, as `PRAGMA application_id`: "mlop".
pub(super) const APPLICATION: i64 = 0x6d6c_6f70;

/// Key of `meta`: the policies that the content went through, as JSON.
pub(super) const POLICIES: &str = "redaction_policies";

pub(super) const TABLES: &str = "
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
-- What is watched, the version up to which all of it is in here, and when that was heard.
CREATE TABLE streams(name TEXT PRIMARY KEY, kind TEXT NOT NULL, grp TEXT NOT NULL, namespace TEXT, version TEXT,
  good_at INTEGER, listed_at INTEGER) WITHOUT ROWID;
-- One row an object; left_at is when it left the API, as far as that is known.
CREATE TABLE objects(uid TEXT PRIMARY KEY, stream TEXT NOT NULL, kind TEXT NOT NULL, grp TEXT NOT NULL, namespace TEXT,
  name TEXT NOT NULL, controller TEXT, first_at INTEGER NOT NULL, last_at INTEGER NOT NULL, left_at INTEGER, left_how TEXT,
  digest BLOB NOT NULL) WITHOUT ROWID;
CREATE INDEX objects_by_name ON objects(kind, grp, namespace, name);
CREATE INDEX objects_by_stream ON objects(stream) WHERE left_at IS NULL;
-- Its distinct versions.
CREATE TABLE states(uid TEXT NOT NULL, version TEXT NOT NULL, at INTEGER NOT NULL, doc TEXT NOT NULL,
  redactions TEXT NOT NULL);
CREATE UNIQUE INDEX states_by_version ON states(uid, version);
CREATE INDEX states_by_time ON states(uid, at);
-- Every version of every event. Several rows of one uid are one event: its occurrences are its count, not its rows.
CREATE TABLE events(uid TEXT NOT NULL, version TEXT NOT NULL, at INTEGER NOT NULL, stream TEXT NOT NULL, kind TEXT NOT NULL,
  grp TEXT NOT NULL, namespace TEXT, name TEXT NOT NULL, about TEXT, count INTEGER NOT NULL, last INTEGER, doc TEXT NOT NULL,
  left_at INTEGER, left_how TEXT);
CREATE UNIQUE INDEX events_by_version ON events(uid, version);
CREATE INDEX events_by_object ON events(name, kind);
CREATE INDEX events_by_stream ON events(stream) WHERE left_at IS NULL;
-- restart: how often the container had been started anew when it wrote this.
CREATE TABLE logs(pod TEXT NOT NULL, container TEXT NOT NULL, restart INTEGER NOT NULL, at INTEGER NOT NULL,
  text TEXT NOT NULL, PRIMARY KEY(pod, container, restart)) WITHOUT ROWID;
-- When nothing was heard of a stream. filled: the server gave all of it later, so nothing is missing. Otherwise versions
-- between from_version and to_version may be.
CREATE TABLE windows(id INTEGER PRIMARY KEY, stream TEXT NOT NULL, from_at INTEGER NOT NULL, to_at INTEGER,
  from_version TEXT, to_version TEXT, cause TEXT NOT NULL, filled INTEGER NOT NULL DEFAULT 0, detail TEXT NOT NULL DEFAULT '');
-- Starts, stops, evictions, costs, refusals.
CREATE TABLE journal(id INTEGER PRIMARY KEY, at INTEGER NOT NULL, what TEXT NOT NULL, detail TEXT NOT NULL);
";
