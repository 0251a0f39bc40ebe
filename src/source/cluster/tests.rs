//! What the source does against a server that misbehaves in every way. Here, what the tests share.

mod asking;
mod discovering;
mod listing;

use super::fake::{Asked, Fake, Says, discovery, list};
use super::*;
use crate::model::{GroupKind, LogKey, ObjectKey, Permission, Selector};
use serde_json::json;

const DEFAULT_ROOT: [(&str, &str, &str, &str); 3] =
    [("", "v1", "Pod", "pods"), ("batch", "v1", "Job", "jobs"), ("kubeflow.org", "v1", "PyTorchJob", "pytorchjobs")];

fn get(kind: &GroupKind, name: &str) -> Query {
    Query::Get { kind: kind.clone(), namespace: Some("ml".to_owned()), name: name.to_owned() }
}

fn list_of(kind: &GroupKind) -> Query {
    Query::List { kind: kind.clone(), namespace: Some("ml".to_owned()), selector: Selector::default() }
}

fn events_of(name: &str) -> Query {
    Query::Events { of: pod_key(name) }
}

fn pod_key(name: &str) -> ObjectKey {
    ObjectKey { kind: names::POD, namespace: Some("ml".to_owned()), name: name.to_owned(), uid: None }
}

fn pod(name: &str) -> Value {
    json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "namespace": "ml"}})
}

fn one(cluster: &mut Cluster, query: Query) -> Answer {
    cluster.answer(&[query]).pop().unwrap()
}

fn reason(answer: &Answer) -> Option<GapReason> {
    match answer {
        Answer::Gap(gap) => Some(gap.reason),
        _ => None,
    }
}

fn names_of(answer: &Answer) -> (Vec<String>, bool) {
    match answer {
        Answer::Objects { items, complete } => {
            let name = |item: &Value| item["metadata"]["name"].as_str().unwrap().to_owned();
            (items.iter().map(name).collect(), *complete)
        }
        other => panic!("no objects: {other:?}"),
    }
}
