//! Kubeconfig files.
//!
//! Owns their shape. JSON, which is YAML too.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::User;
use super::certificates::AUTHORITY;

/// Writes the file for a user in a namespace.
pub fn write(folder: &Path, url: &str, user: &User, namespace: &str) -> PathBuf {
    let config = json!({
        "apiVersion": "v1",
        "kind": "Config",
        "clusters": [{"name": "test", "cluster": {"server": url, "certificate-authority": folder.join(AUTHORITY)}}],
        "users": [{"name": user.name, "user": {"token": user.token()}}],
        "contexts": [{"name": "test", "context": {"cluster": "test", "user": user.name, "namespace": namespace}}],
        "current-context": "test",
    });
    let path = folder.join(format!("{}.{namespace}.kubeconfig", user.name.replace(':', "-")));
    fs::write(&path, config.to_string()).unwrap();
    path
}
