//! Opens a bundle, whichever of its two forms it has on disk.

#![expect(clippy::disallowed_methods, reason = "an edge: this is where bundles are opened")]

use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;

use super::dir::DirFiles;
use crate::bundle::{BundleError, BundleFiles, ZipFiles, shown};

/// Opens a directory or a zip file as a bundle, within the default limits.
///
/// # Errors
/// If there is nothing, neither of the two, or it is not fit to be read.
pub fn open(path: &Path) -> Result<Box<dyn BundleFiles>, BundleError> {
    let name = shown(&path.to_string_lossy());
    let opening = || format!("opening {name}");
    let metadata = fs::metadata(path).map_err(BundleError::io(opening()))?;
    if metadata.is_dir() {
        return Ok(Box::new(DirFiles::open(path)?));
    }
    // Opening a pipe would wait for somebody to write.
    if !metadata.is_file() {
        return Err(BundleError::Special(name));
    }
    let file = File::open(path).map_err(BundleError::io(opening()))?;
    Ok(Box::new(ZipFiles::open(BufReader::new(file))?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundle::Sink as _;
    use crate::capture::dir::DirSink;
    use crate::capture::zip_file::ZipFileSink;

    #[test]
    fn both_forms_are_opened() {
        let home = tempfile::tempdir().unwrap();
        let (dir, zip) = (home.path().join("b"), home.path().join("b.zip"));
        let (mut dir_sink, mut zip_sink) = (DirSink::create(&dir).unwrap(), ZipFileSink::create(&zip).unwrap());
        dir_sink.put("bundle.json", b"{}").unwrap();
        zip_sink.put("bundle.json", b"{}").unwrap();
        dir_sink.finish().unwrap();
        zip_sink.finish().unwrap();
        for path in [&dir, &zip] {
            assert_eq!(open(path).unwrap().read("bundle.json").unwrap(), b"{}");
        }
        assert!(matches!(open(&home.path().join("nothing")), Err(BundleError::Io { .. })));
        assert!(matches!(open(&dir.join("bundle.json")), Err(BundleError::NoZip(_))));
    }
}
