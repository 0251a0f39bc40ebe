//! The program itself, as a person calls it.
//!
//! Owns its surroundings: an empty environment but for what a test gives, a home of its own, the streams kept apart.

use std::collections::BTreeSet;
use std::io::{Read as _, Seek as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::control_plane::{ControlPlane, User, wait};

/// Where a call remembers what a cluster serves. Counted calls remember nothing, so that each costs the same.
pub const CACHE: &str = "KUBECACHEDIR";
const NOWHERE: &str = "/dev/null";

/// What a call said.
#[derive(Debug)]
pub struct Said {
    /// Exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Said {
    /// The report on standard output.
    pub fn report(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// A call with these surroundings and no others.
pub fn bare(home: &Path, environment: &[(&str, &str)], arguments: &[&str]) -> Said {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kubectl-mlop"));
    command.args(arguments).env_clear().env("HOME", home).env(CACHE, NOWHERE).envs(environment.iter().copied());
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Said { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

/// As [`bare`], of a program that may hang: nothing if it has not ended within a limit, and then it is ended.
pub fn bounded(home: &Path, arguments: &[&str], limit: Duration) -> Option<Said> {
    // Files, not pipes: a program that prints more than a pipe holds would wait for us.
    let streams = [tempfile::tempfile().unwrap(), tempfile::tempfile().unwrap()];
    let [out, err] = streams.each_ref().map(|file| file.try_clone().unwrap());
    let mut command = Command::new(env!("CARGO_BIN_EXE_kubectl-mlop"));
    command
        .args(arguments)
        .env_clear()
        .env("HOME", home)
        .env(CACHE, NOWHERE)
        .stdin(Stdio::null())
        .stdout(out)
        .stderr(err);
    let mut child = command.spawn().unwrap();
    let Some(status) = wait::within(limit, || child.try_wait().unwrap()) else {
        let _ = child.kill();
        let _ = child.wait();
        return None;
    };
    let [out, err] = streams.map(|mut file| {
        let mut text = String::new();
        file.rewind().unwrap();
        file.read_to_string(&mut text).unwrap();
        text
    });
    // None has no code but one that a signal ended.
    Some(Said { code: status.code().unwrap_or(-1), out, err })
}

/// Somebody with a kubeconfig.
pub struct Person<'p> {
    /// As whom the server knows them.
    pub user: User,
    plane: &'p ControlPlane,
    kubeconfig: PathBuf,
}

impl<'p> Person<'p> {
    /// Somebody new in a namespace, who may do nothing yet.
    pub fn new(plane: &'p ControlPlane, namespace: &str) -> Self {
        let user = plane.user();
        let kubeconfig = plane.kubeconfig(&user, namespace);
        Self { user, plane, kubeconfig }
    }

    /// Somebody new who may read everything, Secrets too: what is not read is not read of our own will.
    pub fn reader(plane: &'p ControlPlane, namespace: &str) -> Self {
        let person = Self::new(plane, namespace);
        person.allow(None, &json!([{"apiGroups": ["*"], "resources": ["*"], "verbs": ["get", "list"]}]));
        person
    }

    /// Somebody new who may read and watch everything.
    pub fn watcher(plane: &'p ControlPlane, namespace: &str) -> Self {
        let person = Self::new(plane, namespace);
        person.allow(None, &json!([{"apiGroups": ["*"], "resources": ["*"], "verbs": ["get", "list", "watch"]}]));
        person
    }

    /// Gives rights, in one namespace or everywhere, and returns when they count. One of them has to be listing Jobs.
    pub fn allow(&self, namespace: Option<&str>, rules: &Value) {
        let (admin, group) = (self.plane.admin(), "rbac.authorization.k8s.io");
        let (role, binding) = match namespace {
            Some(_) => ("Role", "RoleBinding"),
            None => ("ClusterRole", "ClusterRoleBinding"),
        };
        let object = |kind: &str| {
            let mut metadata = json!({"name": self.user.name});
            if let Some(namespace) = namespace {
                metadata["namespace"] = namespace.into();
            }
            json!({"apiVersion": format!("{group}/v1"), "kind": kind, "metadata": metadata})
        };
        let (mut role_object, mut binding_object) = (object(role), object(binding));
        role_object["rules"] = rules.clone();
        binding_object["roleRef"] = json!({"apiGroup": group, "kind": role, "name": self.user.name});
        binding_object["subjects"] = json!([{"apiGroup": group, "kind": "User", "name": self.user.name}]);
        admin.apply(&role_object);
        admin.apply(&binding_object);
        let place = namespace.map_or_else(String::new, |namespace| format!("/namespaces/{namespace}"));
        let (client, jobs) = (self.plane.client(&self.user), format!("/apis/batch/v1{place}/jobs"));
        wait::until("the role to count", || client.ok(&jobs).then_some(()));
    }

    /// The file.
    pub fn kubeconfig(&self) -> &str {
        self.kubeconfig.to_str().unwrap()
    }

    /// A call.
    pub fn call(&self, arguments: &[&str]) -> Said {
        let all: Vec<&str> = arguments.iter().copied().chain(["--kubeconfig", self.kubeconfig()]).collect();
        bare(self.plane.folder(), &[], &all)
    }

    /// Where they are at home.
    pub fn home(&self) -> &Path {
        self.plane.folder()
    }

    /// A diagnosis as JSON, which has to have come out; the exit code in it is the call's.
    pub fn diagnose(&self, target: &str) -> Value {
        let said = self.call(&["diagnose", target, "-o", "json"]);
        let report = said.report();
        assert_eq!(report["exitCode"], said.code, "{said:?}");
        report
    }
}

/// The codes that a report accuses.
pub fn codes(report: &Value) -> BTreeSet<String> {
    report["findings"].as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap().to_owned()).collect()
}

/// Whom a report accuses of what: code and subject of a cause, or of something that contributes at warning or above.
pub fn accusations(report: &Value) -> BTreeSet<String> {
    let accuses = |found: &&Value| match found["role"].as_str().unwrap() {
        "cause" => true,
        "contributing" => found["severity"] != "info",
        _ => false,
    };
    let findings = report["findings"].as_array().unwrap().iter().filter(accuses);
    let text = |found: &Value, pointer: &str| found.pointer(pointer).and_then(Value::as_str).unwrap_or("").to_owned();
    findings
        .map(|found| {
            let subject = ["/code", "/subject/kind", "/subject/namespace", "/subject/name"];
            subject.map(|pointer| text(found, pointer)).join(" ")
        })
        .collect()
}

/// The finding that a report says is the cause.
pub fn cause(report: &Value) -> Option<Value> {
    let id = report["verdict"]["findings"].as_array()?.first()?;
    report["findings"].as_array()?.iter().find(|finding| finding["id"] == *id).cloned()
}

/// The state, and how the search for a cause ended.
pub fn ending(report: &Value) -> (&str, &str) {
    (report["state"].as_str().unwrap(), report["verdict"]["outcome"].as_str().unwrap())
}
