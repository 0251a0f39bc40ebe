//! Proxies for tests: HTTP's CONNECT, the same within TLS, and SOCKS5.
//!
//! Owns as much of each as a client needs. Whatever name it is asked for, it leads to 127.0.0.1: a name that leads nowhere
//! else shows that the way went through here.

use std::path::Path;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// What it speaks.
#[derive(Clone)]
enum Speaks {
    Connect,
    ConnectWithinTls(TlsAcceptor),
    Socks,
}

/// A proxy; dropped, it ends.
pub struct Proxy {
    address: String,
    asked: Arc<Mutex<Vec<String>>>,
    _runtime: Runtime,
}

impl Proxy {
    /// HTTP's.
    pub fn connect() -> Self {
        Self::start(Speaks::Connect)
    }

    /// HTTP's within TLS, with this certificate and key.
    pub fn connect_within_tls(certificate: &Path, key: &Path) -> Self {
        let chain = CertificateDer::pem_file_iter(certificate).unwrap().map(Result::unwrap).collect();
        let key = PrivateKeyDer::from_pem_file(key).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
        let config = config.with_safe_default_protocol_versions().unwrap().with_no_client_auth();
        Self::start(Speaks::ConnectWithinTls(TlsAcceptor::from(Arc::new(config.with_single_cert(chain, key).unwrap()))))
    }

    /// SOCKS5.
    pub fn socks() -> Self {
        Self::start(Speaks::Socks)
    }

    fn start(speaks: Speaks) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let written = Arc::clone(&asked);
        runtime.spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (speaks, written) = (speaks.clone(), Arc::clone(&written));
                tokio::spawn(async move {
                    // A client may go at any time.
                    let _ = match speaks {
                        Speaks::Connect => connect(stream, &written).await,
                        Speaks::ConnectWithinTls(acceptor) => match acceptor.accept(stream).await {
                            Ok(stream) => connect(stream, &written).await,
                            Err(error) => Err(error),
                        },
                        Speaks::Socks => socks(stream, &written).await,
                    };
                });
            }
        });
        Self { address, asked, _runtime: runtime }
    }

    /// Host and port.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Where it was asked to lead to, `host:port`; with HTTP, what proved who asks behind it.
    pub fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

async fn connect(mut stream: impl AsyncRead + AsyncWrite + Unpin, asked: &Mutex<Vec<String>>) -> std::io::Result<()> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await?);
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let target =
        head.strip_prefix("CONNECT ").and_then(|rest| rest.split(' ').next()).unwrap_or("no CONNECT").to_owned();
    let proof = head.lines().find_map(|line| {
        let (name, value) = line.split_once(": ")?;
        name.eq_ignore_ascii_case("proxy-authorization").then(|| format!(" {value}"))
    });
    asked.lock().unwrap().push(format!("{target}{}", proof.unwrap_or_default()));
    let port = target.rsplit_once(':').and_then(|(_, port)| port.parse().ok()).unwrap_or(0);
    let mut onward = TcpStream::connect(("127.0.0.1", port)).await?;
    stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await?;
    copy_bidirectional(&mut stream, &mut onward).await.map(drop)
}

async fn socks(mut stream: TcpStream, asked: &Mutex<Vec<String>>) -> std::io::Result<()> {
    let [version, methods] = [stream.read_u8().await?, stream.read_u8().await?];
    assert_eq!(version, 5);
    stream.read_exact(&mut vec![0; methods.into()]).await?;
    stream.write_all(&[5, 0]).await?;
    let mut request = [0; 4];
    stream.read_exact(&mut request).await?;
    assert_eq!(request[..3], [5, 1, 0]);
    let host = match request[3] {
        1 => {
            let mut address = [0_u8; 4];
            stream.read_exact(&mut address).await?;
            address.map(|part| part.to_string()).join(".")
        }
        _ => {
            let mut name = vec![0; stream.read_u8().await?.into()];
            stream.read_exact(&mut name).await?;
            String::from_utf8_lossy(&name).into_owned()
        }
    };
    let port = stream.read_u16().await?;
    asked.lock().unwrap().push(format!("{host}:{port}"));
    let mut onward = TcpStream::connect(("127.0.0.1", port)).await?;
    stream.write_all(&[5, 0, 0, 1, 0, 0, 0, 0, 0, 0]).await?;
    copy_bidirectional(&mut stream, &mut onward).await.map(drop)
}
