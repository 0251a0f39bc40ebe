//! What a status code and the `Status` object in a body mean for a question.
//!
//! Owns the reading of refusals. An object that is not there and a resource that is not served are told apart here, and
//! nowhere else.

use serde_json::Value;

use super::reply::{Failure, Reply};
use crate::model::{Gap, GapReason};

/// What came of a request.
#[derive(Debug)]
pub(super) enum Outcome {
    /// A body.
    Body(Vec<u8>),
    /// The resource is served, and the object is not there.
    NoObject,
    /// The path leads nowhere: no such group, version or resource.
    NoResource,
    /// A page token or version that the server has forgotten.
    Forgotten(Gap),
    /// No answer.
    Gap(Gap),
}

/// The words of an answer that is one short line of text, as of servers that are no API server.
fn line(body: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(body.get(..body.len().min(200))?).ok()?.trim();
    (body.len() <= 200 && !text.is_empty() && !text.contains(['\n', '<', '{'])).then_some(text)
}

/// Reads a reply.
pub(super) fn outcome(reply: Result<Reply, Failure>) -> Outcome {
    let reply = match reply {
        Ok(reply) => reply,
        Err(failure) => return Outcome::Gap(gap_of(&failure)),
    };
    let said = message(&reply.body);
    let gap = |reason| {
        let text = said.clone().unwrap_or_else(|| match line(&reply.body) {
            Some(line) => format!("the server answered with status {}: {line}", reply.status),
            None => format!("the server answered with status {}", reply.status),
        });
        Gap { reason, message: Some(text) }
    };
    match reply.status {
        200..=299 => Outcome::Body(reply.body),
        401 | 403 => Outcome::Gap(gap(GapReason::Forbidden)),
        404 if names_an_object(&reply.body) => Outcome::NoObject,
        404 => Outcome::NoResource,
        410 => Outcome::Forgotten(gap(GapReason::Timeout)),
        408 | 429 | 500..=599 => Outcome::Gap(gap(GapReason::Timeout)),
        _ => Outcome::Gap(gap(GapReason::Unreadable)),
    }
}

/// The gap that a failure leaves.
pub(super) fn gap_of(failure: &Failure) -> Gap {
    let reason = match failure {
        Failure::Late(_) | Failure::Unreachable(_) => GapReason::Timeout,
        Failure::Cut(_) => GapReason::Unreadable,
        Failure::TooLarge => GapReason::Truncated,
        Failure::Credentials(_) => GapReason::Forbidden,
        Failure::Stopped => GapReason::NotCollected,
    };
    Gap { reason, message: Some(failure.words()) }
}

/// The gap of an answer that is not what it should be.
pub(super) fn unreadable(what: &str) -> Gap {
    Gap { reason: GapReason::Unreadable, message: Some(what.to_owned()) }
}

/// The message of a `Status`.
pub(super) fn message(body: &[u8]) -> Option<String> {
    let status = status(body)?;
    status.get("message").and_then(Value::as_str).filter(|text| !text.is_empty()).map(str::to_owned)
}

/// A resource that is not served answers with plain text, or with a `Status` that names nothing.
fn names_an_object(body: &[u8]) -> bool {
    status(body)
        .and_then(|status| status.pointer("/details/name").and_then(Value::as_str).map(|name| !name.is_empty()))
        .unwrap_or(false)
}

fn status(body: &[u8]) -> Option<Value> {
    let value: Value = serde_json::from_slice(body).ok()?;
    (value.get("kind").and_then(Value::as_str) == Some("Status")).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_object_is_no_missing_resource() {
        let object = br#"{"kind":"Status","message":"pods \"a\" not found","details":{"name":"a","kind":"pods"}}"#;
        assert!(names_an_object(object));
        assert_eq!(message(object).as_deref(), Some("pods \"a\" not found"));
        for body in [
            &b"404 page not found\n"[..],
            br#"{"kind":"Status","message":"the server could not find the requested resource","details":{}}"#,
            br#"{"details":{"name":"a"}}"#,
            b"",
        ] {
            assert!(!names_an_object(body));
        }
    }
}
