//! How to reach a cluster: everything the command line and the environment say about it, as plain data.
//!
//! Owns the words and their defaults. Must never read the environment or a file: whoever fills it in does.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use super::observer::Observer;
use super::stop::Stop;

/// How to reach a cluster. Start from the default, which is what a person gets who gives no flag.
#[derive(Clone)]
pub struct Connection {
    /// `--kubeconfig`: this file and no other.
    pub kubeconfig: Option<PathBuf>,
    /// Value of `KUBECONFIG`: a list of files, the first word on anything wins.
    pub kubeconfig_env: Option<OsString>,
    /// Home directory, for `~/.kube/config`.
    pub home: Option<PathBuf>,
    /// `--context`.
    pub context: Option<String>,
    /// `--cluster`.
    pub cluster: Option<String>,
    /// `--user`.
    pub user: Option<String>,
    /// `--namespace`.
    pub namespace: Option<String>,
    /// `--server`.
    pub server: Option<String>,
    /// `--token`.
    pub token: Option<String>,
    /// `--as`.
    pub as_user: Option<String>,
    /// `--as-group`, each.
    pub as_groups: Vec<String>,
    /// `--as-uid`.
    pub as_uid: Option<String>,
    /// `--as-user-extra`, by key.
    pub as_user_extra: BTreeMap<String, Vec<String>>,
    /// `--insecure-skip-tls-verify`.
    pub insecure_skip_tls_verify: bool,
    /// `--tls-server-name`.
    pub tls_server_name: Option<String>,
    /// `--certificate-authority`.
    pub certificate_authority: Option<PathBuf>,
    /// `--client-certificate`.
    pub client_certificate: Option<PathBuf>,
    /// `--client-key`.
    pub client_key: Option<PathBuf>,
    /// `--disable-compression`.
    pub disable_compression: bool,
    /// `--request-timeout`: one request with its answer; none for no limit.
    pub request_timeout: Option<Duration>,
    /// `--timeout`: all requests together; none for no limit.
    pub timeout: Option<Duration>,
    /// `--chunk-size`: objects a page; 0 for lists in one piece.
    pub chunk_size: u32,
    /// `--cache-dir`: where it is remembered what a cluster serves; none for nowhere.
    pub cache_dir: Option<PathBuf>,
    /// `--since`: of logs, only what is younger; none for all there is.
    pub logs_since: Option<Duration>,
    /// `--deep`: lists, searches and logs are read as far as they go.
    pub deep: bool,
    /// Requests at one time.
    pub in_flight: usize,
    /// Proxies of the environment.
    pub proxies: Proxies,
    /// `KUBERNETES_SERVICE_HOST` and `KUBERNETES_SERVICE_PORT`, which a pod has.
    pub in_cluster: Option<(String, String)>,
    /// Where such a pod finds its token, authority and namespace.
    pub service_account: PathBuf,
    /// Whether a credential plugin may ask the person.
    pub stdin_is_terminal: bool,
    /// What every request says of its sender.
    pub user_agent: String,
    /// Who is told of each request.
    pub on_request: Option<Observer>,
    /// A wish that may come while requests are under way: that nothing more be asked.
    pub stop: Stop,
}

/// Proxies of the environment: the variable in capitals if it is set, else the one in small letters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proxies {
    /// `HTTPS_PROXY`, for servers with TLS.
    pub https: Option<String>,
    /// `HTTP_PROXY`, for servers without.
    pub http: Option<String>,
    /// `NO_PROXY`: which hosts are reached without.
    pub none_for: Option<String>,
}

impl Default for Connection {
    fn default() -> Self {
        Self {
            kubeconfig: None,
            kubeconfig_env: None,
            home: None,
            context: None,
            cluster: None,
            user: None,
            namespace: None,
            server: None,
            token: None,
            as_user: None,
            as_groups: Vec::new(),
            as_uid: None,
            as_user_extra: BTreeMap::new(),
            insecure_skip_tls_verify: false,
            tls_server_name: None,
            certificate_authority: None,
            client_certificate: None,
            client_key: None,
            disable_compression: false,
            request_timeout: Some(Duration::from_secs(30)),
            timeout: Some(Duration::from_secs(60)),
            chunk_size: 500,
            cache_dir: None,
            logs_since: None,
            deep: false,
            in_flight: 16,
            proxies: Proxies::default(),
            in_cluster: None,
            service_account: "/var/run/secrets/kubernetes.io/serviceaccount".into(),
            stdin_is_terminal: false,
            user_agent: user_agent(),
            on_request: None,
            stop: Stop::default(),
        }
    }
}

/// `kubectl-mlop/0.1.0 (linux/amd64)`, with kubectl's names for systems and processors.
fn user_agent() -> String {
    let system = match std::env::consts::OS {
        "macos" => "darwin",
        other => other,
    };
    let processor = match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        "x86" => "386",
        other => other,
    };
    format!("kubectl-mlop/{} ({system}/{processor})", env!("CARGO_PKG_VERSION"))
}

impl fmt::Debug for Connection {
    /// The token and passwords in proxy addresses are left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection")
            .field("kubeconfig", &self.kubeconfig)
            .field("kubeconfig_env", &self.kubeconfig_env)
            .field("context", &self.context)
            .field("cluster", &self.cluster)
            .field("user", &self.user)
            .field("namespace", &self.namespace)
            .field("server", &self.server)
            .field("as_user", &self.as_user)
            .field("request_timeout", &self.request_timeout)
            .field("timeout", &self.timeout)
            .field("chunk_size", &self.chunk_size)
            .field("in_flight", &self.in_flight)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_user_agent_names_tool_version_and_platform() {
        let agent = Connection::default().user_agent;
        assert!(agent.starts_with(concat!("kubectl-mlop/", env!("CARGO_PKG_VERSION"), " (")), "{agent}");
        assert!(agent.ends_with(')') && agent.contains('/'), "{agent}");
    }

    #[test]
    fn debug_output_holds_no_token() {
        let connection = Connection { token: Some("hush-hush".to_owned()), ..Connection::default() };
        assert!(!format!("{connection:?}").contains("hush"));
    }
}
