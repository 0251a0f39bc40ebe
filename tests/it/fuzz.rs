//! The corpus of the fuzz targets, replayed through the very functions that are fuzzed.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[path = "../../fuzz/src/lib.rs"]
mod targets;

/// No file of a corpus is worth more; a bomb would take longer.
const LONGEST: Duration = Duration::from_secs(60);

fn corpus(target: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 20, "{} files for {target}", files.len());
    files
}

fn replay(target: &str, body: fn(&[u8])) {
    for file in corpus(target) {
        let (bytes, begun) = (fs::read(&file).unwrap(), Instant::now());
        println!("{}", file.display());
        body(&bytes);
        assert!(begun.elapsed() < LONGEST, "{} takes too long", file.display());
        // What a fuzzer does first: bytes that break off, and bytes that are others.
        for at in (1..8).map(|part| bytes.len() * part / 8) {
            body(&bytes[..at]);
            let mut other = bytes.clone();
            other.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 0x55);
            body(&other);
        }
    }
}

#[test]
fn every_bundle_of_the_corpus_ends_in_an_answer_or_an_error() {
    replay("bundle", |bytes| {
        targets::bundle(bytes);
    });
    // The way to the last step is open: what is good is diagnosed, pod and Job.
    let minimal = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus/bundle/minimal.zip");
    assert_eq!(targets::bundle(&fs::read(minimal).unwrap()), 2);
}

#[test]
fn every_document_of_the_corpus_passes_the_door_once() {
    replay("door", targets::door);
}
