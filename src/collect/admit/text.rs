//! Free text without its credentials: messages, arguments, log lines.
//!
//! Owns the order of the searches and what is written in place of a find. Best effort by its nature; it must leave
//! messages as the cluster wrote them, since rules and people read those word by word.

use std::borrow::Cow;
use std::ops::Range;

use super::mask::{IN_TEXT, is_mark};
use super::{pairs, randomness, shapes, urls};

/// How much of the search a text gets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Depth {
    /// Everything, ending with words that merely look random.
    Full,
    /// Only what is certainly a credential: for values that may well be a hash.
    Certain,
}

/// A find can bring another to light; more rounds than this never do.
const ROUNDS: usize = 8;
/// Nothing shorter can be a credential with its introduction.
const SHORTEST: usize = 6;
/// No known token is shorter.
const SHORTEST_TOKEN: usize = 13;

/// The text without its credentials; borrowed if there were none.
pub(super) fn scrub(text: &str, depth: Depth) -> Cow<'_, str> {
    if text.len() < SHORTEST {
        return Cow::Borrowed(text);
    }
    let facts = Facts::of(text);
    if facts.is_plain() {
        return Cow::Borrowed(text);
    }
    let whole = if facts.dashes && text.contains("PRIVATE KEY") {
        let mut found = Vec::new();
        shapes::private_keys(text, &mut found);
        replace(text, found).map_or(Cow::Borrowed(text), Cow::Owned)
    } else {
        Cow::Borrowed(text)
    };
    if !whole.contains('\n') {
        return match whole {
            Cow::Borrowed(text) => line(text, depth),
            Cow::Owned(text) => Cow::Owned(line(&text, depth).into_owned()),
        };
    }
    let mut out = String::new();
    let mut changed = matches!(whole, Cow::Owned(_));
    for piece in whole.split_inclusive('\n') {
        let cleaned = line(piece, depth);
        changed |= matches!(cleaned, Cow::Owned(_));
        out.push_str(&cleaned);
    }
    if changed { Cow::Owned(out) } else { Cow::Borrowed(text) }
}

fn line(text: &str, depth: Depth) -> Cow<'_, str> {
    let Some(mut clean) = once(text, depth) else { return Cow::Borrowed(text) };
    for _ in 0..ROUNDS {
        match once(&clean, depth) {
            Some(cleaner) => clean = cleaner,
            None => break,
        }
    }
    Cow::Owned(clean)
}

/// One round over one line; nothing if it changes nothing.
fn once(text: &str, depth: Depth) -> Option<String> {
    let facts = Facts::of(text);
    let mut found = Vec::new();
    if facts.longest_word >= SHORTEST_TOKEN {
        shapes::tokens(text, &mut found);
        if depth == Depth::Full {
            randomness::spans(text, &mut found);
        }
    }
    if facts.at && text.contains("://") {
        urls::spans(text, &mut found);
    }
    if facts.separator || facts.dashes {
        pairs::spans(text, &mut found);
    }
    if facts.gap && (text.contains("earer") || text.contains("EARER")) {
        shapes::bearers(text, &mut found);
    }
    if found.is_empty() { None } else { replace(text, found) }
}

/// What one pass over the bytes tells: enough to leave most texts alone.
struct Facts {
    /// A name may stand before a value.
    separator: bool,
    at: bool,
    /// Two dashes, as before a flag and around a private key.
    dashes: bool,
    /// Anything that could part two words.
    gap: bool,
    longest_word: usize,
}

impl Facts {
    fn of(text: &str) -> Self {
        let mut facts = Self { separator: false, at: false, dashes: false, gap: false, longest_word: 0 };
        let mut word = 0;
        let mut last = 0;
        for byte in text.bytes() {
            if byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'/' | b'+') {
                word += 1;
                facts.dashes |= byte == b'-' && last == b'-';
                facts.gap |= byte == b'+';
                last = byte;
                continue;
            }
            facts.longest_word = facts.longest_word.max(word);
            word = 0;
            last = byte;
            facts.gap = true;
            facts.separator |= matches!(byte, b'=' | b':');
            facts.at |= byte == b'@';
        }
        facts.longest_word = facts.longest_word.max(word);
        facts
    }

    /// Whether nothing could be found: one short word, as most fields hold.
    fn is_plain(&self) -> bool {
        !self.separator && !self.dashes && !self.gap && self.longest_word < SHORTEST_TOKEN
    }
}

/// Writes the mark over every span; overlapping ones become one. Nothing if all of them are marks already.
fn replace(text: &str, mut spans: Vec<Range<usize>>) -> Option<String> {
    spans.sort_by_key(|span| (span.start, span.end));
    let mut merged: Vec<Range<usize>> = Vec::new();
    for span in spans {
        match merged.last_mut() {
            Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
            _ => merged.push(span),
        }
    }
    cover(
        text,
        merged.into_iter().filter(|span| {
            let secret = text.get(span.clone()).unwrap_or_default();
            !secret.is_empty() && !is_mark(secret)
        }),
    )
}

/// Writes the mark over spans that stand apart and in their order. Nothing if there are none.
pub(super) fn cover(text: &str, spans: impl IntoIterator<Item = Range<usize>>) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let (mut at, mut changed) = (0, false);
    for span in spans {
        out.push_str(text.get(at..span.start).unwrap_or_default());
        out.push_str(IN_TEXT);
        at = span.end;
        changed = true;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    changed.then_some(out)
}
