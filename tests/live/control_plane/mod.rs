//! A Kubernetes control plane on 127.0.0.1, without containers.
//!
//! Owns what a test asks of it: who it is to the server, a namespace of its own, the audit log. Nothing started here
//! outlives the test process, however that ends.

pub mod audit;
mod certificates;
mod client;
mod folder;
mod kubeconfig;
pub mod nodes;
mod process;
pub mod programs;
mod shared;
mod start;
mod users;
pub mod wait;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;

use audit::Audit;
pub use client::{Client, agent};
use folder::Folder;
use process::Process;
pub use shared::{cluster, server};
pub use start::Parts;
pub use users::User;
use users::Users;

/// A running control plane. Dropping it stops every process and removes the folder.
pub struct ControlPlane {
    // In the order in which they are to go: what others lean on comes last.
    processes: Vec<Process>,
    parts: Parts,
    /// Address of etcd.
    store: String,
    url: String,
    authority: String,
    users: Users,
    namespaces: AtomicUsize,
    folder: Folder,
}

impl ControlPlane {
    /// Whoever may do everything.
    pub fn admin(&self) -> Client {
        self.client(self.users.admin())
    }

    /// Somebody new, who may do nothing yet.
    pub fn user(&self) -> User {
        self.users.another()
    }

    /// A client that speaks as a user.
    pub fn client(&self, user: &User) -> Client {
        Client::new(&self.url, &self.authority, user)
    }

    /// The address of the API server.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Plain HTTP to the API server, as nobody in particular.
    pub fn agent(&self) -> ureq::Agent {
        agent(&self.authority)
    }

    /// A kubeconfig file with which a program speaks as a user, in a namespace.
    pub fn kubeconfig(&self, user: &User, namespace: &str) -> PathBuf {
        kubeconfig::write(self.folder.path(), &self.url, user, namespace)
    }

    /// A certificate and its key, PEM, by which the server knows a user.
    pub fn certificate(&self, user: &User) -> (String, String) {
        certificates::client(self.folder.path(), &user.name).unwrap()
    }

    /// The files of the server's own certificate and key.
    pub fn own_certificate(&self) -> (PathBuf, PathBuf) {
        let (certificate, key) = certificates::SERVER;
        (self.folder.path().join(certificate), self.folder.path().join(key))
    }

    /// The server's port.
    pub fn port(&self) -> u16 {
        self.url.rsplit_once(':').unwrap().1.parse().unwrap()
    }

    /// A call of kubectl as a user, in a namespace, with our plugin on its PATH.
    pub fn kubectl(&self, user: &User, namespace: &str) -> Command {
        let mut command = Command::new(programs::path("kubectl"));
        let plugin = Path::new(env!("CARGO_BIN_EXE_kubectl-mlop")).parent().unwrap().to_owned();
        let rest = std::env::var_os("PATH").unwrap_or_default();
        let path = std::env::join_paths([plugin].into_iter().chain(std::env::split_paths(&rest))).unwrap();
        command.env("PATH", path).env("HOME", self.folder.path()).env("KUBECONFIG", self.kubeconfig(user, namespace));
        command
    }

    /// A new namespace, in which pods can be made.
    pub fn namespace(&self) -> String {
        let name = self.namespace_without_controllers();
        self.wait_for_account(&name);
        name
    }

    /// The same, of a name that nobody has taken.
    pub fn namespace_called(&self, name: &str) {
        self.admin().create(&json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}}));
        self.wait_for_account(name);
    }

    /// A new namespace, after the controllers have been stopped: custom objects only.
    pub fn namespace_without_controllers(&self) -> String {
        let name = format!("test-{}", self.namespaces.fetch_add(1, Ordering::Relaxed));
        self.admin().create(&json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}}));
        name
    }

    fn wait_for_account(&self, namespace: &str) {
        if self.parts.controllers {
            // Pods are refused until the controller manager has made it.
            let path = format!("/api/v1/namespaces/{namespace}/serviceaccounts/default");
            let admin = self.admin();
            wait::until("the default service account", || admin.try_get(&path));
        }
    }

    /// What the server wrote down of the requests it got.
    pub fn audit(&self) -> Audit {
        Audit::of(self.folder.path())
    }

    /// Where its files are, among them what each process prints.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Stops one of the processes for good, by the name of its program.
    pub fn stop(&mut self, program: &str) {
        let before = self.processes.len();
        self.processes.retain(|process| process.name() != program);
        assert_eq!(self.processes.len() + 1, before, "{program} was not running");
    }
}
