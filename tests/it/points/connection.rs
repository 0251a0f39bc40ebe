//! Which server is asked, and as whom.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::harness::call::{Call, call_with};
use crate::harness::server::{Asked, Server};

/// A folder with a kubeconfig named `config`.
pub(super) fn home(text: &str) -> TempDir {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("config"), text).unwrap();
    home
}

/// A diagnosis by the kubeconfig in that folder.
pub(super) fn by(home: &TempDir, more: &[&str]) -> Call {
    let words = ["diagnose", "job/run", "-o", "json"].iter().chain(more).copied().collect::<Vec<_>>();
    call_with(&words).env("KUBECONFIG", home.path().join("config"))
}

pub(super) fn plain(server: &Server) -> TempDir {
    home(&server.kubeconfig(&json!({}), &json!({}), &json!({})))
}

/// All requests, of which there must be some.
pub(super) fn asked(server: &Server) -> Vec<Asked> {
    let asked = server.asked();
    assert!(asked.len() > 1, "{asked:?}");
    asked
}

fn script(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
    #[cfg(unix)]
    fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    path.to_string_lossy().into_owned()
}

#[test]
fn point_16_a_missing_member_of_the_kubeconfig_list_is_passed_over() {
    let server = Server::new();
    let home = plain(&server);
    let list = [home.path().join("missing"), home.path().join("config"), "/nonexistent/too".into()];
    let list = std::env::join_paths(list).unwrap();
    assert_eq!(by(&home, &[]).env("KUBECONFIG", list).exits(0).json()["state"], "Succeeded");
    asked(&server);
}

#[test]
fn point_16_a_missing_file_named_by_flag_is_an_error() {
    let server = Server::new();
    let home = plain(&server);
    let missing = home.path().join("missing");
    let outcome = by(&home, &["--kubeconfig", missing.to_str().unwrap()]).exits(1);
    assert!(outcome.stderr.contains(&format!("stat {}: no such file", missing.display())), "{}", outcome.stderr);
    assert!(outcome.stdout.is_empty() && server.asked().is_empty());
}

#[test]
fn point_17_unknown_names_are_told_with_the_known_ones() {
    let server = Server::new();
    let home = plain(&server);
    for (flag, words) in [
        ("--context", "error: context \"nope\" does not exist; known contexts: here\n"),
        ("--cluster", "error: cluster \"nope\" does not exist; known clusters: here\n"),
        ("--user", "error: auth info \"nope\" does not exist; known users: here\n"),
    ] {
        let outcome = by(&home, &[flag, "nope"]).exits(1);
        assert!(outcome.stderr.starts_with(words), "{}", outcome.stderr);
        assert!(outcome.stdout.is_empty());
    }
    assert!(server.asked().is_empty(), "and nobody is asked anonymously");
}

#[test]
fn point_18_the_namespace_is_that_of_the_flag_then_of_the_context_then_default() {
    for (context, flags, namespace) in [
        (json!({}), &[][..], "default"),
        (json!({"namespace": "ml"}), &[], "ml"),
        (json!({"namespace": "ml"}), &["-n", "research"], "research"),
        (json!({}), &["--namespace=research"], "research"),
    ] {
        let server = Server::new();
        let home = home(&server.kubeconfig(&context, &json!({}), &json!({})));
        let report = by(&home, flags).exits(0).json();
        assert_eq!(report["target"]["namespace"], namespace);
        let path = format!("/apis/batch/v1/namespaces/{namespace}/jobs/run");
        assert!(asked(&server).iter().any(|asked| asked.target == path), "{:?}", server.asked());
    }
}

#[test]
fn point_20_variables_of_the_library_have_no_effect() {
    let (server, other) = (Server::new(), Server::new());
    let home = plain(&server);
    by(&home, &[])
        .env("KUBE_RS_DEBUG_OVERRIDE_URL", other.url())
        .env("KUBE_RS_DEBUG_IMPERSONATE_USER", "mallory")
        .env("KUBE_RS_DEBUG_IMPERSONATE_GROUP", "system:masters")
        .exits(0);
    assert!(other.asked().is_empty());
    for asked in asked(&server) {
        assert!(!asked.headers.iter().any(|(name, _)| name.starts_with("impersonate-")), "{asked:?}");
    }
}

#[cfg(unix)]
#[test]
fn point_21_a_plugin_without_a_terminal_is_told_so_and_its_token_is_used() {
    let server = Server::new();
    let folder = tempfile::tempdir().unwrap();
    let told = folder.path().join("told");
    let answer =
        r#"{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"word"}}"#;
    let plugin = script(
        folder.path(),
        "plugin",
        &format!("printf %s \"$KUBERNETES_EXEC_INFO\" > {}\n[ -t 0 ] && exit 9\necho '{answer}'", told.display()),
    );
    let exec = |mode: &str| json!({"exec": {"apiVersion": "client.authentication.k8s.io/v1", "command": plugin, "interactiveMode": mode}});
    let home = home(&server.kubeconfig(&json!({}), &json!({}), &exec("IfAvailable")));
    let outcome = by(&home, &["-v", "9"]).exits(0);
    let told: Value = serde_json::from_str(&fs::read_to_string(&told).unwrap()).unwrap();
    assert_eq!(told["spec"]["interactive"], false, "{told}");
    for asked in asked(&server) {
        assert_eq!(asked.all("authorization"), ["Bearer word"]);
    }
    assert!(!outcome.stderr.contains("word") && !outcome.stdout.contains("\"word\""), "{}", outcome.stderr);

    fs::write(home.path().join("config"), server.kubeconfig(&json!({}), &json!({}), &exec("Always"))).unwrap();
    let refused = by(&home, &[]).exits(1);
    assert!(refused.stderr.contains("exec plugin cannot support interactive mode"), "{}", refused.stderr);
}

#[cfg(unix)]
#[test]
fn point_21_a_plugin_that_fails_shows_nothing_secret() {
    let server = Server::new();
    let folder = tempfile::tempdir().unwrap();
    let plugin = script(
        folder.path(),
        "plugin",
        "echo hush-output; echo \"hush $PLUGIN_SECRET\" >/dev/null; echo 'session ended' >&2; exit 7",
    );
    let user = json!({"exec": {
        "apiVersion": "client.authentication.k8s.io/v1", "command": plugin, "args": ["--password", "hush-argument"],
        "env": [{"name": "PLUGIN_SECRET", "value": "hush-value"}], "interactiveMode": "IfAvailable",
        "installHint": "install it from the intranet",
    }});
    let home = home(&server.kubeconfig(&json!({}), &json!({}), &user));
    let outcome = by(&home, &["-v=9"]).exits(1);
    let expected = "error: getting credentials: exec: executable plugin failed with exit code 7: session ended\n\
                    hint: install it from the intranet\n";
    assert_eq!((outcome.stdout.as_str(), outcome.stderr.as_str()), ("", expected));
    assert!(server.asked().is_empty());
}
