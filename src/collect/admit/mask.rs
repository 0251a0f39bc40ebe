//! The mark that stands where a value was, with or without a MAC.
//!
//! Owns its spelling and its recognition. It never says anything about a value but its length and, with a key, whether
//! two are equal.

use hmac::{Hmac, KeyInit, Mac};
use serde_json::Value;
use sha2::Sha256;

/// What stands for a secret in free text, where a length would say more than it helps.
pub(super) const IN_TEXT: &str = "<redacted>";
/// What stands for a value nested deeper than anyone would read.
pub(super) const TOO_DEEP: &str = "<redacted too-deep>";

const OPEN: &str = "<redacted";
/// No string that fits in memory has a longer length than this many digits.
const LENGTH_DIGITS: usize = 12;
const MAC_DIGITS: usize = 16;

/// Masks values, all with the same key or all without.
#[derive(Clone)]
pub(super) struct Masker {
    key: Option<[u8; 32]>,
}

impl Masker {
    pub(super) fn new(key: Option<[u8; 32]>) -> Self {
        Self { key }
    }

    /// Names the key without giving it away; bundles with different fingerprints cannot be compared by MAC.
    pub(super) fn fingerprint(&self) -> Option<String> {
        self.mac("fingerprint", b"kubectl-mlop")
    }

    /// The mark for a string. A mark is its own mark.
    pub(super) fn string(&self, value: &str) -> String {
        if is_mark(value) {
            return value.to_owned();
        }
        let length = value.len();
        self.mac("value", value.as_bytes())
            .map_or_else(|| format!("<redacted len={length}>"), |mac| format!("<redacted len={length} mac={mac}>"))
    }

    /// Replaces a value of any type by its mark; says whether that changed anything. Null and the empty string stay:
    /// there is nothing in them to hide.
    pub(super) fn value(&self, value: &mut Value) -> bool {
        let mark = match &*value {
            Value::Null => return false,
            Value::String(text) if text.is_empty() || is_mark(text) => return false,
            Value::String(text) => self.string(text),
            // Something that is not text is masked by its JSON spelling, which is the same for equal values.
            other => self.string(&other.to_string()),
        };
        *value = Value::String(mark);
        true
    }

    /// HMAC-SHA256 cut to 64 bits, as hex. The purpose keeps a fingerprint from ever being the MAC of a value.
    fn mac(&self, purpose: &str, bytes: &[u8]) -> Option<String> {
        let key = self.key?;
        let mut mac = Hmac::<Sha256>::new_from_slice(&key).ok()?;
        mac.update(purpose.as_bytes());
        mac.update(&[0]);
        mac.update(bytes);
        let digest = mac.finalize().into_bytes();
        Some(digest.iter().take(MAC_DIGITS / 2).map(|byte| format!("{byte:02x}")).collect())
    }
}

/// Whether the whole string is a mark, and nothing but one.
pub(super) fn is_mark(text: &str) -> bool {
    text.len() <= 64 && mark_at_start(text) == Some(text.len())
}

/// The length of the mark that the text starts with, if it does. The spelling is exact, so nothing can hide in one.
pub(super) fn mark_at_start(text: &str) -> Option<usize> {
    if text.starts_with(TOO_DEEP) {
        return Some(TOO_DEEP.len());
    }
    let mut rest = text.strip_prefix(OPEN)?;
    if let Some(after) = rest.strip_prefix(" len=") {
        rest = skip(after, |c| c.is_ascii_digit(), 1, LENGTH_DIGITS)?;
        if let Some(after) = rest.strip_prefix(" mac=") {
            let is_hex = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
            rest = skip(after, is_hex, MAC_DIGITS, MAC_DIGITS)?;
        }
    }
    let rest = rest.strip_prefix('>')?;
    Some(text.len() - rest.len())
}

fn skip(text: &str, allowed: impl Fn(char) -> bool, least: usize, most: usize) -> Option<&str> {
    let count = text.chars().take(most + 1).take_while(|&c| allowed(c)).count();
    if count < least || count > most { None } else { text.get(count..) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_mark_tells_length_and_equality_only() {
        let plain = Masker::new(None);
        assert_eq!(plain.string("hunter2"), "<redacted len=7>");
        assert_eq!(plain.fingerprint(), None);
        let keyed = Masker::new(Some([7; 32]));
        let mark = keyed.string("hunter2");
        assert_eq!(mark, keyed.string("hunter2"));
        assert_ne!(mark, keyed.string("hunter3"));
        assert_ne!(mark, Masker::new(Some([8; 32])).string("hunter2"));
        assert!(is_mark(&mark), "{mark}");
        assert_eq!(keyed.string(&mark), mark);
        assert_eq!(keyed.fingerprint().map(|f| f.len()), Some(16));
    }

    #[test]
    fn nothing_hides_in_a_mark() {
        for text in ["<redacted>", "<redacted len=1>", "<redacted len=12 mac=0123456789abcdef>", TOO_DEEP] {
            assert!(is_mark(text), "{text}");
        }
        for text in [
            "<redacted> hunter2",
            "hunter2 <redacted>",
            "<redacted hunter2>",
            "<redacted len=hunter2>",
            "<redacted len=>",
            "<redacted len=1234567890123>",
            "<redacted len=1 mac=hunter2>",
            "<redacted len=1 mac=0123456789ABCDEF>",
            "<redacted len=1 mac=0123456789abcdef0>",
            "<redacted>\n",
            "<redacted",
        ] {
            assert!(!is_mark(text), "{text}");
        }
    }

    #[test]
    fn what_is_empty_stays_and_what_is_no_text_is_masked() {
        let masker = Masker::new(None);
        for mut same in [json!(null), json!(""), json!("<redacted len=3>")] {
            assert!(!masker.value(&mut same));
        }
        let mut list = json!(["a"]);
        assert!(masker.value(&mut list));
        assert_eq!(list, json!("<redacted len=5>"));
    }
}
