//! Jobs.

use jiff::Timestamp;
use serde_json::Value;

use super::super::age::{since, words};
use super::Column;
use crate::model::Object;

pub(super) const COLUMNS: [Column; 8] = [
    Column("Name", false),
    Column("Status", false),
    Column("Completions", false),
    Column("Duration", false),
    Column("Age", false),
    Column("Containers", true),
    Column("Images", true),
    Column("Selector", true),
];

/// Conditions that are a word of their own, the decisive ones first; a deletion comes after the second.
const WORDS: [&str; 5] = ["Complete", "Failed", "Suspended", "FailureTarget", "SuccessCriteriaMet"];

pub(super) fn cells(job: &Object, now: Timestamp) -> Vec<Value> {
    let of = |field: &str| -> String {
        let containers = job.items_at("/spec/template/spec/containers").iter();
        containers
            .map(|container| container.get(field).and_then(Value::as_str).unwrap_or_default())
            .collect::<Vec<_>>()
            .join(",")
    };
    vec![
        job.name().into(),
        status(job).into(),
        completions(job).into(),
        duration(job, now).into(),
        since(job.created(), now).into(),
        of("name").into(),
        of("image").into(),
        selector(job).into(),
    ]
}

fn status(job: &Object) -> &'static str {
    let has = |word: &&&str| job.condition(word).is_some_and(|condition| condition.is_true());
    match WORDS.iter().find(has) {
        Some(word @ (&"Complete" | &"Failed")) => word,
        _ if job.deleted().is_some() => "Terminating",
        Some(word) => word,
        None => "Running",
    }
}

fn completions(job: &Object) -> String {
    let succeeded = job.i64_at("/status/succeeded").unwrap_or(0);
    match (job.i64_at("/spec/completions"), job.i64_at("/spec/parallelism").unwrap_or(0)) {
        (Some(wanted), _) => format!("{succeeded}/{wanted}"),
        (None, parallelism @ 2..) => format!("{succeeded}/1 of {parallelism}"),
        (None, _) => format!("{succeeded}/1"),
    }
}

fn duration(job: &Object, now: Timestamp) -> String {
    let Some(start) = job.time_at("/status/startTime") else { return String::new() };
    words(job.time_at("/status/completionTime").unwrap_or(now).duration_since(start))
}

/// `app=x,tier in (a,b)`; of no selector, `<none>`.
fn selector(job: &Object) -> String {
    let mut terms: Vec<String> = job
        .at("/spec/selector/matchLabels")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
        .map(|(key, value)| format!("{key}={}", value.as_str().unwrap_or_default()))
        .collect();
    terms.sort();
    for expression in job.items_at("/spec/selector/matchExpressions") {
        let text = |field: &str| expression.get(field).and_then(Value::as_str).unwrap_or_default();
        let values = expression.get("values").and_then(Value::as_array).into_iter().flatten();
        let values: Vec<&str> = values.filter_map(Value::as_str).collect();
        let (key, values) = (text("key"), values.join(","));
        terms.push(match text("operator") {
            "In" => format!("{key} in ({values})"),
            "NotIn" => format!("{key} notin ({values})"),
            "DoesNotExist" => format!("!{key}"),
            _ => key.to_owned(),
        });
    }
    if terms.is_empty() { "<none>".to_owned() } else { terms.join(",") }
}
