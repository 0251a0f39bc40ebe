//! Who may ask: whoever has the token, and calls the server by its own address.
//!
//! A page in a browser can be made to call 127.0.0.1 by a name of its own; it calls it by that name, and is refused. Owns the
//! comparison, which takes as long for a wrong token as for a right one.

use sha2::{Digest as _, Sha256};

use super::status::Reply;

/// The rule.
#[derive(Clone, Debug)]
pub struct Guard {
    token: [u8; 32],
    hosts: [String; 2],
}

impl Guard {
    /// One that lets a token in, at a port of this machine.
    #[must_use]
    pub fn new(token: &str, port: u16) -> Self {
        let hosts = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
        Self { token: Sha256::digest(token.as_bytes()).into(), hosts }
    }

    /// Why a request is refused; none if it is not.
    pub(super) fn refuses(&self, host: Option<&str>, authorization: Option<&str>, method: &str) -> Option<Reply> {
        if !host.is_some_and(|host| self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host))) {
            return Some(Reply::refusal(421, "Misdirected", "this server answers on its own address alone"));
        }
        let token = authorization.and_then(|header| header.strip_prefix("Bearer ")).unwrap_or_default();
        // Of digests: how long it takes says nothing of the token.
        let given: [u8; 32] = Sha256::digest(token.trim().as_bytes()).into();
        if given != self.token {
            return Some(Reply::refusal(401, "Unauthorized", "Unauthorized: the token is not the one of this server"));
        }
        if !matches!(method, "GET" | "HEAD") {
            let message = "this is a bundle: it can be read, and nothing else";
            return Some(Reply::refusal(405, "MethodNotAllowed", message));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_its_token_its_address_and_reading_are_let_in() {
        let guard = Guard::new("secret", 6443);
        let code = |host, token, method| guard.refuses(host, token, method).map(|reply| reply.code);
        let (here, right) = (Some("127.0.0.1:6443"), Some("Bearer secret"));
        assert_eq!(code(here, right, "GET"), None);
        assert_eq!(code(Some("LOCALHOST:6443"), right, "HEAD"), None);
        for host in [
            None,
            Some("127.0.0.1"),
            Some("127.0.0.1:1"),
            Some("evil.example:6443"),
            Some("127.0.0.1:6443.evil.example"),
        ] {
            assert_eq!(code(host, right, "GET"), Some(421), "{host:?}");
        }
        for token in
            [None, Some("secret"), Some("Bearer "), Some("Bearer secre"), Some("Bearer secrets"), Some("Basic secret")]
        {
            assert_eq!(code(here, token, "GET"), Some(401), "{token:?}");
        }
        for method in ["POST", "PUT", "PATCH", "DELETE", "CONNECT", "get"] {
            assert_eq!(code(here, right, method), Some(405), "{method}");
        }
    }
}
