//! `capture --preflight` against a server that answers reviews as a test wants it.

use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

use crate::harness::call::{Call, call, call_with};
use crate::harness::server::{Asked, REVIEWS, Says, Server, status};

/// The answer to a review.
fn says(status: &Value) -> Option<Says> {
    Some((201, Vec::new(), json!({"kind": "SelfSubjectAccessReview", "status": status})))
}

/// What a review asks for: `list pods/log in ml`.
fn right(asked: &Asked) -> String {
    let attributes = &asked.body["spec"]["resourceAttributes"];
    let text = |field: &str| attributes[field].as_str().unwrap_or_default().to_owned();
    let part = if text("subresource").is_empty() { String::new() } else { format!("/{}", text("subresource")) };
    let place = if text("namespace").is_empty() { String::new() } else { format!(" in {}", text("namespace")) };
    format!("{} {}{part}{place}", text("verb"), text("resource"))
}

/// Allows everything but these.
fn all_but(denied: &'static [&'static str]) -> Server {
    Server::saying(move |asked| {
        (asked.target == REVIEWS).then(|| says(&json!({"allowed": !denied.contains(&right(asked).as_str())})))?
    })
}

fn preflight(server: &Server, words: &str) -> Call {
    call(&format!("capture --preflight -s {} {words}", server.url()))
}

#[test]
fn whoever_may_see_everything_is_told_so() {
    let server = all_but(&[]);
    let said = preflight(&server, "job/run -n ml").exits(0);
    assert!(said.stderr.contains("need are there."), "{}", said.stderr);
    assert!(said.stdout.lines().skip(1).all(|line| line.contains(" yes ")), "{}", said.stdout);
    let reviews: Vec<String> = server.asked().iter().filter(|asked| asked.target == REVIEWS).map(right).collect();
    // The server of this test serves pods and Jobs alone.
    assert!(reviews.iter().all(|right| right.contains("pods") || right.contains("jobs")), "{reviews:?}");
    let mut sorted = reviews.clone();
    sorted.sort();
    assert_eq!(
        sorted,
        ["get jobs in ml", "get pods in ml", "get pods/log in ml", "list jobs in ml", "list pods", "list pods in ml"]
    );
    for asked in server.asked() {
        assert_eq!(asked.method == "POST", asked.target == REVIEWS, "{asked:?}");
    }
}

#[test]
fn what_is_lacking_comes_first_with_what_to_do() {
    let server = all_but(&["list pods", "get pods/log in ml"]);
    let said = preflight(&server, "run -n ml").exits(5);
    let rows: Vec<Vec<&str>> = said
        .stdout
        .lines()
        .map(|line| line.split("  ").map(str::trim).filter(|word| !word.is_empty()).collect())
        .collect();
    assert_eq!(rows[0], ["NAMESPACE", "RESOURCE", "VERB", "ALLOWED", "NEEDED-FOR"]);
    assert_eq!(rows[1][..4], ["-", "pods", "list", "no"]);
    assert_eq!(rows[2][..4], ["ml", "pods/log", "get", "no"]);
    assert!(rows[3..].iter().all(|row| row[3] == "yes"), "{rows:?}");
    for words in [
        "Of 6 rights for namespace ml, 4 are there, 2 are lacking, 0 are unknown.",
        "kubectl create clusterrolebinding kubectl-mlop --clusterrole=kubectl-mlop --user=USER",
        "kubectl create rolebinding kubectl-mlop-namespaced -n ml --clusterrole=kubectl-mlop-namespaced --user=USER",
        "docs/rbac.yaml",
    ] {
        assert!(said.stderr.contains(words), "{words}: {}", said.stderr);
    }
    let said = preflight(&server, "run -n ml -o name").exits(5);
    assert_eq!(said.stdout, "list pods --all-namespaces\nget pods --subresource=log -n ml\n");
    assert_eq!(said.stderr, "");
    assert_eq!(preflight(&server, "run -n ml --no-headers").exits(5).stdout.lines().count(), 6);
    assert!(preflight(&server, "run -n ml -o wide").exits(5).stdout.contains("who takes the room stays unknown"));
}

#[test]
fn machines_read_the_same() {
    let server = all_but(&["list pods"]);
    let document = preflight(&server, "-n ml -o json").exits(5).json();
    assert_eq!((&document["kind"], &document["exitCode"]), (&json!("Preflight"), &json!(5)));
    assert_eq!((&document["namespace"], &document["summary"]["no"]), (&json!("ml"), &json!(1)));
    let first = &document["rights"][0];
    assert_eq!((&first["verb"], &first["resource"], &first["group"]), (&json!("list"), &json!("pods"), &json!("")));
    assert_eq!((&first["allowed"], &first["role"]), (&json!("no"), &json!("kubectl-mlop")));
    assert!(first.get("namespace").is_none());
    let yaml = preflight(&server, "-n ml -o yaml").exits(5).stdout;
    assert_eq!(serde_saphyr::from_str::<Value>(&yaml).unwrap(), document);
}

#[test]
fn silence_is_unknown_and_never_no() {
    let odd = Server::saying(|asked| {
        if asked.target != REVIEWS {
            return None;
        }
        match right(asked).as_str() {
            "list pods" => Some(status(403, "Forbidden", "reviews are forbidden", "")),
            "get pods in ml" => Some(status(500, "InternalError", "broken", "")),
            "list pods in ml" => Some((200, Vec::new(), json!(["nonsense"]))),
            "get pods/log in ml" => says(&json!({"allowed": false, "evaluationError": "the webhook is down"})),
            _ => says(&json!({"allowed": true})),
        }
    });
    let document = preflight(&odd, "run -n ml -o json").exits(5).json();
    assert_eq!(document["summary"], json!({"yes": 2, "no": 0, "unknown": 4}));
    for right in document["rights"].as_array().unwrap().iter().filter(|right| right["allowed"] == "unknown") {
        assert!(right["why"].is_string(), "{right}");
    }
    let said = preflight(&odd, "run -n ml").exits(5);
    assert!(said.stderr.contains("Not every question was answered"), "{}", said.stderr);
}

#[test]
fn a_server_that_is_busy_is_asked_again() {
    let count = AtomicUsize::new(0);
    let server = Server::saying(move |asked| {
        if asked.target != REVIEWS {
            return None;
        }
        match count.fetch_add(1, Ordering::SeqCst) {
            0 => Some((429, vec![("Retry-After", "1".to_owned())], json!({}))),
            _ => says(&json!({"allowed": true})),
        }
    });
    preflight(&server, "run -n ml").exits(0);
    assert_eq!(server.asked().iter().filter(|asked| asked.target == REVIEWS).count(), 7);
}

#[test]
fn a_server_that_cannot_be_reached_is_an_error_of_the_tool() {
    let said = call("capture --preflight -s http://127.0.0.1:1").exits(1);
    assert!(said.stderr.starts_with("Unable to connect to the server"), "{}", said.stderr);
    assert_eq!(said.stdout, "");
    let refusing = Server::saying(|_| Some(status(401, "Unauthorized", "Unauthorized", "")));
    preflight(&refusing, "run").exits(1);
}

#[test]
fn discovery_that_fails_leaves_nothing_out() {
    let server = Server::saying(|asked| match asked.target.as_str() {
        "/api" | "/apis" => Some(status(403, "Forbidden", "discovery is forbidden", "")),
        REVIEWS => says(&json!({"allowed": true})),
        _ => None,
    });
    let said = preflight(&server, "-n ml -o json").exits(0);
    assert!(said.stderr.starts_with("Warning: cannot learn what the cluster serves"), "{}", said.stderr);
    let rights = said.json()["rights"].as_array().unwrap().clone();
    assert!(rights.iter().any(|right| right["resource"] == "rayjobs"), "{} rights", rights.len());
}

#[test]
fn what_makes_no_sense_is_refused() {
    for words in [
        "capture --preflight --from x",
        "capture --preflight --to x.zip",
        "capture --preflight --watch run",
        "capture --preflight run -A",
        "capture --preflight a/b/c",
        "capture run -o json",
        "capture run -A",
    ] {
        assert!(call(words).exits(2).stdout.is_empty(), "{words}");
    }
}

#[test]
fn all_namespaces_are_asked_for_at_once() {
    let server = all_but(&[]);
    let said = call_with(&["capture", "--preflight", "-A", "-o", "json", "-s", &server.url()]).exits(0).json();
    assert!(said.get("namespace").is_none());
    let rights = said["rights"].as_array().unwrap();
    assert!(!rights.is_empty() && rights.iter().all(|right| right.get("namespace").is_none()), "{rights:?}");
}
