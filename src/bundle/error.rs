//! What can be wrong with a bundle. Owns the error type; decides nothing and never repeats a stranger's name unescaped.

use std::io;

use super::version::Version;

/// Why a bundle can't be read or written.
///
/// Names in it went through [`shown`]: a bundle may be a stranger's, and messages end on terminals.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BundleError {
    /// No zip at all, or one without its end.
    #[error("not a zip, or the end of one is missing ({0}); copy the bundle again or ask its sender for it")]
    NoZip(&'static str),
    /// A zip whose parts contradict each other, or whose data do not unpack to what they should be.
    #[error("damaged zip: {0}; copy the bundle again or ask its sender for it")]
    Damaged(String),
    /// A path that no bundle needs and that could lead out of it or clash with another.
    #[error("unsafe path {name}: {fault}; this was not written by this tool, do not unpack it")]
    Unsafe {
        /// The path, escaped.
        name: String,
        /// What is wrong with it.
        fault: Fault,
    },
    /// Two entries of one name.
    #[error("{0} stands in the bundle twice; which one is meant can't be told")]
    Duplicate(String),
    /// Two names that one file system tells apart and another does not.
    #[error("{name} and {other} are one name on file systems that ignore case; rename one of them")]
    CaseClash {
        /// The later name, escaped.
        name: String,
        /// Its part that clashes, as it was spelled first, escaped.
        other: String,
    },
    /// A name used for a file and for a directory.
    #[error("{0} is both a file and a directory")]
    FileAndDirectory(String),
    /// A symbolic link.
    #[error("{0} is a link; a bundle holds plain files only")]
    Link(String),
    /// A device, pipe, socket or anything else that is neither file nor directory.
    #[error("{0} is neither a file nor a directory; a bundle holds plain files only")]
    Special(String),
    /// An encrypted entry.
    #[error("{0} is encrypted; unpack the zip with its password and open the directory")]
    Encrypted(String),
    /// A compression nobody needs here.
    #[error("{name} is compressed by method {method}; only stored and deflated files are read")]
    Method {
        /// The file, escaped.
        name: String,
        /// Method number of the zip format.
        method: u16,
    },
    /// Bytes that belong to two entries: a bomb's trick.
    #[error("{0} shares bytes with another entry of the zip; no honest tool writes that")]
    Overlap(String),
    /// Too much of something.
    #[error(
        "{what}: {found}, more than the {limit} a bundle may have; take less, or mistrust it if it came from elsewhere"
    )]
    TooMuch {
        /// What there is too much of; a file's name is escaped.
        what: String,
        /// How much there is, or at least is.
        found: u64,
        /// How much is allowed.
        limit: u64,
    },
    /// No such file.
    #[error("{0} is not in the bundle")]
    Missing(String),
    /// A file that is not what it was when the bundle was opened.
    #[error("{0} was changed while the bundle was read; try again when nobody writes to it")]
    Changed(String),
    /// An unreadable line of the manifest.
    #[error("MANIFEST.sha256 line {line}: {what}; the bundle can't be verified by it")]
    Manifest {
        /// Line, from one.
        line: usize,
        /// What is wrong.
        what: &'static str,
    },
    /// A file that is not what the manifest says.
    #[error("{0} is not what MANIFEST.sha256 says; it was altered or damaged after the bundle was written")]
    Altered(String),
    /// An unreadable line of one of the bundle's lists.
    #[error("{file} line {line}: {why}; the bundle was damaged or written by something else")]
    Record {
        /// The list.
        file: String,
        /// Line, from one.
        line: usize,
        /// What is wrong, escaped.
        why: String,
    },
    /// `bundle.json` can't be understood.
    #[error("bundle.json: {0}")]
    About(String),
    /// A format from the future.
    #[error("the bundle has format {found}, and this version reads up to {known}.x; update kubectl-mlop")]
    Newer {
        /// The bundle's.
        found: Version,
        /// The newest major version understood.
        known: u32,
    },
    /// Something stands where the bundle should go.
    #[error("{0} exists; choose another name or remove it")]
    Exists(String),
    /// The place a bundle should go to is no place for one.
    #[error("{0} can't be the name of a bundle; give the path of a new file or directory")]
    Target(String),
    /// The medium failed.
    #[error("{what}: {source}")]
    Io {
        /// What was tried on what.
        what: String,
        /// How it failed.
        source: io::Error,
    },
}

impl BundleError {
    /// Words for a failed read or write.
    pub(crate) fn io(what: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let what = what.into();
        move |source| Self::Io { what, source }
    }

    /// A path with a fault.
    pub(crate) fn name(name: &str, fault: Fault) -> Self {
        Self::Unsafe { name: shown(name), fault }
    }
}

/// What is wrong with a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// Nothing between two slashes, or nothing at all.
    #[error("a part of it is empty")]
    Empty,
    /// `/…`
    #[error("it starts at the root")]
    Absolute,
    /// `.` or `..`
    #[error("it holds . or ..")]
    Dots,
    /// `\`, a separator to some.
    #[error("it holds a backslash")]
    Backslash,
    /// `:`, a drive letter or a stream to some.
    #[error("it holds a colon")]
    Colon,
    /// Unprintable, or turning the direction of writing.
    #[error("it holds control characters")]
    Control,
    /// Ends in a dot or a space, which some file systems drop.
    #[error("a part of it ends in a dot or a space")]
    TrailingDot,
    /// `con`, `nul` and their like.
    #[error("a part of it names a device on Windows")]
    Device,
    /// Not UTF-8.
    #[error("it is not UTF-8")]
    NotUtf8,
    /// Said differently in two places of the zip.
    #[error("the zip gives it another name elsewhere")]
    TwoNames,
    /// Too many bytes.
    #[error("it is too long")]
    Long,
    /// Too many parts.
    #[error("it is too deep")]
    Deep,
}

/// A stranger's text made fit for a message: quoted, control characters escaped, cut at 160 characters.
#[must_use]
pub fn shown(text: &str) -> String {
    let head: String = text.chars().take(160).collect();
    if head.len() < text.len() { format!("{head:?}…") } else { format!("{head:?}") }
}
