//! `cargo xtask generate`: files that are made from the library, so that they can't tell another story than it does.
//!
//! Owns the list of them. Must never make up content: each entry calls a function of the library.

use std::fs;

use anyhow::{Context, Result, bail};

use crate::cargo;

/// A file, as a path from the root of the repository, and the function of the library that makes its text.
type Generated = (&'static str, fn() -> String);

/// All generated files. To add one, add a line.
const FILES: &[Generated] = &[];

/// Writes every file whose text has changed.
pub fn write() -> Result<()> {
    let mut written = 0;
    for (path, text) in FILES {
        let place = cargo::root().join(path);
        let text = text();
        if fs::read_to_string(&place).is_ok_and(|old| old == text) {
            continue;
        }
        if let Some(folder) = place.parent() {
            fs::create_dir_all(folder).with_context(|| format!("cannot make the folder of {path}"))?;
        }
        fs::write(&place, text).with_context(|| format!("cannot write {path}"))?;
        println!("wrote {path}");
        written += 1;
    }
    println!("{written} of {} generated files changed.", FILES.len());
    Ok(())
}

/// Fails if a file is missing or differs from what would be written, and shows where.
pub fn check() -> Result<()> {
    let mut stale = Vec::new();
    for (path, text) in FILES {
        let old = fs::read_to_string(cargo::root().join(path)).unwrap_or_default();
        if let Some(difference) = difference(&old, &text()) {
            println!("--- {path}\n+++ {path} (generated)\n{difference}");
            stale.push(*path);
        }
    }
    if !stale.is_empty() {
        bail!("stale: {}; run `cargo xtask generate` and commit the result", stale.join(", "));
    }
    println!("{} generated files are up to date.", FILES.len());
    Ok(())
}

/// Lines of each side shown at most.
const SHOWN: usize = 10;

/// Where two texts part: the lines between their common beginning and their common end. None if they are the same.
fn difference(old: &str, new: &str) -> Option<String> {
    if old == new {
        return None;
    }
    let (old_lines, new_lines): (Vec<_>, Vec<_>) = (old.lines().collect(), new.lines().collect());
    let start = old_lines.iter().zip(&new_lines).take_while(|(old, new)| old == new).count();
    let rest = old_lines.len().min(new_lines.len()) - start;
    let end = old_lines.iter().rev().zip(new_lines.iter().rev()).take(rest).take_while(|(old, new)| old == new).count();
    let mut text = format!("@@ line {} @@", start + 1);
    for (mark, lines) in [('-', &old_lines), ('+', &new_lines)] {
        let changed = &lines[start..lines.len() - end];
        for line in changed.iter().take(SHOWN) {
            text.push_str(&format!("\n{mark}{line}"));
        }
        if changed.len() > SHOWN {
            text.push_str(&format!("\n{mark}… and {} lines more", changed.len() - SHOWN));
        }
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_text_has_no_difference() {
        assert_eq!(difference("a\nb\n", "a\nb\n"), None);
    }

    #[test]
    fn only_what_differs_is_shown() {
        assert_eq!(difference("a\nb\nc\n", "a\nx\ny\nc\n").unwrap(), "@@ line 2 @@\n-b\n+x\n+y");
        assert_eq!(difference("a\na\n", "a\n").unwrap(), "@@ line 2 @@\n-a");
        assert_eq!(difference("", "a\n").unwrap(), "@@ line 1 @@\n+a");
        assert_eq!(difference("a", "a\n").unwrap(), "@@ line 2 @@");
    }
}
