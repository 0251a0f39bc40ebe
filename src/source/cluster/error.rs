//! Why a cluster cannot be reached, in kubectl's words where it has them, and what to do about it.
//!
//! Must never hold what a credential plugin was given or what it printed on standard output.

use std::path::PathBuf;

/// Why there is no connection.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// `--kubeconfig` names a file that is not there.
    #[error("stat {}: no such file or directory", .0.display())]
    NoSuchKubeconfig(PathBuf),
    /// A kubeconfig cannot be opened.
    #[error("the kubeconfig {} cannot be read: {why}", .path.display())]
    UnreadableKubeconfig {
        /// The file.
        path: PathBuf,
        /// The system's word on it.
        why: String,
    },
    /// A kubeconfig is no kubeconfig, or half of one.
    #[error("error loading config file \"{}\": not a kubeconfig{at}", .path.display())]
    MalformedKubeconfig {
        /// The file.
        path: PathBuf,
        /// ` (line 3, column 5)`, if known. The text itself may hold secrets.
        at: String,
    },
    /// No kubeconfig anywhere, and no pod's environment either.
    #[error("no kubeconfig: none of {looked_in} exists, and this is no pod of a cluster")]
    NoKubeconfig {
        /// Where it was looked for.
        looked_in: String,
    },
    /// There is a kubeconfig, and none of its contexts is chosen.
    #[error("no context is chosen: the kubeconfig has no current-context; known contexts: {known}")]
    NoContext {
        /// Those there are.
        known: String,
    },
    /// No context of this name.
    #[error("context \"{name}\" does not exist; known contexts: {known}")]
    UnknownContext {
        /// The name.
        name: String,
        /// Those there are.
        known: String,
    },
    /// No cluster of this name.
    #[error("cluster \"{name}\" does not exist; known clusters: {known}")]
    UnknownCluster {
        /// The name.
        name: String,
        /// Those there are.
        known: String,
    },
    /// No user of this name.
    #[error("auth info \"{name}\" does not exist; known users: {known}")]
    UnknownUser {
        /// The name.
        name: String,
        /// Those there are.
        known: String,
    },
    /// A server's or proxy's address cannot be understood.
    #[error("{what} cannot be understood: {why}")]
    Address {
        /// Which address.
        what: String,
        /// What is wrong with it. Never the address, which may hold a password.
        why: String,
    },
    /// Flags, or fields of the kubeconfig, that exclude each other or lack one another.
    #[error("{0}")]
    Contradiction(String),
    /// A certificate or a key cannot be used.
    #[error("unable to read {what}: {why}")]
    Certificate {
        /// `certificate-authority /path` and the like.
        what: String,
        /// What is wrong with it.
        why: String,
    },
    /// A credential plugin or another provider of credentials failed.
    #[error("getting credentials: {why}")]
    Credentials {
        /// What is wrong, without its arguments, its environment and its output.
        why: String,
        /// How to install it, as the kubeconfig says.
        install: Option<String>,
    },
    /// The server did not answer at all.
    #[error("Unable to connect to the server: {0}")]
    Unreachable(String),
    /// The server answers, and does not know the person.
    #[error("You must be logged in to the server ({0})")]
    Unauthorized(String),
    /// The client cannot be put together.
    #[error("the client cannot be set up: {0}")]
    Client(String),
}

impl ConnectError {
    /// Whether the words of the command line are wrong, rather than the world.
    #[must_use]
    pub const fn is_usage(&self) -> bool {
        matches!(self, Self::Contradiction(_))
    }

    /// What to do.
    #[must_use]
    pub fn hint(&self) -> String {
        match self {
            Self::NoSuchKubeconfig(_) => "name an existing file with --kubeconfig, or leave the flag out".to_owned(),
            Self::UnreadableKubeconfig { .. } => "check who owns the file and its mode".to_owned(),
            Self::MalformedKubeconfig { .. } => {
                "look at the file at that place; `kubectl config view` reads it as well".to_owned()
            }
            Self::NoKubeconfig { .. } => {
                "set KUBECONFIG or --kubeconfig, or diagnose files instead with --from".to_owned()
            }
            Self::NoContext { .. } => {
                "choose one with --context, or for good with `kubectl config use-context`".to_owned()
            }
            Self::UnknownContext { .. } => "`kubectl config get-contexts` lists contexts".to_owned(),
            Self::UnknownCluster { .. } => "`kubectl config get-clusters` lists clusters".to_owned(),
            Self::UnknownUser { .. } => "`kubectl config get-users` lists users".to_owned(),
            Self::Address { .. } => {
                "write it as https://host:port; for proxies http, https and socks5 are known".to_owned()
            }
            Self::Contradiction(_) => "give one of them, or the one that is missing".to_owned(),
            Self::Certificate { .. } => "check that the file exists, is whole and is PEM".to_owned(),
            Self::Credentials { install: Some(install), .. } => install.clone(),
            Self::Credentials { install: None, .. } => {
                "run the sign-in of your provider, and check that `kubectl get pods` works".to_owned()
            }
            Self::Unreachable(why) if why.contains("peer certificate") => {
                "its certificate is not the one that the kubeconfig leads to expect: check that this is the server you mean, \
                    its certificate-authority and its tls-server-name"
                    .to_owned()
            }
            Self::Unreachable(_) => {
                "check the network, the VPN and the proxy; `kubectl cluster-info` asks the same server".to_owned()
            }
            Self::Unauthorized(_) => "sign in anew, or choose other credentials with --user or --token".to_owned(),
            Self::Client(_) => "check the user's certificate and key in the kubeconfig".to_owned(),
        }
    }
}

/// An error and its causes in one line; what was said already is not said again.
pub(super) fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let mut said: Vec<String> = Vec::new();
    let mut next = Some(error);
    while let Some(error) = next {
        let text = error.to_string();
        next = error.source();
        // A cause that repeats what stands above it says nothing; one that is all of it says it better.
        if text.is_empty() || said.iter().any(|before| before.contains(&text)) {
            continue;
        }
        said.retain(|before| !text.contains(before.as_str()));
        said.push(text);
    }
    said.join(": ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("{text}")]
    struct Layer {
        text: &'static str,
        #[source]
        below: Option<Box<Layer>>,
    }

    #[test]
    fn point_38_a_chain_says_nothing_twice() {
        let layer = |text, below: Option<Layer>| Layer { text, below: below.map(Box::new) };
        let error = layer("service error: connect", Some(layer("connect", Some(layer("refused", None)))));
        assert_eq!(chain(&error), "service error: connect: refused");
    }

    #[test]
    fn every_hint_says_what_to_do() {
        let known = || "a, b".to_owned();
        let error = ConnectError::UnknownUser { name: "nope".to_owned(), known: known() };
        assert_eq!(error.to_string(), "auth info \"nope\" does not exist; known users: a, b");
        assert!(error.hint().contains("kubectl config"));
        assert!(!error.is_usage());
    }
}
