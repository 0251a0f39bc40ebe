//! What is not answered, in Kubernetes' own form.
//!
//! Owns the words. "Not captured" is 403 Forbidden and never 404: clients take 404 for "it is not there", some without a
//! word (`--ignore-not-found`, `wait --for=delete`), and 403 for "this cannot be seen", after which `describe` goes on.

use serde_json::{Value, json};

use super::resources::Resource;
use crate::model::Gap;
use crate::report::quote::harmless;

/// What is said of schemas. As text: of a Status, kubectl drops the message here.
pub(super) const NO_SCHEMAS: &str = "a bundle holds no schemas; ask a cluster for them";

/// A request that is not answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    /// Status code of HTTP.
    pub(super) code: u16,
    /// Reason of the Status.
    reason: &'static str,
    message: String,
}

impl Refusal {
    const fn new(code: u16, reason: &'static str, message: String) -> Self {
        Self { code, reason, message }
    }

    /// There is proof that it was not there.
    pub(super) fn not_found(resource: &Resource, name: &str) -> Self {
        Self::new(404, "NotFound", format!("{} \"{}\" not found", resource.full_name(), harmless(name)))
    }

    /// No such path.
    pub(super) fn no_such_resource() -> Self {
        Self::new(404, "NotFound", "the server could not find the requested resource".to_owned())
    }

    /// Nobody knows whether it was there.
    pub(super) fn not_captured(what: &str, gap: Option<&Gap>) -> Self {
        let why = gap.map_or_else(String::new, |gap| format!(" ({})", gap.reason.words()));
        Self::new(403, "Forbidden", format!("{}: not captured in this bundle{why}", harmless(what)))
    }

    /// It is in the bundle and cannot be relied on.
    pub(super) fn altered(what: &str) -> Self {
        let what = harmless(what);
        Self::new(500, "InternalError", format!("{what} is not what index and manifest of the bundle say"))
    }

    /// Something was asked that cannot be understood or followed.
    pub(super) fn bad_request(message: impl Into<String>) -> Self {
        Self::new(400, "BadRequest", message.into())
    }

    /// A verb that changes something.
    pub(super) fn read_only(method: &str) -> Self {
        let message = format!("{} is refused: a bundle can be read and not changed", harmless(method));
        Self::new(405, "MethodNotAllowed", message)
    }

    /// `exec` and its like.
    pub(super) fn nothing_runs(subresource: &str) -> Self {
        let message = format!("{} is refused: nothing runs in a bundle", harmless(subresource));
        Self::new(405, "MethodNotAllowed", message)
    }

    /// A watch.
    pub(super) fn no_watch() -> Self {
        let message = "watch is refused: a bundle does not change";
        Self::new(405, "MethodNotAllowed", message.to_owned())
    }

    /// Somebody without the token.
    pub(super) fn unauthorized() -> Self {
        Self::new(401, "Unauthorized", "Unauthorized".to_owned())
    }

    /// Somebody who means another server, as a page in a browser may after its name was bound to this address.
    pub(super) fn other_host() -> Self {
        let message = "the Host of the request is not this server's: 127.0.0.1 or localhost, with its port";
        Self::new(421, "MisdirectedRequest", message.to_owned())
    }

    /// A defect of ours.
    pub(super) fn internal() -> Self {
        Self::new(500, "InternalError", "an internal error of bundle serve; the bundle is as it was".to_owned())
    }

    /// The words.
    pub(super) fn message(&self) -> &str {
        &self.message
    }

    /// The document.
    pub(super) fn status(&self) -> Value {
        json!({
            "kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure",
            "message": self.message, "reason": self.reason, "code": self.code,
        })
    }
}
