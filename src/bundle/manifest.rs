//! The digests of all files: what proves that nothing was changed, lost or added.
//!
//! Owns the text of `MANIFEST.sha256`, which `sha256sum -c` reads, its making while a bundle is written, and the
//! comparison. A manifest proves that a bundle is whole, never whose it is: only a root digest kept elsewhere does.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;
use sha2::{Digest as _, Sha256};

use super::error::{BundleError, shown};
use super::files::{BundleFiles, Limits, Sink};
use super::layout::MANIFEST;
use super::names::check_name;

/// Digests by path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    digests: BTreeMap<String, String>,
}

impl Manifest {
    /// Adds a file.
    pub fn add(&mut self, name: &str, bytes: &[u8]) {
        self.digests.insert(name.to_owned(), digest(bytes));
    }

    /// Digests by path.
    #[must_use]
    pub const fn digests(&self) -> &BTreeMap<String, String> {
        &self.digests
    }

    /// The manifest as it stands in the bundle: `<sha256>  <path>` lines, sorted by path.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (name, digest) in &self.digests {
            // Writing to a string can't fail.
            let _ = writeln!(text, "{digest}  {name}");
        }
        text
    }

    /// Reads a manifest. Only what [`text`](Self::text) writes is one: two readings of a text are one too many.
    ///
    /// # Errors
    /// With the first line that is not as it should be.
    pub fn parse(text: &str) -> Result<Self, BundleError> {
        let limits = Limits::default();
        let mut digests = BTreeMap::new();
        for (index, line) in text.split_inclusive('\n').enumerate() {
            let wrong = |what| BundleError::Manifest { line: index + 1, what };
            let line = line.strip_suffix('\n').ok_or_else(|| wrong("it breaks off"))?;
            let (digest, name) = line.split_once("  ").ok_or_else(|| wrong("it is not a digest and a path"))?;
            if digest.len() != 64 || !digest.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
                return Err(wrong("its digest is no sha256 in lower-case hex"));
            }
            check_name(name, &limits).map_err(|_| wrong("its path is unsafe"))?;
            if name == MANIFEST {
                return Err(wrong("it speaks of the manifest itself"));
            }
            if digests.last_key_value().is_some_and(|(last, _): (&String, _)| last.as_str() >= name) {
                return Err(wrong("it is not in order"));
            }
            digests.insert(name.to_owned(), digest.to_owned());
        }
        Ok(Self { digests })
    }
}

impl Manifest {
    /// Whether a file's bytes are what the manifest says of it. A file it does not name is not.
    #[must_use]
    pub fn attests(&self, name: &str, bytes: &[u8]) -> bool {
        self.digests.get(name).is_some_and(|known| *known == digest(bytes))
    }
}

/// The digest of the manifest: the one string that stands for the whole bundle.
#[must_use]
pub fn root_digest(manifest_text: &str) -> String {
    digest(manifest_text.as_bytes())
}

fn digest(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// What comparing a bundle with its manifest showed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Verified {
    /// Digest of the manifest.
    pub root_digest: String,
    /// Files that are as the manifest says.
    pub intact: usize,
    /// Paths in the manifest that are not in the bundle.
    pub missing: Vec<String>,
    /// Paths in the bundle that are not in the manifest.
    pub extra: Vec<String>,
    /// Paths whose content is not what the manifest says, or can't be unpacked any more.
    pub altered: Vec<String>,
    /// Lines of `.jsonl` files that are no whole JSON, as `path line 3`: they were written so.
    pub torn: Vec<String>,
}

impl Verified {
    /// Whether the bundle is what was written.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.missing.is_empty() && self.extra.is_empty() && self.altered.is_empty() && self.torn.is_empty()
    }
}

/// Compares a bundle with its manifest.
///
/// # Errors
/// If there is no manifest, it can't be read, or the medium fails. That files differ is a result, not an error.
pub fn verify(files: &mut dyn BundleFiles) -> Result<Verified, BundleError> {
    let bytes = files.read(MANIFEST)?;
    let text =
        std::str::from_utf8(&bytes).map_err(|_| BundleError::Manifest { line: 1, what: "the text is not UTF-8" })?;
    let manifest = Manifest::parse(text)?;
    let mut verified = Verified { root_digest: root_digest(text), ..Verified::default() };
    let is_listed = |name: &&String| *name == MANIFEST || manifest.digests.contains_key(*name);
    verified.extra = files.names().iter().filter(|name| !is_listed(name)).cloned().collect();
    for (name, expected) in &manifest.digests {
        if !files.names().contains(name) {
            verified.missing.push(name.clone());
            continue;
        }
        match files.read(name) {
            Ok(bytes) if digest(&bytes) == *expected => {
                verified.intact += 1;
                if name.ends_with(".jsonl") {
                    verified.torn.extend(torn(&bytes).map(|line| format!("{name} line {line}")));
                }
            }
            Err(error @ BundleError::Io { .. }) => return Err(error),
            Ok(_) | Err(_) => verified.altered.push(name.clone()),
        }
    }
    Ok(verified)
}

/// The first line that is no whole JSON, or breaks off.
fn torn(bytes: &[u8]) -> Option<usize> {
    bytes
        .split_inclusive(|byte| *byte == b'\n')
        .position(|line| !line.ends_with(b"\n") || serde_json::from_slice::<serde::de::IgnoredAny>(line).is_err())
        .map(|index| index + 1)
}

/// A sink that keeps the manifest of what goes through it.
#[derive(Debug)]
pub struct ManifestingSink<S> {
    sink: S,
    manifest: Manifest,
}

impl<S: Sink> ManifestingSink<S> {
    /// Around another sink, which must be empty yet.
    #[must_use]
    pub fn new(sink: S) -> Self {
        Self { sink, manifest: Manifest::default() }
    }

    /// Adds the manifest and gives back the sink, which is to be finished, and the root digest.
    ///
    /// # Errors
    /// If the sink does not take it.
    pub fn finish(mut self) -> Result<(S, String), BundleError> {
        let text = self.manifest.text();
        self.sink.put(MANIFEST, text.as_bytes())?;
        Ok((self.sink, root_digest(&text)))
    }
}

impl<S: Sink> Sink for ManifestingSink<S> {
    fn put(&mut self, name: &str, bytes: &[u8]) -> Result<(), BundleError> {
        if name == MANIFEST {
            return Err(BundleError::Duplicate(shown(name)));
        }
        self.sink.put(name, bytes)?;
        self.manifest.add(name, bytes);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::bundle::{ZipFiles, ZipSink};

    const FILES: [(&str, &[u8]); 3] = [("bundle.json", b"{}\n"), ("objects/a/object.json", b"{\"a\":1}"), ("x", b"")];

    /// A zip of these files with that manifest.
    fn zip(files: &[(&str, &[u8])], manifest: &str) -> ZipFiles<Cursor<Vec<u8>>> {
        let mut sink = ZipSink::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            sink.put(name, bytes).unwrap();
        }
        sink.put(MANIFEST, manifest.as_bytes()).unwrap();
        ZipFiles::open(sink.finish().unwrap()).unwrap()
    }

    fn manifest() -> Manifest {
        let mut manifest = Manifest::default();
        FILES.iter().for_each(|(name, bytes)| manifest.add(name, bytes));
        manifest
    }

    #[test]
    fn a_bundle_just_written_is_whole() {
        let mut sink = ManifestingSink::new(ZipSink::new(Cursor::new(Vec::new())));
        FILES.iter().rev().for_each(|(name, bytes)| sink.put(name, bytes).unwrap());
        assert!(matches!(sink.put(MANIFEST, b""), Err(BundleError::Duplicate(_))));
        let (sink, root) = sink.finish().unwrap();
        let mut files = ZipFiles::open(sink.finish().unwrap()).unwrap();
        let verified = verify(&mut files).unwrap();
        assert!(verified.is_whole());
        assert_eq!((verified.intact, verified.root_digest), (3, root));
        assert_eq!(files.read(MANIFEST).unwrap(), manifest().text().as_bytes());
    }

    #[test]
    fn the_text_is_what_sha256sum_reads() {
        let text = manifest().text();
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  x\n";
        assert!(text.ends_with(empty), "{text}");
        assert_eq!(Manifest::parse(&text).unwrap(), manifest());
        assert_eq!(Manifest::parse("").unwrap(), Manifest::default());
    }

    #[test]
    fn every_kind_of_tampering_is_named() {
        let text = manifest().text();
        let [about, object, _] = FILES;
        let verified = verify(&mut zip(&[about, object], &text)).unwrap();
        assert_eq!((verified.is_whole(), verified.missing), (false, vec!["x".to_owned()]));
        let verified = verify(&mut zip(&[FILES[0], FILES[1], FILES[2], ("y", b"")], &text)).unwrap();
        assert_eq!((verified.is_whole(), verified.extra), (false, vec!["y".to_owned()]));
        for position in 0..object.1.len() {
            let mut bytes = object.1.to_vec();
            bytes[position] ^= 1;
            let verified = verify(&mut zip(&[about, (object.0, &bytes), FILES[2]], &text)).unwrap();
            assert_eq!((verified.intact, verified.altered), (2, vec![object.0.to_owned()]));
        }
        assert!(matches!(
            verify(&mut ZipFiles::open(Cursor::new(no_manifest())).unwrap()),
            Err(BundleError::Missing(_))
        ));
    }

    fn no_manifest() -> Vec<u8> {
        let mut sink = ZipSink::new(Cursor::new(Vec::new()));
        sink.put("a", b"").unwrap();
        sink.finish().unwrap().into_inner()
    }

    #[test]
    fn another_manifest_has_another_root() {
        let mut other = manifest();
        other.add("x", b"!");
        assert_ne!(root_digest(&other.text()), root_digest(&manifest().text()));
    }

    #[test]
    fn hostile_manifests_are_refused_with_the_line() {
        let good = format!("{}  a\n", "0".repeat(64));
        for (bad, what) in [
            (format!("{}  b", "0".repeat(64)), "breaks off"),
            ("\n".to_owned(), "digest and a path"),
            (format!("{}  b\n", "0".repeat(63)), "no sha256"),
            (format!("{}  b\n", "A".repeat(64)), "no sha256"),
            (format!("{} *b\n", "0".repeat(64)), "digest and a path"),
            (format!("{}  ../b\n", "0".repeat(64)), "unsafe"),
            (format!("{}  /b\n", "0".repeat(64)), "unsafe"),
            (format!("{}  b\r\n", "0".repeat(64)), "unsafe"),
            (format!("{}  b\u{1b}[2J\n", "0".repeat(64)), "unsafe"),
            (format!("{}  a\n", "1".repeat(64)), "order"),
            (format!("{}  A\n", "0".repeat(64)), "order"),
            (format!("{}  {MANIFEST}\n", "0".repeat(64)), "itself"),
        ] {
            let error = Manifest::parse(&format!("{good}{bad}")).unwrap_err();
            assert!(matches!(error, BundleError::Manifest { line: 2, .. }), "{bad:?}: {error}");
            assert!(error.to_string().contains(what), "{bad:?}: {error}");
        }
    }
}
