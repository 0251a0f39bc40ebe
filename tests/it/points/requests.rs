//! What each request says, how long it may take, and how it is told.

use std::io::Read as _;
use std::net::TcpListener;
use std::time::{Duration, Instant};

use serde_json::json;

use super::connection::{asked, by, home, plain};
use crate::harness::call::{call, call_with};
use crate::harness::server::Server;

/// Long enough for a slow machine, and far less than what the program waits by default.
const SOON: Duration = Duration::from_secs(15);

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
        let starts = format!("{} {} ", asked.method, asked.target);
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
