//! Captures of many runs: a namespace, a cluster, the runs with some labels.
//!
//! Owns how such a capture is called and looked into; that its runs come out as the cluster's do is asked in `scenarios`.

mod broken;
mod killed;
mod selected;

use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use crate::program::{Person, Said, bare};

/// A capture into a file of a folder, called but not waited for.
pub fn begun(person: &Person<'_>, folder: &Path, to: &str, more: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kubectl-mlop"));
    command.args(["capture", "--kubeconfig", person.kubeconfig(), "--to"]).arg(folder.join(to)).args(more);
    command.env_clear().env("HOME", person.home()).env("KUBECACHEDIR", "/dev/null");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// A capture, waited for.
pub fn captured(person: &Person<'_>, folder: &Path, to: &str, more: &[&str]) -> Said {
    let output = begun(person, folder, to, more).wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Said { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
}

/// What is said of a bundle, somewhere else.
pub fn asked(bundle: &Path, words: &[&str]) -> Said {
    let home = tempfile::tempdir().unwrap();
    bare(home.path(), &[], &[words, &["--from", bundle.to_str().unwrap()]].concat())
}

/// A file of a bundle that is a directory, as JSON.
pub fn document(bundle: &Path, name: &str) -> Value {
    serde_json::from_slice(&std::fs::read(bundle.join(name)).unwrap()).unwrap()
}

/// The lines of a file of a bundle that is a directory.
pub fn lines(bundle: &Path, name: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(bundle.join(name)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
