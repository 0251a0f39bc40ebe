//! The one place where a command becomes a line for a shell, an object a word of one, and where foreign text becomes safe for a terminal.

use crate::model::ObjectRef;

/// Joins an argv into a line that a POSIX shell splits into the same words.
#[must_use]
pub fn shell(argv: &[String]) -> String {
    argv.iter().map(|word| quote(word)).collect::<Vec<_>>().join(" ")
}

fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,@%+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// An object as it can be typed to kubectl, and as `kubectl get -o name` prints it: `pytorchjob.kubeflow.org/run-42`.
#[must_use]
pub fn typed(object: &ObjectRef) -> String {
    harmless(&format!("{}/{}", object.group_kind().to_string().to_ascii_lowercase(), object.name))
}

/// Neutralises what a terminal would obey: control characters, C1, and marks that turn text around. `ESC` becomes `^[`,
/// as kubectl prints it.
#[must_use]
pub fn harmless(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\r' | '\t' => safe.push(' '),
            '\u{1b}' => safe.push_str("^["),
            c if c.is_control() => safe.push_str(&format!("\\u{{{:x}}}", c as u32)),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}' => {
                safe.push_str(&format!("\\u{{{:x}}}", c as u32));
            }
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_need_quoting_are_quoted() {
        let argv = ["kubectl", "get", "pod/a b", "-n", "it's", ""].map(str::to_owned);
        assert_eq!(shell(&argv), r"kubectl get 'pod/a b' -n 'it'\''s' ''");
    }

    #[test]
    fn point_33_nothing_reaches_the_terminal_that_it_would_obey() {
        assert_eq!(harmless("a\u{1b}[31mred\rb\u{9b}c\u{202e}d"), "a^[[31mred b\\u{9b}c\\u{202e}d");
    }
}
