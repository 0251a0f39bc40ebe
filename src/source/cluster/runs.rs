//! Which runs there are: of one name, or all of them.
//!
//! Owns which kinds are asked. Must never call a name absent while a kind of run could not be looked into.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::Arc;

use serde_json::Value;
use tokio::task::JoinSet;

use super::asker::{Asker, Listed, Narrow};
use super::discovery::Served;
use super::path;
use super::status::unreadable;
use crate::collect::Answer;
use crate::kinds::{KindSpec, Tier, generic};
use crate::model::{Gap, GapReason, GroupKind};

type BoxedListing = Pin<Box<dyn Future<Output = Result<Listed, Gap>> + Send>>;

/// Kinds that may be a run and are served, and what is in the way of the others. If the cluster does not say what it
/// serves, all of them are tried.
async fn run_kinds(asker: &Asker, wanted: impl Fn(Tier) -> bool) -> (Vec<GroupKind>, Vec<(GroupKind, Gap)>) {
    let wanted = asker.kinds.iter().filter(|spec| wanted(spec.tier));
    if asker.discovery.catalogue().await.is_err() {
        return (wanted.map(|spec| spec.kind.clone()).collect(), Vec::new());
    }
    let (mut served, mut unseen) = (Vec::new(), Vec::new());
    for spec in wanted {
        match asker.discovery.look_up(&spec.kind).await {
            Served::As(_) => served.push(spec.kind.clone()),
            Served::Not => {}
            Served::Unknown(gap) => unseen.push((spec.kind.clone(), gap)),
        }
    }
    (served, unseen)
}

/// Whatever run has this name. If the kinds to ask came from memory and nothing was found, the cluster is asked for them.
pub(super) async fn named(asker: &Arc<Asker>, namespace: Option<&str>, name: &str) -> Answer {
    let answer = of_name(asker, namespace, name).await;
    let nothing = matches!(&answer, Answer::Objects { items, .. } if items.is_empty());
    if nothing && asker.discovery.ask_anew().await { of_name(asker, namespace, name).await } else { answer }
}

/// One question for each kind that may be a run, all at once. Where none of the taught kinds has the name, custom kinds
/// that sound like one are asked too.
async fn of_name(asker: &Arc<Asker>, namespace: Option<&str>, name: &str) -> Answer {
    let (kinds, unseen) = run_kinds(asker, Tier::may_be_run).await;
    let (taught, mut unseen) = each(asker, kinds, unseen, by_name(namespace, name)).await;
    let found = matches!(&taught, Answer::Objects { items, .. } if !items.is_empty());
    let answer = if found || namespace.is_none() {
        taught
    } else {
        let (answer, more) = of_custom_kinds(asker, namespace, name, taught).await;
        unseen.extend(more);
        answer
    };
    if matches!(answer, Answer::Objects { .. }) {
        warn(asker, if namespace.is_some() { "get" } else { "list" }, namespace, &unseen);
    }
    answer
}

/// What custom kinds that sound like runs add to the answer of the taught ones, none of which has the name.
async fn of_custom_kinds(
    asker: &Arc<Asker>,
    namespace: Option<&str>,
    name: &str,
    taught: Answer,
) -> (Answer, Vec<(GroupKind, Gap)>) {
    let Ok(catalogue) = asker.discovery.catalogue().await else { return (taught, Vec::new()) };
    let custom: Vec<GroupKind> = catalogue
        .namespaced()
        .filter(|kind| asker.kinds.get(kind).is_none() && generic::sounds_like_run(kind))
        .take(asker.bounds.custom_kinds)
        .cloned()
        .collect();
    let (custom, unseen) = each(asker, custom, Vec::new(), by_name(namespace, name)).await;
    let answer = match (taught, custom) {
        (Answer::Objects { complete, .. }, Answer::Objects { items, complete: all }) => {
            Answer::Objects { items, complete: complete && all }
        }
        (_, Answer::Objects { items, .. }) if !items.is_empty() => Answer::Objects { items, complete: false },
        // One that does not answer, or may not be looked into, may have it.
        (Answer::Objects { .. }, gap) => gap,
        (taught, _) => taught,
    };
    (answer, unseen)
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

/// The question for objects of a kind that have a name.
fn by_name(namespace: Option<&str>, name: &str) -> impl Fn(Arc<Asker>, GroupKind) -> BoxedListing + use<> {
    let (namespace, name) = (namespace.map(str::to_owned), name.to_owned());
    move |asker, kind| {
        let (namespace, name) = (namespace.clone(), name.clone());
        Box::pin(async move {
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
        })
    }
}

/// All runs there are. Pods of all namespaces are left out: there are too many, and few of them are runs.
pub(super) async fn all(asker: &Arc<Asker>, namespace: Option<&str>) -> Answer {
    let everywhere = namespace.is_none();
    let is_run = |tier| matches!(tier, Tier::Root | Tier::Workload) || tier == Tier::Pod && !everywhere;
    let (kinds, unseen) = run_kinds(asker, is_run).await;
    let namespace = namespace.map(str::to_owned);
    let answer = each(asker, kinds, unseen, move |asker, kind| {
        let namespace = namespace.clone();
        async move {
            let narrow = Narrow { enough: Some(asker.bounds.runs), ..Narrow::default() };
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
