//! What is refused, and in which words.

use std::os::unix::fs::PermissionsExt as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use ureq::http::Request;

use super::scene::scene;
use crate::control_plane::agent;

#[test]
fn nothing_can_be_changed_run_or_watched() {
    let served = scene().serve();
    let read_only = |verb: &str| {
        format!("Error from server (MethodNotAllowed): {verb} is refused: a bundle can be read and not changed\n")
    };
    for (words, expected) in [
        (&["delete", "pod", "running"][..], read_only("DELETE")),
        (&["delete", "pods", "--all"], read_only("DELETE")),
        (&["label", "pod", "running", "a=b"], read_only("PATCH")),
        (&["create", "namespace", "a"], read_only("POST")),
        (&["scale", "job", "done", "--replicas", "2"], String::new()),
        (&["auth", "can-i", "get", "pods"], read_only("POST")),
        (
            &["get", "--raw", "/nowhere"],
            "Error from server (NotFound): the server could not find the requested resource\n".to_owned(),
        ),
    ] {
        let said = served.kubectl(words);
        assert_ne!(said.code, 0, "{words:?}: {said:?}");
        assert!(said.err.ends_with(&expected), "{words:?}: {said:?}");
    }
    for (words, part) in [
        (&["exec", "running", "--", "ls"][..], "exec is refused: nothing runs in a bundle"),
        (&["attach", "running"], "attach is refused: nothing runs in a bundle"),
        (&["port-forward", "running", "0:80"], "portforward is refused: nothing runs in a bundle"),
        (&["get", "pods", "-w"], "Error from server (MethodNotAllowed): watch is refused: a bundle does not change"),
        (&["explain", "pods"], "Error from server (Forbidden): a bundle holds no schemas; ask a cluster for them"),
    ] {
        let said = served.kubectl(words);
        assert!(said.code != 0 && said.err.contains(part), "{words:?}: {said:?}");
    }
}

#[test]
fn what_was_not_captured_is_never_shown_as_empty() {
    let (scene, served) = (scene(), scene().serve());
    let place = &scene.namespace;
    for (words, what) in [
        (&["get", "deployments"][..], format!("deployments.apps in namespace {place}")),
        (&["get", "jobs", "-n", "kube-system"], "jobs.batch in namespace kube-system".to_owned()),
        (&["get", "secrets", "-A"], "secrets in all namespaces".to_owned()),
        (&["get", "job", "nowhere"], format!("jobs.batch \"nowhere\" in namespace {place}")),
        (&["get", "job", "nowhere", "--ignore-not-found"], format!("jobs.batch \"nowhere\" in namespace {place}")),
        (&["get", "jobs", "-l", "member=nobody"], format!("jobs.batch in namespace {place}")),
        (&["get", "events", "-n", "kube-system"], "events in namespace kube-system".to_owned()),
        (&["describe", "jobs", "-n", "kube-system"], "jobs.batch in namespace kube-system".to_owned()),
    ] {
        let said = served.kubectl(words);
        let expected = format!("Error from server (Forbidden): {what}: not captured in this bundle\n");
        assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (1, "", expected.as_str()), "{words:?}");
    }
    // To see what fills the nodes, all nodes and pods were asked for: what of them is not there was not there.
    for words in [&["get", "node", "nowhere"][..], &["get", "pod", "nowhere"], &["get", "pods", "-n", "nowhere"]] {
        let (said, server) = (served.kubectl(words), scene.kubectl(words));
        assert_eq!((said.code, said.err, said.out), (server.code, server.err, server.out), "{words:?}");
    }
    let part = served.kubectl(&["get", "jobs"]);
    let warning = format!(
        "Warning: this bundle holds only some of the jobs.batch in namespace {place}; there may have been others\n"
    );
    assert_eq!((part.code, part.err), (0, warning));
}

#[test]
fn only_who_means_this_server_and_has_its_token_is_answered() {
    let served = scene().serve();
    let config = served.config();
    let cluster = &config["clusters"][0]["cluster"];
    let certificate = STANDARD.decode(cluster["certificate-authority-data"].as_str().unwrap()).unwrap();
    let agent = agent(std::str::from_utf8(&certificate).unwrap());
    let (url, token) = (cluster["server"].as_str().unwrap(), config["users"][0]["user"]["token"].as_str().unwrap());
    let port = url.rsplit_once(':').unwrap().1;
    let send = |host: Option<&str>, token: Option<&str>, method: &str| {
        let mut request = Request::builder().method(method).uri(format!("{url}/api/v1/pods"));
        if let Some(host) = host {
            request = request.header("Host", host);
        }
        if let Some(token) = token {
            request = request.header("Authorization", format!("Bearer {token}"));
        }
        let mut answer = agent.run(request.body(()).unwrap()).unwrap();
        let body: Value = serde_json::from_str(&answer.body_mut().read_to_string().unwrap()).unwrap();
        (
            answer.status().as_u16(),
            body["reason"].as_str().unwrap_or_default().to_owned(),
            body["kind"].as_str().unwrap().to_owned(),
        )
    };
    let status = |code: u16, reason: &str| (code, reason.to_owned(), "Status".to_owned());
    let localhost = format!("localhost:{port}");
    assert_eq!(send(None, Some(token), "GET").0, 200);
    assert_eq!(send(Some(&localhost), Some(token), "GET").0, 200);
    assert_eq!(send(Some("evil.example"), Some(token), "GET"), status(421, "MisdirectedRequest"));
    assert_eq!(send(Some(&format!("evil.example:{port}")), Some(token), "GET"), status(421, "MisdirectedRequest"));
    assert_eq!(send(None, None, "GET"), status(401, "Unauthorized"));
    assert_eq!(send(None, Some("wrong"), "GET"), status(401, "Unauthorized"));
    assert_eq!(send(None, Some(token), "DELETE"), status(405, "MethodNotAllowed"));
    assert_eq!(send(None, Some(token), "OPTIONS"), status(405, "MethodNotAllowed"));
    // Once with the token, so that kubectl knows the resources and asks for nothing else.
    served.prints(&["get", "pods"]);
    let said = served.kubectl(&["get", "pods", "--token", "wrong"]);
    assert_eq!(said.err, "error: You must be logged in to the server (Unauthorized)\n");
}

#[test]
fn the_kubeconfig_is_its_owners_names_a_bundle_and_goes_with_the_server() {
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let served = scene().serve();
        let kubeconfig = served.kubeconfig().to_owned();
        assert_eq!(kubeconfig.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        let config = served.config();
        let context = config["current-context"].as_str().unwrap();
        assert!(context.starts_with("mlop-bundle-run-20"), "{context}");
        assert_eq!(config["contexts"][0]["context"]["namespace"], scene().namespace);
        assert!(served.prints(&["get", "pod", "failed"]).contains("OOMKilled"));
        assert_eq!(served.stop(signal), code);
        assert!(!kubeconfig.exists());
    }
}
