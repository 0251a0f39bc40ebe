//! One pattern over one text.
//!
//! Owns how a pattern meets marks that stand in the text already: a mark is never taken apart, and what a pattern finds
//! inside one is nothing new.

use std::ops::Range;

use regex::Regex;

use super::super::mask::mark_at_start;
use super::super::text::cover;

/// The text with a mark over whatever the pattern matches; nothing if that changes nothing.
pub(super) fn strike(text: &str, pattern: &Regex) -> Option<String> {
    let mut found = pattern.find_iter(text).map(|found| found.range()).filter(|found| !found.is_empty()).peekable();
    found.peek()?;
    let marks = marks(text);
    let mut ahead = marks.as_slice();
    let mut spans: Vec<Range<usize>> = Vec::new();
    for mut span in found {
        while let Some((_, rest)) = ahead.split_first().filter(|(mark, _)| mark.end <= span.start) {
            ahead = rest;
        }
        let end = span.end;
        for mark in ahead.iter().take_while(|mark| mark.start < end) {
            span = span.start.min(mark.start)..span.end.max(mark.end);
        }
        match spans.last_mut() {
            Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
            _ => spans.push(span),
        }
    }
    let is_mark = |span: &Range<usize>| {
        marks.binary_search_by_key(&(span.start, span.end), |mark| (mark.start, mark.end)).is_ok()
    };
    cover(text, spans.into_iter().filter(|span| !is_mark(span)))
}

/// Where marks stand.
fn marks(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text.get(at..).and_then(|rest| rest.find('<')).map(|offset| at + offset) {
        let length = text.get(start..).and_then(mark_at_start);
        if let Some(length) = length {
            found.push(start..start + length);
        }
        at = start + length.unwrap_or(1);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn struck(text: &str, pattern: &str) -> Option<String> {
        strike(text, &Regex::new(pattern).unwrap())
    }

    #[test]
    fn what_matches_goes_and_marks_stay_whole() {
        assert_eq!(struck("host corp-17 is down", "corp-[0-9]+").as_deref(), Some("host <redacted> is down"));
        assert_eq!(struck("corp-1 corp-2", "corp-[0-9]+").as_deref(), Some("<redacted> <redacted>"));
        assert_eq!(struck("nothing here", "corp"), None);
        // Inside a mark there is nothing to find.
        assert_eq!(struck("<redacted>", "redact"), None);
        assert_eq!(struck("a <redacted len=7 mac=0123456789abcdef> b", "mac|len|[0-9]+"), None);
        // Across one, it is one with it.
        assert_eq!(struck("x a <redacted len=7> b y", "a .* b").as_deref(), Some("x <redacted> y"));
        assert_eq!(struck("token<redacted>tail", "redacted>tail").as_deref(), Some("token<redacted>"));
        assert_eq!(struck("ab", ".").as_deref(), Some("<redacted>"));
    }
}
