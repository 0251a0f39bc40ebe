//! What may go out: a GET of any path, and one question about one's own rights.
//!
//! Owns the making of every request to an API server; nothing else in this crate makes one. The one that is no GET has a
//! constant path and a body of one type, which the server answers and does not store: there is no way to write with it.

use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderValue, Request};
use k8s_openapi::api::authorization::v1::{ResourceAttributes, SelfSubjectAccessReview, SelfSubjectAccessReviewSpec};
use kube::client::Body;

use super::discovery::JSON;
use super::reply::{Failure, Keep, Wanted};
use crate::model::Permission;

/// Where reviews are answered.
const REVIEWS: &str = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
/// An answer to one is far smaller.
const MOST_REVIEW: usize = 1 << 20;

/// A request, before it knows who asks.
#[derive(Clone, Copy)]
pub(super) enum Outgoing<'w> {
    /// Reads.
    Get(&'w Wanted),
    /// Asks whether whoever asks has this right.
    Review(&'w Permission),
}

impl Outgoing<'_> {
    /// Its method, by name.
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Get(_) => "GET",
            Self::Review(_) => "POST",
        }
    }

    /// Path and query.
    pub(super) fn path(&self) -> &str {
        match self {
            Self::Get(wanted) => &wanted.path,
            Self::Review(_) => REVIEWS,
        }
    }

    /// What of the answer is kept.
    pub(super) const fn keep(&self) -> Keep {
        match self {
            Self::Get(wanted) => wanted.keep,
            Self::Review(_) => Keep::All(MOST_REVIEW),
        }
    }

    /// The request itself.
    pub(super) fn request(&self) -> Result<Request<Body>, Failure> {
        match self {
            Self::Get(wanted) => get(&wanted.path, wanted.accept),
            Self::Review(right) => {
                let body = serde_json::to_vec(&review(right)).unwrap_or_default();
                let request = Request::post(REVIEWS).header(ACCEPT, JSON);
                let request = request.header(CONTENT_TYPE, HeaderValue::from_static(JSON)).body(Body::from(body));
                request.map_err(|_| no_request())
            }
        }
    }
}

/// The request for what stands at a path.
pub(super) fn get(path: &str, accept: &'static str) -> Result<Request<Body>, Failure> {
    Request::get(path).header(ACCEPT, accept).body(Body::empty()).map_err(|_| no_request())
}

fn no_request() -> Failure {
    Failure::Unreachable("the path of the request is no path".to_owned())
}

fn review(right: &Permission) -> SelfSubjectAccessReview {
    let (resource, part) = match right.resource.split_once('/') {
        Some((resource, part)) => (resource, Some(part.to_owned())),
        None => (right.resource.as_str(), None),
    };
    let attributes = ResourceAttributes {
        group: Some(right.group.clone()),
        namespace: right.namespace.clone(),
        resource: Some(resource.to_owned()),
        subresource: part,
        verb: Some(right.verb.clone()),
        ..ResourceAttributes::default()
    };
    SelfSubjectAccessReview {
        spec: SelfSubjectAccessReviewSpec { resource_attributes: Some(attributes), non_resource_attributes: None },
        ..SelfSubjectAccessReview::default()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_review_asks_for_one_right_and_for_nothing_else() {
        let right = Permission {
            verb: "get".to_owned(),
            group: String::new(),
            resource: "pods/log".to_owned(),
            namespace: Some("ml".to_owned()),
        };
        let outgoing = Outgoing::Review(&right);
        let request = outgoing.request().unwrap();
        assert_eq!((outgoing.name(), request.uri().path()), (request.method().as_str(), outgoing.path()));
        assert_eq!(
            serde_json::to_value(review(&right)).unwrap(),
            json!({
                "apiVersion": "authorization.k8s.io/v1", "kind": "SelfSubjectAccessReview", "metadata": {},
                "spec": {"resourceAttributes": {
                    "group": "", "namespace": "ml", "resource": "pods", "subresource": "log", "verb": "get"}},
            })
        );
    }
}
