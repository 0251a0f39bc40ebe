//! The way to a server without a proxy.
//!
//! kube's own builder leaves Nagle's algorithm on: the first request on each new connection then waits 40 ms for the server's
//! delayed acknowledgement of the TLS handshake, which is most of what a diagnosis takes on a near cluster. Owns that
//! connector, and nothing else: address, credentials, headers and TLS are kube's layers.

use hyper_util::client::legacy::Client as Connections;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use kube::client::{Body, ConfigExt as _};
use kube::{Client, Config, Error};
use tower::{BoxError, ServiceBuilder};
use tower_http::decompression::DecompressionLayer;

/// A client that speaks straight to the server.
pub(super) fn direct(config: &Config) -> Result<Client, Error> {
    let mut connector = HttpConnector::new();
    connector.enforce_http(false);
    connector.set_nodelay(true);
    connector.set_connect_timeout(config.connect_timeout);
    let secure = config.rustls_https_connector_with_connector(connector)?;
    let connections: Connections<_, Body> = Connections::builder(TokioExecutor::new()).build(secure);
    let service = ServiceBuilder::new()
        .layer(config.base_uri_layer())
        .layer(DecompressionLayer::new().no_br().no_deflate().no_zstd().gzip(!config.disable_compression))
        .option_layer(config.auth_layer()?)
        .layer(config.extra_headers_layer()?)
        .map_err(BoxError::from)
        .service(connections);
    Ok(Client::new(service, config.default_namespace.clone()))
}
