//! What is told of each request to whoever wants to watch.
//!
//! Owns the words. Must never hold a header: tokens travel there.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// A request that has ended, well or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    /// Method.
    pub method: &'static str,
    /// Path and query.
    pub path: String,
    /// Status and bytes of the answer, or why there is none.
    pub outcome: Result<(u16, u64), String>,
    /// How long it took.
    pub took: Duration,
}

impl fmt::Display for Sent {
    /// `GET /api/v1/nodes?limit=500 200 in 12 ms, 3456 bytes`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { method, path, .. } = self;
        let millis = self.took.as_millis();
        match &self.outcome {
            Ok((status, bytes)) => write!(f, "{method} {path} {status} in {millis} ms, {bytes} bytes"),
            Err(why) => write!(f, "{method} {path} failed in {millis} ms: {why}"),
        }
    }
}

/// Whoever watches.
#[derive(Clone)]
pub struct Observer(Arc<dyn Fn(&Sent) + Send + Sync>);

impl Observer {
    /// Calls this after each request, from any thread.
    pub fn new(tell: impl Fn(&Sent) + Send + Sync + 'static) -> Self {
        Self(Arc::new(tell))
    }

    pub(super) fn tell(&self, sent: &Sent) {
        (self.0)(sent);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_one_line() {
        let path = || "/api?limit=5".to_owned();
        let sent = |outcome| Sent { method: "GET", path: path(), outcome, took: Duration::from_millis(12) };
        assert_eq!(sent(Ok((200, 7))).to_string(), "GET /api?limit=5 200 in 12 ms, 7 bytes");
        assert_eq!(sent(Err("refused".to_owned())).to_string(), "GET /api?limit=5 failed in 12 ms: refused");
    }
}
