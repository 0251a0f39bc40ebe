//! Times as Kubernetes writes them, and how long ago as people say it.

use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

/// Reads an RFC 3339 time; anything else, and the zero time some controllers write, is no time.
#[must_use]
pub fn parse(value: &Value) -> Option<Timestamp> {
    parse_str(value.as_str()?)
}

/// [`parse`] for a plain string.
#[must_use]
pub fn parse_str(text: &str) -> Option<Timestamp> {
    let time: Timestamp = text.parse().ok()?;
    (time.as_second() > 0).then_some(time)
}

/// The time between two moments, never negative: clocks of two machines may disagree.
#[must_use]
pub fn between(from: Timestamp, to: Timestamp) -> SignedDuration {
    to.duration_since(from).max(SignedDuration::ZERO)
}

/// `42s`, `9m`, `3h12m`, `5d4h`: two units at most, as kubectl prints ages.
#[must_use]
pub fn human(duration: SignedDuration) -> String {
    let seconds = duration.as_secs().max(0);
    let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86400);
    let pair = |big: i64, big_unit: &str, small: i64, small_unit: &str| {
        if small == 0 { format!("{big}{big_unit}") } else { format!("{big}{big_unit}{small}{small_unit}") }
    };
    if seconds < 120 {
        format!("{seconds}s")
    } else if minutes < 10 {
        pair(minutes, "m", seconds % 60, "s")
    } else if minutes < 180 {
        format!("{minutes}m")
    } else if hours < 48 {
        pair(hours, "h", minutes % 60, "m")
    } else {
        pair(days, "d", hours % 24, "h")
    }
}

/// [`human`] of the time from `from` to `to`.
#[must_use]
pub fn age(from: Timestamp, to: Timestamp) -> String {
    human(between(from, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_read_as_kubectl_prints_them() {
        let cases = [
            (0, "0s"),
            (119, "119s"),
            (125, "2m5s"),
            (600, "10m"),
            (10_920, "3h2m"),
            (172_800, "2d"),
            (180_000, "2d2h"),
        ];
        for (seconds, text) in cases {
            assert_eq!(human(SignedDuration::from_secs(seconds)), text);
        }
    }

    #[test]
    fn zero_times_and_nonsense_are_no_times() {
        for text in ["0001-01-01T00:00:00Z", "1970-01-01T00:00:00Z", "yesterday", ""] {
            assert_eq!(parse_str(text), None);
        }
    }
}
