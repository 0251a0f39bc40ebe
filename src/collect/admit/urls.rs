//! Who is named in an address: `scheme://user:password@host`.
//!
//! Owns user information of URLs only; credentials in the query are pairs like any other. The host always stays.

use std::ops::Range;

/// Adds the places of user information.
pub(super) fn spans(text: &str, out: &mut Vec<Range<usize>>) {
    let mut start = 0;
    for word in text.split(|c: char| c.is_whitespace() || matches!(c, '"' | '`')) {
        // A word may hold several addresses, as a list with commas does.
        let mut at = start;
        for (number, rest) in word.split("://").enumerate() {
            if let Some(length) = user_information(rest).filter(|_| number > 0) {
                out.push(at..at + length);
            }
            at += rest.len() + 3;
        }
        // Everything that parts words is found again by its length.
        start += word.len();
        start += text.get(start..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    }
}

/// The length of what stands before the `@`, if that is user information and not part of a path.
fn user_information(word: &str) -> Option<usize> {
    let authority_end = word.find(['/', '?', '#']).unwrap_or(word.len());
    let authority = word.get(..authority_end)?;
    let end = match authority.rfind('@') {
        Some(at) => at,
        // A password with a slash in it: what stands after the colon is then no port.
        None => {
            let (_, port) = authority.split_once(':')?;
            let at = word.rfind('@')?;
            if port.is_empty()
                || port.bytes().all(|b| b.is_ascii_digit())
                || port.starts_with(']')
                || authority.starts_with('[')
            {
                return None;
            }
            at
        }
    };
    let user = word.get(..end)?;
    // `git@` is how everybody logs in there.
    (!user.is_empty() && user != "git").then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> String {
        let mut found = Vec::new();
        spans(text, &mut found);
        found.iter().map(|span| text.get(span.clone()).unwrap()).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn user_information_is_found() {
        assert_eq!(cut("clone https://me:hunter2@git.example/x failed"), "me:hunter2");
        assert_eq!(cut("postgres://u:p/ss@db:5432/x, redis://:hunter2@r:6379"), "u:p/ss|:hunter2");
        assert_eq!(cut("https://tok3n@git.example/a@b"), "tok3n");
        assert_eq!(cut("a://b:c@d,e://f:g@h"), "b:c|f:g");
        for text in [
            "https://github.com/org/repo@v1.2",
            "ssh://git@github.com/x",
            "https://h:8080/a@b",
            "docker://sha256@x/y".get(..9).unwrap(),
            "http://[::1]:80/a@b",
            "://",
            "https://",
            "x://@",
        ] {
            assert_eq!(cut(text), "", "{text}");
        }
    }
}
