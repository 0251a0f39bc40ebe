//! The server: connections, and the bounds within which each is heard.
//!
//! Owns the socket on 127.0.0.1, and the kubeconfig as long as it is open. One thread answers everybody, one request after
//! the other: a bundle has one reader.

use std::convert::Infallible;
use std::net::{Ipv4Addr, SocketAddr};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HOST, HeaderName, WARNING};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use jiff::Timestamp;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;
use tokio::task::LocalSet;
use tokio_rustls::TlsAcceptor;

use super::ServeError;
use super::answer::{Asked, Reply, answer, warning_header};
use super::archive::Archive;
use super::guard::Guard;
use super::kubeconfig::{Access, Kubeconfig};
use super::refusal::Refusal;
use super::tls;
use crate::source::cluster::Stop;

/// How many may speak at once.
const CONNECTIONS: usize = 64;
/// Bytes that a request may have before its body; bodies are never read.
const HEAD_BYTES: usize = 64 << 10;
/// How long a handshake, and the head of a request, may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a connection lives: long enough for any answer, and no longer for those who stop reading.
const CONNECTION: Duration = Duration::from_secs(600);

/// A server that has its socket and its kubeconfig.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    acceptor: TlsAcceptor,
    guard: Guard,
    archive: Archive,
    kubeconfig: Kubeconfig,
    url: String,
    context: String,
}

/// How a server is to start.
#[derive(Debug)]
pub struct Start<'s> {
    /// Port; 0 for one that is free.
    pub port: u16,
    /// Where the kubeconfig is to be; without it, among the temporary files.
    pub kubeconfig: Option<&'s Path>,
    /// Name of the bundle, for the context.
    pub name: &'s str,
    /// The time by the clock, for the certificate.
    pub now: Timestamp,
}

impl Server {
    /// Opens the socket and writes the kubeconfig.
    ///
    /// # Errors
    /// When the port is taken, or the kubeconfig cannot be written.
    #[expect(clippy::disallowed_methods, reason = "an edge: the one socket that is opened for others")]
    pub fn start(archive: Archive, start: &Start<'_>) -> Result<Self, ServeError> {
        let runtime = Builder::new_current_thread().enable_all().build().map_err(ServeError::Socket)?;
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, start.port));
        let listener = std::net::TcpListener::bind(address).map_err(ServeError::Socket)?;
        listener.set_nonblocking(true).map_err(ServeError::Socket)?;
        let port = listener.local_addr().map_err(ServeError::Socket)?.port();
        let entered = runtime.enter();
        let listener = TcpListener::from_std(listener).map_err(ServeError::Socket)?;
        drop(entered);
        let (acceptor, certificate) = tls::identity(start.now)?;
        let guard = Guard::new(port).map_err(ServeError::Random)?;
        let (url, context) = (format!("https://127.0.0.1:{port}"), context(start.name, archive.captured_at()));
        let namespace = archive.namespace();
        let access = Access {
            name: &context,
            url: &url,
            certificate: &certificate,
            token: guard.token(),
            namespace: namespace.as_deref(),
        };
        let kubeconfig = Kubeconfig::write(start.kubeconfig, &access)?;
        Ok(Self { runtime, listener, acceptor, guard, archive, kubeconfig, url, context })
    }

    /// The kubeconfig.
    pub fn kubeconfig(&self) -> PathBuf {
        self.kubeconfig.path().to_owned()
    }

    /// The address.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Name of the context in the kubeconfig.
    pub fn context(&self) -> &str {
        &self.context
    }

    /// When what it serves was captured.
    pub fn captured_at(&self) -> Timestamp {
        self.archive.captured_at()
    }

    /// Serves until it is told to stop; then the kubeconfig is gone.
    pub fn run(self, stop: &Stop) {
        let Self { runtime, listener, acceptor, guard, archive, kubeconfig, .. } = self;
        let heard = Rc::new(Heard { archive, guard });
        let local = LocalSet::new();
        local.block_on(&runtime, async {
            tokio::select! {
                () = accept(&listener, &acceptor, &heard) => {}
                () = stop.asked() => {}
            }
        });
        drop(kubeconfig);
    }
}

/// `mlop-bundle-run-42-20261130T120000Z`: says that it is a bundle, which, and of when.
fn context(name: &str, captured_at: Timestamp) -> String {
    let name: String = name
        .chars()
        .map(|sign| if sign.is_ascii_alphanumeric() || "-_.".contains(sign) { sign } else { '-' })
        .take(60)
        .collect();
    format!("mlop-bundle-{name}-{}", captured_at.strftime("%Y%m%dT%H%M%SZ"))
}

/// What every connection shares.
struct Heard {
    archive: Archive,
    guard: Guard,
}

async fn accept(listener: &TcpListener, acceptor: &TlsAcceptor, heard: &Rc<Heard>) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        // Nobody closes the semaphore.
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        let Ok((stream, _)) = listener.accept().await else {
            // Too many open files, most likely: they pass.
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let (acceptor, heard) = (acceptor.clone(), Rc::clone(heard));
        tokio::task::spawn_local(async move {
            // Whoever is cut off here has been told nothing wrong.
            let _ = tokio::time::timeout(CONNECTION, connection(stream, &acceptor, &heard)).await;
            drop(place);
        });
    }
}

async fn connection(stream: TcpStream, acceptor: &TlsAcceptor, heard: &Heard) {
    let _ = stream.set_nodelay(true);
    let Ok(Ok(stream)) = tokio::time::timeout(PATIENCE, acceptor.accept(stream)).await else { return };
    let service = service_fn(|request| std::future::ready(Ok::<_, Infallible>(respond(heard, &request))));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(PATIENCE).max_buf_size(HEAD_BYTES);
    let _ = http.serve_connection(TokioIo::new(stream), service).await;
}

/// Answers, whatever happens while it does.
fn respond(heard: &Heard, request: &Request<Incoming>) -> Response<Full<Bytes>> {
    let header = |name: HeaderName| request.headers().get(name).and_then(|value| value.to_str().ok());
    let reply = match heard.guard.admit(header(HOST), header(AUTHORIZATION)) {
        Err(refusal) => Reply::refused(&refusal),
        Ok(()) => {
            let asked = Asked {
                method: request.method().as_str(),
                path: request.uri().path(),
                query: request.uri().query().unwrap_or_default(),
                accept: header(ACCEPT).unwrap_or_default(),
            };
            // What is shared is only read: a panic leaves nothing half done.
            catch_unwind(AssertUnwindSafe(|| answer(&heard.archive, asked)))
                .unwrap_or_else(|_| Reply::refused(&Refusal::internal()))
        }
    };
    let mut response = Response::builder().status(reply.code).header(CONTENT_TYPE, reply.kind);
    for warning in &reply.warnings {
        response = response.header(WARNING, warning_header(warning));
    }
    response.body(Full::new(Bytes::from(reply.body))).unwrap_or_default()
}
