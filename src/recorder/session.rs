//! One recording: from messages to batches of entries.
//!
//! Owns when a batch is written, and what a stream is known to have told. A version is written as reached only together
//! with all that was told up to it.

use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

use super::admit::Admission;
use super::logs::{Due, Wanted};
use crate::collect::Logs;
use crate::collect::admit::Door;
use crate::kinds::{Kinds, names};
use crate::model::{Gap, GroupKind, LogKey};
use crate::record::{Entry, LogRow, RecordError, Writer};
use crate::source::cluster::{Cause, Change, Feed, Followed, Message, Told};

/// A batch is written when it is so large, or so old.
const LARGE: usize = 1000;
const OLD: Duration = Duration::from_millis(200);
/// As often is looked how much room is left.
const LOOK: Duration = Duration::from_secs(5);
/// The wall clock may run ahead of the other so far: beyond that the machine slept.
const ASLEEP: SignedDuration = SignedDuration::from_secs(20);

/// What a recording is to keep.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Which logs.
    pub logs: Logs,
    /// Bytes that the record may have; when it has more, the oldest goes.
    pub most_bytes: u64,
}

/// How it goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Events and states heard.
    pub heard: u64,
    /// Streams of which nothing that was heard is written yet.
    pub silent: u64,
    /// Windows that are open: streams that are not heard any more.
    pub lost: u64,
    /// Windows there have been.
    pub windows: u64,
    /// Time from hearing to writing of the last batch.
    pub lag: Duration,
    /// Bytes of the record.
    pub bytes: u64,
    /// How long events live in this cluster, as measured; known at the end.
    pub event_lifetime: Option<Duration>,
}

struct Stream {
    name: String,
    kind: GroupKind,
    good_at: Timestamp,
    version: Option<String>,
    lost: bool,
    /// UIDs of the list under way.
    listing: Vec<String>,
    moved: bool,
    /// Whether anything was ever heard of it.
    heard: bool,
}

impl Stream {
    fn is_events(&self) -> bool {
        self.kind == names::EVENT
    }
}

/// One recording.
pub struct Session {
    writer: Writer,
    streams: Vec<Stream>,
    admission: Admission,
    settings: Settings,
    logs: Due,
    entries: Vec<Entry>,
    since: Instant,
    looked: Instant,
    clock: Option<(Timestamp, Instant)>,
    oldest: Option<Timestamp>,
    progress: Progress,
}

#[expect(clippy::disallowed_methods, reason = "an edge: batches are as old as the clock says")]
fn instant() -> Instant {
    Instant::now()
}

impl Session {
    /// Takes up the streams where the record left them. `followed` gets the versions to go on from.
    ///
    /// # Errors
    /// If the record cannot be written.
    pub fn new(
        mut writer: Writer,
        kinds: Kinds,
        door: Door,
        settings: Settings,
        followed: &mut [Followed],
        now: Timestamp,
    ) -> Result<Self, RecordError> {
        let mut streams = Vec::new();
        for followed in followed {
            let name = name_of(&kinds, followed);
            let left = writer.take_up(&name, &followed.kind, followed.namespace.as_deref())?;
            streams.push(Stream {
                name,
                kind: followed.kind.clone(),
                good_at: left.as_ref().map_or(now, |left| left.at),
                version: left.as_ref().map(|left| left.version.clone()),
                lost: left.is_some(),
                listing: Vec::new(),
                moved: false,
                heard: false,
            });
            followed.from = left.map(|left| left.version);
        }
        let windows = streams.iter().filter(|stream| stream.lost).count() as u64;
        let silent = streams.len() as u64;
        let start = instant();
        let mut session = Self {
            writer,
            streams,
            admission: Admission { door, kinds },
            settings,
            logs: Due::new(settings.logs),
            entries: Vec::new(),
            since: start,
            looked: start.checked_sub(LOOK).unwrap_or(start),
            clock: None,
            oldest: None,
            progress: Progress { silent, windows, ..Progress::default() },
        };
        let detail = format!("kubectl-mlop {}", env!("CARGO_PKG_VERSION"));
        session.entries.push(Entry::Note { at: now, what: "start", detail });
        session.flush(now)?;
        Ok(session)
    }

    /// Hears for at most `patience`, and writes what is due.
    ///
    /// # Errors
    /// If the record cannot be written.
    pub fn step(
        &mut self,
        feed: &mut Feed,
        patience: Duration,
        now: impl Fn() -> Timestamp,
    ) -> Result<(), RecordError> {
        self.look_at_clock(now());
        if let Some(message) = feed.next(patience.min(OLD)) {
            for wanted in self.hear(message) {
                feed.ask_log(wanted.key, wanted.restart);
            }
        }
        if self.entries.len() >= LARGE || self.since.elapsed() >= OLD {
            self.flush(now())?;
        }
        Ok(())
    }

    /// How it goes.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let lost = self.streams.iter().filter(|stream| stream.lost).count() as u64;
        Progress { lost, ..self.progress }
    }

    /// Ends it: writes what is left, and that it ended.
    ///
    /// # Errors
    /// If the record cannot be written.
    pub fn finish(mut self, now: Timestamp, cost: String) -> Result<Progress, RecordError> {
        self.entries.push(Entry::Note { at: now, what: "cost", detail: cost });
        self.entries.push(Entry::Note { at: now, what: "stop", detail: String::new() });
        self.flush(now)?;
        if let Some(life) = self.writer.event_lifetime()? {
            self.writer.set("event_ttl_ms", &life.as_millis().to_string())?;
            self.progress.event_lifetime = Some(life);
        }
        Ok(self.progress())
    }

    /// A machine that slept heard nothing, though no connection says so.
    fn look_at_clock(&mut self, now: Timestamp) {
        let (wall, steady) = *self.clock.get_or_insert((now, instant()));
        let steady = SignedDuration::try_from(steady.elapsed()).unwrap_or_default();
        if now.duration_since(wall) - steady > ASLEEP {
            for at in 0..self.streams.len() {
                self.lose(at, "asleep", "the machine slept");
            }
        }
        if steady > SignedDuration::from_secs(1) {
            self.clock = Some((now, instant()));
        }
    }

    fn heard(&mut self, place: usize) {
        if let Some(stream) = self.streams.get_mut(place) {
            stream.heard = true;
        }
    }

    fn lose(&mut self, place: usize, cause: &'static str, detail: &str) {
        let Some(stream) = self.streams.get_mut(place) else { return };
        // What was told so far was told: the window begins behind it. A list that broke off is told anew.
        stream.listing.clear();
        if let Some(version) = stream.version.clone().filter(|_| std::mem::take(&mut stream.moved)) {
            self.entries.push(Entry::Checkpoint { stream: stream.name.clone(), version, at: stream.good_at });
        }
        let detail = self.admission.door.text(detail).into_owned();
        self.entries.push(Entry::Lost { stream: stream.name.clone(), from: stream.good_at, cause, detail });
        self.progress.windows += u64::from(!std::mem::replace(&mut stream.lost, true));
    }

    fn find(&mut self, place: usize, at: Timestamp, version: Option<String>, filled: bool) {
        let Some(stream) = self.streams.get_mut(place).filter(|stream| stream.lost) else { return };
        stream.lost = false;
        self.entries.push(Entry::Found { stream: stream.name.clone(), at, version, filled });
    }

    /// What a message means. Gives the logs to be read now.
    fn hear(&mut self, message: Message) -> Vec<Wanted> {
        let Message { stream: place, at, told } = message;
        self.oldest.get_or_insert(at);
        match told {
            Told::Page(items) => {
                return items.into_iter().flat_map(|item| self.see(place, at, item, true)).collect();
            }
            Told::Changed(Change::Added | Change::Modified, value) => {
                self.find(place, at, None, true);
                return self.see(place, at, value, false);
            }
            Told::Changed(Change::Deleted, value) => {
                self.find(place, at, None, true);
                self.leave(place, at, value);
            }
            Told::Listed { version, complete } => self.listed(place, at, version, complete),
            Told::Bookmark(version) => {
                self.find(place, at, None, true);
                self.reach(place, at, version);
            }
            Told::Lost { cause, detail } => {
                if cause == Cause::Forbidden {
                    let detail = self.admission.door.text(&detail).into_owned();
                    self.entries.push(Entry::Note { at, what: "denied", detail });
                }
                self.lose(place, cause.word(), &detail);
            }
            Told::Resumed => {
                self.heard(place);
                self.find(place, at, None, true);
            }
            Told::Log { key, restart, text } => self.keep_log(at, key, restart, text),
        }
        Vec::new()
    }

    fn keep_log(&mut self, at: Timestamp, key: LogKey, restart: u64, text: Result<Option<String>, Gap>) {
        if !self.logs.still_of(&key, restart) {
            return;
        }
        match (text, &key.pod.uid) {
            (Ok(Some(text)), Some(pod)) if !text.is_empty() => {
                let text = self.admission.log(&text);
                let row = LogRow { pod: pod.clone(), container: key.container, restart, text };
                self.entries.push(Entry::Log(at, Box::new(row)));
            }
            (Err(gap), _) => {
                let why = gap.message.unwrap_or_else(|| gap.reason.words().to_owned());
                let detail = self.admission.door.text(&format!("log of {key}: {why}")).into_owned();
                self.entries.push(Entry::Note { at, what: "no-log", detail });
            }
            _ => {}
        }
    }

    /// A state or an event.
    fn see(&mut self, place: usize, at: Timestamp, value: Value, listed: bool) -> Vec<Wanted> {
        let Some(stream) = self.streams.get_mut(place) else { return Vec::new() };
        self.progress.heard += 1;
        let (name, mut wanted) = (stream.name.clone(), Vec::new());
        let (uid, version) = if stream.is_events() {
            let Some(row) = self.admission.event(value) else {
                self.unreadable(place, at);
                return Vec::new();
            };
            let identity = (row.uid.clone(), row.version.clone());
            self.entries.push(Entry::Event(name, at, Box::new(row)));
            identity
        } else {
            let Some((row, object)) = self.admission.state(value) else {
                self.unreadable(place, at);
                return Vec::new();
            };
            if object.is(&names::POD) {
                wanted = self.logs.look_at(&object);
            }
            let identity = (row.uid.clone(), row.version.clone());
            self.entries.push(Entry::State(name, at, Box::new(row)));
            identity
        };
        if listed {
            if let Some(stream) = self.streams.get_mut(place) {
                stream.listing.push(uid);
            }
        } else {
            self.reach(place, at, version);
        }
        wanted
    }

    fn unreadable(&mut self, place: usize, at: Timestamp) {
        let name = self.streams.get(place).map(|stream| stream.name.as_str()).unwrap_or_default();
        self.entries.push(Entry::Note { at, what: "unreadable", detail: format!("something of {name}") });
    }

    /// The last state, and that it left.
    fn leave(&mut self, place: usize, at: Timestamp, value: Value) {
        let is_events = self.streams.get(place).is_some_and(Stream::is_events);
        let text = |pointer: &str| value.pointer(pointer).and_then(Value::as_str).map(str::to_owned);
        let (uid, version) = (text("/metadata/uid"), text("/metadata/resourceVersion"));
        // The last state of an event has only another version: that of its end.
        if !is_events {
            // Its logs have gone with it.
            self.see(place, at, value, false);
        } else if let Some(version) = version {
            self.reach(place, at, version);
        }
        if let Some(uid) = uid {
            self.logs.forget(&uid);
            self.entries.push(Entry::Left { uid, at, how: "deleted", event: is_events });
        }
    }

    fn listed(&mut self, place: usize, at: Timestamp, version: String, complete: bool) {
        let Some(stream) = self.streams.get_mut(place) else { return };
        let uids = std::mem::take(&mut stream.listing);
        let (name, event) = (stream.name.clone(), stream.is_events());
        if complete {
            self.entries.push(Entry::Listed { stream: name, at, uids, event });
        }
        self.find(place, at, Some(version.clone()), false);
        self.reach(place, at, version);
    }

    fn reach(&mut self, place: usize, at: Timestamp, version: String) {
        self.heard(place);
        if let Some(stream) = self.streams.get_mut(place) {
            stream.good_at = at;
            stream.version = Some(version);
            stream.moved = true;
        }
    }

    /// Writes the batch, and up to where each stream is in it.
    fn flush(&mut self, now: Timestamp) -> Result<(), RecordError> {
        for stream in self.streams.iter_mut().filter(|stream| stream.moved) {
            stream.moved = false;
            if let Some(version) = stream.version.clone() {
                self.entries.push(Entry::Checkpoint { stream: stream.name.clone(), version, at: stream.good_at });
            }
        }
        self.writer.write_at(&self.entries, now)?;
        self.entries.clear();
        // Told only now: whoever is told may rely on it that it is written.
        self.progress.silent = self.streams.iter().filter(|stream| !stream.heard).count() as u64;
        if let Some(oldest) = self.oldest.take() {
            self.progress.lag = Duration::try_from(now.duration_since(oldest)).unwrap_or_default();
        }
        self.since = instant();
        if self.looked.elapsed() >= LOOK {
            self.looked = instant();
            self.progress.bytes = self.writer.used()?;
            let mut tries = 0;
            while self.progress.bytes > self.settings.most_bytes && tries < 10 && self.writer.evict(now)? > 0 {
                self.progress.bytes = self.writer.used()?;
                tries += 1;
            }
        }
        Ok(())
    }
}

/// Name of a stream: `pods/ml`, `nodes/`.
fn name_of(kinds: &Kinds, followed: &Followed) -> String {
    format!("{}/{}", kinds.resource(&followed.kind), followed.namespace.as_deref().unwrap_or_default())
}
