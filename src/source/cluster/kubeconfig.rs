//! From kubeconfig files and flags to one cluster, one user, one namespace.
//!
//! Owns which files are read, which word wins, and what is said when a name is not there. Must never show a file's text:
//! it holds secrets.

#![expect(clippy::disallowed_methods, reason = "an edge: credentials of a pod are read here")]

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use kube::config::{AuthInfo, Cluster, Kubeconfig, KubeconfigError};

use super::connection::Connection;
use super::error::ConnectError;
use super::overrides;

/// What is connected to, and as whom.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// Context, if one was chosen.
    pub context: Option<String>,
    /// Namespace of whatever names none.
    pub namespace: String,
    /// The cluster.
    pub cluster: Cluster,
    /// The user.
    pub user: AuthInfo,
}

/// Finds the place that a connection means.
///
/// # Errors
/// If files cannot be read, names are not there, or flags contradict each other.
pub(super) fn place(connection: &Connection) -> Result<Place, ConnectError> {
    let mut place = match read(connection)? {
        Some(config) => choose(&config, connection)?,
        None => without_files(connection)?,
    };
    if let Some(namespace) = named(connection.namespace.as_ref()) {
        place.namespace = namespace;
    }
    overrides::cluster(&mut place.cluster, connection)?;
    overrides::user(&mut place.user, connection)?;
    Ok(place)
}

pub(super) fn named(text: Option<&String>) -> Option<String> {
    text.filter(|text| !text.is_empty()).cloned()
}

/// Names that the kubeconfig holds: of each `context`, `cluster` or `user`. None where it cannot be read.
#[must_use]
pub fn known_names(connection: &Connection, of: &str) -> Vec<String> {
    let Ok(Some(config)) = read(connection) else { return Vec::new() };
    let mut names: Vec<String> = match of {
        "context" => config.contexts.into_iter().map(|context| context.name).collect(),
        "cluster" => config.clusters.into_iter().map(|cluster| cluster.name).collect(),
        "user" => config.auth_infos.into_iter().map(|user| user.name).collect(),
        _ => Vec::new(),
    };
    names.sort();
    names
}

/// All files, the first word on anything winning; `None` if there is none.
fn read(connection: &Connection) -> Result<Option<Kubeconfig>, ConnectError> {
    if let Some(path) = connection.kubeconfig.as_ref().filter(|path| !path.as_os_str().is_empty()) {
        return read_file(path)?
            .map_or_else(|| Err(ConnectError::NoSuchKubeconfig(path.clone())), |file| Ok(Some(file)));
    }
    let mut merged: Option<Kubeconfig> = None;
    for path in paths(connection) {
        let Some(file) = read_file(&path)? else { continue };
        merged = Some(match merged {
            None => file,
            Some(before) => before.merge(file).map_err(|error| malformed(&path, &error))?,
        });
    }
    // `KUBECONFIG=/dev/null` says that there is none.
    Ok(merged.filter(|all| !(all.clusters.is_empty() && all.contexts.is_empty() && all.auth_infos.is_empty())))
}

/// The files that may be there.
fn paths(connection: &Connection) -> Vec<PathBuf> {
    let listed: Vec<PathBuf> = connection
        .kubeconfig_env
        .iter()
        .flat_map(std::env::split_paths)
        .filter(|path| !path.as_os_str().is_empty())
        .collect();
    if listed.is_empty() {
        connection.home.iter().map(|home| home.join(".kube").join("config")).collect()
    } else {
        listed
    }
}

/// One file; `None` if it is not there.
fn read_file(path: &Path) -> Result<Option<Kubeconfig>, ConnectError> {
    match Kubeconfig::read_from(path) {
        Ok(config) => Ok(Some(config)),
        Err(KubeconfigError::ReadConfig(error, _)) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(KubeconfigError::ReadConfig(error, _)) => {
            Err(ConnectError::UnreadableKubeconfig { path: path.to_owned(), why: error.to_string() })
        }
        Err(error) => Err(malformed(path, &error)),
    }
}

fn malformed(path: &Path, error: &KubeconfigError) -> ConnectError {
    let at = match error {
        KubeconfigError::Parse(error) => {
            error.location().map_or_else(String::new, |at| format!(" (line {}, column {})", at.line(), at.column()))
        }
        KubeconfigError::KindMismatch | KubeconfigError::ApiVersionMismatch => {
            " of the same version as the one before it".to_owned()
        }
        _ => String::new(),
    };
    ConnectError::MalformedKubeconfig { path: path.to_owned(), at }
}

fn choose(config: &Kubeconfig, connection: &Connection) -> Result<Place, ConnectError> {
    let context_name = named(connection.context.as_ref()).or_else(|| named(config.current_context.as_ref()));
    let context = match &context_name {
        Some(name) => {
            let found = config.contexts.iter().find(|context| context.name == *name);
            let Some(found) = found else {
                let known = known(config.contexts.iter().map(|context| context.name.as_str()));
                return Err(ConnectError::UnknownContext { name: name.clone(), known });
            };
            found.context.clone()
        }
        None => None,
    };
    let wanted = named(connection.cluster.as_ref())
        .or_else(|| context.as_ref().map(|context| context.cluster.clone()).filter(|name| !name.is_empty()));
    let cluster = match wanted {
        Some(name) => {
            let found = config.clusters.iter().find(|cluster| cluster.name == name);
            let Some(found) = found else {
                let known = known(config.clusters.iter().map(|cluster| cluster.name.as_str()));
                return Err(ConnectError::UnknownCluster { name, known });
            };
            found.cluster.clone().unwrap_or_default()
        }
        None if connection.server.is_some() => Cluster::default(),
        None => {
            let known = known(config.contexts.iter().map(|context| context.name.as_str()));
            return Err(ConnectError::NoContext { known });
        }
    };
    let wanted = named(connection.user.as_ref())
        .or_else(|| context.as_ref().and_then(|context| context.user.clone()).filter(|name| !name.is_empty()));
    let user = match wanted {
        Some(name) => {
            let found = config.auth_infos.iter().find(|user| user.name == name);
            let Some(found) = found else {
                let known = known(config.auth_infos.iter().map(|user| user.name.as_str()));
                return Err(ConnectError::UnknownUser { name, known });
            };
            found.auth_info.clone().unwrap_or_default()
        }
        None => AuthInfo::default(),
    };
    let namespace = context.and_then(|context| named(context.namespace.as_ref()));
    Ok(Place { context: context_name, namespace: namespace.unwrap_or_else(|| "default".to_owned()), cluster, user })
}

fn known<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// No file: a server by flag, or the cluster that this pod runs in.
fn without_files(connection: &Connection) -> Result<Place, ConnectError> {
    let asked = [(&connection.context, "context"), (&connection.cluster, "cluster"), (&connection.user, "auth info")];
    for (name, what) in asked {
        let Some(name) = named(name.as_ref()) else { continue };
        let known = "none".to_owned();
        return Err(match what {
            "context" => ConnectError::UnknownContext { name, known },
            "cluster" => ConnectError::UnknownCluster { name, known },
            _ => ConnectError::UnknownUser { name, known },
        });
    }
    let default = || "default".to_owned();
    if connection.server.is_some() {
        let (cluster, user) = (Cluster::default(), AuthInfo::default());
        return Ok(Place { context: None, namespace: default(), cluster, user });
    }
    let Some((host, port)) = &connection.in_cluster else {
        let looked_in = paths(connection).iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ");
        let looked_in = if looked_in.is_empty() { "KUBECONFIG and ~/.kube/config".to_owned() } else { looked_in };
        return Err(ConnectError::NoKubeconfig { looked_in });
    };
    let host = if host.contains(':') { format!("[{host}]") } else { host.clone() };
    let file = |name: &str| connection.service_account.join(name).to_string_lossy().into_owned();
    let namespace = std::fs::read_to_string(file("namespace")).ok().map(|text| text.trim().to_owned());
    Ok(Place {
        context: None,
        namespace: namespace.filter(|name| !name.is_empty()).unwrap_or_else(default),
        cluster: Cluster {
            server: Some(format!("https://{host}:{port}")),
            certificate_authority: Some(file("ca.crt")),
            ..Cluster::default()
        },
        user: AuthInfo { token_file: Some(file("token")), ..AuthInfo::default() },
    })
}

#[cfg(test)]
mod tests;
