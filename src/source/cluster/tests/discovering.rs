//! What is served, and what a bare name means.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

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

#[test]
fn custom_kinds_that_sound_like_runs_are_asked_where_no_other_has_the_name() {
    let custom = [
        ("batch", "v1", "Job", "jobs"),
        ("ml.example.io", "v1", "TrainingJob", "trainingjobs"),
        ("ml.example.io", "v1", "Dataset", "datasets"),
    ];
    let fake = Fake::new(move |asked| {
        let run = json!({"apiVersion": "ml.example.io/v1", "kind": "TrainingJob", "metadata": {"name": "run-42"}});
        discovery(asked, &custom).unwrap_or_else(|| match asked.path() {
            path if path.ends_with("/trainingjobs/run-42") => Says::json(&run),
            path if path.ends_with("/trainingjobs/broken") => Says::status(500, "broken", None),
            path if path.ends_with("/trainingjobs/hidden") => Says::status(403, "forbidden", Some("hidden")),
            _ => Says::status(404, "not found", Some("x")),
        })
    });
    let mut cluster = fake.cluster();
    let mut named =
        |name: &str| one(&mut cluster, Query::Named { namespace: Some("ml".to_owned()), name: name.to_owned() });
    assert_eq!(names_of(&named("run-42")), (vec!["run-42".to_owned()], true));
    assert_eq!(reason(&named("hidden")), Some(GapReason::Forbidden), "where it may be is not where it is not");
    assert_eq!(reason(&named("broken")), Some(GapReason::Timeout));
    assert!(!fake.targets().iter().any(|target| target.contains("datasets")));
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
    assert_eq!(cluster.kinds_named("rayjob").unwrap().len(), 1);
    let unknown = cluster.kinds_named("queue").unwrap_err();
    assert!(unknown.message.unwrap().contains("the API group acme.io does not answer"), "it may be called so");
}

#[test]
fn where_discovery_is_refused_taught_kinds_are_still_found() {
    let fake = Fake::new(|asked| match asked.path() {
        "/api" | "/apis" => Says::status(403, "forbidden: User cannot get path", None),
        "/apis/batch/v1/namespaces/ml/jobs/x" => Says::json(&json!({"metadata": {"name": "x"}})),
        _ => Says::text(404, "404 page not found\n"),
    });
    let mut cluster = fake.cluster();
    let query = Query::Named { namespace: Some("ml".to_owned()), name: "x".to_owned() };
    assert_eq!(names_of(&one(&mut cluster, query)), (vec!["x".to_owned()], false));
    let unseen = one(&mut cluster, get(&names::RAY_JOB, "x"));
    let Answer::Gap(Gap { reason: GapReason::Unreadable, message: Some(message) }) = unseen else {
        panic!("{unseen:?}")
    };
    assert_eq!(message, "what the cluster serves may not be read: forbidden: User cannot get path");
    assert_eq!(fake.targets().iter().filter(|target| *target == "/apis").count(), 1);
}

#[test]
fn discovery_that_came_too_late_is_asked_again_in_the_next_batch() {
    let count = AtomicUsize::new(0);
    let fake = Fake::new(move |asked| match asked.path() {
        "/apis" if count.fetch_add(1, Ordering::SeqCst) == 0 => {
            Says::status(429, "slow down", None).with("Retry-After", "60")
        }
        _ => no_page(asked),
    });
    let mut cluster = fake.cluster();
    assert_eq!(reason(&one(&mut cluster, get(&names::RAY_JOB, "x"))), Some(GapReason::Timeout));
    assert_eq!(reason(&one(&mut cluster, get(&names::RAY_JOB, "x"))), Some(GapReason::NotServed));
}

#[test]
fn a_refusal_does_not_hide_that_a_kind_is_not_served() {
    let served = [("", "v1", "Pod", "pods"), ("ray.io", "v1", "RayJob", "rayjobs")];
    let fake = Fake::new(move |asked| discovery(asked, &served).unwrap_or_else(|| Says::status(403, "no", Some("x"))));
    let mut cluster = fake.cluster();
    assert_eq!(reason(&one(&mut cluster, get(&names::POD, "x"))), Some(GapReason::Forbidden));
    assert_eq!(fake.asked().len(), 1);
    let answers = cluster.answer(&[get(&names::RAY_JOB, "x"), get(&names::WORKLOAD, "x"), list_of(&names::WORKLOAD)]);
    let reasons: Vec<_> = answers.iter().map(reason).collect();
    assert_eq!(reasons, [GapReason::Forbidden, GapReason::NotServed, GapReason::NotServed].map(Some));
}

/// What a client with a cache in `folder` finds of a name.
fn remembering(folder: &std::path::Path, fake: &Fake, name: &str) -> (Vec<String>, bool) {
    let connection = Connection { cache_dir: Some(folder.to_owned()), ..fake.connection() };
    let mut cluster = Cluster::connect(&connection, &Kinds::built_in()).unwrap();
    names_of(&one(&mut cluster, Query::Named { namespace: Some("ml".to_owned()), name: name.to_owned() }))
}

#[test]
fn what_is_served_is_remembered_and_never_believed_when_nothing_is_found() {
    let grown = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&grown);
    let fake = Fake::new(move |asked| {
        let served: &[_] = if seen.load(Ordering::SeqCst) == 0 { &DEFAULT_ROOT[..2] } else { &DEFAULT_ROOT };
        discovery(asked, served).unwrap_or_else(|| match asked.path() {
            "/apis/batch/v1/namespaces/ml/jobs/old" => Says::json(
                &json!({"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "old", "namespace": "ml"}}),
            ),
            "/apis/kubeflow.org/v1/namespaces/ml/pytorchjobs/new" if served.len() > 2 => Says::json(
                &json!({"apiVersion": "kubeflow.org/v1", "kind": "PyTorchJob", "metadata": {"name": "new", "namespace": "ml"}}),
            ),
            _ => Says::status(404, "not found", Some("x")),
        })
    });
    let folder = tempfile::tempdir().unwrap();
    let asked = |fake: &Fake| fake.targets().iter().filter(|target| *target == "/apis").count();
    assert_eq!(remembering(folder.path(), &fake, "old"), (vec!["old".to_owned()], true));
    let first = fake.targets().len();
    assert_eq!(remembering(folder.path(), &fake, "old"), (vec!["old".to_owned()], true));
    assert_eq!(fake.targets().len(), 2 * first - 2, "the second time without discovery");
    // A kind that has come since is found, since nothing of that name was.
    grown.store(1, Ordering::SeqCst);
    assert_eq!(remembering(folder.path(), &fake, "new"), (vec!["new".to_owned()], true));
    assert_eq!(asked(&fake), 2, "asked anew, once");
}

#[test]
fn what_was_not_looked_at_is_warned_of_where_something_was_found() {
    let fake = Fake::new(|asked| {
        discovery(asked, &DEFAULT_ROOT).unwrap_or_else(|| match asked.path().contains("/pods/") {
            true => Says::status(403, "pods is forbidden", Some("a")),
            false => Says::json(&json!({"metadata": {"name": "a"}})),
        })
    });
    let mut cluster = fake.cluster();
    let query = Query::Named { namespace: Some("ml".to_owned()), name: "a".to_owned() };
    assert!(!names_of(&one(&mut cluster, query)).1);
    let warning = "a run of that name may have been missed: cannot get pods in namespace ml: forbidden";
    assert_eq!(cluster.warnings(), [warning]);
}
