//! Values that stand after a name that says "secret": `password=…`, `"api_key": "…"`, `--token …`, `Authorization: …`.
//!
//! Owns where such a name begins and what makes it one; `values` owns where its value ends. A bare word such as `token`
//! before a colon is everyday English in messages ("failed to fetch token: …"), so there the value has to look like one.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::shapes::pattern;
use super::values::{self, Value};

/// Names of secrets, longest first where one begins another.
static NAMES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"(?i:passw(?:or)?d|passphrase|passcode|pass|pwd",
        r"|(?:api|access|secret|private|encrypt|encryption|sign|signing|account|auth|license|shared|storage|client|master|service",
        r"|session|subscription|ssh|deploy|admin|app|webhook|hmac|aes|rsa|write|ingest|wandb|openai)[._-]?key",
        r"|(?:proxy-)?authorization|(?:set-)?cookie|credentials?|signature|secret|token|auth|_key|_pat|x-amz-credential)",
    ))
});

/// Names too short to mean anything outside the query of an address.
static QUERY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"[?&](?i:sig|key|code|pass|se_sig|hmac|x-goog-credential|awsaccesskeyid|googleaccessid)=")
});

/// `-u name:password`, as curl and its kin take it.
static USER: LazyLock<Regex> =
    LazyLock::new(|| pattern(r#"(?:^|\s)(?:-u|--user|--proxy-user)[ =]["']?[^\s:"']+:([^\s"']+)"#));

/// How far back a name may begin before the word that gives it away.
const LONGEST_PREFIX: usize = 64;

/// Adds the places of named secrets.
pub(super) fn spans(text: &str, out: &mut Vec<Range<usize>>) {
    // A name inside a value goes with the value; skipping it keeps long texts linear.
    let mut covered = 0;
    for found in NAMES.find_iter(text) {
        if found.start() < covered {
            continue;
        }
        if let Some(secret) = Name::at(text, found.range()).and_then(|name| name.secret(text)) {
            covered = secret.end;
            out.push(secret);
        }
    }
    if text.contains('?') || text.contains('&') {
        covered = 0;
        for found in QUERY.find_iter(text) {
            if found.start() < covered {
                continue;
            }
            if let Some(value) = values::at(text, found.end()).filter(|value| !value.is_harmless(text)) {
                covered = value.span.end;
                out.push(value.span);
            }
        }
    }
    if text.contains("-u") || text.contains("-user") {
        out.extend(USER.captures_iter(text).filter_map(|found| found.get(1)).map(|value| value.range()));
    }
}

/// A name with a secret word at its end.
struct Name<'t> {
    whole: &'t str,
    word: &'t str,
    start: usize,
    end: usize,
}

impl<'t> Name<'t> {
    /// The name that ends in the word found, if it does end there.
    fn at(text: &'t str, word: Range<usize>) -> Option<Self> {
        let bytes = text.as_bytes();
        let is_name = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.');
        let before = bytes.get(..word.start)?.iter().rev().take(LONGEST_PREFIX).take_while(|&&b| is_name(b)).count();
        let start = word.start - before;
        // `token2` and `key_1` are such names too; `token_type` and `secretName` are not.
        let after = bytes.get(word.end..)?;
        let number = after.iter().skip(after.iter().take_while(|&&b| matches!(b, b'_' | b'-')).take(1).count());
        let digits = number.take(3).take_while(|b| b.is_ascii_digit()).count();
        let glue = usize::from(digits > 0 && after.first().is_some_and(|b| matches!(b, b'_' | b'-')));
        let end = if digits < 3 { word.end + glue + digits } else { word.end };
        // A full stop may end a sentence, but what goes on after it is a longer name.
        let next = bytes.get(end).copied().unwrap_or(b' ');
        if is_name(next) || next == b'/' {
            return None;
        }
        Some(Self { whole: text.get(start..end)?, word: text.get(word)?, start, end })
    }

    /// Where its secret stands, if one does.
    fn secret(&self, text: &str) -> Option<Range<usize>> {
        let rest = text.get(self.end..)?;
        let closed = rest.trim_start_matches('\\');
        let is_quoted = closed.starts_with(['"', '\'', '`']);
        let after = if is_quoted { closed.get(1..)?.trim_start_matches([']', ')']) } else { rest };
        let gap = after.trim_start_matches([' ', '\t']);
        let separator = ["=>", ":=", "==", "=", ":"].into_iter().find(|mark| gap.starts_with(mark));
        let Some(separator) = separator else { return self.flag(text, is_quoted, after) };
        let value_text = gap.get(separator.len()..)?.trim_start_matches([' ', '\t']);
        let at = text.len() - value_text.len();
        let lower = self.word.to_ascii_lowercase();
        if lower == "_key" && !(separator == "=" && self.word == "_KEY") || lower == "_pat" && self.word != "_PAT" {
            return None;
        }
        if lower == "pwd" && value_text.starts_with('/') {
            // A directory: `PWD=/work`.
            return None;
        }
        let is_header = lower.ends_with("authorization") || lower.ends_with("cookie");
        let value = if is_header && separator == ":" { values::header(text, at)? } else { values::at(text, at)? };
        (!value.is_harmless(text) && self.convinces(text, separator, is_quoted, &value)).then_some(value.span)
    }

    /// Whether name and value together make a secret.
    fn convinces(&self, text: &str, separator: &str, is_quoted: bool, value: &Value) -> bool {
        let lower = self.word.to_ascii_lowercase();
        let content = text.get(value.span.clone()).unwrap_or_default();
        if separator == ":" && !value.is_quoted {
            // `volume "db-password" : secret …` quotes the name of an object; JSON would quote the value as well.
            // `HF_TOKEN: not set` tells about a variable.
            if is_quoted && !values::looks_secret(content) || values::is_prose(content) {
                return false;
            }
        }
        let is_weak_word = matches!(
            lower.as_str(),
            "token"
                | "secret"
                | "auth"
                | "credential"
                | "credentials"
                | "pass"
                | "pwd"
                | "authorization"
                | "cookie"
                | "signature"
        );
        if !is_weak_word {
            return true;
        }
        // Counts: `pad_token: 0`, `pass=12`.
        if content.len() <= 6 && content.bytes().all(|b| b.is_ascii_digit()) {
            return false;
        }
        if separator != ":" || is_quoted {
            return true;
        }
        let before = text.get(..self.start).unwrap_or_default();
        let starts_line = before.trim_matches([' ', '\t', '-', '\'', '"', '{']).is_empty();
        // `hf-token: …` may be the name of a Secret; `hf_token: …` and a header in quotes are not.
        let is_field =
            self.whole.len() > self.word.len() && (!self.whole.contains('-') || before.ends_with(['"', '\'']));
        starts_line || is_field || value.has_scheme || values::looks_secret(content)
    }

    /// `--token abc`: the value is the next word.
    fn flag(&self, text: &str, is_quoted: bool, after: &str) -> Option<Range<usize>> {
        let before = text.get(..self.start)?.chars().next_back();
        let is_flag = self.whole.starts_with("--") && before.is_none_or(|c| !c.is_alphanumeric());
        // In a printed list the flag closes its quote, and a comma may follow.
        let value = after.trim_start_matches(|c: char| c == ' ' || c == '\t' || (is_quoted && c == ','));
        if !is_flag || value.len() == after.len() || value.starts_with('-') {
            return None;
        }
        let value = values::at(text, text.len() - value.len())?;
        (!value.is_harmless(text) && !values::is_prose(text.get(value.span.clone())?)).then_some(value.span)
    }
}
