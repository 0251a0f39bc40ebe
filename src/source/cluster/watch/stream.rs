//! One stream: a list, then changes; and what is done when it breaks.
//!
//! Owns the version up to which everything was told. That a version is forgotten is normal life: etcd compacts every few
//! minutes, and a stream on which little happens grows old. Then it is listed anew, and whoever listens learns from when
//! to when something may have been missed.

use std::sync::Arc;
use std::time::Duration;

use http_body_util::BodyExt as _;
use serde_json::Value;
use tokio::sync::mpsc::Sender;
use tokio::time::{Instant, sleep, timeout, timeout_at};

use super::super::asker::Asker;
use super::super::now;
use super::super::pages::Paged;
use super::Followed;
use super::lines::{Line, Lines};
use super::message::{Cause, Message, Told};
use super::requests::{self, Opened};
use crate::kinds::names;
use crate::model::{Gap, GapReason};

/// First wait after a break, and the longest.
const FIRST_WAIT: Duration = Duration::from_millis(250);
const LONGEST_WAIT: Duration = Duration::from_secs(15);
/// Objects of a page that are told together.
const PIECE: usize = 16;
/// Who was refused asks again after this: rights are given by people.
const REFUSED_WAIT: Duration = Duration::from_secs(60);
/// A connection that was silent for so long after it was made had nothing to say of a forgotten version.
const SETTLED: Duration = Duration::from_secs(3);

/// How long a watch is asked to last, and how long it may be silent. Events have no bookmarks from which it could be seen
/// that the server still lives, so their watches are short.
struct Spans {
    last: Duration,
    silent: Duration,
    /// So old may the version of a quiet stream grow: etcd keeps the past for five minutes, as it is mostly set.
    quiet: Duration,
}

const EVENTS: Spans =
    Spans { last: Duration::from_secs(30), silent: Duration::from_secs(40), quiet: Duration::from_secs(120) };
const OTHERS: Spans =
    Spans { last: Duration::from_secs(240), silent: Duration::from_secs(100), quiet: Duration::from_secs(86_400) };

/// Nobody listens any more.
struct Deaf;

/// How a watch ended.
enum End {
    /// As it does after a while.
    Normal,
    /// The version is forgotten.
    Expired(String),
    /// Otherwise.
    Broken(Cause, String),
}

/// One stream.
pub(super) struct Stream {
    asker: Arc<Asker>,
    place: usize,
    followed: Followed,
    sender: Sender<Message>,
    spans: Spans,
    wait: Duration,
    /// Whether those who listen were told that nothing is heard.
    lost: bool,
    /// When the version last changed.
    moved: Instant,
}

impl Stream {
    pub(super) fn new(asker: Arc<Asker>, place: usize, followed: Followed, sender: Sender<Message>) -> Self {
        let spans = if followed.kind == names::EVENT { EVENTS } else { OTHERS };
        // One that goes on from an earlier process has been lost since then, and those who listen know it.
        let lost = followed.from.is_some();
        Self { asker, place, followed, sender, spans, wait: FIRST_WAIT, lost, moved: Instant::now() }
    }

    /// Goes on until nobody listens.
    pub(super) async fn run(mut self) {
        while self.round().await.is_ok() {}
    }

    async fn round(&mut self) -> Result<(), Deaf> {
        let Some(version) = self.followed.from.clone() else { return self.list().await };
        match self.watch(&version).await? {
            End::Normal if self.moved.elapsed() < self.spans.quiet => Ok(()),
            End::Normal => {
                self.lose(Cause::Refreshed, "a quiet stream is listed anew".to_owned()).await?;
                self.followed.from = None;
                Ok(())
            }
            End::Expired(detail) => {
                self.lose(Cause::Expired, detail).await?;
                self.followed.from = None;
                Ok(())
            }
            End::Broken(cause, detail) => self.fail(cause, detail).await,
        }
    }

    /// Lists, a page at a time.
    async fn list(&mut self) -> Result<(), Deaf> {
        let mut paged = Paged::new(self.followed.kind.clone(), self.followed.namespace.clone());
        loop {
            match paged.next(&self.asker).await {
                Ok(items) => {
                    let mut items = items.into_iter().peekable();
                    while items.peek().is_some() {
                        self.tell(Told::Page(items.by_ref().take(PIECE).collect())).await?;
                    }
                }
                Err(gap) => return self.fail(cause_of(&gap), words(gap)).await,
            }
            if let Some(version) = paged.end() {
                self.lost = false;
                self.wait = FIRST_WAIT;
                self.moved = Instant::now();
                self.followed.from = Some(version.clone());
                return self.tell(Told::Listed { version, complete: paged.complete() }).await;
            }
            if paged.ended() {
                let words = "the list names no version to go on from";
                return self.fail(Cause::Unreadable, words.to_owned()).await;
            }
        }
    }

    /// Hears changes until the watch ends.
    async fn watch(&mut self, version: &str) -> Result<End, Deaf> {
        let open = requests::watch(&self.asker, &self.followed, version, self.spans.last);
        let mut body = match timeout(self.spans.silent, open).await {
            Err(_) => return Ok(End::Broken(Cause::Network, "the watch was not answered in time".to_owned())),
            Ok(Opened::Body(body)) => body,
            Ok(Opened::Forgotten(detail)) => return Ok(End::Expired(detail)),
            Ok(Opened::Gap(gap)) => return Ok(End::Broken(cause_of(&gap), words(gap))),
        };
        let mut lines = Lines::default();
        let settled = Instant::now() + SETTLED;
        let mut heard = Instant::now();
        loop {
            let until = if self.lost { settled } else { heard + self.spans.silent };
            let frame = match timeout_at(until, body.frame()).await {
                Err(_) if self.lost => {
                    self.resume().await?;
                    continue;
                }
                Err(_) => return Ok(End::Broken(Cause::Network, "the connection fell silent".to_owned())),
                Ok(None) => return Ok(End::Normal),
                Ok(Some(Err(error))) => return Ok(End::Broken(Cause::Network, super::super::error::chain(&error))),
                Ok(Some(Ok(frame))) => frame,
            };
            heard = Instant::now();
            let Ok(data) = frame.into_data() else { continue };
            self.asker.client.heard(data.len());
            let Some(found) = lines.take(&data) else {
                return Ok(End::Broken(Cause::Unreadable, "a line of the watch does not end".to_owned()));
            };
            for line in found {
                if let Some(end) = self.line(line).await? {
                    return Ok(end);
                }
            }
        }
    }

    /// What one line means; an end, if it is one.
    async fn line(&mut self, line: Line) -> Result<Option<End>, Deaf> {
        let (version, told) = match line {
            Line::Error(410, message) => return Ok(Some(End::Expired(message))),
            Line::Error(403 | 401, message) => return Ok(Some(End::Broken(Cause::Forbidden, message))),
            Line::Error(_, message) => return Ok(Some(End::Broken(Cause::Network, message))),
            Line::Unreadable => {
                // What it said is unknown, so a list has to say it.
                self.followed.from = None;
                let detail = "a line of the watch cannot be read".to_owned();
                return Ok(Some(End::Broken(Cause::Unreadable, detail)));
            }
            Line::Bookmark(version) => (version.clone(), Told::Bookmark(version)),
            Line::Changed(change, object) => {
                let version = object.pointer("/metadata/resourceVersion").and_then(Value::as_str).unwrap_or_default();
                (version.to_owned(), Told::Changed(change, object))
            }
        };
        self.resume().await?;
        if !version.is_empty() {
            self.followed.from = Some(version);
            self.moved = Instant::now();
        }
        self.tell(told).await?;
        Ok(None)
    }

    /// It is heard again.
    async fn resume(&mut self) -> Result<(), Deaf> {
        self.wait = FIRST_WAIT;
        if std::mem::take(&mut self.lost) { self.tell(Told::Resumed).await } else { Ok(()) }
    }

    /// Says once that nothing is heard.
    async fn lose(&mut self, cause: Cause, detail: String) -> Result<(), Deaf> {
        self.lost = true;
        self.tell(Told::Lost { cause, detail }).await
    }

    /// Says so, and waits before the next try.
    async fn fail(&mut self, cause: Cause, detail: String) -> Result<(), Deaf> {
        self.lose(cause, detail).await?;
        let wait = if cause == Cause::Forbidden { REFUSED_WAIT } else { self.wait };
        self.wait = self.wait.saturating_mul(2).min(LONGEST_WAIT);
        sleep(wait).await;
        Ok(())
    }

    async fn tell(&self, told: Told) -> Result<(), Deaf> {
        self.sender.send(Message { stream: self.place, at: now(), told }).await.map_err(|_| Deaf)
    }
}

fn cause_of(gap: &Gap) -> Cause {
    match gap.reason {
        GapReason::Forbidden => Cause::Forbidden,
        GapReason::Unreadable => Cause::Unreadable,
        _ => Cause::Network,
    }
}

fn words(gap: Gap) -> String {
    gap.message.unwrap_or_else(|| gap.reason.words().to_owned())
}
