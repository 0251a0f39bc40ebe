//! Label selectors as people write them: `app=serve,tier in (a, b),!canary`.
//!
//! Owns the grammar, which is that of `kubectl -l`, and what it selects.

use std::collections::BTreeMap;
use std::fmt;

/// A selector. All its requirements must hold; without any it selects everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabelSelector(Vec<Requirement>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Requirement {
    key: String,
    must: Must,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Must {
    Exist,
    NotExist,
    BeIn(Vec<String>),
    NotBeIn(Vec<String>),
}

impl LabelSelector {
    /// Reads a selector.
    ///
    /// # Errors
    /// With what cannot be understood.
    pub fn parse(text: &str) -> Result<Self, String> {
        pieces(text)?.into_iter().map(Requirement::parse).collect::<Result<_, _>>().map(Self)
    }

    /// Whether it selects everything.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// As plain pairs, if it is nothing else: a list may have been asked for by them.
    #[must_use]
    pub fn pairs(&self) -> Option<BTreeMap<String, String>> {
        let pair = |requirement: &Requirement| match &requirement.must {
            Must::BeIn(values) => match values.as_slice() {
                [value] => Some((requirement.key.clone(), value.clone())),
                _ => None,
            },
            Must::Exist | Must::NotExist | Must::NotBeIn(_) => None,
        };
        let pairs: Option<BTreeMap<String, String>> = self.0.iter().map(pair).collect();
        // Of one key two values are asked for: no pairs say that.
        pairs.filter(|pairs| pairs.len() == self.0.len())
    }

    /// Whether it selects what has these labels; `value` looks one up.
    pub fn selects<'l>(&self, value: impl Fn(&str) -> Option<&'l str>) -> bool {
        self.0.iter().all(|requirement| {
            let has = value(&requirement.key);
            match &requirement.must {
                Must::Exist => has.is_some(),
                Must::NotExist => has.is_none(),
                Must::BeIn(values) => has.is_some_and(|has| values.iter().any(|value| value == has)),
                // What lacks the label is not among them either.
                Must::NotBeIn(values) => has.is_none_or(|has| values.iter().all(|value| value != has)),
            }
        })
    }
}

impl fmt::Display for LabelSelector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, Requirement { key, must }) in self.0.iter().enumerate() {
            f.write_str(if place == 0 { "" } else { "," })?;
            match must {
                Must::Exist => write!(f, "{key}")?,
                Must::NotExist => write!(f, "!{key}")?,
                Must::BeIn(values) => match values.as_slice() {
                    [value] => write!(f, "{key}={value}")?,
                    values => write!(f, "{key} in ({})", values.join(","))?,
                },
                Must::NotBeIn(values) => match values.as_slice() {
                    [value] => write!(f, "{key}!={value}")?,
                    values => write!(f, "{key} notin ({})", values.join(","))?,
                },
            }
        }
        Ok(())
    }
}

/// Requirements, parted by the commas that stand in no parentheses.
fn pieces(text: &str) -> Result<Vec<&str>, String> {
    let (mut inside, mut pieces, mut rest) = (false, Vec::new(), text);
    let mut from = 0;
    while let Some(found) = rest.get(from..).and_then(|tail| tail.find(['(', ')', ','])) {
        let at = from + found;
        match (rest.as_bytes().get(at), inside) {
            (Some(b'('), false) => inside = true,
            (Some(b')'), true) => inside = false,
            (Some(b','), false) => {
                let (piece, tail) = rest.split_at(at);
                pieces.push(piece);
                rest = tail.get(1..).unwrap_or_default();
                from = 0;
                continue;
            }
            (Some(b','), true) => {}
            _ => return Err(wrong(text)),
        }
        from = at + 1;
    }
    if inside {
        return Err(wrong(text));
    }
    pieces.push(rest);
    // kubectl takes an empty selector for none.
    if pieces.iter().all(|piece| piece.trim().is_empty()) && pieces.len() == 1 {
        pieces.clear();
    }
    Ok(pieces)
}

impl Requirement {
    fn parse(piece: &str) -> Result<Self, String> {
        let trimmed = piece.trim();
        let one = |value: &str| vec![value.trim().to_owned()];
        let (key, must) = if let Some(key) = trimmed.strip_prefix('!') {
            (key, Must::NotExist)
        } else if let Some((key, values)) = set(trimmed, "notin") {
            (key, Must::NotBeIn(values))
        } else if let Some((key, values)) = set(trimmed, "in") {
            (key, Must::BeIn(values))
        } else if let Some((key, value)) = trimmed.split_once("!=") {
            (key, Must::NotBeIn(one(value)))
        } else if let Some((key, value)) = trimmed.split_once("==").or_else(|| trimmed.split_once('=')) {
            (key, Must::BeIn(one(value)))
        } else {
            (trimmed, Must::Exist)
        };
        let key = key.trim();
        let values_are_fine = match &must {
            Must::Exist | Must::NotExist => true,
            Must::BeIn(values) | Must::NotBeIn(values) => values.iter().all(|value| is_value(value)),
        };
        if is_key(key) && values_are_fine { Ok(Self { key: key.to_owned(), must }) } else { Err(wrong(piece)) }
    }
}

/// `key in (a, b)`, by its operator.
fn set<'t>(text: &'t str, operator: &str) -> Option<(&'t str, Vec<String>)> {
    let (left, values) = text.strip_suffix(')')?.split_once('(')?;
    let key = left.trim_end().strip_suffix(operator)?;
    // `within(…)` is no `in`.
    let key = key.strip_suffix(char::is_whitespace)?;
    Some((key, values.split(',').map(|value| value.trim().to_owned()).collect()))
}

fn is_value(text: &str) -> bool {
    text.is_empty() || is_name(text)
}

fn is_key(text: &str) -> bool {
    match text.split_once('/') {
        Some((prefix, name)) => !prefix.is_empty() && prefix.len() <= 253 && is_words(prefix) && is_name(name),
        None => is_name(text),
    }
}

fn is_name(text: &str) -> bool {
    text.len() <= 63 && is_words(text)
}

/// Letters and digits, with dots, dashes and underscores between them.
fn is_words(text: &str) -> bool {
    let ends = |sign: Option<char>| sign.is_some_and(|sign| sign.is_ascii_alphanumeric());
    ends(text.chars().next())
        && ends(text.chars().next_back())
        && text.chars().all(|sign| sign.is_ascii_alphanumeric() || matches!(sign, '.' | '-' | '_'))
}

fn wrong(text: &str) -> String {
    format!("{text:?} is no label selector; write key=value, key!=value, key, !key, or \"key in (a,b)\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selects(selector: &str, labels: &[(&str, &str)]) -> bool {
        let value = |key: &str| labels.iter().find(|(known, _)| *known == key).map(|(_, value)| *value);
        LabelSelector::parse(selector).unwrap().selects(value)
    }

    #[test]
    fn it_selects_as_kubectl_does() {
        let labels = [("app", "serve"), ("team.example.org/name", "vision")];
        for yes in [
            "",
            "app",
            "app=serve",
            "app==serve,!canary",
            "app in (a, serve)",
            "tier!=x",
            "tier notin (x,y)",
            "team.example.org/name = vision",
            "app in (serve),app notin (x)",
        ] {
            assert!(selects(yes, &labels), "{yes}");
        }
        for no in ["canary", "!app", "app=other", "app!=serve", "app notin (serve)", "app in (a,b)", "app=serve,tier=x"]
        {
            assert!(!selects(no, &labels), "{no}");
        }
    }

    #[test]
    fn it_is_written_as_it_is_read() {
        for text in ["app=serve", "app in (a,b),!canary", "x,tier!=y,z notin (a,b)"] {
            assert_eq!(LabelSelector::parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn pairs_are_pairs_and_nothing_else() {
        let pairs = |text: &str| LabelSelector::parse(text).unwrap().pairs().map(|pairs| pairs.len());
        assert_eq!((pairs(""), pairs("a=1,b in (2)")), (Some(0), Some(2)));
        for text in ["a", "!a", "a!=1", "a in (1,2)", "a=1,a=2", "a=1,b"] {
            assert_eq!(pairs(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_no_selector_is_refused() {
        for text in [
            ",",
            "a,",
            "=x",
            "a=b c",
            "a in (b",
            "a in b)",
            "a in ((b))",
            "a within (b)",
            "-a",
            "a=b=c",
            "é=1",
            "a/b/c=d",
            "(",
            "!",
        ] {
            assert!(LabelSelector::parse(text).is_err(), "{text}");
        }
    }
}
