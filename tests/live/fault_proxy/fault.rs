//! The ways in which a request fails.
//!
//! Owns what of each the client gets to see.

use std::io::{self, Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

use super::answer::Answer;
use super::request::Request;
use super::script::Script;
use super::upstream::Upstream;

/// Pieces in which a slow answer comes, and the pause before each: longer together than the trials wait for one request.
const DRIPS: u32 = 12;
const DRIP: Duration = Duration::from_millis(200);

/// Bytes of a piece of words.
const CRUMB: usize = 5;

/// Bytes that are written at once of what has no end.
const PIECE: usize = 64 << 10;

/// A way to fail.
#[derive(Clone, Debug)]
pub enum Fault {
    /// 403.
    Forbidden,
    /// 404 as for an object that is not there.
    NoObject,
    /// 404 as for a path that leads nowhere.
    NoPage,
    /// 410: what was asked for is too old.
    Expired,
    /// 429, and when to come back, in seconds.
    Throttled(u32),
    /// 500.
    Broken,
    /// 503.
    Unavailable,
    /// 503, and when to come back, in seconds.
    UnavailableFor(u32),
    /// The connection is reset.
    Reset,
    /// The connection is closed in good order, without an answer.
    Closed,
    /// No answer, ever.
    Stall,
    /// The true answer, slowly.
    Drip,
    /// The true answer, and the connection closed before its end.
    Cut,
    /// Bytes that are no JSON.
    Garbage,
    /// 200, and nothing.
    Empty,
    /// 302, as from somebody who wants to see a password.
    Elsewhere,
    /// 200, and spaces without end.
    Endless,
    /// Half of the true answer, as if that were all.
    HalfJson,
    /// An object that nobody asked for.
    Stranger,
    /// These words, in the place of a kubelet that is not there, in small pieces.
    Says(u16, &'static str),
    /// What was asked for, by another name.
    Namesake,
}

/// Answers a request, and says whether the connection stays open.
pub fn answer(
    stream: &TcpStream,
    request: Request,
    fault: Option<&Fault>,
    upstream: &Upstream,
    script: &Script,
) -> bool {
    // Over the unread end of the request, and before it is answered.
    if matches!(fault, Some(Fault::Reset)) {
        script.release();
        return false;
    }
    let Ok(request) = request.accept(stream) else {
        script.release();
        return false;
    };
    let answer = match fault {
        Some(Fault::Stall | Fault::Closed) => None,
        Some(fault) => {
            Some(fault.instead(&request).map_or_else(|| upstream.ask(&request), |answer| upstream.dated(answer)))
        }
        None => Some(upstream.ask(&request)),
    };
    script.release();
    let sent = match (answer, fault) {
        (None, Some(Fault::Stall)) => stall(stream),
        (None, _) => Err(io::Error::other("closed")),
        (Some(answer), Some(Fault::Drip)) => drip(stream, &answer, script),
        (Some(answer), Some(Fault::Says(..))) => pieces(stream, &answer),
        (Some(answer), Some(Fault::Endless)) => endless(stream, &answer, script),
        (Some(answer), Some(Fault::Cut)) => cut(stream, &answer),
        (Some(answer), Some(fault)) => fault.distorted(answer).write(stream),
        (Some(answer), None) => answer.write(stream),
    };
    sent.is_ok()
}

/// Waits until the client has gone, or the proxy.
fn stall(mut stream: &TcpStream) -> io::Result<()> {
    while stream.read(&mut [0; 512])? > 0 {}
    Err(io::Error::other("gone"))
}

fn drip(mut stream: &TcpStream, answer: &Answer, script: &Script) -> io::Result<()> {
    answer.write_head(stream, answer.body.len())?;
    let size = answer.body.len().div_ceil(DRIPS as usize).max(1);
    for piece in answer.body.chunks(size) {
        if !script.pause(DRIP) {
            return Err(io::Error::other("stopped"));
        }
        stream.write_all(piece)?;
    }
    Ok(())
}

/// So small that no word of more than a few letters comes whole.
fn pieces(mut stream: &TcpStream, answer: &Answer) -> io::Result<()> {
    stream.set_nodelay(true)?;
    answer.write_head(stream, answer.body.len())?;
    for piece in answer.body.chunks(CRUMB) {
        stream.write_all(piece)?;
        std::thread::sleep(Duration::from_micros(200));
    }
    Ok(())
}

fn endless(mut stream: &TcpStream, answer: &Answer, script: &Script) -> io::Result<()> {
    answer.write_head(stream, usize::MAX >> 1)?;
    while !script.stopped() {
        stream.write_all(&answer.body)?;
    }
    Err(io::Error::other("stopped"))
}

fn cut(mut stream: &TcpStream, answer: &Answer) -> io::Result<()> {
    // An empty answer is cut as well.
    answer.write_head(stream, answer.body.len() + 1)?;
    stream.write_all(&answer.body[..answer.body.len() / 2])?;
    Err(io::Error::other("cut"))
}

impl Fault {
    /// Its name, as the count prints it.
    pub fn name(&self) -> String {
        format!("{self:?}").to_lowercase()
    }

    /// What is said in the place of an answer, without asking for one.
    fn instead(&self, request: &Request) -> Option<Answer> {
        let path = request.target().split('?').next().unwrap_or_default();
        let last = path.rsplit('/').next().unwrap_or_default();
        let none = json!({});
        let answer = match self {
            Self::Forbidden => {
                let message = format!("{last} is forbidden: User \"user\" cannot get path \"{path}\"");
                Answer::refusal(403, "Forbidden", &message, &json!({"kind": last}))
            }
            Self::NoObject => {
                let message = format!("objects \"{last}\" not found");
                Answer::refusal(404, "NotFound", &message, &json!({"name": last, "kind": "objects"}))
            }
            Self::NoPage => Answer::of(404, "text/plain; charset=utf-8", "404 page not found\n"),
            Self::Expired => {
                let message = "The provided continue parameter is too old to display a consistent list result.";
                Answer::refusal(410, "Expired", message, &none)
            }
            Self::Throttled(seconds) => {
                let details = json!({"retryAfterSeconds": seconds});
                let message = "too many requests, please try again later";
                let answer = Answer::refusal(429, "TooManyRequests", message, &details);
                answer.with("Retry-After", seconds.to_string())
            }
            Self::Broken => Answer::refusal(500, "InternalError", "Internal error occurred: etcdserver", &none),
            Self::Unavailable => unavailable(),
            Self::UnavailableFor(seconds) => unavailable().with("Retry-After", seconds.to_string()),
            Self::Garbage => Answer::of(200, "application/json", vec![0, 159, 146, 150, b'<', b'{', 255]),
            Self::Empty => Answer::of(200, "application/json", ""),
            Self::Elsewhere => {
                Answer::of(302, "text/html", "<a href=\"/sign-in\">Found</a>").with("Location", "/sign-in")
            }
            Self::Endless => Answer::of(200, "application/json", vec![b' '; PIECE]),
            Self::Says(status, words) => Answer::of(*status, "text/plain", *words),
            Self::Stranger => Answer::json(200, &stranger()),
            _ => return None,
        };
        Some(answer)
    }

    /// What is made of a true answer.
    fn distorted(&self, mut answer: Answer) -> Answer {
        match self {
            Self::HalfJson => answer.body.truncate(answer.body.len() / 2),
            Self::Namesake => answer.body = namesake(&answer.body).to_string().into_bytes(),
            _ => {}
        }
        answer
    }
}

fn unavailable() -> Answer {
    let message = "the server is currently unable to handle the request";
    Answer::refusal(503, "ServiceUnavailable", message, &json!({}))
}

fn stranger() -> Value {
    json!({
        "apiVersion": "v1", "kind": "ConfigMap",
        "metadata": {"name": "stranger", "namespace": "elsewhere", "uid": "00000000-0000-0000-0000-000000000000"},
        "data": {"what": "nobody asked for this"},
    })
}

/// An object with the name and the UID of another; in the place of a list, one of strangers.
fn namesake(body: &[u8]) -> Value {
    match serde_json::from_slice::<Value>(body) {
        Ok(mut object) if object.pointer("/metadata/name").is_some() => {
            object["metadata"]["name"] = "namesake".into();
            object["metadata"]["uid"] = "00000000-0000-0000-0000-000000000001".into();
            object
        }
        _ => json!({"apiVersion": "v1", "kind": "ConfigMapList", "metadata": {}, "items": [stranger()]}),
    }
}
