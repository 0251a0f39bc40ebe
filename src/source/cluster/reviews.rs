//! What whoever asks may do, by the server's own word: one SelfSubjectAccessReview a right.
//!
//! Owns the reading of its answer. Must never take silence for a refusal: a review without an answer is unknown.
//!
//! A SelfSubjectRulesReview would be one request a namespace. It is not used: the server may not know all rules (its answer
//! says `incomplete` where an authorizer cannot list them, as webhooks and cloud providers cannot), it knows nothing of
//! rights for all namespaces, and whoever reads it has to repeat what the server does with rules. The answer to one question
//! is the very answer that the request itself would get.

use std::collections::BTreeSet;
use std::sync::Arc;

use k8s_openapi::api::authorization::v1::SubjectAccessReviewStatus;
use serde_json::Value;
use tokio::task::JoinSet;

use super::discovery::Served;
use super::request::Outgoing;
use super::status::{Outcome, outcome, unreadable};
use super::{Cluster, closed};
use crate::model::{Gap, GapReason, GroupKind, Permission};

/// Whether a right is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Allowed {
    /// It is.
    Yes,
    /// It is not.
    No,
    /// Nobody said.
    Unknown(Gap),
}

impl Cluster {
    /// Asks for each of these rights whether whoever asks has it; the answers stand in the same order. As many questions
    /// are under way at once as of any other request.
    pub fn review(&mut self, rights: &[Permission]) -> Vec<Allowed> {
        let mut answers: Vec<Allowed> = rights.iter().map(|_| Allowed::Unknown(closed())).collect();
        let asker = Arc::clone(&self.asker);
        let Some(runtime) = &self.runtime else { return answers };
        runtime.block_on(async {
            let mut asked = JoinSet::new();
            for (place, right) in rights.iter().cloned().enumerate() {
                let client = Arc::clone(&asker.client);
                asked.spawn(async move { (place, allowed(outcome(client.ask(Outgoing::Review(&right)).await))) });
            }
            while let Some(answer) = asked.join_next().await {
                let Ok((place, allowed)) = answer else { continue };
                if let Some(answer) = answers.get_mut(place) {
                    *answer = allowed;
                }
            }
        });
        answers
    }

    /// Those of these kinds that the cluster does not serve, by its own word. What is silent may be served.
    ///
    /// # Errors
    /// If the cluster does not say what it serves.
    pub fn unserved(&mut self, kinds: &BTreeSet<GroupKind>) -> Result<BTreeSet<GroupKind>, Gap> {
        let asker = Arc::clone(&self.asker);
        let Some(runtime) = &self.runtime else { return Err(closed()) };
        runtime.block_on(async {
            asker.discovery.begin().await;
            asker.discovery.catalogue().await?;
            let mut unserved = BTreeSet::new();
            for kind in kinds {
                if matches!(asker.discovery.served(kind).await, Served::Not) {
                    unserved.insert(kind.clone());
                }
            }
            Ok(unserved)
        })
    }
}

fn allowed(outcome: Outcome) -> Allowed {
    let body = match outcome {
        Outcome::Body(body) => body,
        Outcome::Gap(gap) | Outcome::Forgotten(gap) => return Allowed::Unknown(gap),
        Outcome::NoObject | Outcome::NoResource => {
            return Allowed::Unknown(Gap { reason: GapReason::NotServed, message: Some("no reviews here".to_owned()) });
        }
    };
    let status = serde_json::from_slice::<Value>(&body).ok().and_then(|mut review| {
        let said = review.pointer("/status/allowed").is_some_and(Value::is_boolean);
        let status = review.get_mut("status").map(Value::take).filter(|_| said)?;
        serde_json::from_value::<SubjectAccessReviewStatus>(status).ok()
    });
    let Some(status) = status else { return Allowed::Unknown(unreadable("the answer is no review")) };
    match status.evaluation_error.filter(|error| !error.is_empty()) {
        _ if status.allowed => Allowed::Yes,
        // Whoever could not answer might have allowed it, unless somebody else forbids it.
        Some(error) if status.denied != Some(true) => {
            Allowed::Unknown(Gap { reason: GapReason::Unreadable, message: Some(error) })
        }
        _ => Allowed::No,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn said(status: &Value) -> Allowed {
        allowed(Outcome::Body(json!({"kind": "SelfSubjectAccessReview", "status": status}).to_string().into_bytes()))
    }

    #[test]
    fn only_a_no_is_a_no() {
        assert_eq!(said(&json!({"allowed": true})), Allowed::Yes);
        assert_eq!(said(&json!({"allowed": true, "evaluationError": "one of two webhooks is down"})), Allowed::Yes);
        assert_eq!(said(&json!({"allowed": false})), Allowed::No);
        assert_eq!(said(&json!({"allowed": false, "reason": "RBAC: role \"x\" not found"})), Allowed::No);
        assert_eq!(said(&json!({"allowed": false, "denied": true, "evaluationError": "late"})), Allowed::No);
        for unknown in [
            said(&json!({"allowed": false, "evaluationError": "the webhook is down"})),
            said(&json!({})),
            said(&json!({"allowed": "yes"})),
            said(&json!(null)),
            allowed(Outcome::Body(b"<html>".to_vec())),
            allowed(Outcome::NoResource),
            allowed(Outcome::Gap(Gap::new(GapReason::Forbidden))),
        ] {
            assert!(matches!(unknown, Allowed::Unknown(_)), "{unknown:?}");
        }
    }
}
