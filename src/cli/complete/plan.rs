//! What may stand in the place of a word, by the words before it and the command line's own definition.
//!
//! Pure. Must never look anything up: what has to be looked up is named.

use clap::{Arg, ArgAction, Command, ValueHint};

use super::Candidate;

/// What may stand there.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Plan {
    /// One of these.
    Fixed(Vec<Candidate>),
    /// A file's name, which the shell knows best.
    Files,
    /// A rule's code.
    Rules,
    /// A name out of the kubeconfig, or a namespace: the flag's name.
    Places(&'static str),
    /// A run's name.
    Runs {
        /// TYPE, if it stands there already.
        kind: Option<String>,
        /// What `--from` names.
        from: Vec<String>,
        /// What comes before the name in the same word.
        prefix: String,
    },
}

/// What may stand in the place of `last`, after the words before it.
pub(super) fn plan(command: &Command, before: &[String], last: &str) -> Plan {
    // Flags that are taken everywhere are known below as well only once it is built.
    let mut root = command.clone();
    root.build();
    let mut at = &root;
    let (mut open, mut targets, mut from) = (None, Vec::new(), Vec::new());
    for word in before {
        if let Some(flag) = open.take() {
            if is(flag, "from") {
                from.push(word.clone());
            }
        } else if word.starts_with('-') && word.len() > 1 {
            if let Some(value) = word.strip_prefix("--from=") {
                from.push(value.to_owned());
            }
            open = flag(at, word).filter(|flag| wants_value(flag) && !has_value(word));
        } else if let Some(sub) = at.find_subcommand(word).filter(|sub| !sub.is_hide_set()) {
            at = sub;
        } else {
            targets.push(word.clone());
        }
    }
    if let Some(flag) = open {
        return values(flag, "");
    }
    if let Some((name, _)) = last.split_once('=').filter(|_| last.starts_with("--")) {
        return flag(at, name).map_or(Plan::Fixed(Vec::new()), |flag| values(flag, &format!("{name}=")));
    }
    if last.starts_with('-') {
        let flags = at.get_arguments().filter(|flag| !flag.is_hide_set());
        return Plan::Fixed(flags.filter_map(|flag| Some((format!("--{}", flag.get_long()?), help(flag)))).collect());
    }
    match at.get_name() {
        "diagnose" | "capture" | "tree" => target(&targets, from, last),
        "explain" if targets.is_empty() => Plan::Rules,
        _ if at.has_subcommands() && targets.is_empty() => {
            let shown = at.get_subcommands().filter(|sub| !sub.is_hide_set());
            let about = |sub: &Command| sub.get_about().map(|text| first_line(&text.to_string())).unwrap_or_default();
            Plan::Fixed(shown.map(|sub| (sub.get_name().to_owned(), about(sub))).collect())
        }
        _ => match at.get_positionals().nth(targets.len()) {
            Some(argument) => values(argument, ""),
            None => Plan::Fixed(Vec::new()),
        },
    }
}

/// TYPE/NAME, TYPE NAME or NAME.
fn target(targets: &[String], from: Vec<String>, last: &str) -> Plan {
    match targets {
        [] => match last.split_once('/') {
            Some((kind, _)) => Plan::Runs { kind: Some(kind.to_owned()), from, prefix: format!("{kind}/") },
            None => Plan::Runs { kind: None, from, prefix: String::new() },
        },
        [kind] if !kind.contains('/') => Plan::Runs { kind: Some(kind.clone()), from, prefix: String::new() },
        _ => Plan::Fixed(Vec::new()),
    }
}

fn is(flag: &Arg, long: &str) -> bool {
    flag.get_long() == Some(long)
}

/// The flag that a word is, with a value behind it or not.
fn flag<'c>(at: &'c Command, word: &str) -> Option<&'c Arg> {
    match word.strip_prefix("--") {
        Some(long) => {
            let long = long.split('=').next();
            at.get_arguments().find(|flag| flag.get_long().is_some() && flag.get_long() == long)
        }
        None => {
            let short = word.chars().nth(1);
            at.get_arguments().find(|flag| flag.get_short().is_some() && flag.get_short() == short)
        }
    }
}

fn wants_value(flag: &Arg) -> bool {
    matches!(flag.get_action(), ArgAction::Set | ArgAction::Append) && !flag.is_require_equals_set()
}

/// `--flag=value`, `-nvalue`.
fn has_value(word: &str) -> bool {
    if word.starts_with("--") { word.contains('=') } else { word.chars().count() > 2 }
}

fn values(flag: &Arg, prefix: &str) -> Plan {
    if let Some(place) = ["namespace", "context", "cluster", "user"].into_iter().find(|place| is(flag, place)) {
        // With `=` the shell would put the name in the place of the whole word.
        return if prefix.is_empty() { Plan::Places(place) } else { Plan::Fixed(Vec::new()) };
    }
    if matches!(flag.get_value_hint(), ValueHint::AnyPath | ValueHint::FilePath | ValueHint::DirPath) {
        return Plan::Files;
    }
    let value = |value: &clap::builder::PossibleValue| {
        let help = value.get_help().map(|text| first_line(&text.to_string())).unwrap_or_default();
        (format!("{prefix}{}", value.get_name()), help)
    };
    Plan::Fixed(flag.get_possible_values().iter().filter(|value| !value.is_hide_set()).map(value).collect())
}

fn help(flag: &Arg) -> String {
    flag.get_help().map(|text| first_line(&text.to_string())).unwrap_or_default()
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().replace('\t', " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::command;

    fn of(line: &str) -> Plan {
        let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let last = words.pop().unwrap();
        plan(&command(), &words, &last)
    }

    fn words(line: &str) -> Vec<String> {
        match of(line) {
            Plan::Fixed(candidates) => candidates.into_iter().map(|(word, _)| word).collect(),
            other => panic!("{line}: {other:?}"),
        }
    }

    fn runs(kind: Option<&str>, from: &[&str], prefix: &str) -> Plan {
        let from = from.iter().map(|from| (*from).to_owned()).collect();
        Plan::Runs { kind: kind.map(str::to_owned), from, prefix: prefix.to_owned() }
    }

    #[test]
    fn point_12_words_are_read_as_the_command_line_reads_them() {
        assert!(["diagnose", "explain", "completion"].iter().all(|name| words("").contains(&(*name).to_owned())));
        assert_eq!(words("-n ml completion b"), words("completion "));
        assert!(words("completion ").contains(&"bash".to_owned()));
        assert!(words("diagnose --").contains(&"--fail-on".to_owned()));
        assert!(words("diagnose --").contains(&"--context".to_owned()));
        assert_eq!(words("diagnose --fail-on "), ["error", "warning"]);
        assert_eq!(words("diagnose --fail-on=w"), ["--fail-on=error", "--fail-on=warning"]);
        assert!(words("tree -o ").contains(&"name".to_owned()));
        for (line, plan) in [
            ("diagnose ", runs(None, &[], "")),
            ("diagnose ru", runs(None, &[], "")),
            ("-n ml diagnose --exit-zero -o json --color=never ", runs(None, &[], "")),
            ("diagnose --insecure-skip-tls-verify ", runs(None, &[], "")),
            ("tree job ", runs(Some("job"), &[], "")),
            ("capture pytorchjob/r", runs(Some("pytorchjob"), &[], "pytorchjob/")),
            ("diagnose --from a.zip --from=b ", runs(None, &["a.zip", "b"], "")),
            ("diagnose --from ", Plan::Files),
            ("diagnose --kubeconfig ", Plan::Files),
            ("capture x --to ", Plan::Files),
            ("diagnose -n ", Plan::Places("namespace")),
            ("--context ", Plan::Places("context")),
            ("explain ", Plan::Rules),
            ("diagnose job/x ", Plan::Fixed(Vec::new())),
            ("diagnose job x ", Plan::Fixed(Vec::new())),
            ("nonsense ", Plan::Fixed(Vec::new())),
        ] {
            assert_eq!(of(line), plan, "{line}");
        }
    }
}
