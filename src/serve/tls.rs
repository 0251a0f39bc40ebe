//! The certificate of one start.
//!
//! Owns key and certificate: made when the server starts, never written but for the certificate in the kubeconfig, and
//! trusted by nobody else.

use std::sync::Arc;

use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};
use rcgen::{CertificateParams, KeyPair, date_time_ymd};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

use super::ServeError;

/// How long a server may run: after that its certificate is no longer believed.
const DAYS: i64 = 365;

/// What a server shows, and the certificate by which it is known, PEM.
pub(super) fn identity(now: Timestamp) -> Result<(TlsAcceptor, String), ServeError> {
    let wrong = |error: &dyn std::fmt::Display| ServeError::Certificate(error.to_string());
    let key = KeyPair::generate().map_err(|error| wrong(&error))?;
    let names = vec!["127.0.0.1".to_owned(), "localhost".to_owned()];
    let mut parameters = CertificateParams::new(names).map_err(|error| wrong(&error))?;
    let day = |days: i64| {
        let date = now.to_zoned(TimeZone::UTC).saturating_add(Span::new().days(days)).date();
        let number = |value: i8| u8::try_from(value).unwrap_or(1);
        date_time_ymd(date.year().into(), number(date.month()), number(date.day()))
    };
    // A day before, since clocks of a person's machines may disagree.
    (parameters.not_before, parameters.not_after) = (day(-1), day(DAYS));
    let certificate = parameters.self_signed(&key).map_err(|error| wrong(&error))?;
    let private = PrivateKeyDer::try_from(key.serialize_der()).map_err(|error| wrong(&error))?;
    let mut config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| wrong(&error))?
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], private)
        .map_err(|error| wrong(&error))?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok((TlsAcceptor::from(Arc::new(config)), certificate.pem()))
}
