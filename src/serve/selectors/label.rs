//! Label selectors: `app=run,tier!=web,stage in (a, b),!old`.

use std::collections::BTreeMap;

use crate::serve::refusal::Refusal;

/// A selector; the empty one selects everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::serve) struct Labels(Vec<(String, Holds)>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Holds {
    In(Vec<String>),
    NotIn(Vec<String>),
    Exists,
    Lacks,
}

impl Labels {
    /// Reads one.
    pub(in crate::serve) fn read(text: &str) -> Result<Self, Refusal> {
        let wrong = || Refusal::bad_request(format!("unable to parse the label selector {text:?}"));
        let parts = split(text).ok_or_else(wrong)?;
        parts.into_iter().map(|part| requirement(part).ok_or_else(wrong)).collect::<Result<_, _>>().map(Self)
    }

    /// Whether it holds.
    pub(in crate::serve) fn select(&self, labels: &BTreeMap<String, String>) -> bool {
        self.0.iter().all(|(key, holds)| {
            let value = labels.get(key);
            match holds {
                Holds::In(values) => value.is_some_and(|value| values.contains(value)),
                Holds::NotIn(values) => value.is_none_or(|value| !values.contains(value)),
                Holds::Exists => value.is_some(),
                Holds::Lacks => value.is_none(),
            }
        })
    }

    /// As plain pairs, if it is nothing else: such a question may have been asked of the cluster.
    pub(in crate::serve) fn pairs(&self) -> Option<BTreeMap<String, String>> {
        let pair = |(key, holds): &(String, Holds)| match holds {
            Holds::In(values) => match values.as_slice() {
                [value] => Some((key.clone(), value.clone())),
                _ => None,
            },
            Holds::NotIn(_) | Holds::Exists | Holds::Lacks => None,
        };
        let pairs: Option<BTreeMap<String, String>> = self.0.iter().map(pair).collect();
        pairs.filter(|pairs| pairs.len() == self.0.len())
    }
}

/// At the commas that stand in no brackets.
fn split(text: &str) -> Option<Vec<&str>> {
    let mut parts = Vec::new();
    let (mut start, mut inside) = (0, false);
    for (at, sign) in text.char_indices() {
        match sign {
            '(' if inside => return None,
            ')' if !inside => return None,
            '(' | ')' => inside = sign == '(',
            ',' if !inside => {
                parts.push(text.get(start..at)?);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text.get(start..)?);
    let blank = parts.len() == 1 && parts.iter().all(|part| part.trim().is_empty());
    (!inside).then(|| if blank { Vec::new() } else { parts })
}

fn requirement(part: &str) -> Option<(String, Holds)> {
    let part = part.trim();
    if let Some(key) = part.strip_prefix('!') {
        return Some((word(key)?, Holds::Lacks));
    }
    if let Some((head, values)) = part.strip_suffix(')').and_then(|part| part.split_once('(')) {
        let values: Vec<String> = values.split(',').map(|value| value.trim().to_owned()).collect();
        let mut words = head.split_whitespace();
        let (key, operator) = (word(words.next()?)?, words.next()?);
        return match (operator, words.next()) {
            ("in", None) => Some((key, Holds::In(values))),
            ("notin", None) => Some((key, Holds::NotIn(values))),
            _ => None,
        };
    }
    for (operator, is_equal) in [("!=", false), ("==", true), ("=", true)] {
        if let Some((key, value)) = part.split_once(operator) {
            let values = vec![value.trim().to_owned()];
            return Some((word(key)?, if is_equal { Holds::In(values) } else { Holds::NotIn(values) }));
        }
    }
    Some((word(part)?, Holds::Exists))
}

/// A key: without blanks and signs of the syntax.
fn word(text: &str) -> Option<String> {
    let text = text.trim();
    let fits = |sign: char| sign.is_ascii_alphanumeric() || "-_./".contains(sign);
    (!text.is_empty() && text.chars().all(fits)).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_form_selects_as_in_kubernetes() {
        let labels = BTreeMap::from([("app".to_owned(), "run".to_owned()), ("x.io/tier".to_owned(), "a".to_owned())]);
        for (text, holds) in [
            ("", true),
            ("app=run", true),
            ("app==run,x.io/tier=a", true),
            ("app = other", false),
            ("app!=other,old!=yes", true),
            ("app!=run", false),
            ("x.io/tier in (a, b)", true),
            ("x.io/tier notin (a,b)", false),
            ("old notin (a)", true),
            ("app", true),
            ("old", false),
            ("!old", true),
            ("!app", false),
        ] {
            assert_eq!(Labels::read(text).unwrap().select(&labels), holds, "{text}");
        }
        for text in ["app in a", "app in (a", "a b", "=a", ",", "app,,b", "app near (a)", "(a)", "a in ((b))"] {
            assert!(Labels::read(text).is_err(), "{text}");
        }
        assert_eq!(Labels::read("app=run").unwrap().pairs().unwrap().len(), 1);
        assert!(Labels::read("app=run,b").unwrap().pairs().is_none());
    }
}
