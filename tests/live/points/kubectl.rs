//! kubectl itself as the judge: its flags, its words, its reader of YAML.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::process::{Command, Stdio};

use kubectl_mlop::report::to_yaml;
use serde_json::{Value, json};

use crate::control_plane::{programs, server};
use crate::program::{Person, bare};
use crate::runs::job;

/// kubectl's own flags that are of no use here: profiles and logs of kubectl, and what is deprecated.
const LEFT_OUT: [&str; 10] = [
    "kuberc",
    "log-flush-frequency",
    "match-server-version",
    "password",
    "profile",
    "profile-output",
    "username",
    "vmodule",
    "warnings-as-errors",
    "help",
];

#[test]
fn point_11_every_flag_of_kubectl_is_taken_under_the_same_names() {
    let output = Command::new(programs::path("kubectl")).arg("options").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let own = kubectl_mlop::cli::command();
    let mut count = 0;
    for line in text.lines().map(str::trim_start) {
        let (short, rest) = match line.strip_prefix('-').and_then(|rest| rest.split_once(", --")) {
            Some((short, rest)) => (short.chars().next(), rest),
            None => match line.strip_prefix("--") {
                Some(rest) => (None, rest),
                None => continue,
            },
        };
        let name = rest.split('=').next().unwrap();
        if LEFT_OUT.contains(&name) {
            continue;
        }
        let found = own.get_arguments().find(|argument| argument.get_long() == Some(name));
        let found = found.unwrap_or_else(|| panic!("--{name} is not taken"));
        assert_eq!(found.get_short(), short, "--{name}");
        assert!(found.is_global_set(), "--{name} is taken on one side of the command only");
        // A switch of kubectl may have a value, and need not.
        let is_switch = rest.starts_with(&format!("{name}=false")) || rest.starts_with(&format!("{name}=true"));
        for written in
            if is_switch { vec![format!("--{name}"), format!("--{name}=true")] } else { vec![format!("--{name}=1")] }
        {
            let parsed = own.clone().try_get_matches_from(["kubectl-mlop", "version", &written]);
            assert!(parsed.is_ok(), "{written}: {}", parsed.unwrap_err());
        }
        count += 1;
    }
    assert!(count >= 18, "{count} flags in {text}");
}

#[test]
fn point_38_errors_are_those_of_kubectl() {
    let namespace = server().namespace();
    let (reader, nobody) = (Person::reader(server(), &namespace), Person::new(server(), &namespace));
    let home = tempfile::tempdir().unwrap();
    let expired = super::changed(&reader, home.path(), |config| config["users"][0]["user"]["token"] = json!("expired"));
    let expired = ["--kubeconfig", expired.to_str().unwrap()];
    for (person, kubectls, ours, code) in [
        (&nobody, &["get", "job/run"][..], &["diagnose", "job/run"][..], 1),
        (&nobody, &["get", "pod/run"], &["tree", "pod/run"], 1),
        (&reader, &["get", "job/none"], &["tree", "job/none"], 6),
        (&reader, &["get", "tj/none"], &["capture", "tj/none"], 6),
        (&reader, &["get", "nonsense/x"], &["diagnose", "nonsense/x"], 1),
        (&reader, &["get", "job/x", expired[0], expired[1]], &["diagnose", "job/x", expired[0], expired[1]], 1),
        (&reader, &["get", "job/x", "--kubeconfig", "/nowhere"], &["diagnose", "job/x", "--kubeconfig", "/nowhere"], 1),
    ] {
        let output = server().kubectl(&person.user, &namespace).args(kubectls).output().unwrap();
        let expected = String::from_utf8(output.stderr).unwrap();
        let expected = expected.lines().last().unwrap();
        let environment = [("KUBECONFIG", person.kubeconfig())];
        let said = bare(home.path(), &environment, ours);
        assert_eq!((said.code, said.out.as_str()), (code, ""), "{said:?}");
        // We go on where kubectl stops, with the names that there are.
        assert!(said.err.starts_with(expected), "{ours:?}: {}\nis not what kubectl says: {expected}", said.err);
        assert!(said.err.contains("\nhint: "), "{said:?}");
    }
}

#[test]
fn point_35_strings_of_our_yaml_survive_kubectls_reader() {
    let strings = [
        "yes",
        "Yes",
        "YES",
        "no",
        "on",
        "On",
        "off",
        "y",
        "n",
        "Y",
        "N",
        "true",
        "True",
        "false",
        "null",
        "Null",
        "~",
        "",
        " ",
        "010",
        "0o10",
        "0x1F",
        "0b11",
        "1e3",
        "1E3",
        "1.0",
        "1_000",
        ".5",
        "+1",
        "-1",
        "-",
        ".inf",
        "-.INF",
        ".nan",
        "NaN",
        "190:20:30",
        "12:30",
        "2001-12-14",
        "2001-12-14T21:59:43Z",
        "2001-12-14 21:59:43.10 -5",
        "=",
        "<<",
        "!",
        "!!str x",
        "&a",
        "*a",
        "#c",
        "a #c",
        "a: b",
        "a:",
        ":",
        "- a",
        "-a",
        "? a",
        "?",
        "[a",
        "{a",
        "]",
        "}",
        ",",
        "|",
        ">",
        "%a",
        "@a",
        "`a",
        "'",
        "\"",
        "'a'",
        "\"a\"",
        "\\",
        "\\n",
        "a\nb",
        "a\n",
        "\na",
        "a\n\nb\n",
        "\ta",
        "a\tb",
        "a ",
        " a",
        "---",
        "...",
        "--- a",
        "é",
        "日本",
        "\u{1f600}",
        "\u{85}",
        "\u{2028}",
        "\u{feff}a",
        "\u{7f}",
        "\u{1b}[31m",
        "\u{0}",
        "\r",
        "a\r\nb",
    ];
    let mut data = BTreeMap::new();
    let mut annotations = BTreeMap::new();
    for (number, text) in strings.iter().enumerate() {
        data.insert(format!("k{number}"), json!(text));
        // Keys are strings as well, and may not be swallowed.
        annotations.insert((*text).to_owned(), json!(number.to_string()));
    }
    let namespace = server().namespace();
    let object = json!({
        "apiVersion": "v1", "kind": "ConfigMap",
        "metadata": {"name": "words", "namespace": namespace, "annotations": annotations}, "data": data,
    });
    let person = Person::reader(server(), &namespace);
    let mut kubectl = server().kubectl(&person.user, &namespace);
    kubectl.args(["create", "--dry-run=client", "--validate=false", "-o", "json", "-f", "-"]);
    let mut child = kubectl.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(to_yaml(&object).as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}\n{}", String::from_utf8_lossy(&output.stderr), to_yaml(&object));
    let read: Value = serde_json::from_slice(&output.stdout).unwrap();
    for (key, value) in &data {
        assert_eq!(read["data"].get(key), Some(value), "{key}");
    }
    for (key, value) in &annotations {
        assert_eq!(read["metadata"]["annotations"].get(key), Some(value), "the key {key:?}");
    }
}

#[cfg(unix)]
#[test]
fn point_13_kubectl_lists_names_of_runs_through_the_program_for_it() {
    let (admin, namespace) = (server().admin(), server().namespace());
    admin.apply_yaml(&job(&namespace, "run-1", 1, "", 0));
    admin.apply(&json!({
        "apiVersion": "trainer.kubeflow.org/v1alpha1", "kind": "TrainJob",
        "metadata": {"name": "run-2", "namespace": namespace}, "spec": {},
    }));
    let person = Person::reader(server(), &namespace);
    let folder = tempfile::tempdir().unwrap();
    let shim = folder.path().join("kubectl_complete-mlop");
    std::fs::write(&shim, bare(folder.path(), &[], &["completion", "kubectl"]).out).unwrap();
    std::fs::set_permissions(&shim, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let ask = |words: &[&str]| {
        let mut command = server().kubectl(&person.user, &namespace);
        let path = command.get_envs().find(|(name, _)| *name == "PATH").unwrap().1.unwrap().to_owned();
        let kubectl = programs::path("kubectl").parent().unwrap().to_owned();
        let folders = [folder.path().to_owned(), kubectl].into_iter().chain(std::env::split_paths(&path));
        let output = command.env("PATH", std::env::join_paths(folders).unwrap()).arg("__complete").args(words).output();
        String::from_utf8(output.unwrap().stdout).unwrap()
    };
    assert_eq!(ask(&["mlop", "diagnose", ""]), "run-1\tJob\nrun-2\tTrainJob\n:4\n");
    assert_eq!(ask(&["mlop", "diagnose", "trainjob/"]), "trainjob/run-2\tTrainJob\n:4\n");
    assert_eq!(ask(&["mlop", "explain", "MLOP601"]), "MLOP601\toom-killed\n:4\n");
}
