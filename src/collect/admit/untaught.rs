//! Strings in places nobody described: custom resources without a spec here, and maps that take anything.
//!
//! Owns the few shapes that may stay: names where names are due, quantities, times, switches, and words of an
//! enumeration. Everything else is masked, so a new field is safe before anyone has read about it.

use super::path::Path;
use super::text::{Depth, scrub};
use super::{randomness, words};

/// What to do with a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaf {
    /// It stays as it is.
    Keep,
    /// It is prose for people.
    Scrub,
    /// It goes.
    Mask,
}

/// Judges one string by its place and its shape.
pub(super) fn judge(path: &Path<'_>, text: &str) -> Leaf {
    if path.ends_with(&["status", "conditions", "*", "message"], true) {
        return Leaf::Scrub;
    }
    let name = path.name();
    if words::is_secret_name(name) || text.len() > 512 || !text.is_ascii() {
        return Leaf::Mask;
    }
    let fits = if is_told_by_status(path) {
        is_word_of_api(text)
    } else {
        is_constant(text) || (is_uid(text) && is_uid_field(name)) || (names_something(name) && is_name_or_image(text))
    };
    if fits && !randomness::looks_random(text) && scrub(text, Depth::Full) == text { Leaf::Keep } else { Leaf::Mask }
}

fn is_told_by_status(path: &Path<'_>) -> bool {
    ["type", "status", "reason"].iter().any(|field| path.ends_with(&["status", "conditions", "*", field], true))
        || ["phase", "state"].iter().any(|field| path.ends_with(&["status", field], true))
}

/// A condition's type, status or reason, or a phase: one word, perhaps with a domain before it.
fn is_word_of_api(text: &str) -> bool {
    text.len() <= 128
        && text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.' | b'/' | b','))
}

/// Whether a field of this name holds the name of something.
fn names_something(field: &str) -> bool {
    const ENDINGS: [&str; 9] = ["Ref", "Name", "name", "Namespace", "namespace", "kind", "Kind", "image", "Image"];
    const WHOLE: [&str; 5] = ["apiVersion", "apiGroup", "group", "key", "fieldPath"];
    WHOLE.contains(&field) || ENDINGS.iter().any(|ending| field.ends_with(ending))
}

fn is_uid_field(field: &str) -> bool {
    ["uid", "Uid", "UID"].iter().any(|ending| field.ends_with(ending))
}

/// The identity of an object, as the API server draws it.
fn is_uid(text: &str) -> bool {
    text.len() == 36
        && text
            .bytes()
            .enumerate()
            .all(|(at, b)| if matches!(at, 8 | 13 | 18 | 23) { b == b'-' } else { b.is_ascii_hexdigit() })
}

/// A name, a kind, `group/version`, `namespace/name`, or an image.
fn is_name_or_image(text: &str) -> bool {
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_');
    let (name, digest) = text.split_once("@sha256:").map_or((text, None), |(name, digest)| (name, Some(digest)));
    let is_digest = digest.is_none_or(|digest| digest.len() == 64 && digest.bytes().all(|b| b.is_ascii_hexdigit()));
    is_digest
        && name.starts_with(|c: char| c.is_ascii_alphanumeric())
        && name.bytes().all(|b| is_plain(b) || matches!(b, b'/' | b':'))
        && name.split('/').all(|part| (1..=253).contains(&part.len()))
}

/// Numbers, quantities, durations, times, addresses, switches and words of an enumeration.
fn is_constant(text: &str) -> bool {
    matches!(text, "true" | "false" | "yes" | "no" | "on" | "off")
        || is_number(text)
        || is_time(text)
        || text.parse::<std::net::IpAddr>().is_ok()
        || is_enum_word(text)
}

/// `42`, `1.5`, `500m`, `64Gi`, `1e3`, `10m30s`, `80%`.
fn is_number(text: &str) -> bool {
    const UNITS: [&str; 32] = [
        "", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "s", "h", "d", "ms", "us",
        "ns", "%", "e", "g", "t", "b", "kb", "mb", "gb", "tb", "min",
    ];
    if text.is_empty() || text.len() > 20 {
        return false;
    }
    let body = text.strip_prefix(['+', '-']).unwrap_or(text);
    if !body.starts_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    // Numbers and units in turn, as in `1h30m`; few enough that no message fits.
    let mut rest = body;
    for _ in 0..4 {
        if rest.is_empty() {
            return true;
        }
        let after = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        let unit_end = after.find(|c: char| c.is_ascii_digit()).unwrap_or(after.len());
        let Some((unit, next)) = after.split_at_checked(unit_end) else { return false };
        if after.len() == rest.len() || !UNITS.contains(&unit) {
            return false;
        }
        rest = next;
    }
    rest.is_empty()
}

/// RFC 3339, by its outline.
pub(super) fn is_time(text: &str) -> bool {
    (20..=35).contains(&text.len())
        && text
            .bytes()
            .zip(b"0000-00-00T00:00:00".iter())
            .all(|(b, &form)| if form == b'0' { b.is_ascii_digit() } else { b == form })
        && text.bytes().skip(19).all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'Z' | b'+' | b'-' | b':'))
}

/// `RollingUpdate`, `FIFO`: letters with a capital first, and not so ragged that chance drew them.
fn is_enum_word(text: &str) -> bool {
    let capitals = text.bytes().filter(u8::is_ascii_uppercase).count();
    (1..=40).contains(&text.len())
        && text.starts_with(|c: char| c.is_ascii_uppercase())
        && text.bytes().all(|b| b.is_ascii_alphabetic())
        && (capitals == text.len() || capitals * 3 <= text.len() + 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(field: &str, text: &str) -> Leaf {
        let root = Path::root();
        let spec = root.key("spec");
        judge(&spec.key(field), text)
    }

    #[test]
    fn constants_stay_anywhere() {
        for text in [
            "true",
            "42",
            "-1.5",
            "500m",
            "64Gi",
            "1e3",
            "10m30s",
            "80%",
            "2026-11-30T16:24:25Z",
            "2026-11-30T16:24:25.123456+01:00",
            "10.0.0.1",
            "::1",
            "RollingUpdate",
            "FIFO",
            "Always",
            "LeastRequestedFirst",
        ] {
            assert_eq!(at("field", text), Leaf::Keep, "{text}");
        }
    }

    #[test]
    fn names_stay_where_names_are_due() {
        for (field, text) in [
            ("configRef", "ml/shared"),
            ("className", "gpu-a100"),
            ("kind", "ClusterQueue"),
            ("apiVersion", "a.example/v1"),
            ("image", "nvcr.io/nvidia/pytorch:24.01-py3"),
            ("image", "a/b@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"),
        ] {
            assert_eq!(at(field, text), Leaf::Keep, "{field}: {text}");
            assert_eq!(at("note", text), if text == "ClusterQueue" { Leaf::Keep } else { Leaf::Mask }, "{text}");
        }
    }

    #[test]
    fn all_else_goes() {
        for (field, text) in [
            ("note", "hunter2"),
            ("note", "hunter"),
            ("password", "Hunter"),
            ("token", "42"),
            ("name", "two words"),
            ("name", "hf_abcdefghijklmnop1234"),
            ("name", "kJ8sLq02MzXcVbNm4RtYpWe9"),
            ("note", "aBcDeFgHiJ"),
            ("note", "12 monkeys"),
            ("note", "2026-11-30T16:24:25Z hunter2"),
            ("image", "https://u:p@host/x"),
            ("message", "Prose"),
            ("note", "héllo"),
        ] {
            let want = if text == "Prose" { Leaf::Keep } else { Leaf::Mask };
            assert_eq!(at(field, text), want, "{field}: {text}");
        }
    }
}
