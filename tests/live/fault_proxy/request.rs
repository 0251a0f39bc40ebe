//! A request on a connection.
//!
//! Owns the reading of its head. Its very last byte stays unread until it is known that there will be an answer: a
//! connection that is closed over unread bytes is reset.

use std::io::{self, Read as _};
use std::net::TcpStream;

/// No head is longer.
const MOST_BYTES: usize = 64 << 10;

/// The end of a head.
const END: &[u8] = b"\r\n\r\n";

/// A request without a body.
pub struct Request {
    target: String,
    headers: Vec<(String, String)>,
}

impl Request {
    /// The next one, but for its last byte; none if the client is done.
    pub fn read(mut stream: &TcpStream) -> io::Result<Option<Self>> {
        let (mut head, mut ahead) = (Vec::new(), vec![0; MOST_BYTES]);
        while head.len() < MOST_BYTES {
            let came = stream.peek(&mut ahead)?;
            if came == 0 {
                return Ok(None);
            }
            let before = head.len();
            head.extend_from_slice(&ahead[..came]);
            let whole = head.windows(END.len()).position(|bytes| bytes == END).map(|start| start + END.len());
            let taken = whole.map_or(came, |whole| whole - 1 - before);
            stream.read_exact(&mut ahead[..taken])?;
            if let Some(whole) = whole {
                head.truncate(whole);
                return parse(&head).map(Some);
            }
        }
        Err(io::Error::other("the head of a request is too long"))
    }

    /// Path and query.
    pub fn target(&self) -> &str {
        &self.target
    }

    /// Headers that are not about the connection.
    pub fn headers(&self) -> impl Iterator<Item = (&str, &str)> {
        let ours = ["host", "connection", "accept-encoding", "content-length"];
        let all = self.headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        all.filter(move |(name, _)| !ours.contains(&name.to_ascii_lowercase().as_str()))
    }

    /// Takes the last byte: from here on there is an answer.
    pub fn accept(self, mut stream: &TcpStream) -> io::Result<Self> {
        stream.read_exact(&mut [0])?;
        Ok(self)
    }
}

fn parse(head: &[u8]) -> io::Result<Request> {
    let text = std::str::from_utf8(head).map_err(io::Error::other)?;
    let mut lines = text.lines();
    let mut first = lines.next().unwrap_or_default().split(' ');
    let (Some("GET"), Some(target)) = (first.next(), first.next()) else {
        return Err(io::Error::other("only reading is passed on"));
    };
    let headers =
        lines.filter_map(|line| line.split_once(": ")).map(|(name, value)| (name.to_owned(), value.to_owned()));
    Ok(Request { target: target.to_owned(), headers: headers.collect() })
}
