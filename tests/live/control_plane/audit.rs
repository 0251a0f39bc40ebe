//! What the server wrote down of the requests it got.
//!
//! Owns the policy and the reading. A request counts from the moment it arrived: that line is written before the request
//! is answered, so whoever has the answer finds it. How it ended stands in a later line, which may lag.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// The policy's file.
pub const POLICY_FILE: &str = "audit-policy.yaml";
/// The log's file.
pub const LOG_FILE: &str = "audit.log";

/// Who asked what, without bodies. The components themselves are left out: they talk all the time.
pub const POLICY: &str = r#"
apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [ResponseStarted]
rules:
- level: None
  users: ["system:apiserver", "system:kube-controller-manager", "system:kube-scheduler", kwok]
- level: None
  userGroups: ["system:serviceaccounts:kube-system"]
- level: Metadata
"#;

/// A request as the server saw it. What it is not about is empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// `get`, `list`, `watch`, `create`, …
    pub verb: String,
    /// With its subresource: `pods`, `pods/log`; empty for discovery and health.
    pub resource: String,
    /// The API group; empty for the core.
    pub group: String,
    /// The namespace.
    pub namespace: String,
    /// The object's name.
    pub name: String,
    /// Path and query.
    pub uri: String,
    /// Who asked.
    pub user: String,
    /// For whom, once that is written: the server's own record of it; null for themselves.
    pub acts_for: Value,
    /// With which program.
    pub agent: String,
    /// How it ended, once that is written.
    pub code: Option<u16>,
}

/// The audit log of a server.
pub struct Audit {
    file: PathBuf,
}

impl Audit {
    pub(super) fn of(folder: &Path) -> Self {
        Self { file: folder.join(LOG_FILE) }
    }

    /// All requests of a user, in the order in which they came.
    pub fn of_user(&self, user: &str) -> Vec<Request> {
        let text = fs::read_to_string(&self.file).unwrap();
        let mut requests = read(&text);
        requests.retain(|request| request.user == user);
        requests
    }
}

/// How often each was asked: `list pods` → 2.
pub fn counted(requests: &[Request]) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for request in requests {
        let what = if request.resource.is_empty() { &request.uri } else { &request.resource };
        *counts.entry(format!("{} {what}", request.verb)).or_default() += 1;
    }
    counts
}

fn read(text: &str) -> Vec<Request> {
    let mut requests = Vec::new();
    let mut place = HashMap::new();
    // The last line may be half written.
    for line in text.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
        let line: Value = serde_json::from_str(line).unwrap();
        let id = line["auditID"].as_str().unwrap_or_default().to_owned();
        if line["stage"] == "RequestReceived" {
            place.insert(id, requests.len());
            requests.push(request(&line));
        } else if let Some(request) = place.get(&id).and_then(|place: &usize| requests.get_mut(*place)) {
            // Who is acted for is found out after the request was written down.
            request.acts_for = line.get("impersonatedUser").cloned().unwrap_or_default();
            request.code = line["responseStatus"]["code"].as_u64().and_then(|code| u16::try_from(code).ok());
        }
    }
    requests
}

fn request(line: &Value) -> Request {
    let text = |pointer: &str| line.pointer(pointer).and_then(Value::as_str).unwrap_or_default().to_owned();
    let (resource, part) = (text("/objectRef/resource"), text("/objectRef/subresource"));
    Request {
        verb: text("/verb"),
        resource: if part.is_empty() { resource } else { format!("{resource}/{part}") },
        group: text("/objectRef/apiGroup"),
        namespace: text("/objectRef/namespace"),
        name: text("/objectRef/name"),
        uri: text("/requestURI"),
        user: text("/user/username"),
        acts_for: Value::Null,
        agent: text("/userAgent"),
        code: None,
    }
}

#[test]
fn a_line_half_written_is_left_for_later() {
    let whole =
        r#"{"auditID":"1","stage":"RequestReceived","verb":"get","objectRef":{"resource":"pods","subresource":"log"}}"#;
    let end = r#"{"auditID":"1","stage":"ResponseComplete","responseStatus":{"code":404}}"#;
    let requests = read(&format!("{whole}\n{}", end.split_at(20).0));
    assert_eq!((requests.len(), requests[0].code), (1, None));
    let requests = read(&format!("{whole}\n{end}\n"));
    assert_eq!((requests.len(), requests[0].code), (1, Some(404)));
    assert_eq!(requests[0].resource, "pods/log");
}
