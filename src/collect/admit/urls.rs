//! Who is named in an address: `scheme://user:password@host`.
//!
//! Owns user information of URLs only; credentials in the query are pairs like any other. The host always stays.

use std::ops::Range;

/// Adds the places of user information.
pub(super) fn spans(text: &str, out: &mut Vec<Range<usize>>) {
    let mut from = 0;
    while let Some(found) = text.get(from..).and_then(|rest| rest.find("://")) {
        let start = from + found + 3;
        let rest = text.get(start..).unwrap_or_default();
        let length = rest.find(|c: char| c.is_whitespace() || matches!(c, '"' | '`')).unwrap_or(rest.len());
        let word = rest.get(..length).unwrap_or_default();
        if let Some(user) = user_information(word) {
            out.push(start..start + user);
        }
        // The next address may begin inside this word, as in a list with commas.
        from = start;
        if word.is_empty() {
            continue;
        }
        // Without another `://` in the word there is nothing more to see in it; skipping it keeps long words linear.
        from += word.find("://").map_or(length, |_| 0);
    }
}

/// The length of what stands before the `@`, if that is user information and not part of a path.
fn user_information(word: &str) -> Option<usize> {
    let word = word.split("://").next()?;
    let authority_end = word.find(['/', '?', '#']).unwrap_or(word.len());
    let authority = word.get(..authority_end)?;
    let end = match authority.rfind('@') {
        Some(at) => at,
        // A password with a slash in it: what stands after the colon is then no port.
        None => {
            let (_, port) = authority.split_once(':')?;
            let at = word.rfind('@')?;
            if port.is_empty() || port.bytes().all(|b| b.is_ascii_digit()) || port.starts_with(']') || authority.starts_with('[') {
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
            "https://github.com/org/repo@v1.2", "ssh://git@github.com/x", "https://h:8080/a@b", "docker://sha256@x/y".get(..9).unwrap(),
            "http://[::1]:80/a@b", "://", "https://", "x://@",
        ] {
            assert_eq!(cut(text), "", "{text}");
        }
    }
}
