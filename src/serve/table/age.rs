//! How long ago, in the words of an API server's tables.
//!
//! These are the very words that the server prints, and so differ from [`crate::model::time::human`], which tells people
//! more of what is older than eight hours.

use jiff::Timestamp;
use serde_json::Value;

use crate::model::Object;

/// The age of an object.
pub(super) fn of(object: &Object, now: Timestamp) -> Value {
    Value::from(since(object.created(), now))
}

/// How long ago a time was; `<unknown>` of none.
pub(super) fn since(time: Option<Timestamp>, now: Timestamp) -> String {
    time.map_or_else(|| "<unknown>".to_owned(), |time| between(time, now))
}

/// How long it was from one time to another.
pub(super) fn between(from: Timestamp, to: Timestamp) -> String {
    let seconds = to.duration_since(from).as_secs();
    let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86400);
    let pair = |big: i64, big_unit: char, small: i64, small_unit: char| match small {
        0 => format!("{big}{big_unit}"),
        _ => format!("{big}{big_unit}{small}{small_unit}"),
    };
    match seconds {
        // Two clocks may disagree by a second.
        ..-1 => "<invalid>".to_owned(),
        -1 => "0s".to_owned(),
        0..120 => format!("{seconds}s"),
        _ if minutes < 10 => pair(minutes, 'm', seconds % 60, 's'),
        _ if minutes < 180 => format!("{minutes}m"),
        _ if hours < 8 => pair(hours, 'h', minutes % 60, 'm'),
        _ if hours < 48 => format!("{hours}h"),
        _ if days < 8 => pair(days, 'd', hours % 24, 'h'),
        _ if days < 365 * 2 => format!("{days}d"),
        _ if days < 365 * 8 => pair(days / 365, 'y', days % 365, 'd'),
        _ => format!("{}y", days / 365),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_read_as_a_server_prints_them() {
        let now: Timestamp = "2026-11-30T12:00:00Z".parse().unwrap();
        let (minute, hour, day) = (60, 3600, 86400);
        for (seconds, age) in [
            (-5, "<invalid>"),
            (-1, "0s"),
            (0, "0s"),
            (119, "119s"),
            (120, "2m"),
            (9 * minute + 59, "9m59s"),
            (10 * minute, "10m"),
            (179 * minute, "179m"),
            (3 * hour, "3h"),
            (7 * hour + 59 * minute, "7h59m"),
            (8 * hour + 59 * minute, "8h"),
            (47 * hour, "47h"),
            (49 * hour, "2d1h"),
            (8 * day + hour, "8d"),
            (2 * 365 * day, "2y"),
            (2 * 365 * day + day, "2y1d"),
            (9 * 365 * day, "9y"),
        ] {
            let then = now - jiff::SignedDuration::from_secs(seconds);
            assert_eq!(since(Some(then), now), age);
        }
        assert_eq!(since(None, now), "<unknown>");
    }
}
