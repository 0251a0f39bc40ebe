//! One question, answered: objects, a log, or a gap.
//!
//! Owns what each kind of question asks for. Must never turn a refusal into "not there".

use std::sync::Arc;

use serde_json::Value;

use super::asker::{Asker, Narrow};
use crate::collect::{Answer, occupant};
use crate::model::{GroupKind, Query, Selector};

/// Answers anything but events, which are asked for together.
pub(super) async fn answer(asker: &Arc<Asker>, query: &Query) -> Answer {
    match query {
        Query::Get { kind, namespace, name } => match asker.get(kind, namespace.as_deref(), name).await {
            Ok(object) => Answer::Objects { items: object.into_iter().collect(), complete: true },
            Err(gap) => Answer::Gap(gap),
        },
        Query::List { kind, namespace, selector } => {
            list(asker, kind, namespace.as_deref(), selector, *query == occupant::all_pods()).await
        }
        Query::Named { namespace, name } => super::runs::named(asker, namespace.as_deref(), name).await,
        Query::Runs { namespace } => super::runs::all(asker, namespace.as_deref()).await,
        Query::Log { of } => super::logs::log(asker, of).await,
        Query::Events { of } => super::events::one(asker, of).await,
    }
}

/// `in_part`: of each, only what a sum over nodes needs.
async fn list(asker: &Asker, kind: &GroupKind, namespace: Option<&str>, selector: &Selector, in_part: bool) -> Answer {
    let labels: Vec<String> = selector.labels.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let narrow = Narrow { labels: labels.join(","), in_part, ..Narrow::default() };
    match asker.list(kind, namespace, &narrow).await {
        Ok(mut listed) => {
            if let Some(owner) = &selector.owner {
                listed.items.retain(|item| is_owned_by(item, owner));
            }
            Answer::Objects { items: listed.items, complete: listed.complete }
        }
        Err(gap) => Answer::Gap(gap),
    }
}

fn is_owned_by(item: &Value, owner: &str) -> bool {
    let owners = item.pointer("/metadata/ownerReferences").and_then(Value::as_array);
    owners.into_iter().flatten().any(|reference| reference.get("uid").and_then(Value::as_str) == Some(owner))
}
