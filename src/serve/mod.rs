//! Edge: a read-only Kubernetes API over a bundle, on 127.0.0.1, so that kubectl works on what is long gone.
//!
//! Owns what kubectl is told: discovery, objects, tables, events, logs. Must never write anything but its own kubeconfig,
//! never answer who lacks the token of this start, and never show as empty what was only not captured.

mod answer;
mod archive;
mod discovery;
mod events;
mod guard;
mod kubeconfig;
mod list;
mod logs;
mod parameters;
mod refusal;
mod resources;
mod route;
mod selectors;
mod server;
mod table;
mod tls;

#[cfg(test)]
mod tests;

pub use archive::Archive;
pub use server::{Server, Start};

use std::path::PathBuf;

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The socket.
    #[error("cannot listen on 127.0.0.1: {0}")]
    Socket(std::io::Error),
    /// The certificate.
    #[error("cannot make a certificate: {0}")]
    Certificate(String),
    /// Random bytes.
    #[error("the operating system gives no random bytes: {0}")]
    Random(std::io::Error),
    /// The kubeconfig.
    #[error("cannot write the kubeconfig {path}: {error}", path = path.display())]
    Kubeconfig {
        /// Where it was to be.
        path: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
}
