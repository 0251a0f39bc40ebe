//! Answers over a bundle that was put together by hand: what no capture of one run writes.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::Archive;
use super::answer::{Asked, Reply, answer, warning_header};
use crate::bundle::layout::ABOUT;
use crate::bundle::records::{INDEX, QUERIES};
use crate::bundle::{BundleError, BundleFiles, ManifestingSink, Sink};
use crate::kinds::Kinds;
use crate::source::bundle::Bundle;

/// A bundle in memory.
#[derive(Default)]
struct Files(BTreeSet<String>, BTreeMap<String, Vec<u8>>);

impl Sink for Files {
    fn put(&mut self, name: &str, bytes: &[u8]) -> Result<(), BundleError> {
        self.0.insert(name.to_owned());
        self.1.insert(name.to_owned(), bytes.to_vec());
        Ok(())
    }
}

impl BundleFiles for Files {
    fn names(&self) -> &BTreeSet<String> {
        &self.0
    }

    fn read(&mut self, name: &str) -> Result<Vec<u8>, BundleError> {
        self.1.get(name).cloned().ok_or_else(|| BundleError::Altered(name.to_owned()))
    }

    fn size(&self, name: &str) -> Option<u64> {
        self.1.get(name).map(|bytes| bytes.len() as u64)
    }
}

fn list(kind: &str, group: &str, namespace: Option<&str>) -> Value {
    json!({"list": {"kind": {"group": group, "kind": kind}, "namespace": namespace, "selector": {}}})
}

/// All pods and events of `ml` were listed, and all nodes, of which there were none; JobSets were not served, and of quotas
/// nothing was allowed to be seen. One Job was found.
fn archive(alter: impl Fn(&mut Files)) -> Archive {
    let mut sink = ManifestingSink::new(Files::default());
    let (mut index, mut dirs) = (String::new(), Vec::new());
    let mut put = |object: Value| {
        let text = |pointer: &str| object.pointer(pointer).and_then(Value::as_str).unwrap_or_default().to_owned();
        let (kind, name, uid) = (text("/kind"), text("/metadata/name"), text("/metadata/uid"));
        let dir = format!("objects/ml/{}s/{name}/{uid}", kind.to_lowercase());
        let line = json!({
            "ref": {"apiVersion": object["apiVersion"], "kind": kind, "namespace": "ml", "name": name, "uid": uid},
            "dir": dir, "labels": object.pointer("/metadata/labels").unwrap_or(&json!({})), "created": object["metadata"]["creationTimestamp"],
        });
        index.push_str(&format!("{line}\n"));
        sink.put(&format!("{dir}/object.json"), object.to_string().as_bytes()).unwrap();
        let event = json!({
            "apiVersion": "v1", "kind": "Event", "metadata": {"name": format!("{name}.{uid}"), "namespace": "ml"},
            "involvedObject": {"kind": kind, "name": name, "namespace": "ml", "uid": uid}, "reason": "Seen",
        });
        sink.put(&format!("{dir}/events.jsonl"), format!("{event}\n").as_bytes()).unwrap();
        dirs.push(dir);
    };
    let pod = |name: &str, uid: &str, created: &str| {
        json!({
            "apiVersion": "v1", "kind": "Pod", "spec": {"restartPolicy": "Never", "containers": [{"name": "main",
                "env": [{"name": "PASSWORD", "value": "hunter2"}]}]}, "status": {"phase": "Failed"},
            "metadata": {"name": name, "namespace": "ml", "uid": uid, "creationTimestamp": created, "labels": {"app": name}},
        })
    };
    put(pod("a", "u1", "2026-11-30T10:00:00Z"));
    put(pod("a", "u2", "2026-11-30T11:00:00Z"));
    put(pod("b", "u3", "2026-11-30T11:00:00Z"));
    put(json!({"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "run", "namespace": "ml", "uid": "u4"}}));
    let whole = |query: Value| json!({"query": query, "complete": true});
    let gap = |query: Value, reason: &str| json!({"query": query, "gap": {"reason": reason}});
    let queries: String = [
        json!({"query": list("Pod", "", Some("ml")), "found": &dirs[..3], "complete": true}),
        whole(list("Event", "", Some("ml"))),
        whole(list("Node", "", None)),
        gap(list("JobSet", "jobset.x-k8s.io", Some("ml")), "NotServed"),
        gap(list("ResourceQuota", "", Some("ml")), "Forbidden"),
    ]
    .iter()
    .map(|line| format!("{line}\n"))
    .collect();
    sink.put(INDEX, index.as_bytes()).unwrap();
    sink.put(QUERIES, queries.as_bytes()).unwrap();
    sink.put(ABOUT, br#"{"format":"1.0","capturedAt":"2026-11-30T12:00:00Z"}"#).unwrap();
    let (mut files, _) = sink.finish().unwrap();
    alter(&mut files);
    let kinds = Kinds::built_in();
    Archive::new(Bundle::open("run".to_owned(), Box::new(files), &kinds).unwrap(), kinds).unwrap()
}

fn ask(archive: &Archive, target: &str) -> (u16, Value, Vec<String>) {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let Reply { code, warnings, body, .. } =
        answer(archive, Asked { method: "GET", path, query, accept: "application/json" });
    (code, serde_json::from_slice(&body).unwrap_or_default(), warnings)
}

fn names(list: &Value) -> Vec<&str> {
    list["items"].as_array().unwrap().iter().map(|item| item["metadata"]["name"].as_str().unwrap()).collect()
}

#[test]
fn an_empty_list_is_proof() {
    let archive = archive(|_| {});
    let (code, nodes, warnings) = ask(&archive, "/api/v1/nodes");
    assert_eq!((code, names(&nodes).len(), warnings.len()), (200, 0, 0));
    assert_eq!(nodes["kind"], "NodeList");
    let (code, pods, warnings) = ask(&archive, "/api/v1/namespaces/ml/pods?labelSelector=app%3Dnone");
    assert_eq!((code, names(&pods).len(), warnings.len()), (200, 0, 0));
    for (target, code, message) in [
        ("/api/v1/nodes/n", 404, "nodes \"n\" not found"),
        ("/api/v1/namespaces/ml/pods/c", 404, "pods \"c\" not found"),
        ("/api/v1/namespaces/other/pods", 403, "pods in namespace other: not captured in this bundle"),
        ("/api/v1/namespaces/other/pods/a", 403, "pods \"a\" in namespace other: not captured in this bundle"),
        ("/api/v1/pods?labelSelector=app%3Dnone", 403, "pods in all namespaces: not captured in this bundle"),
        ("/api/v1/namespaces/ml/services", 403, "services in namespace ml: not captured in this bundle"),
        ("/api/v1/namespaces/other/events", 403, "events in namespace other: not captured in this bundle"),
        (
            "/api/v1/namespaces/ml/resourcequotas",
            403,
            "resourcequotas in namespace ml: not captured in this bundle (forbidden)",
        ),
        ("/apis/jobset.x-k8s.io/v1alpha2/jobsets", 404, "the server could not find the requested resource"),
        ("/api/v1/pods?limit=x", 400, "limit: \"x\" is no number"),
        ("/api/v1/pods?fieldSelector=spec.x%3D1", 400, "field label not supported: spec.x"),
        ("/api/v1/pods?watch=true", 405, "watch is refused: a bundle does not change"),
    ] {
        let (found, status, _) = ask(&archive, target);
        assert_eq!((found, status["message"].as_str()), (code, Some(message)), "{target}");
        assert_eq!((&status["kind"], status["code"].as_u64()), (&json!("Status"), Some(code.into())));
    }
}

#[test]
fn what_is_there_in_part_is_said_to_be() {
    let archive = archive(|_| {});
    let (code, jobs, warnings) = ask(&archive, "/apis/batch/v1/namespaces/ml/jobs");
    assert_eq!((code, names(&jobs)), (200, vec!["run"]));
    assert_eq!(warnings, ["this bundle holds only some of the jobs.batch in namespace ml; there may have been others"]);
    let (code, pods, warnings) = ask(&archive, "/api/v1/pods");
    assert_eq!((code, names(&pods)), (200, vec!["a", "b"]));
    assert!(warnings[0].starts_with("this bundle holds only some of the pods in all namespaces"), "{warnings:?}");
}

#[test]
fn of_one_name_the_last_is_served_and_events_of_all() {
    let archive = archive(|_| {});
    let (_, pod, warnings) = ask(&archive, "/api/v1/namespaces/ml/pods/a");
    assert_eq!(pod["metadata"]["uid"], "u2");
    let hidden = "1 earlier of the same names are not shown; `kubectl mlop bundle show` prints them";
    assert_eq!(warnings, [hidden]);
    let (_, pods, warnings) = ask(&archive, "/api/v1/namespaces/ml/pods");
    assert_eq!((names(&pods), warnings), (vec!["a", "b"], vec![hidden.to_owned()]));
    let (_, events, warnings) = ask(&archive, "/api/v1/namespaces/ml/events?fieldSelector=involvedObject.name%3Da");
    assert_eq!((names(&events), warnings.len()), (vec!["a.u1", "a.u2"], 0));
    let (_, events, _) = ask(&archive, "/apis/events.k8s.io/v1/namespaces/ml/events");
    assert_eq!((events["items"].as_array().unwrap().len(), &events["items"][0]["regarding"]["name"]), (4, &json!("a")));
}

#[test]
fn a_list_comes_in_pages() {
    let archive = archive(|_| {});
    let (_, first, _) = ask(&archive, "/api/v1/namespaces/ml/events?limit=3");
    let next = first["metadata"]["continue"].as_str().unwrap();
    let (_, second, _) = ask(&archive, &format!("/api/v1/namespaces/ml/events?limit=3&continue={next}"));
    assert_eq!((names(&first), names(&second)), (vec!["a.u1", "a.u2", "b.u3"], vec!["run.u4"]));
    assert!(second["metadata"].get("continue").is_none());
    let (_, pods, _) = ask(&archive, "/api/v1/namespaces/ml/pods?limit=1");
    assert_eq!((names(&pods), &pods["metadata"]["continue"]), (vec!["a"], &json!("1")));
}

#[test]
fn a_strangers_bundle_goes_through_the_door_and_is_held_to_its_manifest() {
    let whole = archive(|_| {});
    let (_, pod, _) = ask(&whole, "/api/v1/namespaces/ml/pods/b");
    assert!(!pod.to_string().contains("hunter2"), "{pod}");
    let altered = archive(|files| {
        files.1.insert("objects/ml/pods/b/u3/object.json".to_owned(), b"{}".to_vec());
    });
    for target in ["/api/v1/namespaces/ml/pods/b", "/api/v1/namespaces/ml/pods"] {
        let (code, status, _) = ask(&altered, target);
        assert_eq!((code, &status["reason"]), (500, &json!("InternalError")), "{target}");
    }
}

#[test]
fn discovery_names_what_may_have_been_captured() {
    let archive = archive(|_| {});
    let (_, core, _) = ask(&archive, "/api/v1");
    let resources = core["resources"].as_array().unwrap();
    let pods = resources.iter().find(|one| one["name"] == "pods").unwrap();
    assert_eq!(
        (&pods["shortNames"], &pods["namespaced"], &pods["kind"]),
        (&json!(["po"]), &json!(true), &json!("Pod"))
    );
    let (_, groups, _) = ask(&archive, "/apis");
    let names: Vec<&str> =
        groups["groups"].as_array().unwrap().iter().map(|group| group["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"batch") && names.contains(&"ray.io") && !names.contains(&"jobset.x-k8s.io"), "{names:?}");
    let (_, group, _) = ask(&archive, "/apis/batch");
    assert_eq!(group["preferredVersion"]["groupVersion"], "batch/v1");
}

#[test]
fn a_warning_is_one_line_of_seven_bits() {
    assert_eq!(warning_header("a \"b\" \\ é"), "299 - \"a \\\"b\\\" \\\\ ?\"");
    assert!(!warning_header("a\r\nSet-Cookie: b\u{1b}").contains(char::is_control));
}

#[test]
fn whatever_is_asked_something_comes_back() {
    let archive = archive(|_| {});
    let words = "(GET|HEAD|PUT|[A-Z]{0,5})";
    let path = "(/(api|apis|v1|batch|namespaces|ml|pods|jobs|events|log|a|b|%2e|%ff|%|[^/]{0,4})){0,8}";
    let query = "((labelSelector|fieldSelector|limit|continue|container|tailLines|limitBytes|previous)=.{0,12}&?){0,4}";
    proptest::proptest!(|(method in words, path in path, query in query, accept in ".{0,20}")| {
        let asked = Asked { method: &method, path: &path, query: &query, accept: &accept };
        let reply = answer(&archive, asked);
        proptest::prop_assert!((200..=501).contains(&reply.code) && (method == "GET" || method == "HEAD" || reply.code >= 400));
        for warning in &reply.warnings {
            proptest::prop_assert!(warning_header(warning).bytes().all(|byte| (b' '..=b'~').contains(&byte)));
        }
    });
}
