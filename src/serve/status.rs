//! Refusals, in the form in which an API server refuses.

use serde_json::{Value, json};

/// What is answered to a request.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// Status of HTTP.
    pub code: u16,
    /// Body.
    pub body: Body,
    /// What the client is to show to its user besides.
    pub warnings: Vec<String>,
}

/// A body.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// JSON.
    Json(Value),
    /// A log.
    Text(String),
}

impl Reply {
    pub(super) const fn json(body: Value) -> Self {
        Self { code: 200, body: Body::Json(body), warnings: Vec::new() }
    }

    pub(super) const fn text(text: String) -> Self {
        Self { code: 200, body: Body::Text(text), warnings: Vec::new() }
    }

    pub(super) fn warning(mut self, warning: Option<String>) -> Self {
        self.warnings.extend(warning);
        self
    }

    /// A refusal: the code, Kubernetes' word for it, and what is said.
    pub(super) fn refusal(code: u16, reason: &str, message: impl Into<String>) -> Self {
        let status = json!({
            "kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure",
            "message": message.into(), "reason": reason, "code": code,
        });
        Self { code, body: Body::Json(status), warnings: Vec::new() }
    }

    pub(super) fn not_found(message: impl Into<String>) -> Self {
        Self::refusal(404, "NotFound", message)
    }

    pub(super) fn bad_request(message: impl Into<String>) -> Self {
        Self::refusal(400, "BadRequest", message)
    }
}
