//! From a place to kube's client: address, certificates, proxy, headers.
//!
//! Owns what kube is told. Must never let kube look for anything itself: it asks other variables than kubectl does, and
//! judges NO_PROXY by the wrong host.

#![expect(clippy::disallowed_methods, reason = "an edge: certificates are files")]

use std::time::Duration;

use base64::Engine as _;
use http::{HeaderName, HeaderValue, Uri};
use kube::client::{AuthError, ClientBuilder};
use kube::config::{AuthInfo, Cluster};
use kube::{Config, Error};

use super::connection::Connection;
use super::credential::Credential;
use super::error::{ConnectError, chain};
use super::kubeconfig::Place;
use super::{overrides, proxy, transport};

/// A server that does not take a connection within this time is not there.
const CONNECT: Duration = Duration::from_secs(10);

/// Builds the client. Has to run inside the runtime.
///
/// # Errors
/// If the address, a certificate, a proxy or the credentials cannot be used.
pub(super) async fn client(connection: &Connection, place: &Place) -> Result<(kube::Client, Credential), ConnectError> {
    let cluster = &place.cluster;
    let authority = authority(cluster, place.context.as_deref())?;
    let server = server(cluster, &place.user)?;
    let proxy = proxy::choose(cluster.proxy_url.as_deref(), &connection.proxies, &server)?;
    let mut user = place.user.clone();
    let terminal = connection.stdin_is_terminal;
    let (credential, identity) = Credential::take(&mut user, cluster, authority.as_deref(), terminal).await?;
    if let Some((certificate, key)) = identity {
        let encode = |text: &str| base64::engine::general_purpose::STANDARD.encode(text);
        user.client_certificate_data = Some(encode(&certificate));
        user.client_key_data = overrides::secret("client-key-data", &encode(&key))?.client_key_data;
    }
    let agent = HeaderValue::from_str(&connection.user_agent)
        .map_err(|_| ConnectError::Client("the user agent holds characters that no header can".to_owned()))?;

    let mut config = Config::new(server);
    config.default_namespace.clone_from(&place.namespace);
    config.root_cert = authority.as_deref().map(certificates).transpose()?;
    config.accept_invalid_certs = cluster.insecure_skip_tls_verify.unwrap_or(false);
    config.tls_server_name = cluster.tls_server_name.clone().filter(|name| !name.is_empty());
    config.disable_compression = cluster.disable_compression.unwrap_or(false);
    config.connect_timeout =
        Some(connection.request_timeout.filter(|limit| !limit.is_zero()).unwrap_or(CONNECT).min(CONNECT));
    config.proxy_url = proxy;
    config.auth_info = user;
    config.headers = vec![(HeaderName::from_static("user-agent"), agent)];
    // Its own goes on for minutes.
    config.default_retry = false;
    let client = match &config.proxy_url {
        None => transport::direct(&config),
        Some(_) => ClientBuilder::try_from(config).map(ClientBuilder::build),
    };
    Ok((client.map_err(|error| told(&error))?, credential))
}

fn told(error: &Error) -> ConnectError {
    match error {
        // Its words may hold what a provider printed.
        Error::Auth(_) => provider_failed(),
        Error::InferKubeconfig(error) => {
            let why = chain(error);
            ConnectError::Certificate { what: "the user's certificate or key".to_owned(), why }
        }
        error => ConnectError::Client(chain(error)),
    }
}

/// Whether an error is that of a provider of credentials.
pub(super) fn is_provider(error: &Error) -> bool {
    match error {
        Error::Auth(_) => true,
        Error::Service(error) => error.is::<AuthError>(),
        _ => false,
    }
}

/// What is said of it: not its own words.
pub(super) fn provider_failed() -> ConnectError {
    let why = "the auth provider of the kubeconfig cannot be used, or its session has ended".to_owned();
    ConnectError::Credentials { why, install: None }
}

/// The address of the API server. Without a scheme it has TLS if anything of TLS is set, as with kubectl.
fn server(cluster: &Cluster, user: &AuthInfo) -> Result<Uri, ConnectError> {
    let wrong = |why: &str| ConnectError::Address { what: "the address of the server".to_owned(), why: why.to_owned() };
    let text = cluster.server.as_deref().map(str::trim).filter(|text| !text.is_empty());
    let text = text.ok_or_else(|| wrong("the cluster has none"))?;
    let secure = cluster.certificate_authority.is_some()
        || cluster.certificate_authority_data.is_some()
        || cluster.insecure_skip_tls_verify == Some(true)
        || user.client_certificate.is_some()
        || user.client_certificate_data.is_some();
    let full = match text.split_once("://") {
        Some(_) => text.to_owned(),
        None if secure => format!("https://{text}"),
        None => format!("http://{text}"),
    };
    let uri: Uri = full.parse().map_err(|_| wrong("it is no address"))?;
    match (uri.scheme_str(), uri.host()) {
        (Some("http" | "https"), Some(host)) if !host.is_empty() => Ok(uri),
        (Some("http" | "https"), _) => Err(wrong("it names no host")),
        _ => Err(wrong("its scheme is neither http nor https")),
    }
}

/// The certificate authority, as PEM.
fn authority(cluster: &Cluster, context: Option<&str>) -> Result<Option<Vec<u8>>, ConnectError> {
    let of = context.map_or_else(String::new, |context| format!(" of context {context}"));
    if let Some(data) = cluster.certificate_authority_data.as_deref().filter(|data| !data.is_empty()) {
        let decoded = base64::engine::general_purpose::STANDARD.decode(data.trim());
        return decoded.map(Some).map_err(|error| ConnectError::Certificate {
            what: format!("certificate-authority-data{of}"),
            why: error.to_string(),
        });
    }
    let Some(path) = cluster.certificate_authority.as_deref().filter(|path| !path.is_empty()) else { return Ok(None) };
    std::fs::read(path).map(Some).map_err(|error| ConnectError::Certificate {
        what: format!("certificate-authority {path}{of}"),
        why: error.to_string(),
    })
}

fn certificates(pem: &[u8]) -> Result<Vec<Vec<u8>>, ConnectError> {
    let wrong = |why: String| ConnectError::Certificate { what: "the certificate authority".to_owned(), why };
    let parts = pem::parse_many(pem).map_err(|error| wrong(error.to_string()))?;
    let found: Vec<Vec<u8>> =
        parts.into_iter().filter(|part| part.tag() == "CERTIFICATE").map(pem::Pem::into_contents).collect();
    if found.is_empty() { Err(wrong("it holds no certificate".to_owned())) } else { Ok(found) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_kubectl_reads_them() {
        let read = |text: &str, insecure: Option<bool>| {
            let cluster =
                Cluster { server: Some(text.to_owned()), insecure_skip_tls_verify: insecure, ..Cluster::default() };
            server(&cluster, &AuthInfo::default()).map(|uri| uri.to_string()).map_err(|error| error.to_string())
        };
        assert_eq!(
            read("https://k8s.example:6443/k8s/clusters/c-1", None).unwrap(),
            "https://k8s.example:6443/k8s/clusters/c-1"
        );
        assert_eq!(read("localhost:8080", None).unwrap(), "http://localhost:8080/");
        assert_eq!(read("k8s.example:6443", Some(true)).unwrap(), "https://k8s.example:6443/");
        assert_eq!(read("", None).unwrap_err(), "the address of the server cannot be understood: the cluster has none");
        for text in ["ftp://k8s.example", "https://", "a b"] {
            assert!(read(text, None).is_err(), "{text}");
        }
    }

    #[test]
    fn certificate_authorities_that_cannot_be_used_are_named() {
        let of = |cluster: Cluster| authority(&cluster, Some("prod")).unwrap_err().to_string();
        let file = of(Cluster { certificate_authority: Some("/nowhere/ca.crt".to_owned()), ..Cluster::default() });
        assert!(file.starts_with("unable to read certificate-authority /nowhere/ca.crt of context prod: "), "{file}");
        let data = of(Cluster { certificate_authority_data: Some("?".to_owned()), ..Cluster::default() });
        assert!(data.starts_with("unable to read certificate-authority-data of context prod: "), "{data}");
        assert!(certificates(b"no pem").is_err());
    }
}
