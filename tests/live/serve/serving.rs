//! A bundle being served, and kubectl that asks it.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::control_plane::{agent, programs, wait};
use crate::program::Said;

/// The server gets so long to end.
const LIMIT: Duration = Duration::from_secs(60);

/// kubectl with a kubeconfig, at home nowhere.
pub fn kubectl(kubeconfig: &Path, words: &[&str]) -> Said {
    let home = tempfile::tempdir().unwrap();
    let mut command = Command::new(programs::path("kubectl"));
    command.arg("--kubeconfig").arg(kubeconfig).args(words).env_clear().env("HOME", home.path());
    let output = command.stdin(Stdio::null()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Said { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
}

/// A running server. Dropping it ends it.
pub struct Serving {
    child: Child,
    kubeconfig: PathBuf,
    _home: tempfile::TempDir,
}

impl Serving {
    /// Starts one, and returns when it says where its kubeconfig is.
    pub fn start(bundle: &Path) -> Self {
        let home = tempfile::tempdir().unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_kubectl-mlop"));
        command.args(["bundle", "serve"]).arg(bundle).env_clear().env("HOME", home.path());
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        Self { child, kubeconfig: PathBuf::from(line.trim()), _home: home }
    }

    pub fn kubectl(&self, words: &[&str]) -> Said {
        kubectl(&self.kubeconfig, words)
    }

    pub fn kubeconfig(&self) -> &Path {
        &self.kubeconfig
    }

    /// The status of a request by hand: with another host, or another token, than the kubeconfig's.
    pub fn raw(&self, method: &str, path: &str, host: Option<&str>, token: Option<&str>) -> u16 {
        use base64::Engine as _;
        let text = |pointer: &str| {
            let said = self.kubectl(&["config", "view", "--raw", "-o", &format!("jsonpath={pointer}")]);
            assert_eq!(said.code, 0, "{said:?}");
            said.out
        };
        let authority = base64::engine::general_purpose::STANDARD
            .decode(text("{.clusters[0].cluster.certificate-authority-data}"))
            .unwrap();
        let url = text("{.clusters[0].cluster.server}");
        let own = text("{.users[0].user.token}");
        let request = ureq::http::Request::builder()
            .method(method)
            .uri(format!("{url}{path}"))
            .header("Authorization", format!("Bearer {}", token.unwrap_or(&own)));
        let request = match host {
            Some(host) => request.header("Host", host),
            None => request,
        };
        let agent = agent(&String::from_utf8(authority).unwrap());
        agent.run(request.body(()).unwrap()).unwrap().status().as_u16()
    }

    /// Ends it as a person would, and gives its exit code; its kubeconfig is gone then.
    pub fn stop(mut self) -> i32 {
        assert!(Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap().success());
        let status = wait::within(LIMIT, || self.child.try_wait().unwrap()).expect("it ends when asked to");
        assert!(!self.kubeconfig.exists());
        status.code().unwrap()
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
