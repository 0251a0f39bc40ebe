//! Who may ask: whoever means this very server and has its token.
//!
//! Owns the secret of a start. A page in a browser can be made to send requests to 127.0.0.1 under a name of its own; it
//! is sent away by the Host, which it cannot choose, and knows no token either.

use super::refusal::Refusal;

/// The bearer token of one start.
#[derive(Clone)]
pub(super) struct Guard {
    token: String,
    port: u16,
}

impl Guard {
    /// A guard with a token that nobody has had.
    ///
    /// # Errors
    /// When the operating system has no random bytes.
    pub(super) fn new(port: u16) -> std::io::Result<Self> {
        Ok(Self { token: random_hex()?, port })
    }

    /// The token, for the kubeconfig.
    pub(super) fn token(&self) -> &str {
        &self.token
    }

    /// Whether a request is to be answered.
    pub(super) fn admit(&self, host: Option<&str>, authorization: Option<&str>) -> Result<(), Refusal> {
        if !host.is_some_and(|host| self.is_ours(host)) {
            return Err(Refusal::other_host());
        }
        let token = authorization.and_then(|text| text.split_once(' '));
        let known = token.is_some_and(|(scheme, token)| {
            scheme.eq_ignore_ascii_case("bearer") && is_same(token.trim().as_bytes(), self.token.as_bytes())
        });
        if known { Ok(()) } else { Err(Refusal::unauthorized()) }
    }

    fn is_ours(&self, host: &str) -> bool {
        let Some((name, port)) = host.rsplit_once(':') else { return false };
        (name == "127.0.0.1" || name.eq_ignore_ascii_case("localhost")) && port == self.port.to_string()
    }
}

/// Whether two are equal, in a time that does not tell where they differ.
fn is_same(one: &[u8], other: &[u8]) -> bool {
    let differences = one.iter().zip(other).fold(0, |sum, (a, b)| sum | (a ^ b));
    one.len() == other.len() && std::hint::black_box(differences) == 0
}

/// 256 random bits.
pub(super) fn random_hex() -> std::io::Result<String> {
    let mut bytes = [0_u8; 32];
    getrandom::fill(&mut bytes).map_err(|error| std::io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_who_means_us_and_has_the_token_is_let_in() {
        let guard = Guard::new(8443).unwrap();
        let ours = format!("Bearer {}", guard.token());
        for (host, token, code) in [
            (Some("127.0.0.1:8443"), Some(ours.as_str()), None),
            (Some("LOCALHOST:8443"), Some(ours.replace("Bearer", "bearer").as_str()), None),
            (Some("127.0.0.1:8444"), Some(ours.as_str()), Some(421)),
            (Some("127.0.0.1"), Some(ours.as_str()), Some(421)),
            (Some("evil.example:8443"), Some(ours.as_str()), Some(421)),
            (Some("127.0.0.1.evil.example:8443"), Some(ours.as_str()), Some(421)),
            (None, Some(ours.as_str()), Some(421)),
            (Some("localhost:8443"), None, Some(401)),
            (Some("localhost:8443"), Some("Bearer "), Some(401)),
            (Some("localhost:8443"), Some(ours.replace("Bearer", "Basic").as_str()), Some(401)),
            (Some("localhost:8443"), Some(format!("{ours}0").as_str()), Some(401)),
            (Some("localhost:8443"), ours.strip_suffix(|_| true), Some(401)),
        ] {
            assert_eq!(guard.admit(host, token).err().map(|refusal| refusal.code), code, "{host:?} {token:?}");
        }
        assert_ne!(Guard::new(1).unwrap().token(), guard.token());
    }
}
