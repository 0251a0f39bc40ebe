//! A served bundle, as a person serves it: in a process of its own, with kubectl beside it.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::control_plane::{programs, wait};
use crate::program::Said;

/// Longer than anything here takes.
const LIMIT: Duration = Duration::from_secs(180);

/// A running `bundle serve`. Dropping it kills it.
pub struct Served {
    child: Child,
    kubeconfig: PathBuf,
    home: tempfile::TempDir,
}

impl Served {
    /// Serves a bundle, and returns when it says where its kubeconfig is.
    pub fn start(bundle: &Path) -> Self {
        let home = tempfile::tempdir().unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_kubectl-mlop"));
        command.args(["bundle", "serve"]).arg(bundle).env_clear().env("TMPDIR", home.path());
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.ends_with(".kubeconfig\n"), "{line}");
        Self { child, kubeconfig: PathBuf::from(line.trim()), home }
    }

    /// The file.
    pub fn kubeconfig(&self) -> &Path {
        &self.kubeconfig
    }

    /// What the file says.
    pub fn config(&self) -> Value {
        let said = self.kubectl(&["config", "view", "--raw", "-o", "json"]);
        serde_json::from_str(&said.out).unwrap()
    }

    /// A call of kubectl.
    pub fn kubectl(&self, arguments: &[&str]) -> Said {
        let mut command = Command::new(programs::path("kubectl"));
        command.args(arguments).env("HOME", self.home.path()).env("KUBECONFIG", &self.kubeconfig);
        said(&mut command)
    }

    /// What kubectl prints of something that is there.
    pub fn prints(&self, arguments: &[&str]) -> String {
        let said = self.kubectl(arguments);
        assert_eq!(said.code, 0, "{arguments:?}: {said:?}");
        said.out
    }

    /// Sends it a signal, and gives its exit code.
    pub fn stop(mut self, signal: &str) -> i32 {
        let ended = Command::new("kill").args([signal, &self.child.id().to_string()]).status().unwrap();
        assert!(ended.success());
        let status = wait::within(LIMIT, || self.child.try_wait().unwrap()).expect("it ends when asked to");
        status.code().unwrap()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a program said.
pub fn said(command: &mut Command) -> Said {
    let output = command.stdin(Stdio::null()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Said { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}
