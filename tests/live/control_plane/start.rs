//! Starting a control plane.
//!
//! Owns the flags of each program, and the order: store, server, and when that is ready the rest.

use std::ffi::OsString;
use std::net::TcpListener;
use std::path::Path;
use std::time::Duration;

use super::certificates::{AUTHORITY, FRONT_PROXY, FRONT_PROXY_NAME, SERVER, SERVICE_ACCOUNTS};
use super::folder::Folder;
use super::process::Process;
use super::users::Users;
use super::{ControlPlane, audit, certificates, kubeconfig, nodes, wait};
use crate::crds;

/// How long the server may take. On a busy machine half a minute is common.
const LIMIT: Duration = Duration::from_secs(300);

/// A free port can be taken by somebody else before we use it: then everything is tried again.
const TRIES: usize = 3;

/// What runs besides the store and the server.
#[derive(Clone, Copy, Debug, Default)]
pub struct Parts {
    /// The definitions of the custom kinds in crds.rs.
    pub kinds: bool,
    /// The controller manager and the scheduler, and KWOK as the kubelets of a few nodes with GPUs.
    pub controllers: bool,
    /// How long the server keeps events, if not an hour.
    pub event_ttl: Option<&'static str>,
}

impl ControlPlane {
    /// Starts one, and returns when it answers.
    pub fn start(parts: Parts) -> Result<Self, String> {
        let mut last = String::new();
        for _ in 0..TRIES {
            match Self::try_start(parts) {
                Ok(started) => return Ok(started),
                Err(error) => last = error,
            }
        }
        Err(format!("the control plane does not start: {last}"))
    }

    fn try_start(parts: Parts) -> Result<Self, String> {
        let folder = Folder::new()?;
        let authority = certificates::make(&folder)?;
        let users = Users::new()?;
        folder.write("tokens.csv", &users.token_file())?;
        folder.write(audit::POLICY_FILE, audit::POLICY)?;
        let (store, port) = free_ports()?;
        let url = format!("https://127.0.0.1:{port}");
        let store = format!("http://127.0.0.1:{store}");
        let etcd = Process::start("etcd", folder.path(), &etcd_flags(folder.path(), &store))?;
        let server =
            Process::start("kube-apiserver", folder.path(), &server_flags(folder.path(), &store, port, parts))?;
        let processes = vec![server, etcd];
        let mut started = Self { processes, parts, store, url, authority, users, namespaces: 0.into(), folder };
        let admin = started.admin();
        started.wait_for("the API server", || admin.ok("/readyz").then_some(()))?;
        if parts.kinds {
            crds::install(&admin);
        }
        if parts.controllers {
            started.start_controllers()?;
        }
        Ok(started)
    }

    /// Starts the API server anew, on its port and over its store, and returns when it answers. Nothing else is stopped.
    pub fn restart_server(&mut self) -> Result<(), String> {
        self.stop("kube-apiserver");
        let flags = server_flags(self.folder.path(), &self.store, self.port(), self.parts);
        // Before the store, which it leans on.
        let place = self.processes.len() - 1;
        self.processes.insert(place, Process::start("kube-apiserver", self.folder.path(), &flags)?);
        let admin = self.admin();
        self.wait_for("the API server", || admin.ok("/readyz").then_some(()))
    }

    /// Makes the store forget everything before now, as it does by itself every few minutes. Returns the revision.
    pub fn compact(&self) -> i64 {
        let post = |path: &str, body: &serde_json::Value| -> serde_json::Value {
            let mut answer = ureq::post(format!("{}{path}", self.store)).send(body.to_string()).unwrap();
            serde_json::from_str(&answer.body_mut().read_to_string().unwrap()).unwrap()
        };
        let range = post("/v3/kv/range", &serde_json::json!({"key": "AA==", "limit": 1}));
        let revision = range["header"]["revision"].as_str().unwrap().to_owned();
        post("/v3/kv/compaction", &serde_json::json!({"revision": revision, "physical": true}));
        revision.parse().unwrap()
    }

    fn start_controllers(&mut self) -> Result<(), String> {
        let folder = self.folder.path().to_owned();
        let identity = |name: &str| {
            kubeconfig::write(&folder, &self.url, self.users.component(name), "default").to_string_lossy().into_owned()
        };
        self.folder.write("stages.yaml", include_str!("stages.yaml"))?;
        let manager = flags(&[
            ("kubeconfig", &identity("system:kube-controller-manager")),
            ("secure-port", "0"),
            ("use-service-account-credentials", "true"),
            ("service-account-private-key-file", SERVICE_ACCOUNTS.0),
            ("root-ca-file", AUTHORITY),
        ]);
        let scheduler = flags(&[("kubeconfig", &identity("system:kube-scheduler")), ("secure-port", "0")]);
        let kwok = flags(&[
            ("kubeconfig", &identity("kwok")),
            ("config", "stages.yaml"),
            ("manage-all-nodes", "false"),
            ("manage-nodes-with-annotation-selector", nodes::SELECTOR),
            ("node-ip", "127.0.0.1"),
            ("cidr", "10.64.0.0/16"),
            ("node-lease-duration-seconds", "40"),
        ]);
        // Last in, first out: the server goes after those that call it.
        for (name, flags) in [("kube-controller-manager", manager), ("kube-scheduler", scheduler), ("kwok", kwok)] {
            self.processes.insert(0, Process::start(name, &folder, &flags)?);
        }
        let admin = self.admin();
        for node in nodes::all() {
            admin.create(&node);
        }
        self.wait_for("the nodes", || nodes::ready(&admin).then_some(()))
    }

    /// Waits for something that needs all processes, and says so early if one of them ends.
    fn wait_for(&mut self, what: &str, mut look: impl FnMut() -> Option<()>) -> Result<(), String> {
        let seen = wait::within(LIMIT, || {
            let ended = self.processes.iter_mut().find_map(Process::ended);
            ended.map(Err).or_else(|| look().map(Ok))
        });
        seen.unwrap_or_else(|| {
            let said: Vec<String> =
                self.processes.iter().map(|p| format!("{}:\n{}", p.name(), p.last_lines())).collect();
            Err(format!("waited {} s in vain for {what}\n{}", LIMIT.as_secs(), said.join("\n")))
        })
    }
}

/// Two free ports. Both are held until both are known, so that they differ.
fn free_ports() -> Result<(u16, u16), String> {
    let hold = || TcpListener::bind("127.0.0.1:0").map_err(|error| format!("no free port: {error}"));
    let port = |held: &TcpListener| held.local_addr().map(|address| address.port()).map_err(|error| error.to_string());
    let (first, second) = (hold()?, hold()?);
    Ok((port(&first)?, port(&second)?))
}

fn flags(pairs: &[(&str, &str)]) -> Vec<OsString> {
    pairs.iter().map(|(name, value)| format!("--{name}={value}").into()).collect()
}

fn etcd_flags(folder: &Path, url: &str) -> Vec<OsString> {
    flags(&[
        ("data-dir", &folder.join("etcd").to_string_lossy()),
        ("listen-client-urls", url),
        ("advertise-client-urls", url),
        // Nobody is going to join.
        ("listen-peer-urls", "http://127.0.0.1:0"),
        ("unsafe-no-fsync", "true"),
        ("log-level", "warn"),
    ])
}

fn server_flags(folder: &Path, store: &str, port: u16, parts: Parts) -> Vec<OsString> {
    let mut all = flags(&[
        ("etcd-servers", store),
        ("bind-address", "127.0.0.1"),
        ("advertise-address", "127.0.0.1"),
        ("secure-port", &port.to_string()),
        ("endpoint-reconciler-type", "none"),
        ("service-cluster-ip-range", "10.96.0.0/16"),
        ("authorization-mode", "RBAC"),
        ("token-auth-file", "tokens.csv"),
        ("client-ca-file", AUTHORITY),
        ("tls-cert-file", SERVER.0),
        ("tls-private-key-file", SERVER.1),
        ("service-account-issuer", "https://kubernetes.default.svc"),
        ("service-account-signing-key-file", SERVICE_ACCOUNTS.0),
        ("service-account-key-file", SERVICE_ACCOUNTS.1),
        // Without these, whatever asks for aggregated APIs waits for ever.
        ("requestheader-client-ca-file", AUTHORITY),
        ("requestheader-allowed-names", FRONT_PROXY_NAME),
        ("requestheader-username-headers", "X-Remote-User"),
        ("requestheader-group-headers", "X-Remote-Group"),
        ("requestheader-extra-headers-prefix", "X-Remote-Extra-"),
        ("proxy-client-cert-file", FRONT_PROXY.0),
        ("proxy-client-key-file", FRONT_PROXY.1),
        ("audit-policy-file", audit::POLICY_FILE),
        ("audit-log-path", &folder.join(audit::LOG_FILE).to_string_lossy()),
        // In megabytes; at the default the log would be put aside and begun anew.
        ("audit-log-maxsize", "10000"),
    ]);
    if let Some(ttl) = parts.event_ttl {
        all.extend(flags(&[("event-ttl", ttl)]));
    }
    if !parts.controllers {
        // Nobody makes service accounts, and pods are not to be refused for it.
        all.extend(flags(&[("disable-admission-plugins", "ServiceAccount")]));
    }
    all
}
