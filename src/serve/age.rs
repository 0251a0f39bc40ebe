//! How long ago, as the API server writes it into its tables.
//!
//! Coarser than the ages of our own reports from eight hours on: whoever compares a table with the server's should find the
//! same words.

use jiff::{SignedDuration, Timestamp};

/// An age, or `<unknown>` of what has no time.
pub(super) fn since(then: Option<Timestamp>, now: Timestamp) -> String {
    then.map_or_else(|| "<unknown>".to_owned(), |then| words(now.duration_since(then)))
}

/// A duration: two units where the larger is small, one elsewhere.
pub(super) fn words(duration: SignedDuration) -> String {
    let seconds = duration.as_secs();
    let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86_400);
    let pair = |big: i64, unit: &str, small: i64, small_unit: &str| {
        if small == 0 { format!("{big}{unit}") } else { format!("{big}{unit}{small}{small_unit}") }
    };
    match (seconds, minutes, hours) {
        (..-1, _, _) => "<invalid>".to_owned(),
        (..0, _, _) => "0s".to_owned(),
        (..120, _, _) => format!("{seconds}s"),
        (_, ..10, _) => pair(minutes, "m", seconds % 60, "s"),
        (_, ..180, _) => format!("{minutes}m"),
        (_, _, ..8) => pair(hours, "h", minutes % 60, "m"),
        (_, _, ..48) => format!("{hours}h"),
        (_, _, ..192) => pair(days, "d", hours % 24, "h"),
        (_, _, ..17_520) => format!("{days}d"),
        (_, _, ..70_080) => pair(days / 365, "y", days % 365, "d"),
        _ => format!("{}y", days / 365),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_the_servers() {
        let (minute, hour, day) = (60, 3600, 86_400);
        for (seconds, expected) in [
            (-5, "<invalid>"),
            (-1, "0s"),
            (119, "119s"),
            (2 * minute, "2m"),
            (9 * minute + 59, "9m59s"),
            (179 * minute, "179m"),
            (3 * hour, "3h"),
            (7 * hour + 5 * minute, "7h5m"),
            (8 * hour + 5 * minute, "8h"),
            (47 * hour, "47h"),
            (2 * day, "2d"),
            (7 * day + 3 * hour, "7d3h"),
            (8 * day + 3 * hour, "8d"),
            (729 * day, "729d"),
            (730 * day, "2y"),
            (800 * day, "2y70d"),
            (3000 * day, "8y"),
        ] {
            assert_eq!(words(SignedDuration::from_secs(seconds)), expected, "{seconds}");
        }
    }
}
