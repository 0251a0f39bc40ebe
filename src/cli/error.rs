//! Errors of the command line: what is, what to do, and the exit code.

use std::fmt;

/// An error with its exit code.
#[derive(Debug)]
pub struct CliError {
    code: u8,
    lead: String,
    source: anyhow::Error,
    hint: Option<String>,
}

impl CliError {
    fn new(code: u8, message: impl fmt::Display) -> Self {
        let source = anyhow::Error::msg(message.to_string());
        Self { code, lead: "error: ".to_owned(), source, hint: None }
    }

    /// The tool or a file failed (exit 1).
    pub fn tool(message: impl fmt::Display) -> Self {
        Self::new(1, message)
    }

    /// The command line cannot be followed (exit 2).
    pub fn usage(message: impl fmt::Display) -> Self {
        Self::new(2, message)
    }

    /// The target is not there (exit 6).
    pub fn not_found(message: impl fmt::Display) -> Self {
        Self::new(6, message)
    }

    /// As kubectl says what the API server said: `Error from server (Forbidden): `.
    #[must_use]
    pub fn from_server(self, reason: &str) -> Self {
        Self { lead: format!("Error from server ({reason}): "), ..self }
    }

    /// A message that says by itself what it is: `Unable to connect to the server: `.
    #[must_use]
    pub fn alone(self) -> Self {
        Self { lead: String::new(), ..self }
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

    /// What stands before the message.
    #[must_use]
    pub fn lead(&self) -> &str {
        &self.lead
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
        Self { code: 1, lead: "error: ".to_owned(), source, hint: None }
    }
}
