//! Which server is asked, as whom, how, and for how long.

use std::fs;
use std::io::Read as _;
use std::net::TcpListener;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::harness::call::{Call, call, call_with};
use crate::harness::server::{Asked, Server};

/// Long enough for a slow machine, and far less than what the program waits by default.
const SOON: Duration = Duration::from_secs(15);

/// A folder with a kubeconfig named `config`.
fn home(text: &str) -> TempDir {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("config"), text).unwrap();
    home
}

/// A diagnosis by the kubeconfig in that folder.
fn by(home: &TempDir, more: &[&str]) -> Call {
    let words = ["diagnose", "job/run", "-o", "json"].iter().chain(more).copied().collect::<Vec<_>>();
    call_with(&words).env("KUBECONFIG", home.path().join("config"))
}

fn plain(server: &Server) -> TempDir {
    home(&server.kubeconfig(&json!({}), &json!({}), &json!({})))
}

/// All requests, of which there must be some.
fn asked(server: &Server) -> Vec<Asked> {
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

#[test]
fn point_22_impersonation_is_on_every_request() {
    let server = Server::new();
    let home = plain(&server);
    let flags = ["--as", "bob", "--as-group", "a", "--as-group", "b", "--as-uid", "7"];
    let extra = ["--as-user-extra", "scopes=x", "--as-user-extra", "scopes=y", "--as-user-extra", "reason=on call"];
    by(&home, &[&flags[..], &extra].concat()).exits(0);
    // A capture also asks which cluster this is.
    let to = home.path().join("b.zip");
    let capture = [&["capture", "job/run", "--to", to.to_str().unwrap()], &flags[..], &extra].concat();
    call_with(&capture).env("KUBECONFIG", home.path().join("config")).env("HOME", home.path()).exits(0);
    for asked in asked(&server) {
        assert_eq!(asked.all("impersonate-user"), ["bob"], "{asked:?}");
        assert_eq!(asked.all("impersonate-group"), ["a", "b"], "{asked:?}");
        assert_eq!(asked.all("impersonate-uid"), ["7"], "{asked:?}");
        assert_eq!(asked.all("impersonate-extra-scopes"), ["x", "y"], "{asked:?}");
        assert_eq!(asked.all("impersonate-extra-reason"), ["on call"], "{asked:?}");
    }
    let alone = by(&home, &["--as-group", "a"]).exits(2);
    assert!(alone.stderr.contains("--as is missing"), "{}", alone.stderr);
}

#[test]
fn point_23_every_request_says_who_asks() {
    let server = Server::new();
    let home = plain(&server);
    by(&home, &[]).exits(0);
    by(&home, &["job/none"]).run();
    call("diagnose run").env("KUBECONFIG", home.path().join("config")).exits(0);
    let system = if cfg!(target_os = "macos") { "darwin" } else { std::env::consts::OS };
    for asked in asked(&server) {
        let [agent] = asked.all("user-agent")[..] else { panic!("{asked:?}") };
        let rest = agent.strip_prefix(concat!("kubectl-mlop/", env!("CARGO_PKG_VERSION"), " (")).unwrap();
        assert!(rest.starts_with(&format!("{system}/")) && rest.ends_with(')'), "{agent}");
    }
}

/// A server that takes connections and never says a word.
fn mute() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let taken = listener.try_clone().unwrap();
    std::thread::spawn(move || {
        for stream in taken.incoming().flatten() {
            std::thread::spawn(move || drop((&stream).read_to_end(&mut Vec::new())));
        }
    });
    (listener, url)
}

#[test]
fn point_25_one_request_and_all_of_them_are_bounded() {
    let (_listener, url) = mute();
    for flags in
        ["--request-timeout 1s --timeout 0", "--request-timeout 0 --timeout 1s", "--request-timeout=500ms --timeout=2m"]
    {
        let start = Instant::now();
        let outcome = call(&format!("diagnose job/run -s {url} {flags}")).exits(1);
        assert!(start.elapsed() < SOON, "{flags}: {:?}", start.elapsed());
        assert!(outcome.stderr.starts_with("Unable to connect to the server: no answer within"), "{}", outcome.stderr);
        assert!(outcome.stdout.is_empty());
    }
}

#[test]
fn point_25_durations_are_written_as_kubectl_writes_them() {
    let server = Server::new();
    let home = plain(&server);
    for duration in ["30s", "2m", "0", "1h30m", "45"] {
        by(&home, &["--request-timeout", duration, "--timeout", duration]).exits(0);
    }
    for flag in ["--request-timeout", "--timeout"] {
        let wrong = by(&home, &[flag, "soon"]).exits(2);
        assert!(wrong.stderr.contains("write 30s, 2m or 0"), "{}", wrong.stderr);
    }
}

#[test]
fn point_11_the_verbosity_flag_tells_each_request_and_no_token() {
    let server = Server::new();
    let home = home(&server.kubeconfig(&json!({}), &json!({}), &json!({"token": "hush-hush"})));
    let quiet = by(&home, &[]).exits(0);
    assert_eq!(quiet.stderr, "");
    let before = server.asked().len();
    let told = by(&home, &["-v", "6"]).exits(0);
    let lines: Vec<&str> = told.stderr.lines().collect();
    let now = server.asked().split_off(before);
    assert_eq!(lines.len(), now.len(), "{}", told.stderr);
    for asked in now {
        let starts = format!("GET {} ", asked.target);
        let line =
            lines.iter().find(|line| line.starts_with(&starts)).unwrap_or_else(|| panic!("{starts} is not told"));
        let rest: Vec<&str> = line[starts.len()..].split(' ').collect();
        let [status, "in", millis, "ms,", bytes, "bytes"] = rest[..] else { panic!("{line}") };
        assert!([status, millis, bytes].iter().all(|number| number.parse::<u64>().is_ok()), "{line}");
    }
    assert!(!told.stderr.contains("hush") && !told.stdout.contains("hush"));
    let failed = call("diagnose job/run -s http://127.0.0.1:1 --v=1").exits(1);
    assert!(
        failed.stderr.starts_with("GET /apis/batch/v1/namespaces/default/jobs/run failed in "),
        "{}",
        failed.stderr
    );
}

#[test]
fn point_11_compression_is_asked_for_unless_it_is_disabled() {
    for (flags, asked_for) in
        [(&[][..], true), (&["--disable-compression"], false), (&["--disable-compression=false"], true)]
    {
        let server = Server::new();
        by(&plain(&server), flags).exits(0);
        for asked in asked(&server) {
            assert_eq!(asked.all("accept-encoding").iter().any(|value| value.contains("gzip")), asked_for, "{asked:?}");
        }
    }
}
