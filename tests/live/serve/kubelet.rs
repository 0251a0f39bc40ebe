//! A kubelet that has logs and nothing else: what the API server asks when somebody wants a log.
//!
//! Owns the connection: TLS on 127.0.0.1 with a certificate of its own, which the API server does not look at.

use std::collections::BTreeMap;
use std::sync::Arc;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use rcgen::{CertificateParams, KeyPair};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

/// Logs by `pod/container/previous`.
pub type Logs = BTreeMap<String, String>;

/// A running kubelet. Dropping it ends it.
pub struct Kubelet {
    _runtime: Runtime,
    /// Its port on 127.0.0.1.
    pub port: u16,
}

impl Kubelet {
    pub fn with(logs: Logs) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let port = listener.local_addr().unwrap().port();
        let (logs, acceptor) = (Arc::new(logs), acceptor());
        runtime.spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (logs, acceptor) = (Arc::clone(&logs), acceptor.clone());
                tokio::spawn(async move {
                    let Ok(stream) = acceptor.accept(stream).await else { return };
                    let service = service_fn(move |request: Request<Incoming>| {
                        let answer = answer(&logs, &request);
                        async move { Ok::<_, std::convert::Infallible>(answer) }
                    });
                    let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
                });
            }
        });
        Self { _runtime: runtime, port }
    }
}

/// What takes connections, with a certificate that nobody vouches for.
fn acceptor() -> TlsAcceptor {
    let key = KeyPair::generate().unwrap();
    let certificate = CertificateParams::new(vec!["127.0.0.1".to_owned()]).unwrap().self_signed(&key).unwrap();
    let private = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], private)
        .unwrap();
    TlsAcceptor::from(Arc::new(config))
}

/// `/containerLogs/NAMESPACE/POD/CONTAINER?previous=true&tailLines=3`
fn answer(logs: &Logs, request: &Request<Incoming>) -> Response<Full<Bytes>> {
    let parts: Vec<&str> = request.uri().path().trim_matches('/').split('/').collect();
    let query = request.uri().query().unwrap_or_default();
    let previous = query.split('&').any(|pair| pair == "previous=true");
    let lines = query.split('&').find_map(|pair| pair.strip_prefix("tailLines=")?.parse::<usize>().ok());
    let found = match parts.as_slice() {
        ["containerLogs", _, pod, container] => logs.get(&format!("{pod}/{container}/{previous}")),
        _ => None,
    };
    let mut response = Response::new(Full::default());
    match found {
        Some(text) => {
            let skipped = lines.map_or(0, |lines| text.lines().count().saturating_sub(lines));
            let text: String = text.split_inclusive('\n').skip(skipped).collect();
            *response.body_mut() = Full::new(Bytes::from(text));
        }
        None => *response.status_mut() = StatusCode::NOT_FOUND,
    }
    response
}
