//! What flags change about the cluster and the user of a kubeconfig.
//!
//! Owns the order: a flag wins, and what it makes void goes. Must never read a file.

use kube::config::{AuthInfo, Cluster};
use serde_json::json;

use super::connection::Connection;
use super::error::ConnectError;
use super::kubeconfig::named;

/// Flags about the cluster.
///
/// # Errors
/// If they contradict each other.
pub(super) fn cluster(cluster: &mut Cluster, connection: &Connection) -> Result<(), ConnectError> {
    if let Some(server) = named(connection.server.as_ref()) {
        cluster.server = Some(server);
    }
    if let Some(path) = &connection.certificate_authority {
        if connection.insecure_skip_tls_verify {
            let words = "specifying a root certificates file with the insecure flag is not allowed";
            return Err(ConnectError::Contradiction(words.to_owned()));
        }
        cluster.certificate_authority = Some(path.to_string_lossy().into_owned());
        cluster.certificate_authority_data = None;
        cluster.insecure_skip_tls_verify = None;
    }
    if connection.insecure_skip_tls_verify {
        cluster.insecure_skip_tls_verify = Some(true);
        cluster.certificate_authority = None;
        cluster.certificate_authority_data = None;
    }
    if let Some(name) = named(connection.tls_server_name.as_ref()) {
        cluster.tls_server_name = Some(name);
    }
    if connection.disable_compression {
        cluster.disable_compression = Some(true);
    }
    Ok(())
}

/// Flags about the user.
///
/// # Errors
/// If one lacks another.
pub(super) fn user(user: &mut AuthInfo, connection: &Connection) -> Result<(), ConnectError> {
    if let Some(token) = named(connection.token.as_ref()) {
        user.token = secret("token", &token)?.token;
        user.token_file = None;
        user.exec = None;
        user.auth_provider = None;
        user.username = None;
        user.password = None;
    }
    if let Some(path) = &connection.client_certificate {
        user.client_certificate = Some(path.to_string_lossy().into_owned());
        user.client_certificate_data = None;
    }
    if let Some(path) = &connection.client_key {
        user.client_key = Some(path.to_string_lossy().into_owned());
        user.client_key_data = None;
    }
    if let Some(name) = named(connection.as_user.as_ref()) {
        user.impersonate = Some(name);
    }
    if !connection.as_groups.is_empty() {
        user.impersonate_groups = Some(connection.as_groups.clone());
    }
    if let Some(uid) = named(connection.as_uid.as_ref()) {
        user.impersonate_uid = Some(uid);
    }
    if !connection.as_user_extra.is_empty() {
        let extra = connection.as_user_extra.iter().map(|(key, values)| (key.clone(), values.clone()));
        user.impersonate_user_extra = Some(extra.collect());
    }
    let more =
        user.impersonate_groups.is_some() || user.impersonate_uid.is_some() || user.impersonate_user_extra.is_some();
    if user.impersonate.is_none() && more {
        let words = "requesting uid, groups or user-extra without impersonating a user: --as is missing";
        return Err(ConnectError::Contradiction(words.to_owned()));
    }
    Ok(())
}

/// A user with one secret field, since only kube can wrap it.
pub(super) fn secret(field: &str, value: &str) -> Result<AuthInfo, ConnectError> {
    // The error would show the value.
    serde_json::from_value(json!({ field: value }))
        .map_err(|_| ConnectError::Client(format!("the {field} is unusable")))
}
