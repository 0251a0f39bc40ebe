//! Behind a webhook that could not be called: its configuration, its Service, the endpoints, the Deployment.

use std::collections::BTreeSet;

use super::controllers;
use super::view::{View, get, list};
use crate::kinds::names;
use crate::model::{Query, Selector};

/// A webhook call that failed, as the API server words it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FailingWebhook {
    /// Name of the webhook within its configuration: `mpod.kb.io`. Several configurations may use one name.
    pub webhook: String,
    /// Service and namespace out of the URL that was called.
    pub service: Option<(String, String)>,
    /// What went wrong, after the URL.
    pub error: String,
}

/// Reads `failed calling webhook "X": failed to call webhook: Post "https://S.N.svc:443/…": ERROR`.
#[must_use]
pub fn failing_webhook(message: &str) -> Option<FailingWebhook> {
    let (_, rest) = message.split_once("failed calling webhook \"")?;
    let (webhook, rest) = rest.split_once('"')?;
    let (url, error) = match rest.split_once("https://") {
        Some((_, tail)) => tail.split_once("\": ").unwrap_or((tail, "")),
        None => ("", rest.trim_start_matches([':', ' '])),
    };
    let host = url.split(['/', ':', '?']).next().unwrap_or("");
    let mut parts = host.split('.');
    let service = match (parts.next(), parts.next(), parts.next()) {
        (Some(service), Some(namespace), Some("svc")) => Some((service.to_owned(), namespace.to_owned())),
        _ => None,
    };
    Some(FailingWebhook { webhook: webhook.to_owned(), service, error: error.to_owned() })
}

pub(super) fn ask(view: &View<'_>, wanted: &mut BTreeSet<Query>) {
    let failing: BTreeSet<FailingWebhook> =
        view.events().filter_map(|(_, event)| failing_webhook(&event.message)).collect();
    for webhook in failing {
        wanted.insert(list(names::MUTATING_WEBHOOK, None));
        wanted.insert(list(names::VALIDATING_WEBHOOK, None));
        let Some((service, namespace)) = webhook.service else { continue };
        wanted.insert(get(names::SERVICE, Some(&namespace), &service));
        wanted.insert(list(names::DEPLOYMENT, Some(&namespace)));
        controllers::ask_in(view, &namespace, wanted);
        let labels = [("kubernetes.io/service-name".to_owned(), service)].into();
        wanted.insert(Query::List {
            kind: names::ENDPOINT_SLICE,
            namespace: Some(namespace),
            selector: Selector { labels, owner: None },
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_api_servers_words() {
        let message = "Error creating: Internal error occurred: failed calling webhook \"mpod.kb.io\": failed to call \
                       webhook: Post \"https://kueue-webhook-service.kueue-system.svc:443/mutate--v1-pod?timeout=10s\": \
                       dial tcp 127.0.0.1:443: connect: connection refused";
        let read = failing_webhook(message).unwrap();
        assert_eq!(read.webhook, "mpod.kb.io");
        assert_eq!(read.service, Some(("kueue-webhook-service".to_owned(), "kueue-system".to_owned())));
        assert_eq!(read.error, "dial tcp 127.0.0.1:443: connect: connection refused");
    }

    #[test]
    fn other_words_are_no_failing_webhook() {
        assert_eq!(failing_webhook("admission webhook \"x\" denied the request: no"), None);
    }
}
