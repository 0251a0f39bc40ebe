//! Commands and their arguments, word by word.
//!
//! Owns what the neighbour of a word says about it. A word that is no secret stays, less what `text` finds inside it:
//! the command line is half of many diagnoses.

use std::mem;

use serde_json::Value;

use super::path::Path;
use super::text::{Depth, scrub};
use super::values::is_harmless;
use super::walk::{Mode, Walk};
use super::words::is_secret_name;

impl Walk<'_> {
    /// The words of one command.
    pub(super) fn arguments(&mut self, words: &mut [Value], path: &Path<'_>) {
        let mut secret_next = false;
        let mut last = String::new();
        for (at, value) in words.iter_mut().enumerate() {
            let place = path.index(at);
            let Value::String(word) = value else {
                if secret_next {
                    self.mask_value(value, &place, "argument");
                } else {
                    self.node(value, &place, Mode::Taught);
                }
                secret_next = false;
                continue;
            };
            let current = word.clone();
            if mem::take(&mut secret_next) && !is_flag(&scrub(&current, Depth::Full)) {
                if !is_harmless(&current) {
                    self.mask_value(value, &place, "argument");
                }
            } else if let Some(marked) = self.assignment(&current) {
                *word = marked;
                self.report(&place, "argument");
                // A pattern of a policy may match where the mark begins.
                self.node(value, &place, Mode::Taught);
            } else {
                secret_next = is_flag(&current) && is_secret_name(&current);
                // `wandb login <key>`
                secret_next |= current == "login" && last == "wandb";
                self.node(value, &place, Mode::Taught);
            }
            last = current;
        }
    }

    /// `--token=x`, `TOKEN=x`: the word with its value masked, if it is one of those.
    fn assignment(&self, word: &str) -> Option<String> {
        let (name, content) = word.split_once('=')?;
        let is_name = name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'));
        if !is_name || !is_secret_name(name) || is_harmless(content) {
            return None;
        }
        Some(format!("{name}={}", self.masker().string(content)))
    }
}

/// Whether a word is a flag; a value may begin with a dash too, but not with a name after it.
pub(super) fn is_flag(word: &str) -> bool {
    let rest = word.trim_start_matches('-');
    let dashes = word.len() - rest.len();
    let name = rest.split('=').next().unwrap_or_default();
    (1..=2).contains(&dashes)
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'))
        // A long word behind one dash is more likely a value drawn at random.
        && (dashes == 2 || name.len() <= 24)
}

#[cfg(test)]
mod tests {
    use super::super::{Door, Treatment};
    use serde_json::json;

    #[test]
    fn secrets_among_words_are_masked() {
        let door = Door::new();
        let pod = json!({"kind": "Pod", "spec": {"containers": [{"name": "a", "image": "b", "args": [
            "train.py", "--lr", "0.1", "--hf-token", "hunter2", "--password=hunter2", "-token", "hunter2", "WANDB_API_KEY=hunter2",
            "--data=s3://bucket/path", "--api-key", "$(API_KEY)", "--token", "--verbose", "wandb", "login", "hunter2", "-p", "8080",
            "export TOKEN=hunter2; python train.py --epochs 3",
        ]}]}});
        let admitted = door.object(pod, Treatment::Taught, &[]);
        assert_eq!(
            admitted.value["spec"]["containers"][0]["args"],
            json!([
                "train.py",
                "--lr",
                "0.1",
                "--hf-token",
                "<redacted len=7>",
                "--password=<redacted len=7>",
                "-token",
                "<redacted len=7>",
                "WANDB_API_KEY=<redacted len=7>",
                "--data=s3://bucket/path",
                "--api-key",
                "$(API_KEY)",
                "--token",
                "--verbose",
                "wandb",
                "login",
                "<redacted len=7>",
                "-p",
                "8080",
                "export TOKEN=<redacted>; python train.py --epochs 3",
            ])
        );
        assert_eq!(admitted.redactions.len(), 6);
        assert_eq!(admitted.redactions[0].path, "/spec/containers/0/args/4");
    }
}
