//! An answer as bytes.
//!
//! Owns the writing of it, whole or in part.

use std::io::{self, Write as _};
use std::net::TcpStream;

use serde_json::{Value, json};

/// What is answered.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// Headers, without the length.
    pub headers: Vec<(&'static str, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Answer {
    /// A body of some type.
    pub fn of(status: u16, kind: &str, body: impl Into<Vec<u8>>) -> Self {
        Self { status, headers: vec![("Content-Type", kind.to_owned())], body: body.into() }
    }

    /// JSON.
    pub fn json(status: u16, body: &Value) -> Self {
        Self::of(status, "application/json", body.to_string())
    }

    /// The API's own way to refuse.
    pub fn refusal(status: u16, reason: &str, message: &str, details: &Value) -> Self {
        let body = json!({
            "kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure",
            "message": message, "reason": reason, "details": details, "code": status,
        });
        Self::json(status, &body)
    }

    /// With one more header.
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// Writes the head; the body that it tells of has `length` bytes, whatever is sent later.
    pub fn write_head(&self, mut stream: &TcpStream, length: usize) -> io::Result<()> {
        let mut head = format!("HTTP/1.1 {} X\r\nContent-Length: {length}\r\n", self.status);
        for (name, value) in &self.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        stream.write_all(head.as_bytes())
    }

    /// Writes all of it.
    pub fn write(&self, mut stream: &TcpStream) -> io::Result<()> {
        self.write_head(stream, self.body.len())?;
        stream.write_all(&self.body)
    }
}
