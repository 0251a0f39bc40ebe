//! `cargo xtask generate`: files that are made from the library, so that they can't tell another story than it does.
//!
//! Writes and compares them; what they hold is a matter of `generated.rs`.

use std::fs;

use anyhow::{Context, Result, bail};

use crate::{cargo, generated};

/// Writes every file whose content has changed.
pub fn write() -> Result<()> {
    let files = generated::files()?;
    let mut written = 0;
    for (path, content) in &files {
        let place = cargo::root().join(path);
        if fs::read(&place).is_ok_and(|old| old == *content) {
            continue;
        }
        if let Some(folder) = place.parent() {
            fs::create_dir_all(folder).with_context(|| format!("cannot make the folder of {path}"))?;
        }
        fs::write(&place, content).with_context(|| format!("cannot write {path}"))?;
        println!("wrote {path}");
        written += 1;
    }
    println!("{written} of {} generated files changed.", files.len());
    Ok(())
}

/// Fails if a file is missing or differs from what would be written, and shows where.
pub fn check() -> Result<()> {
    let files = generated::files()?;
    let mut stale = Vec::new();
    for (path, content) in &files {
        let old = fs::read(cargo::root().join(path)).unwrap_or_default();
        if old == *content {
            continue;
        }
        match (std::str::from_utf8(&old), std::str::from_utf8(content)) {
            (Ok(old), Ok(new)) => {
                let difference = difference(old, new).unwrap_or_default();
                println!("--- {path}\n+++ {path} (generated)\n{difference}");
            }
            _ => println!("{path} differs in its bytes"),
        }
        stale.push(path.as_str());
    }
    if !stale.is_empty() {
        bail!("stale: {}; run `cargo xtask generate` and commit the result", stale.join(", "));
    }
    println!("{} generated files are up to date.", files.len());
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
