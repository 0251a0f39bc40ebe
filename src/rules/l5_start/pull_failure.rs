//! Why a registry, a runtime or the network did not give an image, out of their words. Kubernetes does not fix these
//! texts: they are read loosely, and what is not known is said to be unknown.

use super::failure_class::{FailureClass, Marked};
use crate::model::Actor;

/// Marks in the text (lower case), with what they mean; the first that is found counts.
const CLASSES: [Marked; 9] = [
    (
        &["may require", "insufficient_scope"],
        FailureClass {
            name: "absent or refused",
            words: "the registry says that the repository does not exist or that it takes credentials: it gives one answer \
                    for both",
            act: (
                Actor::RunOwner,
                "pull the image elsewhere with credentials: if that works, the pods lack a pull secret; \
                                    if not, the name is wrong",
            ),
        },
    ),
    (
        &["toomanyrequests", "too many requests", "429", "rate limit"],
        FailureClass {
            name: "rate limit",
            words: "the registry limits how often it may be asked",
            act: (Actor::Platform, "pull with credentials, or through a mirror; it passes by itself after a while"),
        },
    ),
    (
        &["no match for platform", "no matching manifest", "exec format"],
        FailureClass {
            name: "platform",
            words: "there is no build of it for the node's architecture",
            act: (Actor::RunOwner, "publish the image for that architecture, or select nodes of another"),
        },
    ),
    (
        &["no space left"],
        FailureClass {
            name: "disk",
            words: "the node's disk is full",
            act: (Actor::ClusterAdministrator, "free disk space on the node, or give it a larger disk"),
        },
    ),
    (
        &["x509", "tls:", "certificate", "http response to https"],
        FailureClass {
            name: "certificate",
            words: "the node does not trust the registry's certificate, or the registry does not speak TLS",
            act: (Actor::ClusterAdministrator, "have the nodes' container runtime trust the registry"),
        },
    ),
    (
        &["unauthorized", "401", "403", "forbidden", "denied", "authentication required", "no basic auth"],
        FailureClass {
            name: "credentials",
            words: "the registry refuses the credentials, or there are none",
            act: (Actor::RunOwner, "give the pods a valid pull secret (imagePullSecrets, or on their service account)"),
        },
    ),
    (
        &["not found", "manifest unknown", "manifest_unknown", "name unknown", "does not exist"],
        FailureClass {
            name: "not found",
            words: "the registry has no such image",
            act: (Actor::RunOwner, "correct the image's name or tag, or push it"),
        },
    ),
    (
        &[
            "no such host",
            "i/o timeout",
            "connection refused",
            "connection reset",
            "deadline exceeded",
            "dial tcp",
            "server misbehaving",
            "network is unreachable",
            "unexpected eof",
        ],
        FailureClass {
            name: "network",
            words: "the node does not reach the registry",
            act: (Actor::ClusterAdministrator, "see whether the node can reach the registry"),
        },
    ),
    (
        &["502", "503", "500 internal", "bad gateway", "service unavailable"],
        FailureClass {
            name: "registry down",
            words: "the registry answers with an error of its own",
            act: (Actor::Platform, "see whether the registry is well; the kubelet goes on trying"),
        },
    ),
];

/// The class of a failure's text; none if the text does not tell.
#[must_use]
pub(super) fn of(text: &str) -> Option<FailureClass> {
    FailureClass::first(&CLASSES, text)
}

/// The class of a waiting reason that tells by itself.
#[must_use]
pub(super) fn of_reason(reason: &str) -> Option<FailureClass> {
    Some(match reason {
        "InvalidImageName" => FailureClass {
            name: "invalid name",
            words: "the image's name cannot be read",
            act: (Actor::RunOwner, "correct the image's name"),
        },
        "ErrImageNeverPull" => FailureClass {
            name: "never pull",
            words: "imagePullPolicy is Never and the node does not have it",
            act: (Actor::RunOwner, "let it be pulled, or load it onto the nodes"),
        },
        "SignatureValidationFailed" => FailureClass {
            name: "signature",
            words: "its signature could not be verified",
            act: (Actor::Platform, "sign the image, or see what the nodes' policy demands"),
        },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registry_texts_are_classed() {
        for (text, name) in [
            (
                "rpc error: code = NotFound desc = failed to pull and unpack image: docker.io/library/train:nope: not found",
                "not found",
            ),
            (
                "pull access denied, repository does not exist or may require authorization: server message: insufficient_scope",
                "absent or refused",
            ),
            (
                "failed to authorize: failed to fetch anonymous token: unexpected status: 401 Unauthorized",
                "credentials",
            ),
            ("toomanyrequests: You have reached your pull rate limit", "rate limit"),
            ("no match for platform in manifest: not found", "platform"),
            ("dial tcp: lookup registry.local: no such host", "network"),
            ("write /var/lib/containerd/x: no space left on device", "disk"),
            ("tls: failed to verify certificate: x509: certificate signed by unknown authority", "certificate"),
        ] {
            assert_eq!(of(text).map(|class| class.name), Some(name), "{text}");
        }
        assert_eq!(of("rpc error: code = Unknown"), None);
    }
}
