//! What a cluster serves, remembered on disk for a few minutes: it seldom changes, and asking costs two requests and a round.
//!
//! Owns the file. What is remembered is only ever a hint: nobody may conclude from it that something is not served. A file
//! that cannot be read or written is as good as none.

#![expect(clippy::disallowed_methods, reason = "an edge: the cache is a file, and ages by our clock")]

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::catalogue::Resource;

/// So long, in seconds, is it believed.
const FRESH: i64 = 600;
/// Larger files are not ours.
const MOST_BYTES: u64 = 16 << 20;

/// The file of one server.
#[derive(Debug)]
pub(super) struct Cache {
    file: PathBuf,
    server: String,
}

#[derive(Serialize, Deserialize)]
struct Kept {
    server: String,
    at: Timestamp,
    resources: Vec<Resource>,
}

impl Cache {
    /// The cache of a server in a folder of caches, as kubectl has one.
    pub(super) fn of(folder: &Path, server: &str) -> Self {
        let digest = Sha256::digest(server.as_bytes());
        let name: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        Self { file: folder.join("mlop").join(format!("{name}.json")), server: server.to_owned() }
    }

    /// What is remembered, if it is of this server and young.
    pub(super) fn read(&self) -> Option<Vec<Resource>> {
        if fs::metadata(&self.file).ok()?.len() > MOST_BYTES {
            return None;
        }
        let kept: Kept = serde_json::from_slice(&fs::read(&self.file).ok()?).ok()?;
        let age = Timestamp::now().duration_since(kept.at).as_secs();
        (kept.server == self.server && (0..FRESH).contains(&age) && !kept.resources.is_empty())
            .then_some(kept.resources)
    }

    /// Remembers. Written aside and renamed, so that nobody reads half of it.
    pub(super) fn write(&self, resources: &[Resource]) {
        let kept = Kept { server: self.server.clone(), at: Timestamp::now(), resources: resources.to_vec() };
        let _ = serde_json::to_vec(&kept).map_err(std::io::Error::from).and_then(|bytes| self.put(&bytes));
    }

    fn put(&self, bytes: &[u8]) -> std::io::Result<()> {
        if let Some(folder) = self.file.parent() {
            fs::create_dir_all(folder)?;
        }
        let aside = self.file.with_extension(format!("{}.tmp", std::process::id()));
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let written = options.open(&aside).and_then(|mut file| file.write_all(bytes));
        let done = written.and_then(|()| fs::rename(&aside, &self.file));
        if done.is_err() {
            let _ = fs::remove_file(&aside);
        }
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::Kinds;
    use crate::kinds::names;

    fn job() -> Vec<Resource> {
        vec![Resource::taught(Kinds::built_in().get(&names::JOB).unwrap(), "v1")]
    }

    #[test]
    fn what_was_written_is_read_for_this_server_only() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::of(folder.path(), "https://one.example.org");
        assert_eq!(cache.read(), None);
        cache.write(&job());
        assert_eq!(cache.read(), Some(job()));
        assert_eq!(Cache::of(folder.path(), "https://two.example.org").read(), None);
        let moved = Cache { server: "https://two.example.org".to_owned(), ..cache };
        assert_eq!(moved.read(), None, "a file of another server");
        assert_eq!(fs::read_dir(folder.path().join("mlop")).unwrap().count(), 1);
    }

    #[test]
    fn what_is_old_torn_from_the_future_or_not_writable_is_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::of(folder.path(), "https://one.example.org");
        cache.write(&job());
        let whole: serde_json::Value = serde_json::from_slice(&fs::read(&cache.file).unwrap()).unwrap();
        for other in ["2020-01-01T00:00:00Z", "2999-01-01T00:00:00Z"] {
            let mut kept = whole.clone();
            kept["at"] = other.into();
            fs::write(&cache.file, kept.to_string()).unwrap();
            assert_eq!(cache.read(), None, "{other}");
        }
        fs::write(&cache.file, whole.to_string().replace('}', "")).unwrap();
        assert_eq!(cache.read(), None);
        let nowhere = Cache::of(&cache.file, "https://one.example.org");
        nowhere.write(&job());
        assert_eq!(nowhere.read(), None);
    }
}
