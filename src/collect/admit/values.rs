//! Where a value in free text begins and ends.
//!
//! Owns quotes, escapes and what may follow a value. When in doubt the value is longer: losing a word of a message costs
//! less than keeping half a password.

use std::ops::Range;

use super::mask::mark_at_start;
use super::randomness;

/// Nothing longer is left alone after a name that says "secret".
const LONGEST_HARMLESS: usize = 256;

/// A value in a text.
pub(super) struct Value {
    /// Its place, without quotes.
    pub(super) span: Range<usize>,
    /// It began with a word like `Bearer`.
    pub(super) has_scheme: bool,
    /// It stood in quotes.
    pub(super) is_quoted: bool,
}

impl Value {
    /// Whether it stands for a value, or for none: references to variables, `null`, asterisks, a mark.
    pub(super) fn is_harmless(&self, text: &str) -> bool {
        let Some(value) = text.get(self.span.clone()) else { return true };
        is_harmless(value)
    }
}

/// Whether a value tells nothing.
pub(super) fn is_harmless(value: &str) -> bool {
    if value.len() > LONGEST_HARMLESS {
        return false;
    }
    const NOTHING: [&str; 12] =
        ["null", "nil", "<nil>", "none", "true", "false", "yes", "no", "undefined", "redacted", "<none>", "<unset>"];
    let lower = if value.len() <= 12 { value.to_ascii_lowercase() } else { String::new() };
    value.is_empty()
        || NOTHING.contains(&lower.as_str())
        || (value.len() >= 3 && value.bytes().all(|b| matches!(b, b'*' | b'.' | b'-' | b'x' | b'X' | b'?')))
        || mark_at_start(value) == Some(value.len())
        || is_reference(value)
}

/// `$(NAME)`, `${NAME}`, `$NAME`: what a shell or the kubelet fills in later.
pub(super) fn is_reference(value: &str) -> bool {
    let Some(rest) = value.strip_prefix('$') else { return false };
    let braced = rest
        .strip_prefix('(')
        .and_then(|name| name.strip_suffix(')'))
        .or_else(|| rest.strip_prefix('{').and_then(|name| name.strip_suffix('}')));
    let name = braced.unwrap_or(rest);
    let is_name = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    // Without braces only the usual capitals: `$ecret` is a password.
    is_name && (braced.is_some() || !name.bytes().any(|b| b.is_ascii_lowercase()))
}

/// Whether a value after a weak hint looks like a credential rather than the next word of a sentence.
pub(super) fn looks_secret(value: &str) -> bool {
    let is_uid = value.len() == 36 && value.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-');
    let has = |test: fn(&u8) -> bool| value.as_bytes().iter().any(test);
    let mixes = has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic);
    value.len() > LONGEST_HARMLESS || !is_uid && ((value.len() >= 8 && mixes) || randomness::looks_random(value))
}

/// The length of a braced reference that the text starts with, if the value ends with it.
fn reference_at_start(text: &str) -> Option<usize> {
    let close = if text.starts_with("$(") { b')' } else { b'}' };
    let length = text.bytes().take(LONGEST_HARMLESS).position(|b| b == close)? + 1;
    (is_reference(text.get(..length)?) && bare(text.get(length..)?) == 0).then_some(length)
}

/// Words that follow the name of a secret when people write about it.
pub(super) fn is_prose(word: &str) -> bool {
    const WORDS: [&str; 38] = [
        "is",
        "was",
        "must",
        "or",
        "and",
        "flag",
        "flags",
        "option",
        "argument",
        "requires",
        "to",
        "not",
        "for",
        "has",
        "in",
        "cannot",
        "should",
        "can",
        "are",
        "instead",
        "missing",
        "invalid",
        "expired",
        "required",
        "failed",
        "denied",
        "unauthorized",
        "forbidden",
        "unknown",
        "empty",
        "key",
        "secret",
        "error",
        "could",
        "couldn't",
        "no",
        "unable",
        "found",
    ];
    WORDS.contains(&word.trim_end_matches([',', '.', ':', ';']))
}

/// The value that begins here.
pub(super) fn at(text: &str, start: usize) -> Option<Value> {
    let rest = text.get(start..)?;
    if rest.starts_with(['{', '[']) {
        // Something with fields of its own, which are looked at one by one.
        return None;
    }
    let opening = opening(rest);
    if opening > 0 {
        let inner = rest.get(opening..)?;
        let length = closing(inner, rest.get(..opening)?).unwrap_or_else(|| inner.trim_end_matches(['\n', '\r']).len());
        return Some(Value { span: start + opening..start + opening + length, has_scheme: false, is_quoted: true });
    }
    if let Some(length) = reference_at_start(rest) {
        return Some(Value { span: start..start + length, has_scheme: false, is_quoted: false });
    }
    if let Some(mark) = mark_at_start(rest) {
        let tail = bare(rest.get(mark..)?);
        return Some(Value { span: start..start + mark + tail, has_scheme: false, is_quoted: false });
    }
    let mut length = bare(rest);
    let mut has_scheme = false;
    if rest.get(..length).is_some_and(is_scheme) {
        let next = rest.get(length..)?;
        let gap = next.len() - next.trim_start_matches([' ', '\t']).len();
        if gap > 0 {
            length += gap + bare(next.get(gap..)?);
            has_scheme = true;
        }
    }
    (length > 0).then_some(Value { span: start..start + length, has_scheme, is_quoted: false })
}

/// The value of a header: with a scheme, or as a list of cookies, it goes on to the end of the line or the quote.
pub(super) fn header(text: &str, start: usize) -> Option<Value> {
    let value = at(text, start)?;
    let first = text.get(value.span.clone())?;
    let is_scheme = ["token", "key"].iter().any(|scheme| first.eq_ignore_ascii_case(scheme));
    if is_scheme || value.has_scheme || first.ends_with(';') || first.contains('=') {
        let rest = text.get(value.span.start..)?;
        let length = rest.find(['"', '\'', '\n', '\r']).unwrap_or(rest.len());
        return Some(Value { span: value.span.start..value.span.start + length, has_scheme: true, is_quoted: false });
    }
    Some(value)
}

fn is_scheme(word: &str) -> bool {
    ["bearer", "basic", "digest", "apikey", "api-key", "negotiate", "aws4-hmac-sha256", "sharedkey", "splunk"]
        .iter()
        .any(|scheme| word.eq_ignore_ascii_case(scheme))
}

/// The length of an opening quote with the backslashes before it.
fn opening(text: &str) -> usize {
    let escapes = text.bytes().take_while(|&b| b == b'\\').count();
    match text.as_bytes().get(escapes) {
        Some(b'"' | b'\'' | b'`') => escapes + 1,
        _ => 0,
    }
}

/// Where the quote closes: the same quote, behind as many backslashes.
fn closing(inner: &str, opening: &str) -> Option<usize> {
    if opening.len() > 1 {
        return inner.find(opening);
    }
    let mut escaped = false;
    inner.char_indices().find_map(|(at, c)| {
        let closes = !escaped && opening.starts_with(c);
        escaped = c == '\\' && !escaped;
        closes.then_some(at)
    })
}

/// The length of an unquoted value: up to white space, or punctuation that clearly goes on with something else.
fn bare(text: &str) -> usize {
    let end = text.char_indices().find(|&(at, c)| {
        if c.is_whitespace() {
            return true;
        }
        let rest = text.get(at + c.len_utf8()..).unwrap_or_default();
        match c {
            '&' | ',' | ';' => ends(rest) || begins_pair(rest) || rest.starts_with(['"', '\'', '{', '[']),
            ')' | ']' | '}' => ends(rest) || rest.starts_with([',', ';', ')', ']', '}', '"', '\'']),
            '"' | '\'' | '`' => ends(rest) || rest.starts_with([',', ';', ':', ')', ']', '}', '.', '>']),
            '\\' => rest.starts_with(['"', '\'', 'n']) && ends_quote(rest),
            _ => false,
        }
    });
    end.map_or(text.len(), |(at, _)| at)
}

fn ends(rest: &str) -> bool {
    rest.chars().next().is_none_or(char::is_whitespace)
}

/// After a backslash: an escaped quote that closes, or an escaped line end.
fn ends_quote(rest: &str) -> bool {
    let after = rest.get(1..).unwrap_or_default();
    ends(after) || after.starts_with([',', ';', ':', ')', ']', '}', '"', '\\'])
}

/// Whether `name=` or `name:` follows.
fn begins_pair(rest: &str) -> bool {
    let name =
        rest.bytes().take(48).take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.')).count();
    name > 0 && matches!(rest.as_bytes().get(name), Some(b'=' | b':'))
}
