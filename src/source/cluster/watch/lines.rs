//! From the pieces of a body to the lines of a watch.

use serde::Deserialize;
use serde_json::Value;

use super::message::Change;

/// Longer lines are no objects of an API server: etcd takes none over a few megabytes.
const LONGEST: usize = 16 << 20;

/// What one line says.
#[derive(Debug, PartialEq)]
pub(super) enum Line {
    Changed(Change, Value),
    Bookmark(String),
    /// A `Status` in place of an object: its code and message.
    Error(u64, String),
    Unreadable,
}

#[derive(Deserialize)]
struct Raw {
    #[serde(rename = "type")]
    kind: String,
    object: Value,
}

/// Collects pieces until a line is whole.
#[derive(Default)]
pub(super) struct Lines {
    rest: Vec<u8>,
}

impl Lines {
    /// Takes a piece; gives the lines that are whole with it, or none if one is longer than any can be.
    pub(super) fn take(&mut self, piece: &[u8]) -> Option<Vec<Line>> {
        let mut lines = Vec::new();
        let mut piece = piece;
        while let Some(end) = piece.iter().position(|byte| *byte == b'\n') {
            let (line, rest) = piece.split_at(end);
            piece = rest.get(1..).unwrap_or_default();
            if self.rest.is_empty() {
                lines.extend(read(line));
            } else {
                self.rest.extend_from_slice(line);
                lines.extend(read(&self.rest));
                self.rest.clear();
            }
        }
        self.rest.extend_from_slice(piece);
        (self.rest.len() <= LONGEST).then_some(lines)
    }
}

fn read(line: &[u8]) -> Option<Line> {
    if line.trim_ascii().is_empty() {
        return None;
    }
    let Ok(raw) = serde_json::from_slice::<Raw>(line) else { return Some(Line::Unreadable) };
    let text = |pointer: &str| raw.object.pointer(pointer).and_then(Value::as_str).unwrap_or_default().to_owned();
    Some(match raw.kind.as_str() {
        "ADDED" => Line::Changed(Change::Added, raw.object),
        "MODIFIED" => Line::Changed(Change::Modified, raw.object),
        "DELETED" => Line::Changed(Change::Deleted, raw.object),
        "BOOKMARK" => Line::Bookmark(text("/metadata/resourceVersion")),
        "ERROR" => Line::Error(raw.object.pointer("/code").and_then(Value::as_u64).unwrap_or(0), text("/message")),
        _ => Line::Unreadable,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn lines_are_whole_however_they_are_cut() {
        let text = b"{\"type\":\"ADDED\",\"object\":{\"a\":1}}\n\n{\"type\":\"BOOKMARK\",\"object\":{\"metadata\":{\"resourceVersion\":\"7\"}}}\n{\"type\":\"ERROR\",\"object\":{\"code\":410,\"message\":\"too old\"}}\n{\"type\":\"DELE";
        let expected = [
            Line::Changed(Change::Added, json!({"a": 1})),
            Line::Bookmark("7".to_owned()),
            Line::Error(410, "too old".to_owned()),
        ];
        for size in 1..text.len() {
            let mut lines = Lines::default();
            let found: Vec<Line> = text.chunks(size).flat_map(|piece| lines.take(piece).unwrap()).collect();
            assert_eq!(found, expected, "pieces of {size}");
        }
    }

    #[test]
    fn what_is_no_line_of_a_watch_is_said_to_be_none() {
        for text in ["{}\n", "nonsense\n", "{\"type\":\"NEW\",\"object\":{}}\n", "\u{1b}[2J\n"] {
            assert_eq!(Lines::default().take(text.as_bytes()), Some(vec![Line::Unreadable]), "{text}");
        }
        assert_eq!(Lines::default().take(&vec![b'x'; LONGEST + 1]), None);
    }
}
