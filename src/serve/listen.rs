//! Connections: TLS on 127.0.0.1, one task each, bounded in number, time and size.
//!
//! Owns the way from bytes to a request and back. Must never listen on any other address.

use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HOST, WARNING};
use http::{HeaderValue, Response};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::answer::Served;
use super::guard::Guard;
use super::request::Request;
use super::status::{Body, Reply};
use super::tls::Identity;

/// Connections at one time. kubectl opens a few.
const CONNECTIONS: usize = 64;
/// Whoever connects has so long to say what it wants.
const HEADERS: Duration = Duration::from_secs(10);
/// Bytes of all headers.
const MOST_HEADERS: usize = 64 << 10;

/// A running server. Dropped, it ends.
pub struct Server {
    runtime: Option<Runtime>,
    /// Its port on 127.0.0.1.
    pub port: u16,
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Serves a bundle at a port of 127.0.0.1, or at a free one; `guard` makes the rule for the port that it is.
///
/// # Errors
/// If the port is taken or may not be used.
pub fn start(served: Served, identity: Identity, port: u16, guard: impl FnOnce(u16) -> Guard) -> io::Result<Server> {
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let listener = runtime.block_on(TcpListener::bind(address))?;
    let port = listener.local_addr()?.port();
    let shared = Arc::new(Shared { served: Mutex::new(served), guard: guard(port), identity });
    runtime.spawn(accept(listener, shared));
    Ok(Server { runtime: Some(runtime), port })
}

struct Shared {
    served: Mutex<Served>,
    guard: Guard,
    identity: Identity,
}

async fn accept(listener: TcpListener, shared: Arc<Shared>) {
    let permits = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let Ok(permit) = Arc::clone(&permits).acquire_owned().await else { return };
        match listener.accept().await {
            Ok((stream, _)) => {
                let shared = Arc::clone(&shared);
                tokio::spawn(async move {
                    connection(stream, shared).await;
                    drop(permit);
                });
            }
            // Too many open files, say: somebody will close one.
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

/// What is wrong with a connection is the client's to find out.
async fn connection(stream: TcpStream, shared: Arc<Shared>) {
    let _ = stream.set_nodelay(true);
    let Ok(Ok(stream)) = timeout(HEADERS, shared.identity.acceptor.accept(stream)).await else { return };
    let service = service_fn(move |request| {
        let shared = Arc::clone(&shared);
        async move { Ok::<_, Infallible>(respond(&request, shared).await) }
    });
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS)
        .max_buf_size(MOST_HEADERS)
        .serve_connection(TokioIo::new(stream), service)
        .await;
}

async fn respond(request: &http::Request<Incoming>, shared: Arc<Shared>) -> Response<Full<Bytes>> {
    let header = |name| request.headers().get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let asked = Request {
        method: request.method().as_str().to_owned(),
        path: request.uri().path().to_owned(),
        query: request.uri().query().unwrap_or_default().to_owned(),
        accept: header(ACCEPT).unwrap_or_default().to_owned(),
    };
    if let Some(refusal) = shared.guard.refuses(header(HOST), header(AUTHORIZATION), &asked.method) {
        return written(refusal);
    }
    // The bundle is read from the disk.
    let reply = tokio::task::spawn_blocking(move || {
        shared.served.lock().unwrap_or_else(PoisonError::into_inner).answer(&asked)
    });
    let lost = || Reply::refusal(500, "InternalError", "the bundle could not be read");
    written(reply.await.unwrap_or_else(|_| lost()))
}

fn written(reply: Reply) -> Response<Full<Bytes>> {
    let (kind, bytes) = match reply.body {
        Body::Json(value) => ("application/json", Bytes::from(value.to_string())),
        Body::Text(text) => ("text/plain", Bytes::from(text)),
    };
    let mut response = Response::new(Full::new(bytes));
    *response.status_mut() = http::StatusCode::from_u16(reply.code).unwrap_or(http::StatusCode::INTERNAL_SERVER_ERROR);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    // What is kept of it anywhere outlives the server.
    headers.insert("cache-control", HeaderValue::from_static("no-store"));
    for warning in reply.warnings {
        let quoted = warning.replace('\\', "\\\\").replace('"', "\\\"");
        headers.extend(HeaderValue::from_str(&format!("299 - \"{quoted}\"")).map(|value| (WARNING, value)));
    }
    response
}
