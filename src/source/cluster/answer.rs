//! One question, answered: objects, a log, or a gap.
//!
//! Owns what each kind of question asks for. Must never turn a refusal into "not there".

use std::sync::Arc;

use serde_json::Value;

use super::asker::{Asker, Narrow};
use super::path;
use super::reply::{Keep, Wanted};
use super::status::{Outcome, outcome};
use crate::collect::Answer;
use crate::kinds::names;
use crate::model::{Gap, GapReason, GroupKind, LogKey, Query, Selector};

/// Bytes of a log that are kept, from its end.
const LOG_BYTES: usize = 1 << 20;
/// Lines asked for. Limits in bytes are counted from the first of them, so there is room for long ones.
const LOG_LINES: &str = "5000";
const LOG_LIMIT_BYTES: &str = "16777216";

/// Answers anything but events, which are asked for together.
pub(super) async fn answer(asker: &Arc<Asker>, query: &Query) -> Answer {
    match query {
        Query::Get { kind, namespace, name } => match asker.get(kind, namespace.as_deref(), name).await {
            Ok(object) => Answer::Objects { items: object.into_iter().collect(), complete: true },
            Err(gap) => Answer::Gap(gap),
        },
        Query::List { kind, namespace, selector } => list(asker, kind, namespace.as_deref(), selector).await,
        Query::Named { namespace, name } => super::runs::named(asker, namespace.as_deref(), name).await,
        Query::Runs { namespace } => super::runs::all(asker, namespace.as_deref()).await,
        Query::Log { of } => log(asker, of).await,
        Query::Events { of } => super::events::one(asker, of).await,
    }
}

async fn list(asker: &Asker, kind: &GroupKind, namespace: Option<&str>, selector: &Selector) -> Answer {
    let labels: Vec<String> = selector.labels.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let in_part = *kind == names::POD && namespace.is_none() && *selector == Selector::default();
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

async fn log(asker: &Asker, of: &LogKey) -> Answer {
    let namespace = of.pod.namespace.as_deref().unwrap_or_default();
    if of.pod.kind != names::POD || !path::is_name(&of.pod.name) || !path::is_name(namespace) {
        return Answer::Log(None);
    }
    let previous = if of.previous { "true" } else { "false" };
    let query = [
        ("container", of.container.as_str()),
        ("previous", previous),
        ("tailLines", LOG_LINES),
        ("limitBytes", LOG_LIMIT_BYTES),
    ];
    let wanted = Wanted {
        path: path::with(&path::log(namespace, &of.pod.name), &query),
        accept: "*/*",
        keep: Keep::Tail(LOG_BYTES),
    };
    let reply = asker.client.get(&wanted).await;
    // 400: no such container, not started yet, or no run before this one.
    if reply.as_ref().is_ok_and(|reply| reply.status == 400) {
        return Answer::Log(None);
    }
    match outcome(reply) {
        Outcome::Body(body) => text(&body),
        Outcome::NoObject | Outcome::NoResource => Answer::Log(None),
        Outcome::Gap(gap) | Outcome::Forgotten(gap) => Answer::Gap(gap),
    }
}

/// A log from its first whole line on. The kubelet tells of a log that is gone in the place of the log.
fn text(body: &[u8]) -> Answer {
    let text = String::from_utf8_lossy(body);
    if text.starts_with("unable to retrieve container logs for ") && text.lines().count() == 1 {
        return Answer::Gap(Gap { reason: GapReason::Expired, message: Some(text.trim().to_owned()) });
    }
    let whole = if body.len() < LOG_BYTES { None } else { text.split_once('\n').map(|(_, rest)| rest.to_owned()) };
    Answer::Log(Some(whole.unwrap_or_else(|| text.into_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_begin_with_a_whole_line() {
        assert_eq!(text(b"a\nb\n"), Answer::Log(Some("a\nb\n".to_owned())));
        let mut long = vec![b'x'; LOG_BYTES - 3];
        long.extend(b"\nb\n");
        assert_eq!(text(&long), Answer::Log(Some("b\n".to_owned())));
        let gone = text(b"unable to retrieve container logs for containerd://0a1b");
        assert!(matches!(gone, Answer::Gap(Gap { reason: GapReason::Expired, .. })));
    }
}
