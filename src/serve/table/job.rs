//! The table of Jobs.

use jiff::Timestamp;
use serde_json::Value;

use super::{Column, age, column, wide};
use crate::model::Object;

pub(super) const COLUMNS: &[Column] = &[
    column("Name", "Name of the Job."),
    column("Status", "Status of the Job."),
    column("Completions", "Pods that have succeeded, of those that have to."),
    column("Duration", "How long it took, or has taken."),
    column("Age", "Time since it was made."),
    wide("Containers", "Names of its containers."),
    wide("Images", "Images of its containers."),
    wide("Selector", "Which pods are its own."),
];

/// Conditions that decide; a deletion decides between the first two and the others.
const ENDED: [(&str, &str); 2] = [("Complete", "Complete"), ("Failed", "Failed")];
const OTHERS: [&str; 3] = ["Suspended", "FailureTarget", "SuccessCriteriaMet"];

pub(super) fn cells(job: &Object, now: Timestamp) -> Vec<Value> {
    vec![
        job.name().into(),
        status(job).into(),
        completions(job).into(),
        duration(job, now).into(),
        age::of(job, now),
        of_containers(job, "name").into(),
        of_containers(job, "image").into(),
        selector(job).into(),
    ]
}

fn status(job: &Object) -> &'static str {
    let is_true = |kind: &str| {
        // The first of a type counts.
        job.conditions().into_iter().find(|condition| condition.kind == kind).is_some_and(|one| one.is_true())
    };
    if let Some((_, word)) = ENDED.into_iter().find(|(kind, _)| is_true(kind)) {
        return word;
    }
    if job.deleted().is_some() {
        return "Terminating";
    }
    OTHERS.into_iter().find(|kind| is_true(kind)).unwrap_or("Running")
}

fn completions(job: &Object) -> String {
    let succeeded = job.i64_at("/status/succeeded").unwrap_or_default();
    if let Some(wanted) = job.i64_at("/spec/completions") {
        return format!("{succeeded}/{wanted}");
    }
    match job.i64_at("/spec/parallelism") {
        Some(parallelism) if parallelism > 1 => format!("{succeeded}/1 of {parallelism}"),
        _ => format!("{succeeded}/1"),
    }
}

fn duration(job: &Object, now: Timestamp) -> String {
    let Some(start) = job.time_at("/status/startTime") else { return String::new() };
    age::between(start, job.time_at("/status/completionTime").unwrap_or(now))
}

fn of_containers(job: &Object, field: &str) -> String {
    let containers = job.items_at("/spec/template/spec/containers");
    containers
        .iter()
        .map(|one| one.get(field).and_then(Value::as_str).unwrap_or_default())
        .collect::<Vec<_>>()
        .join(",")
}

/// As labels are selected by on a command line.
fn selector(job: &Object) -> String {
    let Some(selector) = job.at("/spec/selector") else { return "<none>".to_owned() };
    let pairs = selector.get("matchLabels").and_then(Value::as_object);
    let mut terms: Vec<(String, String)> = pairs
        .into_iter()
        .flatten()
        .map(|(key, value)| (key.clone(), format!("{key}={}", value.as_str().unwrap_or_default())))
        .collect();
    for expression in selector.get("matchExpressions").and_then(Value::as_array).into_iter().flatten() {
        let text = |field: &str| expression.get(field).and_then(Value::as_str).unwrap_or_default();
        let mut values: Vec<&str> = expression
            .get("values")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        values.sort_unstable();
        let (key, values) = (text("key"), values.join(","));
        let term = match text("operator") {
            "In" => format!("{key} in ({values})"),
            "NotIn" => format!("{key} notin ({values})"),
            "Exists" => key.to_owned(),
            "DoesNotExist" => format!("!{key}"),
            _ => return "<error>".to_owned(),
        };
        terms.push((key.to_owned(), term));
    }
    terms.sort_by(|a, b| a.0.cmp(&b.0));
    let terms: Vec<String> = terms.into_iter().map(|(_, term)| term).collect();
    if terms.is_empty() { "<none>".to_owned() } else { terms.join(",") }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn row(spec: &Value, status: &Value) -> Vec<String> {
        let job = json!({
            "apiVersion": "batch/v1", "kind": "Job", "spec": spec, "status": status,
            "metadata": {"name": "run", "creationTimestamp": "2026-11-30T11:00:00Z"},
        });
        let cells = cells(&Object::new(job).unwrap(), "2026-11-30T12:00:00Z".parse().unwrap());
        cells.iter().map(|cell| cell.as_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn a_job_is_as_a_server_prints_it() {
        let spec = json!({
            "completions": 4, "selector": {
                "matchLabels": {"b": "1"}, "matchExpressions": [{"key": "a", "operator": "In", "values": ["y", "x"]}],
            },
            "template": {"spec": {"containers": [{"name": "main", "image": "i:1"}, {"name": "side", "image": "j:1"}]}},
        });
        let status = json!({
            "succeeded": 1, "startTime": "2026-11-30T11:00:00Z", "completionTime": "2026-11-30T11:01:05Z",
            "conditions": [{"type": "Failed", "status": "False"}, {"type": "Complete", "status": "True"}],
        });
        let expected = ["run", "Complete", "1/4", "65s", "60m", "main,side", "i:1,j:1", "a in (x,y),b=1"];
        assert_eq!(row(&spec, &status), expected);
    }

    #[test]
    fn a_job_without_completions_counts_to_one() {
        let found = |spec: Value, status: Value| row(&spec, &status)[1..4].to_vec();
        assert_eq!(found(json!({}), json!({})), ["Running", "0/1", ""]);
        let status =
            json!({"startTime": "2026-11-30T11:58:00Z", "conditions": [{"type": "Suspended", "status": "True"}]});
        assert_eq!(found(json!({"parallelism": 3}), status), ["Suspended", "0/1 of 3", "2m"]);
    }
}
