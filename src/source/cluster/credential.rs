//! What proves who asks, where it is not simply written in the kubeconfig: a file that is read anew, or a plugin that is
//! run.
//!
//! Owns the running of credential plugins. They are given a time, no terminal unless there is one, and what they printed,
//! were given or found in their environment is never shown.

#![expect(clippy::disallowed_methods, reason = "an edge: credentials live in files and expire by the clock")]

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use http::HeaderValue;
use jiff::Timestamp;
use kube::config::{AuthInfo, Cluster, ExecConfig, ExecInteractiveMode};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::process::Command;

use super::error::ConnectError;

/// How long a plugin may take that cannot ask anybody anything.
const ALONE: Duration = Duration::from_secs(30);
/// How long one may take that waits for a person.
const WITH_A_PERSON: Duration = Duration::from_secs(300);
/// A credential that ends sooner is fetched anew.
const MARGIN: Duration = Duration::from_secs(60);
/// As often is a token's file read.
const FILE_AGE: Duration = Duration::from_secs(60);

/// Where the token comes from, and the one in hand.
#[derive(Debug)]
pub(super) enum Credential {
    /// The client has all it needs.
    Fixed,
    /// A file, and when it was read last.
    File { path: String, read: Option<(HeaderValue, Instant)> },
    /// A plugin.
    Plugin { plugin: Box<Plugin>, got: Option<(HeaderValue, Option<Timestamp>)> },
}

/// A plugin and what it may be told.
#[derive(Debug)]
pub(super) struct Plugin {
    config: ExecConfig,
    cluster: Option<Value>,
    terminal: bool,
}

/// What a plugin printed.
#[derive(Deserialize)]
struct Printed {
    status: Option<Status>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Status {
    expiration_timestamp: Option<String>,
    token: Option<String>,
    client_certificate_data: Option<String>,
    client_key_data: Option<String>,
}

/// A certificate and its key, PEM.
pub(super) type Identity = (String, String);

impl Credential {
    /// Takes file and plugin out of the user, in the order that kubectl honours, and runs the plugin once: it may give a
    /// certificate, which the client needs from the start.
    ///
    /// # Errors
    /// If file or plugin fail.
    pub(super) async fn take(
        user: &mut AuthInfo,
        cluster: &Cluster,
        authority: Option<&[u8]>,
        terminal: bool,
    ) -> Result<(Self, Option<Identity>), ConnectError> {
        let (exec, file) = (user.exec.take(), user.token_file.take());
        if let Some(provider) = &user.auth_provider
            && provider.name != "oidc"
        {
            return Err(failed(format!("the auth provider {} is no longer supported; use its plugin", provider.name)));
        }
        if user.auth_provider.is_some() || user.token.is_some() || user.username.is_some() && user.password.is_some() {
            return Ok((Self::Fixed, None));
        }
        if let Some(path) = file.filter(|path| !path.is_empty()) {
            let mut credential = Self::File { path, read: None };
            credential.header().await?;
            return Ok((credential, None));
        }
        let Some(config) = exec else { return Ok((Self::Fixed, None)) };
        let told = config.provide_cluster_info.then(|| about(cluster, authority));
        let plugin = Box::new(Plugin { config, cluster: told, terminal });
        let status = plugin.run().await?;
        let identity = status.client_certificate_data.clone().zip(status.client_key_data.clone());
        let got = status.header()?;
        Ok((Self::Plugin { plugin, got }, identity))
    }

    /// What to send with the next request.
    ///
    /// # Errors
    /// If a fresh one is needed and cannot be had.
    pub(super) async fn header(&mut self) -> Result<Option<HeaderValue>, ConnectError> {
        match self {
            Self::Fixed => Ok(None),
            Self::File { path, read } => {
                let fresh = |read: &&mut (HeaderValue, Instant)| read.1.elapsed() < FILE_AGE;
                if let Some((header, _)) = read.as_mut().filter(fresh) {
                    return Ok(Some(header.clone()));
                }
                match std::fs::read_to_string(Path::new(path)) {
                    Ok(token) => *read = Some((bearer(token.trim())?, Instant::now())),
                    // Some file is removed once it was read: the last word holds.
                    Err(_) if read.is_some() => {}
                    Err(error) => return Err(failed(format!("the token file {path} cannot be read: {error}"))),
                }
                Ok(read.as_ref().map(|(header, _)| header.clone()))
            }
            Self::Plugin { plugin, got } => {
                let ends_soon =
                    |ends: Timestamp| Timestamp::now().checked_add(MARGIN).map_or(true, |soon| soon >= ends);
                if let Some((_, Some(ends))) = got
                    && ends_soon(*ends)
                {
                    *got = plugin.run().await?.header()?;
                }
                Ok(got.as_ref().map(|(header, _)| header.clone()))
            }
        }
    }
}

impl Status {
    fn header(&self) -> Result<Option<(HeaderValue, Option<Timestamp>)>, ConnectError> {
        let Some(token) = self.token.as_deref().filter(|token| !token.is_empty()) else { return Ok(None) };
        let ends = self.expiration_timestamp.as_deref().and_then(|text| text.parse().ok());
        Ok(Some((bearer(token)?, ends)))
    }
}

fn bearer(token: &str) -> Result<HeaderValue, ConnectError> {
    let mut value = HeaderValue::try_from(format!("Bearer {token}"))
        .map_err(|_| failed("the token holds characters that no header can".to_owned()))?;
    value.set_sensitive(true);
    Ok(value)
}

fn failed(why: String) -> ConnectError {
    ConnectError::Credentials { why, install: None }
}

/// What a plugin is told of the cluster, if it wants to know.
fn about(cluster: &Cluster, authority: Option<&[u8]>) -> Value {
    use base64::Engine as _;
    let mut told = json!({});
    let mut put = |key: &str, value: Option<Value>| {
        if let (Some(value), Some(fields)) = (value, told.as_object_mut()) {
            fields.insert(key.to_owned(), value);
        }
    };
    let text = |text: &Option<String>| text.clone().map(Value::String);
    put("server", text(&cluster.server));
    put("tls-server-name", text(&cluster.tls_server_name));
    put("insecure-skip-tls-verify", cluster.insecure_skip_tls_verify.map(Value::Bool));
    let encoded = authority.map(|pem| base64::engine::general_purpose::STANDARD.encode(pem));
    put("certificate-authority-data", encoded.map(Value::String));
    put("proxy-url", text(&cluster.proxy_url));
    let extension = cluster.extensions.iter().flatten().find(|item| item.name == "client.authentication.k8s.io/exec");
    put("config", extension.map(|item| item.extension.clone()));
    told
}

impl Plugin {
    async fn run(&self) -> Result<Status, ConnectError> {
        let config = &self.config;
        let wrong = |why: String| ConnectError::Credentials { why, install: config.install_hint.clone() };
        let command = config.command.as_deref().filter(|command| !command.is_empty());
        let command = command.ok_or_else(|| failed("exec: the kubeconfig names no command".to_owned()))?;
        let name = Path::new(command).file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let interactive = match config.interactive_mode {
            Some(ExecInteractiveMode::Never) => false,
            Some(ExecInteractiveMode::Always) if !self.terminal => {
                return Err(failed(format!(
                    "exec plugin cannot support interactive mode: {name} needs a terminal, and standard input is none"
                )));
            }
            Some(ExecInteractiveMode::Always) => true,
            Some(ExecInteractiveMode::IfAvailable) | None => self.terminal,
        };
        let mut spec = json!({ "interactive": interactive });
        if let (Some(cluster), Some(fields)) = (&self.cluster, spec.as_object_mut()) {
            fields.insert("cluster".to_owned(), cluster.clone());
        }
        let info = json!({ "apiVersion": config.api_version, "kind": "ExecCredential", "spec": spec });
        let mut process = Command::new(command);
        process.args(config.args.iter().flatten()).env("KUBERNETES_EXEC_INFO", info.to_string());
        for pair in config.env.iter().flatten() {
            if let (Some(name), Some(value)) = (pair.get("name"), pair.get("value")) {
                process.env(name, value);
            }
        }
        // With a person at hand the plugin speaks to them itself.
        let heard = || if interactive { Stdio::inherit() } else { Stdio::null() };
        process.stdin(heard()).stdout(Stdio::piped()).kill_on_drop(true);
        process.stderr(if interactive { Stdio::inherit() } else { Stdio::piped() });
        let limit = if interactive { WITH_A_PERSON } else { ALONE };
        // Not `output`, which catches standard error whatever was said of it: nobody would see what is asked.
        let ended = async { process.spawn()?.wait_with_output().await };
        let output = match tokio::time::timeout(limit, ended).await {
            Err(_) => {
                return Err(wrong(format!("exec: executable {name} did not end within {} s", limit.as_secs())));
            }
            Ok(Err(error)) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(wrong(format!("exec: executable {name} not found")));
            }
            Ok(Err(error)) => return Err(wrong(format!("exec: executable {name} cannot be started: {error}"))),
            Ok(Ok(output)) => output,
        };
        if !output.status.success() {
            let code = output.status.code().map_or_else(|| "a signal".to_owned(), |code| format!("exit code {code}"));
            let tail = tail(&output.stderr);
            let tail = if tail.is_empty() { tail } else { format!(": {tail}") };
            return Err(wrong(format!("exec: executable {name} failed with {code}{tail}")));
        }
        parse(&output.stdout).ok_or_else(|| wrong(format!("exec: executable {name} printed no credentials")))
    }
}

/// JSON, or YAML as kubectl also takes it.
fn parse(stdout: &[u8]) -> Option<Status> {
    let text = std::str::from_utf8(stdout).ok()?;
    let printed: Printed = serde_json::from_str(text).ok().or_else(|| serde_saphyr::from_str(text).ok())?;
    let status = printed.status?;
    let whole = status.token.as_ref().is_some_and(|token| !token.is_empty())
        || status.client_certificate_data.is_some() && status.client_key_data.is_some();
    whole.then_some(status)
}

/// The last line of what it complained of, cut short and harmless to a terminal.
fn tail(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    let line = text.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    line.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).take(300).collect()
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
