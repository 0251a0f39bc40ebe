//! Credentials that give themselves away: prefixes that vendors chose, web tokens, private keys.
//!
//! Owns the patterns. They match case exactly and from a word's start, so that names like `task-force` stay.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::randomness;

/// Every vendor's shape in one pattern, so that a text is read once. Each begins with fixed letters, which makes the
/// search for them cheap.
static TOKENS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"(?:hf_[A-Za-z0-9]{16,}|api_org_[A-Za-z0-9]{16,}",
        r"|sk-[A-Za-z0-9_-]{16,}|[srp]k_(?:live|test)_[A-Za-z0-9]{8,}|gsk_[A-Za-z0-9]{20,}|nvapi-[A-Za-z0-9_-]{16,}",
        r"|gh[pousr]_[A-Za-z0-9]{16,}|github_pat_[A-Za-z0-9_]{16,}",
        r"|gl(?:pat|ptt|dt|cbt|rt|oas|soat|ft|imt|agent)-[A-Za-z0-9_.-]{16,}",
        r"|xox[abceoprs]-[A-Za-z0-9-]{8,}|xapp-[A-Za-z0-9-]{16,}|hooks\.slack\.com/services/[A-Za-z0-9/_-]+",
        r"|(?:AKIA|ASIA|ABIA|ACCA|AROA|AIDA)[A-Z0-9]{16}|AIza[A-Za-z0-9_-]{30,}|ya29\.[A-Za-z0-9_-]{16,}|GOCSPX-[A-Za-z0-9_-]{16,}",
        r"|eyJ[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]{2,}(?:\.[A-Za-z0-9_-]*){0,3}",
        r"|npm_[A-Za-z0-9]{30,}|pypi-[A-Za-z0-9_-]{32,}|dckr_(?:pat|oat)_[A-Za-z0-9_-]{16,}|do[opr]_v1_[a-f0-9]{32,}",
        r"|SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}|r8_[A-Za-z0-9]{30,}|hv[bsr]\.[A-Za-z0-9_-]{20,}|dapi[a-f0-9]{32}",
        r"|lsv2_(?:pt|sk)_[A-Za-z0-9_]{16,}|wandb_v1_[A-Za-z0-9_-]{16,}|AGE-SECRET-KEY-1[A-Z0-9]{20,}|LTAI[A-Za-z0-9]{16,})"
    ))
});

/// What follows the word that introduces a bearer's token.
static BEARER: LazyLock<Regex> = LazyLock::new(|| pattern(r#"(?i)\bbearer(?:\s+|%20|\+)([^\s"'`,;<>\\]+)"#));

static PEM_BEGIN: LazyLock<Regex> = LazyLock::new(|| pattern(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"));
static PEM_END: LazyLock<Regex> = LazyLock::new(|| pattern(r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"));

/// Compiles a pattern of this crate.
#[expect(
    clippy::expect_used,
    reason = "the patterns are constants, a test compiles each, and without one secrets would pass"
)]
pub(super) fn pattern(text: &'static str) -> Regex {
    Regex::new(text).expect("a constant pattern compiles")
}

/// Adds the places of tokens with a known shape.
pub(super) fn tokens(text: &str, out: &mut Vec<Range<usize>>) {
    for found in TOKENS.find_iter(text) {
        // A shape counts only where a word begins: `disk-…` holds no key.
        let before = text.as_bytes().get(found.start().wrapping_sub(1));
        if before.is_some_and(u8::is_ascii_alphanumeric) && !found.as_str().starts_with("eyJ") {
            continue;
        }
        // This prefix is short enough to begin an ordinary name, as in `sk-learn-training-worker-0`.
        if let Some(rest) = found.as_str().strip_prefix("sk-") {
            let is_key = rest.split(['-', '_']).any(|part| part.len() >= 16) || randomness::looks_random(rest);
            if !is_key {
                continue;
            }
        }
        out.push(found.range());
    }
}

/// Adds the places of bearer tokens.
pub(super) fn bearers(text: &str, out: &mut Vec<Range<usize>>) {
    for found in BEARER.captures_iter(text) {
        let Some(value) = found.get(1) else { continue };
        let word = value.as_str();
        // "bearer token required" and `Bearer realm="…"` speak about tokens and hold none.
        let is_prose =
            word.len() <= 16 && word.bytes().all(|b| b.is_ascii_lowercase() || matches!(b, b'.' | b':' | b'-'));
        if !is_prose && !word.starts_with("realm=") && !word.starts_with("error=") {
            out.push(value.range());
        }
    }
}

/// Adds the places of private keys, which go over many lines. A block cut off at either end is followed as far as it
/// looks like one.
pub(super) fn private_keys(text: &str, out: &mut Vec<Range<usize>>) {
    let mut begins = PEM_BEGIN.find_iter(text).peekable();
    let mut ends = PEM_END.find_iter(text).peekable();
    let mut at = 0;
    loop {
        while begins.next_if(|begin| begin.start() < at).is_some() {}
        while ends.next_if(|end| end.start() < at).is_some() {}
        let span = match (begins.peek(), ends.peek()) {
            (None, None) => return,
            (Some(begin), Some(end)) if begin.start() < end.start() => begin.start()..end.end(),
            (Some(begin), None) => begin.start()..begin.end() + body_after(text.get(begin.end()..).unwrap_or_default()),
            (_, Some(end)) => end.start() - body_before(text.get(at..end.start()).unwrap_or_default())..end.end(),
        };
        at = span.end;
        out.push(span);
    }
}

/// How far a block goes on after its first line: the rest of that line, and lines that look like its body.
fn body_after(text: &str) -> usize {
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().map_or(0, |line| line.trim_end_matches('\n').len());
    let more: usize = lines.take_while(|line| is_body(line)).map(str::len).sum();
    if more == 0 { first } else { text.split_inclusive('\n').next().map_or(0, str::len) + more }
}

/// How far a block goes back before its last line.
fn body_before(text: &str) -> usize {
    text.split_inclusive('\n').rev().take_while(|line| is_body(line)).map(str::len).sum()
}

/// Whether a line could be of a key's body: one word of base64, perhaps behind a time stamp, or a header.
fn is_body(line: &str) -> bool {
    let line = line.trim();
    // A time stamp alone: the line that was cut, or an empty one.
    if line.starts_with(|c: char| c.is_ascii_digit()) && line.contains('T') && line.contains(':') && !line.contains(' ')
    {
        return true;
    }
    let word = line.rsplit(' ').next().unwrap_or_default();
    let is_base64 = word.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'='));
    let is_stamped =
        line.split(' ').count() <= 2 && (word.len() == line.len() || line.starts_with(|c: char| c.is_ascii_digit()));
    (is_base64 && is_stamped) || line.starts_with("Proc-Type:") || line.starts_with("DEK-Info:")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_compiles() {
        for pattern in [&TOKENS, &BEARER, &PEM_BEGIN, &PEM_END] {
            assert!(!pattern.as_str().is_empty());
        }
    }

    fn cut(text: &str) -> Vec<&str> {
        let mut found = Vec::new();
        private_keys(text, &mut found);
        found.into_iter().map(|span| text.get(span).unwrap()).collect()
    }

    #[test]
    fn private_keys_end_where_they_end() {
        let key = "-----BEGIN RSA PRIVATE KEY-----\nMIIE\nab+/=\n-----END RSA PRIVATE KEY-----";
        assert_eq!(cut(&format!("a\n{key}\nb\n{key}")), [key, key]);
        assert_eq!(
            cut("-----BEGIN PRIVATE KEY-----\nMIIE\nabcd\nstep 3 done\n"),
            ["-----BEGIN PRIVATE KEY-----\nMIIE\nabcd\n"]
        );
        assert_eq!(
            cut("step 3 done\nMIIE\nabcd\n-----END PRIVATE KEY-----\nx"),
            ["MIIE\nabcd\n-----END PRIVATE KEY-----"]
        );
        assert!(cut("-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----").is_empty());
    }
}
