//! What the program asks of a server, by the server's own record.

use crate::control_plane::audit::counted;
use crate::control_plane::cluster;
use crate::program::{Person, ending};
use crate::runs::{job, job_when, killed, too_large};

/// No diagnosis of a run that is well costs more.
const MOST: usize = 12;

#[test]
fn a_healthy_run_costs_few_requests() {
    let (admin, namespace) = (cluster().admin(), cluster().namespace());
    admin.apply_yaml(&job(&namespace, "run", 8, "", 0));
    job_when(&admin, &namespace, "run", "ready", |job| job["status"]["ready"] == 8);
    let person = Person::reader(cluster(), &namespace);
    let before = cluster().audit().of_user(&person.user.name).len();
    let report = person.diagnose("job/run");
    assert_eq!(ending(&report).0, "Healthy", "{report:#}");
    let requests = cluster().audit().of_user(&person.user.name).split_off(before);
    let counts = counted(&requests);
    println!("{} requests: {counts:?}", requests.len());
    assert_eq!(report["budget"]["requests"], requests.len(), "{counts:?}");
    assert!(requests.len() <= MOST, "{counts:?}");
}

#[test]
fn a_name_alone_costs_one_question_for_each_kind_of_run() {
    let (admin, namespace) = (cluster().admin(), cluster().namespace());
    admin.apply_yaml(&job(&namespace, "run", 8, "", 0));
    job_when(&admin, &namespace, "run", "ready", |job| job["status"]["ready"] == 8);
    let person = Person::reader(cluster(), &namespace);
    let before = cluster().audit().of_user(&person.user.name).len();
    person.diagnose("run");
    let requests = cluster().audit().of_user(&person.user.name).split_off(before);
    println!("{} requests: {:?}", requests.len(), counted(&requests));
    assert!(counted(&requests).values().all(|count| *count == 1), "nothing twice: {:?}", counted(&requests));
}

#[test]
fn point_29_nothing_is_asked_but_what_reads_and_never_a_secret() {
    let (admin, namespace) = (cluster().admin(), cluster().namespace());
    too_large(&admin, &namespace);
    killed(&admin, &namespace);
    let person = Person::reader(cluster(), &namespace);
    let to = tempfile::tempdir().unwrap();
    let bundle = to.path().join("run.zip");
    for target in ["job/run", "run", "bad", "tj/none", "none"] {
        person.diagnose(target);
    }
    assert_eq!(person.call(&["tree", "run"]).code, 0);
    assert_eq!(person.call(&["capture", "run", "--to", bundle.to_str().unwrap()]).code, 0);
    let mut requests = cluster().audit().of_user(&person.user.name);
    requests.retain(|request| request.agent != "test-harness");
    println!("{:?}", counted(&requests));
    assert!(requests.iter().any(|request| request.resource == "pods/log"));
    for request in &requests {
        assert!(["get", "list"].contains(&request.verb.as_str()), "{request:?}");
        assert!(!request.resource.starts_with("secrets"), "{request:?}");
        assert!(request.agent.starts_with("kubectl-mlop/"), "{request:?}");
        assert!(!request.resource.contains('/') || request.resource == "pods/log", "{request:?}");
    }
}

#[test]
fn what_a_cluster_serves_is_asked_once_and_remembered() {
    let namespace = cluster().namespace();
    cluster().admin().apply_yaml(&job(&namespace, "run", 1, "", 0));
    job_when(&cluster().admin(), &namespace, "run", "ready", |job| job["status"]["ready"] == 1);
    let person = Person::reader(cluster(), &namespace);
    let folder = tempfile::tempdir().unwrap();
    let asked = |target: &str| {
        let before = cluster().audit().of_user(&person.user.name).len();
        let said = person.call(&["diagnose", target, "-o", "json", "--cache-dir", folder.path().to_str().unwrap()]);
        let requests = cluster().audit().of_user(&person.user.name).split_off(before);
        (said.code, requests.iter().filter(|request| request.resource.is_empty()).count())
    };
    assert_eq!(asked("run"), (0, 2), "/api and /apis");
    assert_eq!(asked("run"), (0, 0));
    assert_eq!(asked("nothing-here"), (6, 2), "that there is nothing is not taken from memory");
}
