//! Where what stands: names of objects and containers to paths, and back.
//!
//! Owns the spelling of paths. Knows nothing of files and never lets two things share a path, whatever they are called
//! and whether or not the file system tells upper from lower case.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use crate::model::{LogKey, ObjectKey};

/// The description of the bundle.
pub const ABOUT: &str = "bundle.json";
/// The digests of all other files.
pub const MANIFEST: &str = "MANIFEST.sha256";
/// The words for people.
pub const README: &str = "README.txt";
/// Under an object's directory: the object.
pub const OBJECT_FILE: &str = "object.json";
/// Under an object's directory: the events about it.
pub const EVENTS_FILE: &str = "events.jsonl";

/// Stands for the namespace of what has none. No namespace is spelled so: a leading `_` is encoded.
const CLUSTER: &str = "_cluster";
/// Stands for the UID nobody said. No UID is spelled so.
const NO_UID: &str = "_none";
/// A part longer than this is cut.
const LONGEST: usize = 100;
/// How many hex digits of the digest end a cut part.
const DIGITS: usize = 16;

/// The path part that stands for a name: `Run-42` is `%52un-42`.
///
/// Bytes outside `[a-z0-9._-]` are percent-encoded, upper case too, so that no two names clash where case is ignored;
/// so are a leading `_` (our own literals start with it), a trailing dot (Windows drops it), the parts `.` and `..`, and
/// the first letter of what is a device on Windows (`con`, `nul.txt`). The empty name is a lone `%`.
///
/// A part of more than 100 bytes is cut and ends in `~` and 16 hex digits of the name's SHA-256. That can't be
/// turned back: the index of the bundle holds the true name.
#[must_use]
pub fn encode_part(name: &str) -> String {
    if name.is_empty() {
        return "%".to_owned();
    }
    let last = name.len() - 1;
    let dots = name == "." || name == "..";
    let device = is_device(name);
    let mut part = String::with_capacity(name.len());
    for (index, byte) in name.bytes().enumerate() {
        let plain = match byte {
            b'.' => !dots && index != last,
            b'_' => index != 0,
            b'a'..=b'z' | b'0'..=b'9' => !(device && index == 0),
            _ => byte == b'-',
        };
        if plain {
            part.push(char::from(byte));
        } else {
            percent(&mut part, byte);
        }
    }
    if part.len() > LONGEST { cut(&part, name) } else { part }
}

/// The name a part stands for; `None` if it was cut, or if [`encode_part`] writes no such part.
#[must_use]
pub fn decode_part(part: &str) -> Option<String> {
    if part == "%" {
        return Some(String::new());
    }
    let mut bytes = Vec::with_capacity(part.len());
    let mut rest = part.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let high = char::from(rest.next()?).to_digit(16)?;
            let low = char::from(rest.next()?).to_digit(16)?;
            bytes.push(u8::try_from(high * 16 + low).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    let name = String::from_utf8(bytes).ok()?;
    // One name, one part: a second spelling of it is nobody's.
    (encode_part(&name) == part).then_some(name)
}

/// The directory of one object: `objects/<namespace>/<resource.group>/<name>/<uid>`.
///
/// `resource_dot_group` is the plural resource with its group, as in `jobs.batch`; core resources have no group.
#[must_use]
pub fn object_dir(resource_dot_group: &str, key: &ObjectKey) -> String {
    format!(
        "objects/{}/{}/{}/{}",
        key.namespace.as_deref().map_or_else(|| CLUSTER.to_owned(), encode_part),
        encode_part(resource_dot_group),
        encode_part(&key.name),
        key.uid.as_deref().filter(|uid| !uid.is_empty()).map_or_else(|| NO_UID.to_owned(), encode_part),
    )
}

/// The object itself.
#[must_use]
pub fn object_file(resource_dot_group: &str, key: &ObjectKey) -> String {
    format!("{}/{OBJECT_FILE}", object_dir(resource_dot_group, key))
}

/// The events about it.
#[must_use]
pub fn events_file(resource_dot_group: &str, key: &ObjectKey) -> String {
    format!("{}/{EVENTS_FILE}", object_dir(resource_dot_group, key))
}

/// One container's log, under its pod.
#[must_use]
pub fn log_file(key: &LogKey) -> String {
    let run = if key.previous { "previous" } else { "current" };
    format!("{}/logs/{}/{run}.log", object_dir("pods", &key.pod), encode_part(&key.container))
}

/// Whether Windows takes this name for a device, whatever its extension and case.
pub(crate) fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).trim_end_matches(' ').to_ascii_lowercase();
    if matches!(stem.as_str(), "con" | "prn" | "aux" | "nul" | "conin$" | "conout$") {
        return true;
    }
    let numbered = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
    numbered.is_some_and(|number| {
        let mut signs = number.chars();
        // Windows takes the superscript digits for digits.
        matches!((signs.next(), signs.next()), (Some('0'..='9' | '¹' | '²' | '³'), None))
    })
}

fn percent(part: &mut String, byte: u8) {
    // Writing to a string can't fail.
    let _ = write!(part, "%{byte:02x}");
}

/// Cuts an encoded part and marks it with the digest of the whole name. No uncut part holds a `~`: it is encoded.
fn cut(part: &str, name: &str) -> String {
    let mut short: String = part.chars().take(LONGEST - DIGITS - 1).collect();
    short.push('~');
    for byte in Sha256::digest(name.as_bytes()).iter().take(DIGITS / 2) {
        let _ = write!(short, "{byte:02x}");
    }
    short
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::GroupKind;

    #[test]
    fn ordinary_names_stay_readable() {
        for name in ["run-42", "kube-system", "pytorchjobs.kubeflow.org", "6b0e2f7c-1f5e-4d3a-9b67-0a1b2c3d4e5f", "a_b"]
        {
            assert_eq!(encode_part(name), name);
        }
    }

    #[test]
    fn odd_names_are_encoded() {
        for (name, part) in [
            ("", "%"),
            (".", "%2e"),
            ("..", "%2e%2e"),
            ("a.", "a%2e"),
            ("Run", "%52un"),
            ("system:node", "system%3anode"),
            ("_cluster", "%5fcluster"),
            ("con", "%63on"),
            ("nul.txt", "%6eul.txt"),
            ("com1", "%63om1"),
            ("com10", "com10"),
            ("a/b", "a%2fb"),
            ("50%", "50%25"),
        ] {
            assert_eq!(encode_part(name), part);
            assert_eq!(decode_part(part).as_deref(), Some(name));
        }
    }

    #[test]
    fn foreign_spellings_decode_to_nothing() {
        for part in ["", "A", "%", "%2", "%2E", "%61", "%+1", "%ff", "_x", "con", ".", "a~b", "a/b"] {
            assert!(part == "%" || decode_part(part).is_none(), "{part}");
        }
    }

    #[test]
    fn long_names_are_cut_and_stay_apart() {
        let (one, two) = ("a".repeat(250), "a".repeat(251));
        assert_eq!(encode_part(&one).len(), LONGEST);
        assert_ne!(encode_part(&one), encode_part(&two));
        assert_eq!(decode_part(&encode_part(&one)), None);
        assert_eq!(encode_part(&"b".repeat(100)), "b".repeat(100));
    }

    #[test]
    fn literals_do_not_clash_with_names() {
        let key = |namespace: Option<&str>, uid: Option<&str>| ObjectKey {
            kind: GroupKind::of("", "Node"),
            namespace: namespace.map(str::to_owned),
            name: "n".to_owned(),
            uid: uid.map(str::to_owned),
        };
        assert_eq!(object_dir("nodes", &key(None, None)), "objects/_cluster/nodes/n/_none");
        assert_eq!(object_dir("nodes", &key(Some("_cluster"), Some("_none"))), "objects/%5fcluster/nodes/n/%5fnone");
        assert_eq!(object_dir("nodes", &key(None, Some(""))), "objects/_cluster/nodes/n/_none");
        let log = LogKey { pod: key(Some("ml"), Some("u")), container: "main".to_owned(), previous: true };
        assert_eq!(log_file(&log), "objects/ml/pods/n/u/logs/main/previous.log");
    }

    proptest! {
        #[test]
        fn what_is_encoded_comes_back(name in "\\PC{0,30}|[a-zA-Z._~%-]{0,12}|(con|COM1|nul)(\\.[a-z]{1,3})?") {
            let part = encode_part(&name);
            if part.len() < LONGEST {
                prop_assert_eq!(decode_part(&part), Some(name));
            }
        }

        #[test]
        fn every_part_is_safe(name in any::<String>()) {
            let part = encode_part(&name);
            prop_assert!(!part.is_empty() && part.len() <= LONGEST && part != "." && part != "..");
            prop_assert!(part.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'_' | b'-' | b'%' | b'~')));
            prop_assert!(!part.starts_with('_') && !part.ends_with('.') && !is_device(&part));
            // Every character is lower case already, so folding case can't make two parts one.
            prop_assert_eq!(part.to_lowercase(), part);
        }

        #[test]
        fn two_names_never_share_a_part(
            (one, two) in ("[aA%~._]{0,6}", "[aA%~._]{0,6}").prop_union(("[a-zA-Z]{90,130}", "[a-zA-Z]{90,130}"))
        ) {
            prop_assume!(one != two);
            prop_assert_ne!(encode_part(&one).to_lowercase(), encode_part(&two).to_lowercase());
        }
    }
}
