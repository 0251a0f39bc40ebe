//! Which names say that a secret follows.
//!
//! Owns the words themselves. It looks at names only, never at values.

/// Endings of field names, folded: lower case, no separators.
const SECRET_ENDINGS: [&str; 30] = [
    "password",
    "passwd",
    "passphrase",
    "passcode",
    "pass",
    "pwd",
    "token",
    "secret",
    "credential",
    "credentials",
    "credentialspec",
    "authorization",
    "apikey",
    "accesskey",
    "secretkey",
    "privatekey",
    "encryptionkey",
    "signingkey",
    "accountkey",
    "authkey",
    "licensekey",
    "sharedkey",
    "storagekey",
    "sshkey",
    "webhookurl",
    "connectionstring",
    "dsn",
    "bearer",
    "cookie",
    "signature",
];

const HARMLESS_ENDINGS: [&str; 10] = [
    "padtoken",
    "eostoken",
    "bostoken",
    "unktoken",
    "septoken",
    "clstoken",
    "masktoken",
    "bypass",
    "compass",
    "singlepass",
];

/// How the words in the list end.
const LAST_LETTERS: [[u8; 2]; 18] = [
    *b"rd", *b"wd", *b"se", *b"de", *b"ss", *b"en", *b"et", *b"al", *b"ls", *b"on", *b"ey", *b"rl", *b"ng", *b"sn",
    *b"er", *b"ie", *b"re", *b"ec",
];
/// As much of a name's end as is looked at.
const TAIL: usize = 20;

/// Whether a field, flag or variable of this name holds a secret. `passwordFile`, `secretName` and `maxTokens` do not.
pub(super) fn is_secret_name(name: &str) -> bool {
    // The end of the name, folded and backwards. Every field of every object is asked, so nothing is allocated.
    let mut folded = [0_u8; TAIL];
    let letters = name
        .bytes()
        .rev()
        .filter(u8::is_ascii_alphanumeric)
        .skip_while(u8::is_ascii_digit)
        .map(|b| b.to_ascii_lowercase());
    let mut length = 0;
    for (place, letter) in folded.iter_mut().zip(letters) {
        *place = letter;
        length += 1;
    }
    let tail = folded.get(..length).unwrap_or_default();
    // Most names are done here: no word in the list ends in their last two letters.
    let [last, before, ..] = folded;
    if !LAST_LETTERS.contains(&[before, last]) {
        return false;
    }
    let ends_with =
        |word: &&str| tail.len() >= word.len() && word.bytes().rev().eq(tail.iter().copied().take(word.len()));
    // Words that end like a secret and are none: a model's special tokens, a compass.
    SECRET_ENDINGS.iter().any(ends_with) && !HARMLESS_ENDINGS.iter().any(ends_with)
}

#[cfg(test)]
mod tests {
    use super::is_secret_name;

    #[test]
    fn the_quick_look_knows_every_word() {
        for word in super::SECRET_ENDINGS {
            assert!(is_secret_name(word), "{word}");
        }
    }

    #[test]
    fn names_of_secrets_are_known() {
        for name in [
            "password",
            "DB_PASSWORD",
            "redisPassword",
            "--hf-token",
            "HF_TOKEN",
            "WANDB_API_KEY",
            "api-key",
            "apiKey",
            "client_secret",
            "spark.hadoop.fs.s3a.secret.key",
            "AccountKey",
            "token2",
            "passphrase",
        ] {
            assert!(is_secret_name(name), "{name}");
        }
        for name in [
            "secretName",
            "passwordFile",
            "max_tokens",
            "tokenizer",
            "key",
            "name",
            "message",
            "secretKeyRef",
            "imagePullSecrets",
            "pad_token",
            "job-key",
            "",
            "image",
            "type",
        ] {
            assert!(!is_secret_name(name), "{name}");
        }
    }
}
