//! The certificate of a server that lives for an hour: made for this start, vouched for by itself, known to one kubeconfig.

use std::sync::Arc;

use rcgen::{CertificateParams, DnType, KeyPair};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

/// A certificate with its key.
pub struct Identity {
    /// The certificate, PEM: whoever asks has to know it.
    pub certificate: String,
    pub(super) acceptor: TlsAcceptor,
}

impl Identity {
    /// A new one.
    ///
    /// # Errors
    /// If no key can be made; in words.
    pub fn new() -> Result<Self, String> {
        let key = KeyPair::generate().map_err(|error| error.to_string())?;
        let names = vec!["localhost".to_owned(), "127.0.0.1".to_owned()];
        let mut params = CertificateParams::new(names).map_err(|error| error.to_string())?;
        params.distinguished_name.push(DnType::CommonName, "kubectl-mlop bundle");
        let certificate = params.self_signed(&key).map_err(|error| error.to_string())?;
        let private = PrivateKeyDer::try_from(key.serialize_der()).map_err(str::to_owned)?;
        // Named, since a process may hold several providers and then has no default.
        let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .and_then(|builder| {
                builder.with_no_client_auth().with_single_cert(vec![certificate.der().clone()], private)
            })
            .map_err(|error| error.to_string())?;
        Ok(Self { certificate: certificate.pem(), acceptor: TlsAcceptor::from(Arc::new(config)) })
    }

    /// What takes connections with it.
    #[must_use]
    pub fn into_acceptor(self) -> TlsAcceptor {
        self.acceptor
    }
}
