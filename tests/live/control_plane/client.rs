//! Plain HTTP to the API server, as a test needs it.
//!
//! Owns how objects are made, applied, read and deleted. Has nothing in common with the client under test.

use std::time::Duration;

use serde_json::{Value, json};
use ureq::Agent;
use ureq::http::Request;
use ureq::tls::{Certificate, RootCerts, TlsConfig};

use super::{User, wait};

/// No single answer takes longer, also on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Connections that are kept for later: as many as a test has threads that ask, and more.
const MOST_IDLE: usize = 64;

/// Who this is, in `managedFields` and in the audit log.
const NAME: &str = "test-harness";

/// A client that speaks as one user.
pub struct Client {
    agent: Agent,
    url: String,
    token: String,
}

/// Plain HTTP to whatever an authority vouches for. A refusal is an answer like any other.
pub fn agent(authority: &str) -> Agent {
    let authority = Certificate::from_pem(authority.as_bytes()).unwrap();
    let tls = TlsConfig::builder().root_certs(RootCerts::new_with_certs(&[authority])).build();
    let config = Agent::config_builder().tls_config(tls).timeout_global(Some(TIMEOUT)).proxy(None);
    let config = config.max_idle_connections(MOST_IDLE).max_idle_connections_per_host(MOST_IDLE);
    config.http_status_as_error(false).user_agent(NAME).build().new_agent()
}

/// What the server said.
#[derive(Debug)]
pub struct Answer {
    /// The HTTP status.
    pub code: u16,
    /// The body, or null if it is no JSON.
    pub body: Value,
}

impl Client {
    pub(super) fn new(url: &str, authority: &str, user: &User) -> Self {
        Self { agent: agent(authority), url: url.to_owned(), token: user.token().to_owned() }
    }

    /// Any request; an error is one of the connection.
    pub fn send(&self, method: &str, path: &str, body: Option<(&str, &Value)>) -> Result<Answer, ureq::Error> {
        let request = Request::builder().method(method).uri(format!("{}{path}", self.url));
        let request = request.header("Authorization", format!("Bearer {}", self.token));
        let mut answer = match body {
            None => self.agent.run(request.body(())?)?,
            Some((kind, body)) => self.agent.run(request.header("Content-Type", kind).body(body.to_string())?)?,
        };
        let code = answer.status().as_u16();
        let text = answer.body_mut().with_config().limit(u64::MAX).read_to_string()?;
        Ok(Answer { code, body: serde_json::from_str(&text).unwrap_or_default() })
    }

    /// What is there, in a shape that is not the usual one.
    pub fn accepting(&self, kind: &str, path: &str) -> Value {
        let request = Request::get(format!("{}{path}", self.url)).header("Accept", kind);
        let request = request.header("Authorization", format!("Bearer {}", self.token)).body(()).unwrap();
        let mut answer = self.agent.run(request).unwrap();
        serde_json::from_str(&answer.body_mut().read_to_string().unwrap()).unwrap()
    }

    /// Whether the server answers, and well.
    pub fn ok(&self, path: &str) -> bool {
        self.send("GET", path, None).is_ok_and(|answer| answer.code == 200)
    }

    /// What is there, or nothing.
    pub fn try_get(&self, path: &str) -> Option<Value> {
        self.send("GET", path, None).ok().filter(|answer| answer.code == 200).map(|answer| answer.body)
    }

    /// What is there.
    pub fn get(&self, path: &str) -> Value {
        self.must("GET", path, None)
    }

    /// The objects of a list.
    pub fn list(&self, path: &str) -> Vec<Value> {
        self.get(path)["items"].as_array().unwrap().clone()
    }

    /// Makes an object, with its status where the server takes one from its maker (nodes).
    pub fn create(&self, object: &Value) -> Value {
        self.must("POST", &self.collection(object), Some(("application/json", object)))
    }

    /// Makes or changes an object, and then its status if it has one.
    pub fn apply(&self, object: &Value) -> Value {
        let mut rest = object.clone();
        let status = rest.as_object_mut().unwrap().remove("status");
        let path = format!("{}?fieldManager={NAME}&force=true", self.path(object));
        let applied = self.must("PATCH", &path, Some(("application/apply-patch+yaml", &rest)));
        match status {
            Some(status) => self.set_status(object, &status, NAME),
            None => applied,
        }
    }

    /// Applies every object of a YAML text, in its order.
    pub fn apply_yaml(&self, text: &str) {
        for object in kubectl_mlop::source::files::parse(text.as_bytes()).unwrap() {
            self.apply(&object);
        }
    }

    /// Writes a status as its controller would, under that controller's name.
    pub fn set_status(&self, object: &Value, status: &Value, manager: &str) -> Value {
        let path = format!("{}/status?fieldManager={manager}", self.path(object));
        self.merge(&path, &json!({"status": status}))
    }

    /// Changes these fields of what stands at a path, and no others.
    pub fn merge(&self, path: &str, fields: &Value) -> Value {
        self.must("PATCH", path, Some(("application/merge-patch+json", fields)))
    }

    /// Deletes an object, and in the background what it owns. Returns while finalizers may still hold it.
    pub fn delete(&self, object: &Value) {
        self.must("DELETE", &format!("{}?propagationPolicy=Background", self.path(object)), None);
    }

    /// The path of an object.
    pub fn path(&self, object: &Value) -> String {
        format!("{}/{}", self.collection(object), object["metadata"]["name"].as_str().unwrap())
    }

    /// The path under which objects of its kind are listed in its namespace. Waits while a definition is not yet served.
    fn collection(&self, object: &Value) -> String {
        let (version, kind) = (object["apiVersion"].as_str().unwrap(), object["kind"].as_str().unwrap());
        let root = if version.contains('/') { format!("/apis/{version}") } else { format!("/api/{version}") };
        let resource = wait::until(&format!("{version} {kind} to be served"), || {
            let listed = self.try_get(&root)?;
            let resources = listed["resources"].as_array()?;
            let is_it =
                |resource: &&Value| resource["kind"] == kind && !resource["name"].as_str().unwrap().contains('/');
            resources.iter().find(is_it).cloned()
        });
        let name = resource["name"].as_str().unwrap();
        if resource["namespaced"] == false {
            return format!("{root}/{name}");
        }
        let namespace = object["metadata"]["namespace"].as_str().expect("an object without a namespace");
        format!("{root}/namespaces/{namespace}/{name}")
    }

    fn must(&self, method: &str, path: &str, body: Option<(&str, &Value)>) -> Value {
        let answer = self.send(method, path, body).unwrap_or_else(|error| panic!("{method} {path}: {error}"));
        assert!((200..300).contains(&answer.code), "{method} {path}: {} {}", answer.code, answer.body);
        answer.body
    }
}
