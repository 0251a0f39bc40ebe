//! Errors of the command line: what is, what to do, and the exit code.

use std::fmt;

/// An error with its exit code.
#[derive(Debug)]
pub struct CliError {
    code: u8,
    source: anyhow::Error,
    hint: Option<String>,
}

impl CliError {
    /// The tool or a file failed (exit 1).
    pub fn tool(message: impl fmt::Display) -> Self {
        Self { code: 1, source: anyhow::Error::msg(message.to_string()), hint: None }
    }

    /// The command line cannot be followed (exit 2).
    pub fn usage(message: impl fmt::Display) -> Self {
        Self { code: 2, source: anyhow::Error::msg(message.to_string()), hint: None }
    }

    /// With what to do.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Exit code.
    #[must_use]
    pub const fn code(&self) -> u8 {
        self.code
    }

    /// What to do.
    #[must_use]
    pub fn hint(&self) -> Option<&str> {
        self.hint.as_deref()
    }
}

impl fmt::Display for CliError {
    /// The chain of causes, each line once, harmless to a terminal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut said = String::new();
        for cause in self.source.chain() {
            let text = crate::report::quote::harmless(&cause.to_string());
            if !said.contains(&text) {
                said = if said.is_empty() { text } else { format!("{said}: {text}") };
            }
        }
        f.write_str(&said)
    }
}

impl From<anyhow::Error> for CliError {
    fn from(source: anyhow::Error) -> Self {
        Self { code: 1, source, hint: None }
    }
}
