//! One request and its answer: limits, retries, counting.
//!
//! Owns how long and how often a server is asked; what may be sent at all is a matter of `request`. Must never judge what an
//! answer means, but for "ask again".

#![expect(clippy::disallowed_methods, reason = "an edge: time spent is measured here")]

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use http::header::AUTHORIZATION;
use http::{HeaderMap, Request, Response};
use http_body_util::BodyExt as _;
use jiff::Timestamp;
use kube::client::Body;
use tokio::sync::Semaphore;

use super::connection::Connection;
use super::credential::Credential;
use super::error::{ConnectError, chain};
use super::observer::{Observer, Sent};
use super::reply::{self, Failure, Keep, Reply, Wanted};
use super::request::{self, Outgoing};
use super::stop::Stop;
use crate::source::Spent;

/// As often is one thing asked for.
const TRIES: u32 = 5;
/// As long is a server waited for that fails everything. It is counted once for all requests, so that many rounds of
/// questions to a dead server don't add up.
const PATIENCE: Duration = Duration::from_secs(6);
const FIRST_WAIT: Duration = Duration::from_millis(200);
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// What was learned on the way.
#[derive(Debug, Default)]
struct Seen {
    date: Option<Timestamp>,
    warnings: Vec<String>,
    answered: bool,
    refused: Option<String>,
    failure: Option<Failure>,
    failing_since: Option<Instant>,
}

/// The client. Shared by all questions of a batch.
pub(super) struct Client {
    inner: kube::Client,
    credential: tokio::sync::Mutex<Credential>,
    permits: Semaphore,
    request_timeout: Option<Duration>,
    deadline: Option<Instant>,
    requests: AtomicU64,
    bytes: AtomicU64,
    retries: AtomicU64,
    throttled: AtomicU64,
    seen: Mutex<Seen>,
    observer: Option<Observer>,
    stop: Stop,
}

impl Client {
    pub(super) fn new(inner: kube::Client, credential: Credential, connection: &Connection) -> Self {
        Self {
            inner,
            credential: tokio::sync::Mutex::new(credential),
            permits: Semaphore::new(connection.in_flight.clamp(1, Semaphore::MAX_PERMITS)),
            request_timeout: connection.request_timeout.filter(|limit| !limit.is_zero()),
            deadline: connection
                .timeout
                .filter(|limit| !limit.is_zero())
                .and_then(|limit| Instant::now().checked_add(limit)),
            requests: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            retries: AtomicU64::new(0),
            throttled: AtomicU64::new(0),
            seen: Mutex::new(Seen::default()),
            observer: connection.on_request.clone(),
            stop: connection.stop.clone(),
        }
    }

    /// What it has cost so far.
    pub(super) fn spent(&self) -> Spent {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Spent {
            requests: read(&self.requests),
            bytes: read(&self.bytes),
            retries: read(&self.retries),
            throttled: read(&self.throttled),
        }
    }

    /// The server's clock when it first answered.
    pub(super) fn date(&self) -> Option<Timestamp> {
        self.seen().date
    }

    /// What the server warned of, each once.
    pub(super) fn warnings(&self) -> Vec<String> {
        self.seen().warnings.clone()
    }

    /// Adds a warning of our own.
    pub(super) fn warn(&self, text: String) {
        let mut seen = self.seen();
        if !seen.warnings.contains(&text) {
            seen.warnings.push(text);
        }
    }

    /// Why nothing was ever answered, if nothing was and something was asked.
    pub(super) fn trouble(&self) -> Option<ConnectError> {
        let seen = self.seen();
        if seen.answered {
            return None;
        }
        if let Some(message) = &seen.refused {
            return Some(ConnectError::Unauthorized(message.clone()));
        }
        seen.failure.as_ref().map(|failure| match failure {
            Failure::Credentials(why) => ConnectError::Credentials { why: why.clone(), install: None },
            other => ConnectError::Unreachable(other.words()),
        })
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads what stands at a path.
    pub(super) async fn get(&self, wanted: &Wanted) -> Result<Reply, Failure> {
        self.ask(Outgoing::Get(wanted)).await
    }

    /// Asks until there is an answer, patience ends, or nobody wants it any more.
    pub(super) async fn ask(&self, outgoing: Outgoing<'_>) -> Result<Reply, Failure> {
        tokio::select! {
            biased;
            () = self.stop.asked() => Err(Failure::Stopped),
            outcome = self.patiently(outgoing) => outcome,
        }
    }

    async fn patiently(&self, outgoing: Outgoing<'_>) -> Result<Reply, Failure> {
        let mut tries = 0;
        loop {
            let outcome = self.once(outgoing).await;
            tries += 1;
            let Some(wait) = self.wait_before_next(&outcome, tries) else {
                self.note(&outcome);
                return outcome;
            };
            self.retries.fetch_add(1, Ordering::Relaxed);
            tokio::time::sleep(wait).await;
        }
    }

    /// How long to wait before the next try, if there is to be one.
    fn wait_before_next(&self, outcome: &Result<Reply, Failure>, tries: u32) -> Option<Duration> {
        let asked_to = match outcome {
            Ok(reply) if reply.wants_again() => reply.retry_after,
            Err(Failure::Cut(_)) => None,
            Ok(_) => {
                self.seen().failing_since = None;
                return None;
            }
            Err(_) => return None,
        };
        let now = Instant::now();
        let failing_for = now.duration_since(*self.seen().failing_since.get_or_insert(now));
        // A little apart from each other, so that they don't all come back at once.
        let apart = Duration::from_millis(self.requests.load(Ordering::Relaxed) * 37 % 100);
        let doubled = FIRST_WAIT.saturating_mul(1 << tries.saturating_sub(1).min(8)).min(LONGEST_WAIT);
        let wait = asked_to.unwrap_or(doubled + apart);
        let in_time = self.deadline.is_none_or(|deadline| now + wait < deadline);
        (tries < TRIES && failing_for + wait <= PATIENCE && in_time).then_some(wait)
    }

    /// Remembers whether there is a server that answers.
    fn note(&self, outcome: &Result<Reply, Failure>) {
        let mut seen = self.seen();
        match outcome {
            Ok(reply) if reply.status == 401 => {
                let message = super::status::message(&reply.body).unwrap_or_else(|| "Unauthorized".to_owned());
                seen.refused.get_or_insert(message);
            }
            Ok(_) => seen.answered = true,
            Err(failure) => {
                seen.failure.get_or_insert_with(|| failure.clone());
            }
        }
    }

    async fn once(&self, outgoing: Outgoing<'_>) -> Result<Reply, Failure> {
        let out_of_time = || Failure::Late("not asked any more: the time for all requests is used up".to_owned());
        let permit = async {
            let permit = self.permits.acquire().await;
            permit.map_err(|_| Failure::Unreachable("the client is closed".to_owned()))
        };
        let _permit = match self.left() {
            None => permit.await?,
            Some(left) if left.is_zero() => return Err(out_of_time()),
            Some(left) => tokio::time::timeout(left, permit).await.map_err(|_| out_of_time())??,
        };
        let left = self.left();
        if left.is_some_and(|left| left.is_zero()) {
            return Err(out_of_time());
        }
        let start = Instant::now();
        let outcome = match self.request_timeout.into_iter().chain(left).min() {
            None => self.exchange(outgoing).await,
            Some(limit) => tokio::time::timeout(limit, self.exchange(outgoing))
                .await
                .unwrap_or_else(|_| Err(Failure::Late(format!("no answer within {:.1} s", limit.as_secs_f64())))),
        };
        if let Some(observer) = &self.observer {
            let told = outcome.as_ref().map(|reply| (reply.status, reply.bytes)).map_err(Failure::words);
            let (method, path) = (outgoing.name(), outgoing.path().to_owned());
            observer.tell(&Sent { method, path, outcome: told, took: start.elapsed() });
        }
        outcome
    }

    /// Time left for all requests.
    fn left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    async fn exchange(&self, outgoing: Outgoing<'_>) -> Result<Reply, Failure> {
        let response = self.send(outgoing.request()?).await?;
        self.rest(response, outgoing.keep()).await
    }

    /// Begins to read a path, as far as the headers: for what goes on for as long as somebody listens.
    pub(super) async fn open(&self, path: &str, accept: &'static str) -> Result<Response<Body>, Failure> {
        self.send(request::get(path, accept)?).await
    }

    /// Sends a request, and gives its answer as far as the headers.
    async fn send(&self, mut request: Request<Body>) -> Result<Response<Body>, Failure> {
        let header = self.credential.lock().await.header().await;
        match header {
            Ok(Some(header)) => drop(request.headers_mut().insert(AUTHORIZATION, header)),
            Ok(None) => {}
            Err(ConnectError::Credentials { why, .. }) => return Err(Failure::Credentials(why)),
            Err(other) => return Err(Failure::Credentials(other.to_string())),
        }
        self.requests.fetch_add(1, Ordering::Relaxed);
        let response = self.inner.send(request).await.map_err(|error| reply::failure(&error))?;
        if response.status() == 429 {
            self.throttled.fetch_add(1, Ordering::Relaxed);
        }
        self.heed(response.headers());
        Ok(response)
    }

    /// What is left of an answer of which only the headers were read.
    pub(super) async fn rest(&self, response: Response<Body>, keep: Keep) -> Result<Reply, Failure> {
        let (status, retry_after) = (response.status().as_u16(), reply::retry_after(response.headers()));
        let (body, bytes) = self.read(response, keep).await?;
        Ok(Reply { status, body, bytes, retry_after })
    }

    /// Counts a piece of an answer that is read elsewhere.
    pub(super) fn heard(&self, bytes: usize) {
        self.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// The server's clock and its warnings.
    fn heed(&self, headers: &HeaderMap) {
        let mut seen = self.seen();
        if seen.date.is_none() {
            seen.date = reply::date(headers);
        }
        drop(seen);
        reply::warnings(headers).into_iter().for_each(|text| self.warn(text));
    }

    /// What is kept of a body, and how large it was.
    async fn read(&self, response: Response<Body>, keep: Keep) -> Result<(Vec<u8>, u64), Failure> {
        let mut body = response.into_body();
        let mut bytes = 0;
        let mut kept: Vec<u8> = Vec::new();
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|error| Failure::Cut(format!("the answer broke off: {}", chain(&error))))?;
            let Ok(data) = frame.into_data() else { continue };
            bytes += data.len() as u64;
            self.bytes.fetch_add(data.len() as u64, Ordering::Relaxed);
            kept.extend_from_slice(&data);
            match keep {
                Keep::All(most) if kept.len() > most => return Err(Failure::TooLarge),
                Keep::Tail(most) if kept.len() > most.saturating_mul(2) => drop(kept.drain(..kept.len() - most)),
                _ => {}
            }
        }
        if let Keep::Tail(most) = keep
            && kept.len() > most
        {
            kept.drain(..kept.len() - most);
        }
        Ok((kept, bytes))
    }
}
