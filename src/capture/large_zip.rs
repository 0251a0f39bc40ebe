//! Writes a bundle that does not fit in memory as a zip file: its files are compressed beside whatever else goes on, and
//! written as they come.
//!
//! Owns the threads that do it. Like every other bundle, the file is in its place only when whole and on the disk.

#![cfg_attr(test, expect(clippy::disallowed_methods, reason = "tests look at what is on disk"))]

use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::JoinHandle;

use super::aside::Aside;
use super::zip_file::{Zip, finish, make};
use crate::bundle::{BundleError, Limits, Packed, Sink, ZipSink};

/// Batches that wait to be compressed.
const WAITING: usize = 4;
/// Bytes of a batch, unless one file has more: it may be a log.
const BATCH: usize = 256 << 10;
/// Files of a batch.
const FILES: usize = 512;

/// The zip in the making. Dropped before it is finished, it leaves nothing behind.
#[derive(Debug)]
pub struct LargeZipSink {
    // Dropped first: whoever writes has to have ended when the file goes.
    writer: Writer,
    aside: Aside,
}

impl LargeZipSink {
    /// A file that will be `target`, within the default limits. Its directory must exist.
    ///
    /// # Errors
    /// If something stands there already, or nothing can be written beside it.
    pub fn create(target: &Path) -> Result<Self, BundleError> {
        let (aside, file) = make(target)?;
        Ok(Self { writer: Writer::new(ZipSink::as_they_come(file, Limits::default())), aside })
    }

    /// Writes what waits, brings the zip to the disk and into its place.
    ///
    /// # Errors
    /// If a file was refused, the disk fails, or something was put in its place meanwhile. Nothing is left behind then.
    pub fn finish(mut self) -> Result<PathBuf, BundleError> {
        finish(self.aside, self.writer.end()?)
    }
}

impl Sink for LargeZipSink {
    /// What is wrong with a file may be told only by a later call.
    fn put(&mut self, name: &str, bytes: &[u8]) -> Result<(), BundleError> {
        self.writer.put(name, bytes)
    }
}

/// Files with their names.
type Batch = Vec<(String, Vec<u8>)>;

/// The thread, and the way to it.
#[derive(Debug)]
struct Writer {
    batches: Option<SyncSender<Batch>>,
    thread: Option<JoinHandle<Result<Zip, BundleError>>>,
    batch: Batch,
    bytes: usize,
}

impl Writer {
    fn new(mut zip: Zip) -> Self {
        let (batches, come) = sync_channel::<Batch>(WAITING);
        let (halves, taken) = sync_channel::<Batch>(1);
        let (packed, done) = sync_channel::<Vec<Result<Packed, BundleError>>>(1);
        // One helper for all batches: each new thread would bring a heap of its own.
        std::thread::spawn(move || {
            while let Ok(half) = taken.recv() {
                if packed.send(pack(&half)).is_err() {
                    return;
                }
            }
        });
        let thread = std::thread::spawn(move || {
            let lost = || BundleError::io("compressing")(io::ErrorKind::BrokenPipe.into());
            while let Ok(mut batch) = come.recv() {
                let half = batch.split_off(batch.len() / 2);
                halves.send(half).map_err(|_| lost())?;
                let first = pack(&batch);
                for file in first.into_iter().chain(done.recv().map_err(|_| lost())?) {
                    zip.put_packed(file?)?;
                }
            }
            Ok(zip)
        });
        Self { batches: Some(batches), thread: Some(thread), batch: Vec::new(), bytes: 0 }
    }

    fn put(&mut self, name: &str, bytes: &[u8]) -> Result<(), BundleError> {
        self.batch.push((name.to_owned(), bytes.to_vec()));
        self.bytes += bytes.len();
        if self.bytes < BATCH && self.batch.len() < FILES { Ok(()) } else { self.send() }
    }

    fn send(&mut self) -> Result<(), BundleError> {
        self.bytes = 0;
        let batch = std::mem::take(&mut self.batch);
        let sent = self.batches.as_ref().map(|batches| batches.send(batch));
        // Nobody takes it any more: the end says why.
        if matches!(sent, Some(Ok(()))) { Ok(()) } else { self.end().map(drop) }
    }

    /// Waits until everything is written.
    fn end(&mut self) -> Result<Zip, BundleError> {
        if let Some(batches) = self.batches.take() {
            let _ = batches.send(std::mem::take(&mut self.batch));
        }
        let lost = || BundleError::io("writing the zip")(io::ErrorKind::BrokenPipe.into());
        self.thread.take().map_or_else(|| Err(lost()), |thread| thread.join().unwrap_or_else(|_| Err(lost())))
    }
}

/// Files, compressed, in their order.
fn pack(files: &[(String, Vec<u8>)]) -> Vec<Result<Packed, BundleError>> {
    files.iter().map(|(name, bytes)| Packed::new(name, bytes, &Limits::default())).collect()
}

impl Drop for Writer {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};
    use std::io::BufReader;

    use super::*;
    use crate::bundle::{BundleFiles as _, ManifestingSink, ZipFiles, verify};

    #[test]
    fn it_is_a_bundle_like_any_other() {
        let home = tempfile::tempdir().unwrap();
        let target = home.path().join("many.zip");
        let mut sink = ManifestingSink::new(LargeZipSink::create(&target).unwrap());
        for number in 0..100 {
            sink.put(&format!("objects/{number}.json"), format!("[{number}]").as_bytes()).unwrap();
        }
        let (sink, root) = sink.finish().unwrap();
        assert_eq!(sink.finish().unwrap(), target);
        let mut files = ZipFiles::open(BufReader::new(File::open(&target).unwrap())).unwrap();
        assert_eq!(files.read("objects/42.json").unwrap(), b"[42]");
        assert_eq!(verify(&mut files).unwrap().root_digest, root);
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_is_refused_is_told_by_the_end_at_the_latest() {
        let home = tempfile::tempdir().unwrap();
        let mut sink = LargeZipSink::create(&home.path().join("b.zip")).unwrap();
        let told = (0..5000).map(|_| sink.put("../x", b"")).find_map(Result::err);
        assert!(matches!(told, Some(BundleError::Unsafe { .. })), "{told:?}");
        assert!(sink.finish().is_err());
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
    }
}
