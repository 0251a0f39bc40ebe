//! Which paths may stand in a bundle together.
//!
//! Owns the checks of names, one place for readers and writers, zip and directory. Touches no files.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::error::{BundleError, Fault, shown};
use super::files::Limits;
use super::layout::is_device;

/// The names seen so far, as a tree that ignores case.
///
/// A tree and not a set of all prefixes: a hostile list of names then costs no more memory than it has bytes.
#[derive(Debug, Default)]
pub(crate) struct Names {
    root: Node,
}

#[derive(Debug, Default)]
struct Node {
    /// As it was spelled first, where that is not the folded form.
    spelled: Option<Box<str>>,
    is_file: bool,
    children: BTreeMap<Box<str>, Self>,
}

impl Names {
    /// Adds a file's name.
    pub(crate) fn add_file(&mut self, name: &str, limits: &Limits) -> Result<(), BundleError> {
        self.add(name, true, limits)
    }

    /// Adds a directory's name, without a slash at its end. Directories may be added again.
    pub(crate) fn add_directory(&mut self, name: &str, limits: &Limits) -> Result<(), BundleError> {
        self.add(name, false, limits)
    }

    fn add(&mut self, name: &str, is_file: bool, limits: &Limits) -> Result<(), BundleError> {
        check_name(name, limits)?;
        let mut node = &mut self.root;
        let mut parts = name.split('/').peekable();
        while let Some(part) = parts.next() {
            let leaf = parts.peek().is_none();
            let folded = part.to_lowercase();
            node = match node.children.entry(folded.into_boxed_str()) {
                Entry::Vacant(place) => {
                    let spelled = (**place.key() != *part).then(|| part.into());
                    place.insert(Node { spelled, is_file: leaf && is_file, children: BTreeMap::new() })
                }
                Entry::Occupied(place) => {
                    let before = place.get().spelled.as_deref().unwrap_or(place.key());
                    if before != part {
                        return Err(BundleError::CaseClash { name: shown(name), other: shown(before) });
                    }
                    let node = place.into_mut();
                    if node.is_file != (leaf && is_file) {
                        return Err(BundleError::FileAndDirectory(shown(name)));
                    }
                    if node.is_file {
                        return Err(BundleError::Duplicate(shown(name)));
                    }
                    node
                }
            };
        }
        Ok(())
    }
}

/// Whether a path is safe by itself: relative, plain, not too long and not too deep.
pub(crate) fn check_name(name: &str, limits: &Limits) -> Result<(), BundleError> {
    fault(name, limits).map_or(Ok(()), |fault| Err(BundleError::name(name, fault)))
}

fn fault(name: &str, limits: &Limits) -> Option<Fault> {
    if name.len() > limits.name_bytes {
        return Some(Fault::Long);
    }
    for sign in name.chars() {
        match sign {
            '\\' => return Some(Fault::Backslash),
            ':' => return Some(Fault::Colon),
            _ if is_unprintable(sign) => return Some(Fault::Control),
            _ => {}
        }
    }
    if name.starts_with('/') {
        return Some(Fault::Absolute);
    }
    if name.split('/').count() > limits.depth {
        return Some(Fault::Deep);
    }
    name.split('/').find_map(|part| match part {
        "" => Some(Fault::Empty),
        "." | ".." => Some(Fault::Dots),
        _ if part.ends_with(['.', ' ']) => Some(Fault::TrailingDot),
        _ if is_device(part) => Some(Fault::Device),
        _ => None,
    })
}

/// Control characters, line and paragraph separators, and what turns or hides text.
pub(super) fn is_unprintable(sign: char) -> bool {
    sign.is_control()
        || matches!(sign, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        || matches!(sign, '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn add(names: &[&str]) -> Result<(), BundleError> {
        let mut tree = Names::default();
        let limits = Limits::default();
        names.iter().try_for_each(|name| match name.strip_suffix('/') {
            Some(directory) => tree.add_directory(directory, &limits),
            None => tree.add_file(name, &limits),
        })
    }

    #[test]
    fn safe_names_pass() {
        add(&[
            "README.txt",
            "objects/",
            "objects/ml/a.json",
            "objects/ml/",
            "objects/",
            "Notizen von Jürgen.txt",
            "a~b",
        ])
        .unwrap();
    }

    #[test]
    fn unsafe_names_do_not() {
        let deep = "a/".repeat(12) + "a";
        let long = "a".repeat(1025);
        for (name, fault) in [
            ("", Fault::Empty),
            ("a//b", Fault::Empty),
            ("/etc/passwd", Fault::Absolute),
            ("../a", Fault::Dots),
            ("a/../b", Fault::Dots),
            ("./a", Fault::Dots),
            ("a\\b", Fault::Backslash),
            ("C:/a", Fault::Colon),
            ("a\0b", Fault::Control),
            ("a\u{1b}[2J", Fault::Control),
            ("a\u{85}", Fault::Control),
            ("a\u{202e}txt.exe", Fault::Control),
            ("a.", Fault::TrailingDot),
            ("a ", Fault::TrailingDot),
            ("NUL.txt", Fault::Device),
            (&deep, Fault::Deep),
            (&long, Fault::Long),
        ] {
            let error = add(&[name]).unwrap_err();
            assert!(matches!(&error, BundleError::Unsafe { fault: found, .. } if *found == fault), "{name:?}: {error}");
            assert!(!error.to_string().contains(char::is_control));
        }
    }

    #[test]
    fn clashes_are_found() {
        assert!(matches!(add(&["a", "a"]), Err(BundleError::Duplicate(_))));
        assert!(matches!(add(&["a", "A"]), Err(BundleError::CaseClash { .. })));
        assert!(matches!(add(&["Ä/x", "ä/y"]), Err(BundleError::CaseClash { .. })));
        assert!(matches!(add(&["a", "a/b"]), Err(BundleError::FileAndDirectory(_))));
        assert!(matches!(add(&["a/b", "a"]), Err(BundleError::FileAndDirectory(_))));
        assert!(matches!(add(&["a/b", "a/"]), Ok(())));
        assert!(matches!(add(&["a", "a/"]), Err(BundleError::FileAndDirectory(_))));
    }
}
