//! One question, answered: objects, a log, or a gap.
//!
//! Owns what each kind of question asks for. Must never turn a refusal into "not there".

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;
use tokio::task::JoinSet;

use super::asker::{Asker, Listed, Narrow};
use super::discovery::Served;
use super::path;
use super::reply::{Keep, Wanted};
use super::status::{Outcome, outcome, unreadable};
use crate::collect::Answer;
use crate::kinds::{KindSpec, Tier, names};
use crate::model::{Gap, GapReason, GroupKind, LogKey, Query, Selector};

/// Runs of one kind that are listed.
const MOST_RUNS: usize = 500;
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
        Query::Named { namespace, name } => named(asker, namespace.as_deref(), name).await,
        Query::Runs { namespace } => runs(asker, namespace.as_deref()).await,
        Query::Log { of } => log(asker, of).await,
        Query::Events { of } => super::events::one(asker, of).await,
    }
}

async fn list(asker: &Asker, kind: &GroupKind, namespace: Option<&str>, selector: &Selector) -> Answer {
    let labels: Vec<String> = selector.labels.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let narrow = Narrow { labels: labels.join(","), ..Narrow::default() };
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

/// Kinds that may be a run and are served, and what is in the way of the others. If the cluster does not say what it
/// serves, all of them are tried.
async fn run_kinds(asker: &Asker, wanted: impl Fn(Tier) -> bool) -> (Vec<GroupKind>, Vec<(GroupKind, Gap)>) {
    let wanted = asker.kinds.iter().filter(|spec| wanted(spec.tier));
    if asker.discovery.catalogue().await.is_err() {
        return (wanted.map(|spec| spec.kind.clone()).collect(), Vec::new());
    }
    let (mut served, mut unseen) = (Vec::new(), Vec::new());
    for spec in wanted {
        match asker.discovery.served(&spec.kind).await {
            Served::As(_) => served.push(spec.kind.clone()),
            Served::Not => {}
            Served::Unknown(gap) => unseen.push((spec.kind.clone(), gap)),
        }
    }
    (served, unseen)
}

/// Whatever run has this name: one question for each kind that may be one, all at once.
async fn named(asker: &Arc<Asker>, namespace: Option<&str>, name: &str) -> Answer {
    let is_run = |tier| matches!(tier, Tier::Root | Tier::Workload | Tier::Pod);
    let (kinds, unseen) = run_kinds(asker, is_run).await;
    let (verb, place) = (if namespace.is_some() { "get" } else { "list" }, namespace);
    let (namespace, name) = (namespace.map(str::to_owned), name.to_owned());
    let (answer, unseen) = each(asker, kinds, unseen, move |asker, kind| {
        let (namespace, name) = (namespace.clone(), name.clone());
        async move {
            match namespace {
                Some(namespace) => asker
                    .get(&kind, Some(&namespace), &name)
                    .await
                    .map(|object| Listed { items: object.into_iter().collect(), complete: true }),
                None if !path::is_name(&name) => Ok(Listed { items: Vec::new(), complete: true }),
                None => {
                    let narrow = Narrow { fields: format!("metadata.name={name}"), ..Narrow::default() };
                    asker.list(&kind, None, &narrow).await
                }
            }
        }
    })
    .await;
    if matches!(answer, Answer::Objects { .. }) {
        warn(asker, verb, place, &unseen);
    }
    answer
}

/// Says which kinds were not looked at, where that does not show in the answer: something was found among the others.
fn warn(asker: &Asker, verb: &str, namespace: Option<&str>, unseen: &[(GroupKind, Gap)]) {
    let mut reasons: BTreeMap<GapReason, Vec<String>> = BTreeMap::new();
    for (kind, gap) in unseen {
        let resource = asker.kinds.get(kind).map_or_else(|| kind.to_string(), KindSpec::resource);
        reasons.entry(gap.reason).or_default().push(resource);
    }
    let place =
        namespace.map_or_else(|| "in all namespaces".to_owned(), |namespace| format!("in namespace {namespace}"));
    for (reason, resources) in reasons {
        let resources = resources.join(", ");
        asker
            .client
            .warn(format!("a run of that name may have been missed: cannot {verb} {resources} {place}: {reason}"));
    }
}

/// All runs there are. Pods of all namespaces are left out: there are too many, and few of them are runs.
async fn runs(asker: &Arc<Asker>, namespace: Option<&str>) -> Answer {
    let everywhere = namespace.is_none();
    let is_run = |tier| matches!(tier, Tier::Root | Tier::Workload) || tier == Tier::Pod && !everywhere;
    let (kinds, unseen) = run_kinds(asker, is_run).await;
    let namespace = namespace.map(str::to_owned);
    let answer = each(asker, kinds, unseen, move |asker, kind| {
        let namespace = namespace.clone();
        async move {
            let narrow = Narrow { enough: Some(MOST_RUNS), ..Narrow::default() };
            asker.list(&kind, namespace.as_deref(), &narrow).await
        }
    });
    match answer.await.0 {
        Answer::Objects { items, complete } => Answer::Objects { items, complete: complete && !everywhere },
        other => other,
    }
}

/// The same of each kind, and what was in the way. If nothing came and something was, that is the answer.
async fn each<F, A>(
    asker: &Arc<Asker>,
    kinds: Vec<GroupKind>,
    unseen: Vec<(GroupKind, Gap)>,
    ask: F,
) -> (Answer, Vec<(GroupKind, Gap)>)
where
    F: Fn(Arc<Asker>, GroupKind) -> A,
    A: Future<Output = Result<Listed, Gap>> + Send + 'static,
{
    let mut asked = JoinSet::new();
    for kind in kinds {
        let answer = ask(Arc::clone(asker), kind.clone());
        asked.spawn(async move { (kind, answer.await) });
    }
    let (mut answers, mut gaps, mut lost) = (Vec::new(), unseen, false);
    while let Some(answer) = asked.join_next().await {
        match answer {
            Ok((kind, Ok(listed))) => answers.push((kind, listed)),
            // A kind of which discovery spoke too soon: not there.
            Ok((_, Err(gap))) if gap.reason == GapReason::NotServed => {}
            Ok((kind, Err(gap))) => gaps.push((kind, gap)),
            Err(_) => lost = true,
        }
    }
    answers.sort_by(|a, b| a.0.cmp(&b.0));
    gaps.sort_by(|a, b| a.0.cmp(&b.0));
    let complete = gaps.is_empty() && !lost && answers.iter().all(|(_, listed)| listed.complete);
    let items: Vec<Value> = answers.into_iter().flat_map(|(_, listed)| listed.items).collect();
    let answer = match gaps.first() {
        Some((kind, first)) if items.is_empty() => {
            let more = match gaps.len() - 1 {
                0 => String::new(),
                more => format!(" (and {more} more kinds)"),
            };
            let why = first.message.clone().unwrap_or_else(|| first.reason.words().to_owned());
            Answer::Gap(Gap { reason: first.reason, message: Some(format!("{kind}: {why}{more}")) })
        }
        None if lost && items.is_empty() => Answer::Gap(unreadable("an answer was lost")),
        _ => Answer::Objects { items, complete },
    };
    (answer, gaps)
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
