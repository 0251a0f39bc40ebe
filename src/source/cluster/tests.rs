//! What the source does against a server that misbehaves in every way.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;

use super::fake::{Asked, Fake, Says, discovery, list};
use super::*;
use crate::kinds::names;
use crate::model::{GapReason, GroupKind, LogKey, ObjectKey, Selector};

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

#[test]
fn a_taught_kind_costs_one_request() {
    let fake = Fake::new(|asked| match asked.path() {
        "/api/v1/namespaces/ml/pods/a" => Says::json(&pod("a")),
        _ => Says::status(404, "pods \"b\" not found", Some("b")),
    });
    let mut cluster = fake.cluster();
    assert_eq!(names_of(&one(&mut cluster, get(&names::POD, "a"))), (vec!["a".to_owned()], true));
    assert_eq!(fake.targets(), ["/api/v1/namespaces/ml/pods/a"]);
    assert_eq!(names_of(&one(&mut cluster, get(&names::POD, "b"))), (vec![], true));
    assert_eq!(names_of(&one(&mut cluster, get(&names::POD, "../b"))), (vec![], true));
    assert_eq!(cluster.spent().requests, 2);
    assert_eq!(cluster.now().to_string(), "2026-11-30T12:00:00Z");
    assert!(cluster.trouble().is_none());
}

#[test]
fn every_request_names_its_sender_and_whom_it_acts_for() {
    let fake = Fake::new(|asked| discovery(asked, &DEFAULT_ROOT).unwrap_or_else(|| list(&[], "")));
    let connection = Connection {
        token: Some("word".to_owned()),
        as_user: Some("bob".to_owned()),
        as_groups: vec!["a".to_owned(), "b".to_owned()],
        as_uid: Some("7".to_owned()),
        as_user_extra: BTreeMap::from([("scopes".to_owned(), vec!["x".to_owned(), "y".to_owned()])]),
        ..fake.connection()
    };
    let mut cluster = Cluster::connect(&connection, &Kinds::built_in()).unwrap();
    cluster.answer(&[Query::Runs { namespace: None }, list_of(&names::NODE)]);
    cluster.identify();
    let asked = fake.asked();
    assert!(asked.len() >= 5, "{asked:?}");
    for request in asked {
        assert_eq!(request.all("user-agent"), [Connection::default().user_agent.as_str()], "{request:?}");
        assert_eq!(request.all("authorization"), ["Bearer word"]);
        assert_eq!(request.all("impersonate-user"), ["bob"]);
        assert_eq!(request.all("impersonate-group"), ["a", "b"]);
        assert_eq!(request.all("impersonate-uid"), ["7"]);
        assert_eq!(request.all("impersonate-extra-scopes"), ["x", "y"]);
    }
}

#[test]
fn a_constant_503_ends_within_ten_seconds_over_all_rounds() {
    let fake = Fake::new(|_| Says::status(503, "apiserver is shutting down", None));
    let mut cluster = fake.cluster();
    let start = Instant::now();
    for round in 0..6 {
        let queries = [get(&names::POD, "a"), list_of(&names::JOB), Query::Runs { namespace: None }];
        for answer in cluster.answer(&queries) {
            assert_eq!(reason(&answer), Some(GapReason::Timeout), "round {round}: {answer:?}");
        }
    }
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    assert!(cluster.spent().retries >= 3);
}

#[test]
fn retry_after_is_honoured() {
    let count = AtomicUsize::new(0);
    let fake = Fake::new(move |_| match count.fetch_add(1, Ordering::SeqCst) {
        0 => Says::status(429, "slow down", None).with("Retry-After", "1"),
        _ => Says::json(&pod("a")),
    });
    let mut cluster = fake.cluster();
    let start = Instant::now();
    assert_eq!(names_of(&one(&mut cluster, get(&names::POD, "a"))).0, ["a"]);
    assert!((Duration::from_secs(1)..Duration::from_secs(3)).contains(&start.elapsed()), "{:?}", start.elapsed());
    let spent = cluster.spent();
    assert_eq!((spent.requests, spent.retries, spent.throttled), (2, 1, 1));
}

#[test]
fn a_server_that_wants_a_long_wait_is_not_asked_before() {
    let fake = Fake::new(|_| Says::status(429, "slow down", None).with("Retry-After", "60"));
    let mut cluster = fake.cluster();
    let start = Instant::now();
    assert_eq!(reason(&one(&mut cluster, get(&names::POD, "a"))), Some(GapReason::Timeout));
    assert!(start.elapsed() < Duration::from_secs(1));
    assert_eq!(fake.asked().len(), 1);
}

#[test]
fn a_refusal_is_final_and_keeps_the_servers_words() {
    let words = "pods is forbidden: User \"bob\" cannot list resource \"pods\" in API group \"\"";
    let fake = Fake::new(move |_| Says::status(403, words, None));
    let mut cluster = fake.cluster();
    let gap = Gap { reason: GapReason::Forbidden, message: Some(words.to_owned()) };
    assert_eq!(one(&mut cluster, list_of(&names::POD)), Answer::Gap(gap));
    assert_eq!(fake.asked().len(), 1);
    assert!(cluster.trouble().is_none());
}

#[test]
fn who_is_not_known_is_told_at_once() {
    let fake = Fake::new(|_| Says::status(401, "Unauthorized", None));
    let mut cluster = fake.cluster();
    assert_eq!(reason(&one(&mut cluster, get(&names::POD, "a"))), Some(GapReason::Forbidden));
    let trouble = cluster.trouble().unwrap();
    assert_eq!(trouble.to_string(), "You must be logged in to the server (Unauthorized)");
    assert_eq!(fake.asked().len(), 1);
}

#[test]
fn a_server_that_is_not_there_is_told_in_kubectls_words() {
    let connection = Connection { server: Some("http://127.0.0.1:1".to_owned()), ..Connection::default() };
    let mut cluster = Cluster::connect(&connection, &Kinds::built_in()).unwrap();
    assert_eq!(reason(&one(&mut cluster, get(&names::POD, "a"))), Some(GapReason::Timeout));
    let text = cluster.trouble().unwrap().to_string();
    assert!(text.starts_with("Unable to connect to the server: "), "{text}");
    assert!(text.to_lowercase().contains("refused"), "{text}");
    assert_eq!(text.to_lowercase().matches("refused").count(), 1, "{text}");
}

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

#[test]
fn a_slow_body_is_not_waited_for() {
    let fake = Fake::new(|_| Says::json(&pod("a")).after(Duration::from_secs(5)));
    let connection = Connection { request_timeout: Some(Duration::from_millis(200)), ..fake.connection() };
    let mut cluster = Cluster::connect(&connection, &Kinds::built_in()).unwrap();
    let start = Instant::now();
    assert_eq!(reason(&one(&mut cluster, get(&names::POD, "a"))), Some(GapReason::Timeout));
    assert!(start.elapsed() < Duration::from_secs(2));
    assert!(cluster.trouble().is_some());
}

#[test]
fn the_time_for_all_requests_is_kept() {
    let fake = Fake::new(|_| Says::json(&pod("a")).after(Duration::from_millis(300)));
    let connection = Connection { timeout: Some(Duration::from_millis(450)), in_flight: 1, ..fake.connection() };
    let mut cluster = Cluster::connect(&connection, &Kinds::built_in()).unwrap();
    let start = Instant::now();
    let answers = cluster.answer(&["a", "b", "c", "d"].map(|name| get(&names::POD, name)));
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    assert_eq!(answers.iter().filter(|answer| reason(answer) == Some(GapReason::Timeout)).count(), 3);
    assert_eq!(reason(&one(&mut cluster, get(&names::POD, "e"))), Some(GapReason::Timeout));
    assert_eq!(fake.asked().len(), 2);
}

#[test]
fn broken_answers_are_unreadable() {
    for (says, tries) in [
        (Says::text(200, "{\"kind\": \"Pod\", \"meta"), 1),
        (Says::text(200, "<html>sign in</html>"), 1),
        (Says::text(200, "[1, 2]"), 1),
        (Says::json(&pod("a")).cut(10), 5),
    ] {
        let fake = Fake::new(move |_| says.clone());
        for query in [get(&names::POD, "a"), list_of(&names::POD)].iter().take(if tries == 1 { 2 } else { 1 }) {
            let before = fake.asked().len();
            let answer = one(&mut fake.cluster(), query.clone());
            assert_eq!(reason(&answer), Some(GapReason::Unreadable), "{query} {answer:?}");
            assert_eq!(fake.asked().len() - before, tries);
        }
    }
}

#[test]
fn no_more_than_the_limit_are_in_flight() {
    let fake = Fake::new(|_| Says::json(&pod("a")).after(Duration::from_millis(50)));
    let connection = Connection { in_flight: 3, ..fake.connection() };
    let mut cluster = Cluster::connect(&connection, &Kinds::built_in()).unwrap();
    let queries: Vec<Query> = (0..20).map(|number| get(&names::POD, &format!("p{number}"))).collect();
    assert_eq!(cluster.answer(&queries).len(), 20);
    assert!((2..=3).contains(&fake.most()), "{}", fake.most());
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
fn a_bare_name_is_asked_of_each_served_kind_at_once() {
    let fake = Fake::new(|asked| {
        let job = json!({"apiVersion": "kubeflow.org/v1", "kind": "PyTorchJob", "metadata": {"name": "run-42"}});
        discovery(asked, &DEFAULT_ROOT).unwrap_or_else(|| match asked.path().contains("pytorchjobs") {
            true => Says::json(&job),
            false => Says::status(404, "not found", Some("run-42")),
        })
    });
    let mut cluster = fake.cluster();
    let query = Query::Named { namespace: Some("ml".to_owned()), name: "run-42".to_owned() };
    assert_eq!(names_of(&one(&mut cluster, query)), (vec!["run-42".to_owned()], true));
    let mut targets = fake.targets();
    targets.sort();
    assert_eq!(
        targets,
        [
            "/api",
            "/api/v1/namespaces/ml/pods/run-42",
            "/apis",
            "/apis/batch/v1/namespaces/ml/jobs/run-42",
            "/apis/kubeflow.org/v1/namespaces/ml/pytorchjobs/run-42",
        ]
    );
    let everywhere = Query::Named { namespace: None, name: "run-42".to_owned() };
    one(&mut cluster, everywhere);
    assert!(fake.targets().contains(&"/apis/batch/v1/jobs?fieldSelector=metadata.name%3Drun-42&limit=500".to_owned()));
}

#[test]
fn a_name_that_could_not_be_looked_for_everywhere_is_not_called_absent() {
    let fake = Fake::new(|asked| {
        discovery(asked, &DEFAULT_ROOT).unwrap_or_else(|| match asked.path().contains("/pods/") {
            true => Says::status(403, "pods is forbidden", Some("x")),
            false => Says::status(404, "not found", Some("x")),
        })
    });
    let query = Query::Named { namespace: Some("ml".to_owned()), name: "x".to_owned() };
    let answer = one(&mut fake.cluster(), query);
    let gap = Gap { reason: GapReason::Forbidden, message: Some("Pod: pods is forbidden".to_owned()) };
    assert_eq!(answer, Answer::Gap(gap));
}

fn no_page(asked: &Asked) -> Says {
    discovery(asked, &[("", "v1", "Pod", "pods"), ("kueue.x-k8s.io", "v1beta1", "Workload", "workloads")])
        .unwrap_or_else(|| match asked.path().contains("/kueue.x-k8s.io/v1beta1/") {
            true => list(&["w"], ""),
            false => Says::text(404, "404 page not found\n"),
        })
}

#[test]
fn an_older_version_is_tried_before_discovery_and_remembered() {
    let fake = Fake::new(no_page);
    let mut cluster = fake.cluster();
    assert_eq!(names_of(&one(&mut cluster, list_of(&names::WORKLOAD))).0, ["w"]);
    assert_eq!(names_of(&one(&mut cluster, list_of(&names::LOCAL_QUEUE))).0, ["w"]);
    let versions: Vec<bool> = fake.targets().iter().map(|target| target.contains("v1beta2")).collect();
    assert_eq!(versions, [true, false, false], "{:?}", fake.targets());
}

#[test]
fn not_served_is_said_by_discovery_only() {
    let fake = Fake::new(no_page);
    let mut cluster = fake.cluster();
    assert_eq!(reason(&one(&mut cluster, get(&names::RAY_JOB, "x"))), Some(GapReason::NotServed));
    assert!(fake.targets().contains(&"/apis".to_owned()));
    let mute = Fake::new(|_| Says::text(404, "404 page not found\n"));
    assert_eq!(reason(&one(&mut mute.cluster(), get(&names::RAY_JOB, "x"))), Some(GapReason::Unreadable));
    let liar = Fake::new(|asked| {
        discovery(asked, &[("ray.io", "v1", "RayJob", "rayjobs")]).unwrap_or_else(|| Says::text(404, "no page"))
    });
    assert_eq!(reason(&one(&mut liar.cluster(), get(&names::RAY_JOB, "x"))), Some(GapReason::Unreadable));
}

#[test]
fn untaught_kinds_are_found_by_discovery() {
    let fake = Fake::new(|asked| {
        let body = json!({"metadata": {"name": "q"}});
        discovery(asked, &[("acme.io", "v3", "Queue", "queuez")]).unwrap_or_else(|| Says::json(&body))
    });
    let mut cluster = fake.cluster();
    let kind = GroupKind::of("acme.io", "Queue");
    assert_eq!(names_of(&one(&mut cluster, get(&kind, "q"))).0, ["q"]);
    assert!(fake.targets().contains(&"/apis/acme.io/v3/namespaces/ml/queuez/q".to_owned()));
    assert_eq!(cluster.kinds_named("queuez.acme.io").unwrap().first().unwrap().kind, kind);
    assert!(cluster.kinds_named("nothing").unwrap().is_empty());
    assert_eq!(fake.asked().len(), 3);
}

#[test]
fn a_broken_group_does_not_hide_the_others() {
    let fake = Fake::new(|asked| match asked.path() {
        "/api" => Says::json(&json!({"kind": "APIVersions", "versions": ["v1"]})),
        "/apis" => Says::json(&json!({"kind": "APIGroupList", "groups": [
            {"name": "acme.io", "versions": [{"groupVersion": "acme.io/v1"}]},
            {"name": "ray.io", "versions": [{"groupVersion": "ray.io/v1"}]}]})),
        "/api/v1" => Says::json(&json!({"kind": "APIResourceList", "resources": [
            {"name": "pods", "kind": "Pod", "namespaced": true}]})),
        "/apis/ray.io/v1" => Says::json(&json!({"kind": "APIResourceList", "resources": [
            {"name": "rayjobs", "kind": "RayJob", "namespaced": true}]})),
        "/apis/acme.io/v1" => Says::status(500, "the backend is gone", None),
        _ => list(&["x"], ""),
    });
    let mut cluster = fake.cluster();
    let broken = GroupKind::of("acme.io", "Queue");
    let answers = cluster.answer(&[list_of(&broken), Query::Runs { namespace: Some("ml".to_owned()) }]);
    let why = Some("the API group acme.io does not answer".to_owned());
    assert_eq!(answers[0], Answer::Gap(Gap { reason: GapReason::Timeout, message: why }));
    assert_eq!(names_of(&answers[1]), (vec!["x".to_owned(), "x".to_owned()], true));
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

#[test]
fn secrets_are_never_asked_for() {
    let fake = Fake::new(|_| Says::json(&pod("a")));
    let answers = fake.cluster().answer(&[get(&names::SECRET, "a"), list_of(&names::SECRET)]);
    assert!(answers.iter().all(|answer| reason(answer) == Some(GapReason::Redacted)), "{answers:?}");
    assert!(fake.asked().is_empty());
}

#[test]
fn warnings_are_kept_once_and_the_cluster_is_told_apart_when_asked() {
    let fake = Fake::new(|asked| match asked.path() {
        "/version" => Says::json(&json!({"gitVersion": "v1.35.0"})),
        _ => Says::json(&json!({"kind": "Namespace", "metadata": {"name": "kube-system", "uid": "u-1"}}))
            .with("Warning", "299 - \"old API\""),
    });
    let mut cluster = fake.cluster();
    cluster.answer(&[get(&names::POD, "a"), get(&names::POD, "b")]);
    assert_eq!(cluster.warnings(), ["old API"]);
    assert_eq!(cluster.about().cluster_id, None);
    cluster.identify();
    let about = cluster.about();
    assert_eq!((about.cluster_id.as_deref(), about.server_version.as_deref()), (Some("u-1"), Some("v1.35.0")));
    assert_eq!((about.kind.as_str(), cluster.namespace(), cluster.context()), ("cluster", "default", None));
}
