//! One request: who asks, how long, how often, and what is made of the answer.

#![expect(clippy::disallowed_methods, reason = "time spent is what these tests measure")]

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::*;

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
fn point_22_every_request_names_its_sender_and_whom_it_acts_for() {
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
    for wish in ["60", "18446744073709551615", "Thu, 31 Dec 2099 23:59:59 GMT"] {
        let fake = Fake::new(|_| Says::status(429, "slow down", None).with("Retry-After", wish));
        let mut cluster = fake.cluster();
        let start = Instant::now();
        assert_eq!(reason(&one(&mut cluster, get(&names::POD, "a"))), Some(GapReason::Timeout));
        assert!(start.elapsed() < Duration::from_secs(1));
        assert_eq!(fake.asked().len(), 1);
    }
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
fn point_25_a_slow_body_is_not_waited_for() {
    let fake = Fake::new(|_| Says::json(&pod("a")).after(Duration::from_secs(5)));
    let connection = Connection { request_timeout: Some(Duration::from_millis(200)), ..fake.connection() };
    let mut cluster = Cluster::connect(&connection, &Kinds::built_in()).unwrap();
    let start = Instant::now();
    assert_eq!(reason(&one(&mut cluster, get(&names::POD, "a"))), Some(GapReason::Timeout));
    assert!(start.elapsed() < Duration::from_secs(2));
    assert!(cluster.trouble().is_some());
}

#[test]
fn point_25_the_time_for_all_requests_is_kept() {
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
fn another_object_than_was_asked_for_is_neither_it_nor_its_absence() {
    let elsewhere = json!({"metadata": {"name": "a", "namespace": "elsewhere"}});
    let stranger = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a", "namespace": "ml"}});
    for object in [pod("b"), elsewhere, stranger] {
        let fake = Fake::new(move |_| Says::json(&object));
        assert_eq!(reason(&one(&mut fake.cluster(), get(&names::POD, "a"))), Some(GapReason::Unreadable));
        assert_eq!(fake.asked().len(), 1);
    }
}

#[test]
fn one_of_any_namespace_is_the_one_of_that_name_or_not_known_to_be_absent() {
    let query = |name: &str| Query::Get { kind: names::JOB, namespace: None, name: name.to_owned() };
    let whole = Fake::new(|_| list(&["a", "b"], ""));
    assert_eq!(names_of(&one(&mut whole.cluster(), query("b"))).0, ["b"]);
    assert_eq!(names_of(&one(&mut whole.cluster(), query("c"))), (vec![], true));
    let broken = Fake::new(|asked| match asked.target.contains("continue") {
        false => list(&["a"], "t"),
        true => Says::status(500, "broken", None),
    });
    assert_eq!(reason(&one(&mut broken.cluster(), query("c"))), Some(GapReason::Unreadable));
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

#[test]
fn a_server_without_tls_is_told_when_tls_was_asked_for() {
    let fake = Fake::new(|_| Says::json(&pod("a")));
    let server = fake.connection().server.map(|server| server.replace("http:", "https:"));
    let connection = Connection { server, insecure_skip_tls_verify: true, ..Connection::default() };
    let mut cluster = Cluster::connect(&connection, &Kinds::built_in()).unwrap();
    one(&mut cluster, get(&names::POD, "a"));
    let text = cluster.trouble().unwrap().to_string();
    assert!(text.starts_with("Unable to connect to the server: "), "{text}");
    assert!(text.len() < 300 && !text.contains("Error {"), "{text}");
    println!("{text}");
}

#[test]
fn point_19_a_proxy_is_asked_for_the_way_to_the_cluster() {
    // Nobody listens there: that it was tried, and not the server's name looked up, is all that is wanted.
    let connection = Connection {
        server: Some("https://k8s.example:6443".to_owned()),
        insecure_skip_tls_verify: true,
        proxies: Proxies { https: Some("127.0.0.1:1".to_owned()), ..Proxies::default() },
        ..Connection::default()
    };
    let mut cluster = Cluster::connect(&connection, &Kinds::built_in()).unwrap();
    one(&mut cluster, get(&names::POD, "a"));
    let text = cluster.trouble().unwrap().to_string().to_lowercase();
    assert!(text.contains("refused"), "{text}");
    println!("{text}");
}

#[test]
fn reviews_are_asked_at_once_and_no_more_of_them_than_may_be() {
    let fake = Fake::new(|_| {
        let review = json!({"kind": "SelfSubjectAccessReview", "status": {"allowed": true}});
        Says::json(&review).after(Duration::from_millis(5))
    });
    let right = |number: usize| Permission {
        verb: "get".to_owned(),
        group: String::new(),
        resource: format!("things{number}"),
        namespace: Some("ml".to_owned()),
    };
    let rights: Vec<Permission> = (0..100).map(right).collect();
    let answers = fake.cluster().review(&rights);
    assert_eq!(answers, vec![Allowed::Yes; 100]);
    assert_eq!(fake.asked().len(), 100);
    assert!((2..=16).contains(&fake.most()), "{} at once", fake.most());
}
