//! The roles of `docs/rbac.yaml`, granted to somebody who has nothing else: is anything refused?

use crate::control_plane::{cluster, wait};
use crate::preflight::{bind, roles};
use crate::runs::too_large;

#[test]
fn whoever_has_the_roles_is_refused_nothing_and_sees_no_secrets() {
    let (admin, namespace, user) = (cluster().admin(), cluster().namespace(), cluster().user());
    roles();
    bind(&user, "ClusterRoleBinding", None, "ClusterRole", "kubectl-mlop");
    bind(&user, "RoleBinding", Some(&namespace), "ClusterRole", "kubectl-mlop-namespaced");
    bind(&user, "RoleBinding", Some("default"), "Role", "kubectl-mlop-events");
    too_large(&admin, &namespace);
    let client = cluster().client(&user);
    let seen = ["/api/v1/nodes", "/api/v1/pods", &format!("/apis/batch/v1/namespaces/{namespace}/jobs")];
    wait::until("the roles to count", || seen.iter().all(|path| client.ok(path)).then_some(()));

    let before = cluster().audit().of_user(&user.name).len();
    let output = cluster().kubectl(&user, &namespace).args(["mlop", "diagnose", "job/run"]).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("MLOP3"), "{text}{}", String::from_utf8_lossy(&output.stderr));
    let requests = wait::until("all answers to be written down", || {
        let requests = cluster().audit().of_user(&user.name).split_off(before);
        requests.iter().all(|request| request.code.is_some()).then_some(requests)
    });
    let refused: Vec<_> =
        requests.iter().filter(|request| request.code == Some(403)).map(|request| &request.uri).collect();
    assert!(!requests.is_empty() && refused.is_empty(), "{refused:?}");

    for path in [format!("/api/v1/namespaces/{namespace}/secrets"), "/api/v1/nodes/gpu-0/proxy/pods".to_owned()] {
        assert_eq!(client.send("GET", &path, None).unwrap().code, 403, "{path}");
    }
}
