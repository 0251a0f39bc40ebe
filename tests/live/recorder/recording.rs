//! A recorder, as a person starts it: in a process of its own.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::control_plane::wait;
use crate::program::Person;

/// Longer than anything here takes.
const LIMIT: Duration = Duration::from_secs(180);

/// A running recorder. Dropping it kills it.
pub struct Recording {
    child: Child,
    said: Receiver<String>,
    record: PathBuf,
}

impl Recording {
    /// Starts one; its record is a file in `folder`.
    pub fn start(person: &Person<'_>, folder: &Path, more: &[&str]) -> Self {
        Self::with_kubeconfig(person.kubeconfig(), folder, more)
    }

    /// The same, through another way to the server.
    pub fn with_kubeconfig(kubeconfig: &str, folder: &Path, more: &[&str]) -> Self {
        let record = folder.join("record.sqlite");
        let mut command = Command::new(env!("CARGO_BIN_EXE_kubectl-mlop"));
        command.args(["capture", "--watch", "--kubeconfig", kubeconfig, "--record"]).arg(&record).args(more);
        command.env_clear().env("HOME", folder).env("KUBECACHEDIR", "/dev/null");
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let stderr = child.stderr.take().unwrap();
        let (sender, said) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self { child, said, record }
    }

    /// Waits until it hears everything.
    pub fn heard(self) -> Self {
        let mut all = Vec::new();
        while let Ok(line) = self.said.recv_timeout(LIMIT) {
            if line == "All streams are heard." {
                return self;
            }
            all.push(line);
        }
        panic!("it does not hear: {all:?}");
    }

    /// Its record.
    pub fn record(&self) -> &Path {
        &self.record
    }

    /// Ends it as a person would, and gives its exit code.
    pub fn stop(mut self) -> i32 {
        let ended = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        assert!(ended.success());
        let status = wait::within(LIMIT, || self.child.try_wait().unwrap()).expect("it ends when asked to");
        status.code().unwrap()
    }

    /// Kills it, as the system does when memory runs out.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
