//! Where a walk stands in a document, as a chain on the stack.
//!
//! Owns the JSON pointer. It allocates only when somebody asks for one, since most values are admitted as they are.

use std::fmt::Write;

use crate::model::pointer::escape;

/// One step below another.
#[derive(Clone, Copy)]
enum Step<'p> {
    Root,
    Key(&'p str),
    Index(usize),
}

/// A place in a document.
#[derive(Clone, Copy)]
pub(super) struct Path<'p> {
    up: Option<&'p Path<'p>>,
    step: Step<'p>,
}

impl<'p> Path<'p> {
    pub(super) fn root() -> Self {
        Self { up: None, step: Step::Root }
    }

    pub(super) fn key(&'p self, key: &'p str) -> Self {
        Self { up: Some(self), step: Step::Key(key) }
    }

    pub(super) fn index(&'p self, index: usize) -> Self {
        Self { up: Some(self), step: Step::Index(index) }
    }

    pub(super) fn is_root(&self) -> bool {
        matches!(self.step, Step::Root)
    }

    /// The key of the nearest map above the value: elements of a list go by the name of the list.
    pub(super) fn name(&self) -> &'p str {
        match (self.step, self.up) {
            (Step::Key(key), _) => key,
            (_, Some(up)) => up.name(),
            (_, None) => "",
        }
    }

    /// Whether these are the last steps, outermost first; `*` stands for any place in a list. With `anchored`, whether
    /// they are all the steps there are.
    pub(super) fn ends_with(&self, steps: &[&str], anchored: bool) -> bool {
        let Some((last, rest)) = steps.split_last() else {
            return !anchored || matches!(self.step, Step::Root);
        };
        let here = match self.step {
            Step::Root => false,
            Step::Key(key) => key == *last,
            Step::Index(_) => *last == "*",
        };
        here && self.up.is_some_and(|up| up.ends_with(rest, anchored))
    }

    /// The place as a JSON pointer.
    pub(super) fn pointer(&self) -> String {
        let mut out = self.up.map_or_else(String::new, Path::pointer);
        match self.step {
            Step::Root => {}
            Step::Key(key) => {
                out.push('/');
                out.push_str(&escape(key));
            }
            Step::Index(index) => {
                // Writing to a string cannot fail.
                let _ = write!(out, "/{index}");
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_knows_its_pointer_and_its_end() {
        let root = Path::root();
        let status = root.key("status");
        let list = status.key("a/b~c");
        let item = list.index(3);
        assert_eq!(item.pointer(), "/status/a~1b~0c/3");
        assert_eq!(item.name(), "a/b~c");
        assert!(item.ends_with(&["a/b~c", "*"], false));
        assert!(item.ends_with(&["status", "a/b~c", "*"], true));
        assert!(!item.ends_with(&["a/b~c", "*"], true));
        assert_eq!(root.pointer(), "");
    }
}
