//! What a proxy was told to do, and what it saw.
//!
//! Owns the keys by which requests are told apart, which fault is whose, and the counting.

use std::fmt;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::fault::Fault;

/// An answer is held back no longer than this for requests that do not come.
pub const HELD: Duration = Duration::from_secs(1);

/// What a request asks for: path and query. A page token is not part of it, as it is another one each time.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    /// This.
    Of(String),
    /// Anything.
    Any,
}

impl Key {
    /// The key of a path with its query.
    pub fn of(target: &str) -> Self {
        let Some((path, query)) = target.split_once('?') else { return Self::Of(target.to_owned()) };
        let part = |part: &str| if part.starts_with("continue=") { "continue=*".to_owned() } else { part.to_owned() };
        let query: Vec<String> = query.split('&').map(part).collect();
        Self::Of(format!("{path}?{}", query.join("&")))
    }

    /// The path.
    pub fn path(&self) -> &str {
        match self {
            Self::Of(target) => target.split('?').next().unwrap_or_default(),
            Self::Any => "",
        }
    }

    /// The path with its query.
    pub fn target(&self) -> &str {
        match self {
            Self::Of(target) => target,
            Self::Any => "*",
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.target())
    }
}

/// A request that came.
#[derive(Clone, Debug)]
pub struct Seen {
    /// For what.
    pub key: Key,
    /// When.
    pub at: Instant,
}

struct Rule {
    key: Key,
    fault: Fault,
    left: Option<usize>,
}

#[derive(Default)]
struct State {
    rules: Vec<Rule>,
    seen: Vec<Seen>,
    under_way: usize,
    most: usize,
    hold: Option<usize>,
    stopped: bool,
}

/// The script of one proxy.
#[derive(Default)]
pub struct Script {
    state: Mutex<State>,
    changed: Condvar,
}

impl Script {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn add(&self, key: Key, fault: Fault, times: Option<usize>) {
        self.state().rules.push(Rule { key, fault, left: times });
    }

    pub(super) fn hold(&self, more_than: usize) {
        self.state().hold = Some(more_than);
    }

    pub(super) fn seen(&self) -> Vec<Seen> {
        self.state().seen.clone()
    }

    pub(super) fn most(&self) -> usize {
        self.state().most
    }

    /// Notes a request, and says how it is to fail.
    pub(super) fn arrived(&self, key: &Key, at: Instant) -> Option<Fault> {
        let mut state = self.state();
        state.seen.push(Seen { key: key.clone(), at });
        state.under_way += 1;
        state.most = state.most.max(state.under_way);
        self.changed.notify_all();
        let mut rules = state.rules.iter_mut();
        let rule = rules.find(|rule| (rule.key == *key || rule.key == Key::Any) && rule.left != Some(0))?;
        if let Some(left) = &mut rule.left {
            *left -= 1;
        }
        Some(rule.fault.clone())
    }

    /// Waits until the answer may go out, from when on the request is no longer under way.
    pub(super) fn release(&self) {
        let mut state = self.state();
        if let Some(more_than) = state.hold {
            let wait = |state: &mut State| !state.stopped && state.most <= more_than;
            state = self.changed.wait_timeout_while(state, HELD, wait).unwrap_or_else(PoisonError::into_inner).0;
        }
        state.under_way -= 1;
    }

    /// A pause of a slow answer; `false` if the proxy has ended meanwhile.
    pub(super) fn pause(&self, length: Duration) -> bool {
        let waited = self.changed.wait_timeout_while(self.state(), length, |state| !state.stopped);
        !waited.unwrap_or_else(PoisonError::into_inner).0.stopped
    }

    pub(super) fn stopped(&self) -> bool {
        self.state().stopped
    }

    pub(super) fn stop(&self) {
        self.state().stopped = true;
        self.changed.notify_all();
    }
}

#[test]
fn a_page_token_is_not_part_of_the_key() {
    assert_eq!(Key::of("/a?limit=2&continue=xyz"), Key::Of("/a?limit=2&continue=*".to_owned()));
    assert_eq!(Key::of("/a").path(), "/a");
}
