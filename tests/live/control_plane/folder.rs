//! The temporary folder of a control plane.
//!
//! Owns that it goes away also where no destructor runs: a shell waits on a pipe from us, and removes it.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Tries again while a dying program still writes there.
const JANITOR: &str = r#"
trap '' INT HUP TERM
read -r line
tries=0
until rm -rf -- "$1" 2>/dev/null; do
    tries=$((tries + 1))
    [ "$tries" -lt 100 ] || exit 1
    sleep 0.1
done
"#;

/// A folder that only we can read. Dropping it removes it.
pub struct Folder {
    path: PathBuf,
    janitor: Child,
}

impl Folder {
    /// A new one.
    pub fn new() -> Result<Self, String> {
        let path =
            tempfile::Builder::new().prefix("mlop-control-plane-").tempdir().map_err(|error| error.to_string())?;
        let path = path.keep();
        let mut command = Command::new("sh");
        command.args(["-c", JANITOR, "janitor"]).arg(&path).stdin(Stdio::piped()).stdout(Stdio::null());
        let janitor = command.spawn().map_err(|error| format!("cannot start sh: {error}"))?;
        Ok(Self { path, janitor })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file into it, and says where that is.
    pub fn write(&self, name: &str, text: &str) -> Result<PathBuf, String> {
        let path = self.path.join(name);
        std::fs::write(&path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        Ok(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(self.janitor.stdin.take());
        let _ = self.janitor.wait();
    }
}
