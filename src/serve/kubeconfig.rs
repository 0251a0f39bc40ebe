//! The kubeconfig of one start: a file of its own, never a part of the person's.
//!
//! Owns the file while the server runs: made for its owner alone, never over another file, gone at the end.

#![expect(clippy::disallowed_methods, reason = "an edge: the one file that a server writes")]

use std::io::Write as _;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::ServeError;
use super::guard::random_hex;

/// A kubeconfig on disk, until it is dropped.
#[derive(Debug)]
pub(super) struct Kubeconfig {
    path: PathBuf,
}

/// What it says.
pub(super) struct Access<'a> {
    /// Name of context, cluster and user; it cannot be taken for one of a live cluster.
    pub(super) name: &'a str,
    /// Address of the server.
    pub(super) url: &'a str,
    /// Its certificate, PEM.
    pub(super) certificate: &'a str,
    /// The token.
    pub(super) token: &'a str,
    /// The namespace that is meant where none is named.
    pub(super) namespace: Option<&'a str>,
}

impl Kubeconfig {
    /// Writes it, to a path that has to be free; without one, to a new file in the folder of temporary files.
    pub(super) fn write(path: Option<&Path>, access: &Access<'_>) -> Result<Self, ServeError> {
        let path = match path {
            Some(path) => path.to_owned(),
            None => {
                let random: String = random_hex().map_err(ServeError::Random)?.chars().take(12).collect();
                std::env::temp_dir().join(format!("mlop-bundle-{random}.kubeconfig"))
            }
        };
        // Whoever runs kubectl elsewhere needs the whole path.
        let path = std::path::absolute(&path).unwrap_or(path);
        let wrong = |error: std::io::Error| ServeError::Kubeconfig { path: path.clone(), error };
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&path).map_err(wrong)?;
        let kubeconfig = Self { path: path.clone() };
        file.write_all(crate::report::to_yaml(&document(access)).as_bytes()).map_err(wrong)?;
        Ok(kubeconfig)
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Kubeconfig {
    fn drop(&mut self) {
        // Without its server it opens nothing; if it cannot be removed, nothing is lost.
        let _ = std::fs::remove_file(&self.path);
    }
}

fn document(access: &Access<'_>) -> Value {
    let name = access.name;
    let mut context = json!({"cluster": name, "user": name});
    if let (Some(namespace), Some(fields)) = (access.namespace, context.as_object_mut()) {
        fields.insert("namespace".to_owned(), namespace.into());
    }
    let authority = STANDARD.encode(access.certificate);
    let cluster = json!({"server": access.url, "certificate-authority-data": authority});
    json!({
        "apiVersion": "v1", "kind": "Config", "current-context": name, "preferences": {},
        "contexts": [{"name": name, "context": context}],
        "clusters": [{"name": name, "cluster": cluster}],
        "users": [{"name": name, "user": {"token": access.token}}],
    })
}
