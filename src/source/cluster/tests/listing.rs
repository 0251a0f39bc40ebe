//! Lists, events and logs.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use std::time::Duration;

use super::*;

#[test]
fn lists_are_paged_and_their_items_completed() {
    let fake = Fake::new(|asked| match asked.target.contains("continue=t1") {
        false => list(&["a", "b"], "t1"),
        true => list(&["c"], ""),
    });
    let connection = Connection { chunk_size: 2, ..fake.connection() };
    let mut cluster = Cluster::connect(&connection, &Kinds::built_in()).unwrap();
    let answer = one(&mut cluster, list_of(&names::JOB));
    assert_eq!(names_of(&answer), (["a", "b", "c"].map(str::to_owned).to_vec(), true));
    let Answer::Objects { items, .. } = answer else { panic!() };
    assert_eq!((&items[2]["kind"], &items[2]["apiVersion"]), (&json!("Job"), &json!("batch/v1")));
    assert_eq!(
        fake.targets(),
        ["/apis/batch/v1/namespaces/ml/jobs?limit=2", "/apis/batch/v1/namespaces/ml/jobs?limit=2&continue=t1"]
    );
}

#[test]
fn a_token_that_expired_starts_the_list_anew_once() {
    let expired = || Says::status(410, "The provided continue parameter is too old", None);
    let count = AtomicUsize::new(0);
    let fake = Fake::new(move |asked| match (asked.target.contains("continue"), count.load(Ordering::SeqCst)) {
        (false, _) => list(&["a"], "t"),
        (true, 0) => {
            count.fetch_add(1, Ordering::SeqCst);
            expired()
        }
        (true, _) => list(&["b"], ""),
    });
    assert_eq!(names_of(&one(&mut fake.cluster(), list_of(&names::POD))), (vec!["a".to_owned(), "b".to_owned()], true));
    assert_eq!(fake.asked().len(), 4);

    let always = Fake::new(move |asked| if asked.target.contains("continue") { expired() } else { list(&["a"], "t") });
    assert_eq!(names_of(&one(&mut always.cluster(), list_of(&names::POD))), (vec!["a".to_owned()], false));
    assert_eq!(always.asked().len(), 4);
    let at_once = Fake::new(move |_| expired());
    assert_eq!(reason(&one(&mut at_once.cluster(), list_of(&names::POD))), Some(GapReason::Truncated));
}

#[test]
fn items_that_cannot_be_read_are_missing() {
    let body = json!({"items": [{"metadata": {"name": "a"}}, 7, {"metadata": {}}], "metadata": {}});
    let fake = Fake::new(move |_| Says::json(&body));
    assert_eq!(names_of(&one(&mut fake.cluster(), list_of(&names::POD))), (vec!["a".to_owned()], false));
}

#[test]
fn what_was_not_asked_for_is_no_answer() {
    let item = |kind: &str, version: &str, namespace: &str| json!({"kind": kind, "apiVersion": version, "metadata": {"name": "a", "namespace": namespace}});
    let list = |kind: &str, items: &[Value]| json!({"kind": kind, "metadata": {}, "items": items});
    let bare = json!({"metadata": {"name": "a"}});
    // A stranger among them is left out, and then not all have come.
    for stranger in [item("ConfigMap", "v1", "ml"), item("Pod", "acme.io/v1", "ml"), item("Pod", "v1", "other")] {
        let body = list("PodList", &[item("Pod", "v1", "ml"), stranger]);
        let fake = Fake::new(move |_| Says::json(&body));
        assert_eq!(names_of(&one(&mut fake.cluster(), list_of(&names::POD))), (vec!["a".to_owned()], false));
    }
    for items in [vec![], vec![bare.clone()]] {
        let body = list("ConfigMapList", &items);
        let fake = Fake::new(move |_| Says::json(&body));
        assert_eq!(reason(&one(&mut fake.cluster(), list_of(&names::POD))), Some(GapReason::Unreadable));
    }
    // The list of a custom kind may have any name.
    for (items, complete) in [(vec![], true), (vec![item("RayJob", "ray.io/v1", "ml")], true)] {
        let (came, body) = (items.len(), list("RaysList", &items));
        let fake = Fake::new(move |_| Says::json(&body));
        let (names, all) = names_of(&one(&mut fake.cluster(), list_of(&names::RAY_JOB)));
        assert_eq!((names.len(), all), (came, complete));
    }
}

#[test]
fn labels_are_asked_for_and_owners_sifted_here() {
    let body = json!({"items": [
        {"metadata": {"name": "a", "ownerReferences": [{"uid": "u1"}]}}, {"metadata": {"name": "b"}}]});
    let fake = Fake::new(move |_| Says::json(&body));
    let labels = BTreeMap::from([("app".to_owned(), "x".to_owned()), ("b.io/c".to_owned(), "y".to_owned())]);
    let selector = Selector { labels, owner: Some("u1".to_owned()) };
    let query = Query::List { kind: names::POD, namespace: Some("ml".to_owned()), selector };
    assert_eq!(names_of(&one(&mut fake.cluster(), query)), (vec!["a".to_owned()], true));
    assert_eq!(fake.targets(), ["/api/v1/namespaces/ml/pods?labelSelector=app%3Dx%2Cb.io%2Fc%3Dy&limit=500"]);
}

fn event(name: &str, about: &str) -> Value {
    json!({"metadata": {"name": name, "namespace": "ml"}, "reason": "R",
           "involvedObject": {"apiVersion": "v1", "kind": "Pod", "namespace": "ml", "name": about}})
}

#[test]
fn events_of_many_are_read_in_one_list() {
    let body = json!({"items": [event("e1", "a"), event("e2", "b"), event("e3", "a"), event("e4", "z")]});
    let fake = Fake::new(move |_| Says::json(&body));
    let mut cluster = fake.cluster();
    let answers = cluster.answer(&[events_of("a"), events_of("b"), get(&names::POD, "e1"), events_of("c")]);
    assert_eq!(names_of(&answers[0]), (vec!["e1".to_owned(), "e3".to_owned()], true));
    assert_eq!(names_of(&answers[1]).0, ["e2"]);
    assert_eq!(names_of(&answers[3]), (vec![], true));
    let events: Vec<String> = fake.targets().into_iter().filter(|target| target.contains("/events")).collect();
    assert_eq!(events, ["/api/v1/namespaces/ml/events?limit=500"]);
}

#[test]
fn events_of_few_are_asked_for_by_name_and_those_of_nodes_in_default() {
    let body = json!({"items": [event("e1", "a"), event("e2", "b")]});
    let fake = Fake::new(move |_| Says::json(&body));
    let mut cluster = fake.cluster();
    let node = ObjectKey { kind: names::NODE, namespace: None, name: "n1".to_owned(), uid: None };
    let answers = cluster.answer(&[events_of("a"), Query::Events { of: node }]);
    assert_eq!(names_of(&answers[0]).0, ["e1"]);
    let mut targets = fake.targets();
    targets.sort();
    assert_eq!(
        targets,
        [
            "/api/v1/namespaces/default/events?fieldSelector=involvedObject.kind%3DNode%2CinvolvedObject.name%3Dn1&limit=500",
            "/api/v1/namespaces/ml/events?fieldSelector=involvedObject.kind%3DPod%2CinvolvedObject.name%3Da&limit=500",
        ]
    );
}

#[test]
fn of_a_long_log_the_beginning_is_read_too_and_deep_reads_it_in_one() {
    let lines = |from: usize, to: usize| (from..to).map(|line| format!("line {line}\n")).collect::<String>();
    let fake = Fake::new(move |asked| match asked.target.contains("tailLines=") {
        true => Says::text(200, &lines(15_000, 20_000)),
        false if asked.target.contains("limitBytes=") => Says::text(200, &lines(0, 100)),
        false => Says::text(200, &lines(0, 20_000)),
    });
    let log = Query::Log { of: LogKey { pod: pod_key("a"), container: "c".to_owned(), previous: false } };
    let Answer::Log(Some(text)) = one(&mut fake.cluster(), log.clone()) else { panic!("no log") };
    assert!(text.starts_with("line 0\n") && text.ends_with("line 19999\n"));
    assert!(text.contains("line 98\nline 99\n[... lines left out ...]\nline 15000\n"), "{}", text.len());
    assert_eq!(fake.targets().len(), 2);
    let deep = Connection { deep: true, ..fake.connection() };
    let mut cluster = Cluster::connect(&deep, &Kinds::built_in()).unwrap();
    assert_eq!(one(&mut cluster, log), Answer::Log(Some(lines(0, 20_000))));
    assert_eq!(fake.targets().len(), 3);
}

#[test]
fn of_logs_only_what_is_young_is_asked_for() {
    let fake = Fake::new(|_| Says::text(200, "one\n"));
    let young = Connection { logs_since: Some(Duration::from_millis(7_200_400)), ..fake.connection() };
    let log = Query::Log { of: LogKey { pod: pod_key("a"), container: "c".to_owned(), previous: false } };
    one(&mut Cluster::connect(&young, &Kinds::built_in()).unwrap(), log);
    assert!(fake.targets().iter().all(|target| target.contains("sinceSeconds=7200")), "{:?}", fake.targets());
}

#[test]
fn logs_are_read_and_missing_ones_are_none() {
    let fake = Fake::new(|asked| match asked.path() {
        "/api/v1/namespaces/ml/pods/a/log" if asked.target.contains("previous=true") => {
            Says::status(400, "previous terminated container \"c\" not found", None)
        }
        "/api/v1/namespaces/ml/pods/a/log" => Says::text(200, "one\ntwo\n"),
        "/api/v1/namespaces/ml/pods/b/log" => Says::status(404, "pods \"b\" not found", Some("b")),
        _ => Says::status(403, "no", None),
    });
    let log =
        |name: &str, previous| Query::Log { of: LogKey { pod: pod_key(name), container: "c".to_owned(), previous } };
    let answers = fake.cluster().answer(&[log("a", false), log("a", true), log("b", false), log("z", false)]);
    assert_eq!(answers[0], Answer::Log(Some("one\ntwo\n".to_owned())));
    assert_eq!(answers[1..3], [Answer::Log(None), Answer::Log(None)]);
    assert_eq!(reason(&answers[3]), Some(GapReason::Forbidden));
    assert!(fake.targets().iter().all(|target| target.contains("container=c") && target.contains("tailLines=")));
}
