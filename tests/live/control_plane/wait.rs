//! Waiting for something to become true.
//!
//! Owns the deadline: generous, for machines that are busy with other things.

use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long a test waits for anything.
const LIMIT: Duration = Duration::from_secs(180);

/// How long between two looks.
const PAUSE: Duration = Duration::from_millis(50);

/// Looks until there is something to see.
///
/// # Panics
/// When the deadline has passed.
pub fn until<T>(what: &str, look: impl FnMut() -> Option<T>) -> T {
    within(LIMIT, look).unwrap_or_else(|| panic!("waited {} s in vain for {what}", LIMIT.as_secs()))
}

/// Looks until there is something to see, or the time is up.
pub fn within<T>(limit: Duration, mut look: impl FnMut() -> Option<T>) -> Option<T> {
    let start = Instant::now();
    loop {
        if let Some(seen) = look() {
            return Some(seen);
        }
        if start.elapsed() > limit {
            return None;
        }
        sleep(PAUSE);
    }
}
