//! Which names say that a secret follows.
//!
//! Owns the words themselves. It looks at names only, never at values.

/// Endings of field names, folded: lower case, no separators.
const SECRET_ENDINGS: [&str; 29] = [
    "password", "passwd", "passphrase", "passcode", "pass", "pwd", "token", "secret", "credential", "credentials",
    "authorization", "apikey", "accesskey", "secretkey", "privatekey", "encryptionkey", "signingkey", "accountkey",
    "authkey", "licensekey", "sharedkey", "storagekey", "sshkey", "webhookurl", "connectionstring", "dsn", "bearer",
    "cookie", "signature",
];

/// Whether a field, flag or variable of this name holds a secret. `passwordFile`, `secretName` and `maxTokens` do not.
pub(super) fn is_secret_name(name: &str) -> bool {
    // Quick: every ending stops in one of these letters, and a long name is no name.
    let Some(last) = name.bytes().next_back() else { return false };
    if name.len() < 3 || name.len() > 256 || !matches!(last | 0x20, b'd' | b'e' | b's' | b'n' | b't' | b'l' | b'y' | b'r' | b'g' | b'0'..=b'9' ) {
        return false;
    }
    let folded: String = name
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect::<String>()
        .trim_end_matches(|c: char| c.is_ascii_digit())
        .to_owned();
    SECRET_ENDINGS.iter().any(|ending| folded.ends_with(ending)) && !is_harmless(&folded)
}

/// Names that end like a secret and are none: a model's special tokens, a signal, a compass.
fn is_harmless(folded: &str) -> bool {
    ["padtoken", "eostoken", "bostoken", "unktoken", "septoken", "clstoken", "masktoken", "bypass", "compass", "singlepass"]
        .iter()
        .any(|word| folded.ends_with(word))
}

#[cfg(test)]
mod tests {
    use super::is_secret_name;

    #[test]
    fn names_of_secrets_are_known() {
        for name in [
            "password", "DB_PASSWORD", "redisPassword", "--hf-token", "HF_TOKEN", "WANDB_API_KEY", "api-key", "apiKey",
            "client_secret", "spark.hadoop.fs.s3a.secret.key", "AccountKey", "token2", "passphrase",
        ] {
            assert!(is_secret_name(name), "{name}");
        }
        for name in [
            "secretName", "passwordFile", "max_tokens", "tokenizer", "key", "name", "message", "secretKeyRef",
            "imagePullSecrets", "pad_token", "job-key", "", "image", "type",
        ] {
            assert!(!is_secret_name(name), "{name}");
        }
    }
}
