//! What goes out and what comes back, and what the headers of an answer say.
//!
//! Must never send anything.

#![expect(clippy::disallowed_methods, reason = "an edge: servers may name a time to come back at")]

use std::time::Duration;

use http::HeaderMap;
use http::header::{DATE, RETRY_AFTER, WARNING};
use jiff::Timestamp;
use jiff::fmt::rfc2822::DateTimeParser;

use super::error::{ConnectError, chain};
use super::setup;

/// No server is waited for longer than this, and it can be added to any time.
const DAY: Duration = Duration::from_secs(86_400);

/// What of an answer is kept.
#[derive(Clone, Copy, Debug)]
pub(super) enum Keep {
    /// All; an answer larger than this is not read.
    All(usize),
    /// The last bytes.
    Tail(usize),
}

/// One request.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    /// Path and query.
    pub path: String,
    /// What kinds of answer are taken.
    pub accept: &'static str,
    /// What of it is kept.
    pub keep: Keep,
}

/// An answer, of whatever status.
#[derive(Clone, Debug)]
pub(super) struct Reply {
    /// Status.
    pub status: u16,
    /// Body.
    pub body: Vec<u8>,
    /// Bytes that came, of which the body may be the end.
    pub bytes: u64,
    /// Wish of the server to be asked again, and when.
    pub retry_after: Option<Duration>,
}

/// No answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// None in time.
    Late(String),
    /// No connection.
    Unreachable(String),
    /// It broke off. Worth asking again.
    Cut(String),
    /// More than is read.
    TooLarge,
    /// Nothing to prove with who asks.
    Credentials(String),
    /// Nobody wants it any more.
    Stopped,
}

impl Reply {
    /// Whether to ask again is likely to help.
    pub(super) fn wants_again(&self) -> bool {
        matches!(self.status, 429 | 503 | 504) || self.status >= 500 && self.retry_after.is_some()
    }
}

impl Failure {
    /// As the end of a sentence.
    pub(super) fn words(&self) -> String {
        match self {
            Self::Late(why) | Self::Unreachable(why) | Self::Cut(why) | Self::Credentials(why) => why.clone(),
            Self::TooLarge => "the answer is larger than is read".to_owned(),
            Self::Stopped => "stopped by a signal before the answer came".to_owned(),
        }
    }
}

/// Why there is no answer. Only what broke off on the way is worth asking again.
pub(super) fn failure(error: &kube::Error) -> Failure {
    if setup::is_provider(error) {
        return Failure::Credentials(match setup::provider_failed() {
            ConnectError::Credentials { why, .. } => why,
            other => other.to_string(),
        });
    }
    let words = match error {
        kube::Error::Service(error) => chain(error.as_ref()),
        other => chain(other),
    };
    let lower = words.to_ascii_lowercase();
    let broken = ["connection reset", "connection closed before message", "broken pipe", "connection aborted"];
    if broken.iter().any(|sign| lower.contains(sign)) { Failure::Cut(words) } else { Failure::Unreachable(words) }
}

/// When the server wants to be asked again: in so many seconds, or from a time on.
pub(super) fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = text.parse::<u64>() {
        return Some(Duration::from_secs(seconds).min(DAY));
    }
    let until = parse(text)?.duration_since(Timestamp::now());
    Some(Duration::try_from(until).unwrap_or_default().min(DAY))
}

/// The server's clock.
pub(super) fn date(headers: &HeaderMap) -> Option<Timestamp> {
    parse(headers.get(DATE)?.to_str().ok()?)
}

/// What the server warns of.
pub(super) fn warnings(headers: &HeaderMap) -> Vec<String> {
    headers.get_all(WARNING).iter().filter_map(|value| warning(value.to_str().ok()?)).collect()
}

fn parse(text: &str) -> Option<Timestamp> {
    DateTimeParser::new().parse_timestamp(text).ok()
}

/// The text of a warning with code 299: `299 - "text"`.
fn warning(header: &str) -> Option<String> {
    let rest = header.trim().strip_prefix("299 ")?;
    let (_, quoted) = rest.split_once('"')?;
    let (text, _) = quoted.rsplit_once('"')?;
    Some(text.replace("\\\"", "\"").replace("\\\\", "\\"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_are_unquoted() {
        assert_eq!(warning(r#"299 - "v1beta1 \"X\" is deprecated""#).as_deref(), Some(r#"v1beta1 "X" is deprecated"#));
        assert_eq!(warning("110 - \"stale\""), None);
        assert_eq!(warning("299 -"), None);
    }

    #[test]
    fn the_servers_clock_is_read() {
        let at = parse("Tue, 15 Nov 1994 08:12:31 GMT").unwrap();
        assert_eq!(at.to_string(), "1994-11-15T08:12:31Z");
        assert_eq!(parse("yesterday"), None);
    }
}
