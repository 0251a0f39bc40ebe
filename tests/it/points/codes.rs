//! How a call ends: exit codes, and what errors say.

use serde_json::json;

use kubectl_mlop::source::memory::Extent;

use super::OOM;
use crate::harness::call::{call, call_with};
use crate::harness::page::{cases, pages};
use crate::harness::server::{Server, status};
use crate::harness::world;

/// Objects out of which only warnings come, as a file holds them.
fn only_warnings() -> (String, String) {
    let all = pages("rules").into_iter().flat_map(|page| cases(&page));
    let found = all.filter(|case| case.logs.is_empty() && case.gaps.is_empty()).find_map(|case| {
        let target = case.target()?;
        let mut source = world::memory(Extent::Excerpt, world::objects(&case.objects));
        (world::report(&mut source, target).exit_code == 4).then(|| (target.to_owned(), case.objects.clone()))
    });
    found.expect("no case page comes to warnings only")
}

#[test]
fn point_37_exit_codes_mean_one_thing_each_and_json_repeats_them() {
    let (warned, objects) = only_warnings();
    let unknown = "kind: Job\napiVersion: batch/v1\nmetadata: {name: x, namespace: a, uid: u1}\n";
    for (words, stdin, plain, warning, zero) in [
        (format!("pytorchjob/ok {OOM}"), "", 0, 0, 0),
        (format!("pytorchjob/oom {OOM}"), "", 3, 3, 0),
        (format!("{warned} --from -"), objects.as_str(), 0, 4, 0),
        ("x --from -".to_owned(), unknown, 5, 5, 0),
        (format!("pytorchjob/none {OOM}"), "", 6, 6, 6),
    ] {
        for (flags, code) in [
            ("", plain),
            ("--fail-on error", plain),
            ("--fail-on=warning", warning),
            ("--exit-zero", zero),
            ("--exit-zero --fail-on warning", zero),
        ] {
            let outcome = call(&format!("diagnose {words} {flags} -o json")).stdin(stdin).exits(code);
            assert_eq!(outcome.json()["exitCode"], json!(code), "{words} {flags}");
            call(&format!("diagnose {words} {flags}")).stdin(stdin).exits(code);
        }
    }
    for (words, code) in [("diagnose x --from nowhere --exit-zero", 1), ("diagnose x --exit-zero --nonsense", 2)] {
        assert!(call(words).exits(code).stdout.is_empty(), "{words}");
    }
    // Of several runs the gravest decides, in the list as in the program's own code.
    let list = call(&format!("diagnose {OOM} -o json")).exits(3).json();
    assert_eq!((&list["exitCode"], &list["items"][0]["exitCode"]), (&json!(3), &json!(0)));
    assert_eq!(call(&format!("diagnose {OOM} --exit-zero -o json")).exits(0).json()["exitCode"], json!(0));
}

#[test]
fn point_37_the_codes_are_in_the_help() {
    let help = call("--help").exits(0).stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    for code in [
        "0 healthy",
        "1 tool error",
        "2 usage",
        "3 error-level",
        "4 warnings only",
        "5 inconclusive",
        "6 target",
        "130, 143",
    ] {
        assert!(help.contains(code), "{code}: {help}");
    }
}

/// What an error must not look like.
fn is_fit(stderr: &str, words: &str) {
    let lines: Vec<&str> = stderr.lines().collect();
    let kubectls = ["error: ", "Error from server (", "Unable to connect to the server: "];
    assert!(kubectls.iter().any(|lead| lines[0].starts_with(lead)), "{words}: {stderr}");
    let mut once: Vec<&str> = lines.iter().copied().filter(|line| !line.is_empty()).collect();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), lines.iter().filter(|line| !line.is_empty()).count(), "a line twice: {stderr}");
    let said = lines[0].split(": ").collect::<Vec<_>>();
    let mut parts = said.clone();
    parts.sort_unstable();
    parts.dedup();
    assert_eq!(parts.len(), said.len(), "a part twice: {stderr}");
    for sign in ["Error {", "Error(", "Some(", "None", "Os {", "kind: ", "::", "panicked", "{ ", "\\\""] {
        assert!(!stderr.contains(sign), "{words}: {sign:?} in {stderr}");
    }
}

#[test]
fn point_38_errors_read_like_kubectls_and_name_the_next_step() {
    let forbidden = "jobs.batch \"run\" is forbidden: User \"bob\" cannot get resource \"jobs\" in API group \"batch\" in the namespace \"default\"";
    let refusing = Server::saying(move |asked| {
        asked.target.contains("/jobs/run").then(|| status(403, "Forbidden", forbidden, "run"))
    });
    let strange = Server::saying(|_| Some(status(401, "Unauthorized", "Unauthorized", "")));
    let usual = Server::new();
    let (refusing, strange, usual) = (refusing.url(), strange.url(), usual.url());
    let place = tempfile::tempdir().unwrap();
    let taken = place.path().join("taken");
    std::fs::create_dir_all(taken.join("x")).unwrap();
    let taken = taken.to_str().unwrap();
    let home = place.path().to_str().unwrap();
    let file = "b-pytorchjob-worker-oomkilled.json";
    for (words, code, starts) in [
        (
            &["diagnose", "job/run", "-s", &refusing][..],
            1,
            format!("Error from server (Forbidden): {forbidden}\nhint: `kubectl auth can-i"),
        ),
        (&["tree", "job/run", "-s", &refusing], 1, format!("Error from server (Forbidden): {forbidden}\nhint: ")),
        (
            &["tree", "job/none", "-s", &usual],
            6,
            "Error from server (NotFound): jobs.batch \"none\" not found\nhint: ".to_owned(),
        ),
        (
            &["capture", "job/none", "-s", &usual],
            6,
            "Error from server (NotFound): jobs.batch \"none\" not found\nhint: ".to_owned(),
        ),
        (
            &["diagnose", "nonsense/x", "-s", &usual],
            1,
            "error: the server doesn't have a resource type \"nonsense\"\nhint: ".to_owned(),
        ),
        (
            &["diagnose", "job/run", "-s", &strange],
            1,
            "error: You must be logged in to the server (Unauthorized)\nhint: ".to_owned(),
        ),
        (&["diagnose", "job/run", "-s", "http://127.0.0.1:1"], 1, "Unable to connect to the server: ".to_owned()),
        (&["diagnose", "job/run"], 1, "error: no kubeconfig: ".to_owned()),
        (&["diagnose", "job/run", "--context", "x"], 1, "error: context \"x\" does not exist".to_owned()),
        (
            &["diagnose", "job/run", "--kubeconfig", "/nowhere"],
            1,
            "error: stat /nowhere: no such file or directory\nhint: ".to_owned(),
        ),
        (
            &["diagnose", "job/run", "-s", "ftp://x"],
            1,
            "error: the address of the server cannot be understood: ".to_owned(),
        ),
        (&["diagnose", "x", "--from", "nowhere.json"], 1, "error: nowhere.json: ".to_owned()),
        (&["diagnose", "x", "--from", "expected.md"], 1, "error: expected.md ".to_owned()),
        (&["diagnose", "x", "--from", "."], 1, "error: .: ".to_owned()),
        (
            &["diagnose", "a/b/c", "--from", file],
            2,
            "error: arguments in resource/name form may not have more than one slash".to_owned(),
        ),
        (&["diagnose", "a/b", "c", "--from", file], 2, "error: there is no need to mix".to_owned()),
        (&["diagnose"], 2, "error: which run?".to_owned()),
        (&["explain", "MLOP000"], 2, "error: no rule has the code".to_owned()),
        (
            &["tree", "oomm", "--from", file],
            6,
            "error: oomm was not found\nhint: did you mean pytorchjob.kubeflow.org/oom -n pt?".to_owned(),
        ),
        (&["capture", "oom", "--from", file, "--to", taken], 1, "error: cannot write the bundle: ".to_owned()),
        (&["capture", "--from", file], 2, "error: there are 2 runs: ".to_owned()),
    ] {
        let outcome = call_with(words).env("XDG_STATE_HOME", home).exits(code);
        let told = format!("{words:?}: {}", outcome.stderr);
        assert!(outcome.stderr.starts_with(&starts), "{told}");
        assert!(outcome.stdout.is_empty(), "{told}");
        is_fit(&outcome.stderr, &told);
        assert!(outcome.stderr.contains("\nhint: "), "{told}");
    }
    // clap's own have their own way to say what to do.
    let outcome = call("diagnose --nonsense").exits(2);
    assert!(outcome.stderr.starts_with("error: ") && outcome.stderr.contains("try '--help'"), "{}", outcome.stderr);
    is_fit(&outcome.stderr, "clap");
}
