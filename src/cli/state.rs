//! The local state folder: one MAC key a cluster, so that equal secrets stay equal across the bundles of one person and
//! of nobody else.

#![expect(clippy::disallowed_methods, reason = "the state folder is on disk, and its place in the environment")]

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use super::CliError;

/// The key for a cluster, made on first use.
pub(super) fn mac_key(cluster: Option<&str>) -> Result<[u8; 32], CliError> {
    let wrong = |error: std::io::Error| CliError::tool(format!("cannot keep the key that masks values: {error}"));
    let folder = folder()
        .ok_or_else(|| CliError::tool("there is no home folder for the key that masks values; set XDG_STATE_HOME"))?;
    let name = crate::bundle::layout::encode_part(cluster.unwrap_or("files"));
    let path = folder.join(format!("{name}.key"));
    let mut key = [0_u8; 32];
    if let Ok(mut file) = std::fs::File::open(&path) {
        file.read_exact(&mut key).map_err(wrong)?;
        return Ok(key);
    }
    make(&folder).map_err(wrong)?;
    random(&mut key).map_err(wrong)?;
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&path).map_err(wrong)?;
    file.write_all(&key).map_err(wrong)?;
    Ok(key)
}

/// The local state folder, whether or not it is there.
pub(super) fn folder() -> Option<PathBuf> {
    let from = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = from("XDG_STATE_HOME")
        .or_else(|| from("HOME").map(|home| home.join(".local/state")))
        .or_else(|| from("LOCALAPPDATA"))?;
    Some(base.join("kubectl-mlop"))
}

fn make(folder: &Path) -> std::io::Result<()> {
    let mut private = std::fs::DirBuilder::new();
    private.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut private, 0o700);
    private.create(folder)
}

/// Random bytes from the operating system.
fn random(key: &mut [u8; 32]) -> std::io::Result<()> {
    getrandom::fill(key).map_err(|error| std::io::Error::other(error.to_string()))
}
