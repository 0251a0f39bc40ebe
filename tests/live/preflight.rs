//! `capture --preflight` against a real authorizer: the answers are those that the requests themselves would get.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::control_plane::{User, cluster, wait};
use crate::many::captured;
use crate::permissions::all_but;
use crate::program::{Person, Said};
use crate::recorder::Recording;

/// Where a program may ask what it may do.
const REVIEWS: &str = "selfsubjectaccessreviews";

/// Binds a role of `docs/rbac.yaml` to somebody.
pub fn bind(user: &User, kind: &str, namespace: Option<&str>, role_kind: &str, role: &str) {
    let group = "rbac.authorization.k8s.io";
    let mut binding = json!({
        "apiVersion": format!("{group}/v1"), "kind": kind, "metadata": {"name": format!("{role}-{}", user.name)},
        "roleRef": {"apiGroup": group, "kind": role_kind, "name": role},
        "subjects": [{"apiGroup": group, "kind": "User", "name": user.name}],
    });
    if let Some(namespace) = namespace {
        binding["metadata"]["namespace"] = json!(namespace);
    }
    cluster().admin().apply(&binding);
}

/// Makes the roles of `docs/rbac.yaml`.
pub fn roles() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rbac.yaml");
    cluster().admin().apply_yaml(&std::fs::read_to_string(path).unwrap());
}

/// What is not allowed, as `namespace resource verb answer`, in the order of the table.
fn lacking(said: &Said) -> Vec<String> {
    let rows = said.out.lines().skip(1).map(|line| line.split_whitespace().take(4).collect::<Vec<_>>());
    rows.filter(|row| row[3] != "yes").map(|row| row.join(" ")).collect()
}

/// What the server wrote down of a person's requests since `before`, when all of it is written.
fn requests_since(person: &Person<'_>, before: usize) -> Vec<crate::control_plane::audit::Request> {
    wait::until("all answers to be written down", || {
        let requests = cluster().audit().of_user(&person.user.name).split_off(before);
        requests.iter().all(|request| request.code.is_some()).then_some(requests)
    })
}

#[test]
fn whoever_has_the_roles_may_see_everything_and_nothing_else_is_asked() {
    let namespace = cluster().namespace();
    let person = Person::new(cluster(), &namespace);
    roles();
    bind(&person.user, "ClusterRoleBinding", None, "ClusterRole", "kubectl-mlop");
    bind(&person.user, "RoleBinding", Some(&namespace), "ClusterRole", "kubectl-mlop-namespaced");
    bind(&person.user, "RoleBinding", Some("default"), "Role", "kubectl-mlop-events");
    // A kind that no role names, since nobody taught it.
    let custom = json!({"apiGroups": ["platform.example.io"], "resources": ["*"], "verbs": ["get", "list", "watch"]});
    person.allow(Some(&namespace), &json!([custom]));
    let said = wait::until("the roles to count", || {
        Some(person.call(&["capture", "--preflight", "job/not-yet"])).filter(|said| said.code == 0)
    });
    assert_eq!(lacking(&said), Vec::<String>::new());
    println!("{}", said.err);
    // A capture of many runs lists what one run only names.
    let many = person.call(&["capture", "--preflight", "-o", "name"]);
    assert_eq!(many.code, 5, "{many:?}");
    assert!(many.out.lines().all(|line| line.starts_with("list ") && line.ends_with(" --all-namespaces")), "{many:?}");
    bind(&person.user, "ClusterRoleBinding", None, "ClusterRole", "kubectl-mlop-capture");
    wait::until("the role to count", || (person.call(&["capture", "--preflight"]).code == 0).then_some(()));
    // With these roles exactly, nothing of a capture of many runs is refused, and they are enough.
    let folder = tempfile::tempdir().unwrap();
    let captured = captured(&person, folder.path(), "many", &["--logs=none"]);
    assert_eq!(captured.code, 0, "{captured:?}");
    assert_eq!(std::fs::read_to_string(folder.path().join("many/denied.jsonl")).unwrap(), "");
    // The recorder listens besides.
    let record = person.call(&["capture", "--preflight", "--watch", "-o", "name"]);
    assert_eq!(record.code, 5, "{record:?}");
    assert!(record.out.lines().all(|line| line.starts_with("watch ")), "{record:?}");
    bind(&person.user, "ClusterRoleBinding", None, "ClusterRole", "kubectl-mlop-watch");
    bind(&person.user, "RoleBinding", Some(&namespace), "ClusterRole", "kubectl-mlop-watch-namespaced");
    bind(&person.user, "RoleBinding", Some("default"), "Role", "kubectl-mlop-watch-events");
    wait::until("the roles to count", || (person.call(&["capture", "--preflight", "--watch"]).code == 0).then_some(()));
    let recording = Recording::start(&person, folder.path(), &[]).heard();
    assert_eq!(recording.stop(), 143);

    let before = cluster().audit().of_user(&person.user.name).len();
    let said = person.call(&["capture", "--preflight", "job/not-yet", "-o", "json"]);
    let report: Value = serde_json::from_str(&said.out).unwrap();
    let requests = requests_since(&person, before);
    let reviews = requests.iter().filter(|request| request.resource == REVIEWS).count();
    println!(
        "{} rights, {} requests, {reviews} of them reviews",
        report["rights"].as_array().unwrap().len(),
        requests.len()
    );
    assert_eq!(reviews, report["rights"].as_array().unwrap().len());
    for request in &requests {
        let reads = ["get", "list", "watch"].contains(&request.verb.as_str());
        let asks = request.verb == "create" && request.resource == REVIEWS && request.group == "authorization.k8s.io";
        assert!(reads && request.resource.is_empty() || asks, "{request:?}");
    }
}

#[test]
fn what_is_lacking_is_said_line_by_line() {
    let namespace = cluster().namespace();
    let read = json!(["get", "list"]);
    let everything = json!([{"apiGroups": ["*"], "resources": ["*"], "verbs": read}]);
    let only_get_nodes = json!([
        {"apiGroups": [""], "resources": ["nodes"], "verbs": ["get"]},
        {"apiGroups": [""], "resources": ["pods", "pods/log", "events", "services", "configmaps", "namespaces",
            "persistentvolumeclaims", "persistentvolumes", "resourcequotas", "limitranges"], "verbs": read},
        {"apiGroups": ["apps", "batch", "storage.k8s.io", "node.k8s.io", "coordination.k8s.io", "discovery.k8s.io",
            "admissionregistration.k8s.io", "core.polyaxon.com", "jobset.x-k8s.io", "kubeflow.org", "ray.io",
            "leaderworkerset.x-k8s.io", "trainer.kubeflow.org", "kueue.x-k8s.io"], "resources": ["*"], "verbs": read},
    ]);
    let mut without_events = only_get_nodes.clone();
    without_events[0]["verbs"] = read.clone();
    without_events[1]["resources"].as_array_mut().unwrap().retain(|resource| resource != "events");
    for (rules, expected) in [
        (&everything, vec![]),
        (&only_get_nodes, vec!["- nodes list no".to_owned()]),
        (&without_events, vec!["default events list no".to_owned(), format!("{namespace} events list no")]),
    ] {
        let person = Person::new(cluster(), &namespace);
        person.allow(None, rules);
        let said = person.call(&["capture", "--preflight", "run"]);
        assert_eq!(lacking(&said), expected, "{said:?}");
        assert_eq!(said.code, if expected.is_empty() { 0 } else { 5 });
    }
}

#[test]
fn rights_in_one_namespace_are_told_from_rights_everywhere() {
    let namespace = cluster().namespace();
    let person = Person::new(cluster(), &namespace);
    person.allow(Some(&namespace), &all_but(""));
    let said = person.call(&["capture", "--preflight", "run"]);
    assert_eq!(said.code, 5);
    let lacking = lacking(&said);
    let has = |line: &str| lacking.iter().any(|known| known == line);
    for line in [
        "- nodes get no",
        "- nodes list no",
        "- pods list no",
        "default events list no",
        "kube-system namespaces get no",
    ] {
        assert!(has(line), "{line}: {lacking:?}");
    }
    for resource in ["pods", "pods/log", "events", "jobs.batch", "namespaces"] {
        assert!(
            !lacking.iter().any(|line| line.starts_with(&format!("{namespace} {resource} "))),
            "{resource}: {lacking:?}"
        );
    }
    assert!(lacking.iter().all(|line| line.ends_with(" no")), "{lacking:?}");
    for role in ["kubectl-mlop ", "kubectl-mlop-events "] {
        assert!(said.err.contains(role), "{}", said.err);
    }
    // The answers are kubectl's own.
    let lines = person.call(&["capture", "--preflight", "run", "-o", "name"]).out;
    for line in lines.lines().collect::<BTreeSet<_>>() {
        let words = ["auth", "can-i"].into_iter().chain(line.split(' ')).collect::<Vec<_>>();
        let output = cluster().kubectl(&person.user, &namespace).args(&words).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "no", "{words:?}");
    }
}

#[test]
fn whoever_may_nothing_is_told_so_and_a_kind_nobody_taught_is_asked_for() {
    let namespace = cluster().namespace();
    let person = Person::new(cluster(), &namespace);
    let said = person.call(&["capture", "--preflight", "trainingjob/run"]);
    assert_eq!(said.code, 5);
    assert!(said.out.lines().skip(1).all(|line| line.contains(" no ")), "{said:?}");
    let own = format!("{namespace} trainingjobs.platform.example.io list no");
    assert!(lacking(&said).contains(&own), "{said:?}");
    assert!(said.err.contains("needs a rule of its own"), "{said:?}");
    assert_eq!(person.call(&["capture", "--preflight", "nonsense/run"]).code, 1);
}
