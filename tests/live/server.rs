//! The API server of the live tests, and what the harness makes of it: kinds, users, audit log, kubectl.

use serde_json::json;

use crate::control_plane::audit::counted;
use crate::control_plane::{Client, User, server, wait};

/// Lets a user read some resources in a namespace.
fn allow(admin: &Client, user: &User, namespace: &str, resources: &[&str]) {
    let group = "rbac.authorization.k8s.io";
    let version = format!("{group}/v1");
    admin.apply(&json!({
        "apiVersion": version, "kind": "Role", "metadata": {"name": user.name, "namespace": namespace},
        "rules": [{"apiGroups": [""], "resources": resources, "verbs": ["get", "list", "watch"]}],
    }));
    admin.apply(&json!({
        "apiVersion": version, "kind": "RoleBinding", "metadata": {"name": user.name, "namespace": namespace},
        "roleRef": {"apiGroup": group, "kind": "Role", "name": user.name},
        "subjects": [{"apiGroup": group, "kind": "User", "name": user.name}],
    }));
}

#[test]
fn a_status_is_written_under_the_name_of_its_controller() {
    let (admin, namespace) = (server().admin(), server().namespace());
    let run = json!({
        "apiVersion": "platform.example.io/v1alpha1", "kind": "TrainingJob",
        "metadata": {"name": "run", "namespace": namespace}, "spec": {"gpus": 8}, "status": {"phase": "New"},
    });
    assert_eq!(admin.apply(&run)["status"]["phase"], "New");
    let after = admin.set_status(&run, &json!({"phase": "Running"}), "platform-controller");
    assert_eq!((&after["status"]["phase"], &after["spec"]["gpus"]), (&json!("Running"), &json!(8)));
    let fields = after["metadata"]["managedFields"].as_array().unwrap();
    let wrote =
        |manager: &str| fields.iter().any(|entry| entry["manager"] == manager && entry["subresource"] == "status");
    assert!(wrote("platform-controller"), "{fields:?}");
    admin.delete(&run);
    wait::until("the run to go", || admin.try_get(&admin.path(&run)).is_none().then_some(()));
}

#[test]
fn kinds_have_the_names_and_versions_that_people_type() {
    let admin = server().admin();
    let listed = admin.get("/apis/kueue.x-k8s.io/v1beta1");
    let queues = listed["resources"].as_array().unwrap().iter().find(|one| one["name"] == "localqueues").unwrap();
    assert_eq!(queues["shortNames"], json!(["queue", "queues", "lq"]));
    assert!(admin.ok("/apis/kueue.x-k8s.io/v1beta2/clusterqueues"));
}

#[test]
fn a_new_user_may_do_only_what_a_role_says() {
    let (admin, namespace, user) = (server().admin(), server().namespace(), server().user());
    let client = server().client(&user);
    let pods = format!("/api/v1/namespaces/{namespace}/pods");
    assert_eq!(client.send("GET", &pods, None).unwrap().code, 403);
    allow(&admin, &user, &namespace, &["pods"]);
    wait::until("the role to count", || client.ok(&pods).then_some(()));
    assert_eq!(client.send("GET", &format!("/api/v1/namespaces/{namespace}/secrets"), None).unwrap().code, 403);
}

#[test]
fn the_audit_log_counts_requests_as_soon_as_they_are_answered() {
    let (namespace, user) = (server().namespace(), server().user());
    let client = server().client(&user);
    let pods = format!("/api/v1/namespaces/{namespace}/pods");
    for path in [&pods, &pods, &format!("{pods}/run-x/log"), "/apis"] {
        client.send("GET", path, None).unwrap();
    }
    let requests = server().audit().of_user(&user.name);
    let counts: Vec<(String, usize)> = counted(&requests).into_iter().collect();
    let expected = [("get /apis", 1), ("get pods/log", 1), ("list pods", 2)];
    assert_eq!(counts, expected.map(|(what, count)| (what.to_owned(), count)));
    let first = &requests[0];
    assert_eq!(
        (first.namespace.as_str(), first.group.as_str(), first.uri.as_str()),
        (namespace.as_str(), "", pods.as_str())
    );
    assert_eq!((requests[2].name.as_str(), first.agent.as_str()), ("run-x", "test-harness"));
    let code = wait::until("the answer to be written down", || server().audit().of_user(&user.name)[0].code);
    assert_eq!(code, 403);
}

#[test]
fn kubectl_finds_the_plugin_and_speaks_as_its_user() {
    let (namespace, user) = (server().namespace(), server().user());
    allow(&server().admin(), &user, &namespace, &["configmaps"]);
    let run = |arguments: &[&str]| server().kubectl(&user, &namespace).args(arguments).output().unwrap();
    wait::until("the role to count", || run(&["get", "configmaps"]).status.success().then_some(()));
    let refused = run(&["get", "pods"]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains(&format!("User \"{}\" cannot list", user.name)));
    let version = run(&["mlop", "version"]);
    assert!(version.status.success(), "{}", String::from_utf8_lossy(&version.stderr));
}
