//! A bundle as a directory, to be changed by a test.

use std::fs;
use std::path::{Path, PathBuf};

use kubectl_mlop::bundle::Manifest;
use kubectl_mlop::source::open::open;

const MANIFEST: &str = "MANIFEST.sha256";

/// The bundle of a killed rank as a directory within `home`.
pub fn unpacked(home: &Path) -> PathBuf {
    let mut files = open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/bundles/rank-oom-killed.zip")).unwrap();
    let names: Vec<String> = files.names().iter().cloned().collect();
    for name in names {
        let path = home.join("b").join(&name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, files.read(&name).unwrap()).unwrap();
    }
    home.join("b")
}

/// Writes a manifest that agrees with whatever stands in the directory now, and returns its text.
pub fn attest(folder: &Path) -> String {
    let mut manifest = Manifest::default();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(folder).unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                open.push(path);
            } else if name != MANIFEST {
                manifest.add(&name, &fs::read(&path).unwrap());
            }
        }
    }
    fs::write(folder.join(MANIFEST), manifest.text()).unwrap();
    manifest.text()
}
