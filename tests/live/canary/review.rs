//! The reviewed list: which strings of which kinds come through the door, and why.
//!
//! Owns how it is read. Lines stand from the general to the special, and the last one that fits a place decides. A list is
//! right if it says of every place what the door does, and if no line of it is without use.

use std::collections::BTreeSet;

/// What the list says of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The string comes through.
    Stays,
    /// It does not.
    Goes,
}

/// A line: `stays|goes KINDS PATH  reason`.
struct Line {
    fate: Fate,
    kinds: String,
    steps: Vec<String>,
    text: String,
}

/// The list.
pub struct Review {
    lines: Vec<Line>,
    used: BTreeSet<usize>,
}

impl Review {
    /// Reads it.
    pub fn read(text: &str) -> Self {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [fate, kinds, path, reason @ ..] = words.as_slice() else { panic!("{line}") };
            let fate = match *fate {
                "stays" => Fate::Stays,
                "goes" => Fate::Goes,
                _ => panic!("neither stays nor goes: {line}"),
            };
            assert!(reason.len() >= 2 && path.starts_with('/'), "no reason, or no path: {line}");
            let steps = path.split('/').skip(1).map(str::to_owned).collect();
            Line { fate, kinds: (*kinds).to_owned(), steps, text: line.to_owned() }
        });
        Self { lines: lines.collect(), used: BTreeSet::new() }
    }

    /// What it says of a place of a kind. `class` is `described` or `others`.
    pub fn of(&mut self, class: &str, kind: &str, pointer: &str) -> Option<Fate> {
        let steps: Vec<&str> = pointer.split('/').skip(1).collect();
        let fits = |line: &Line| {
            (line.kinds == class || line.kinds == "*" || line.kinds == kind) && meets(&line.steps, &steps)
        };
        let (place, line) = self.lines.iter().enumerate().rev().find(|(_, line)| fits(line))?;
        self.used.insert(place);
        Some(line.fate)
    }

    /// Lines that decided nothing.
    pub fn idle(&self) -> Vec<&str> {
        let idle = self.lines.iter().enumerate().filter(|(place, _)| !self.used.contains(place));
        idle.map(|(_, line)| line.text.as_str()).collect()
    }
}

/// `*` stands for one step, or for a part of it; `**` for any number of steps.
fn meets(pattern: &[String], steps: &[&str]) -> bool {
    match (pattern.split_first(), steps.split_first()) {
        (None, None) => true,
        (Some((first, rest)), _) if first == "**" => {
            meets(rest, steps) || steps.split_first().is_some_and(|(_, below)| meets(pattern, below))
        }
        (Some((first, rest)), Some((step, below))) => fits(first, step) && meets(rest, below),
        _ => false,
    }
}

fn fits(pattern: &str, step: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == step,
        Some((before, after)) => {
            let Some(rest) = step.strip_prefix(before) else { return false };
            after.is_empty() || (0..=rest.len()).any(|at| rest.get(at..).is_some_and(|tail| fits(after, tail)))
        }
    }
}

#[test]
fn the_last_line_that_fits_decides() {
    let mut review = Review::read(
        "# what\nstays described /** free text\ngoes * /**/env/*/value any value\nstays Pod /spec/env/0/value for a test\n",
    );
    assert_eq!(review.of("described", "Job", "/spec/a"), Some(Fate::Stays));
    assert_eq!(review.of("described", "Job", "/spec/env/0/value"), Some(Fate::Goes));
    assert_eq!(review.of("others", "Odd", "/spec/a"), None);
    assert_eq!(review.idle().len(), 1);
    assert_eq!(review.of("described", "Pod", "/spec/env/0/value"), Some(Fate::Stays));
    assert!(fits("*Ref", "configRef") && fits("a*c*e", "abcde") && !fits("*Ref", "Refs"));
}
