//! A small API server over plain HTTP on a port of its own, which writes down what it is asked.
//!
//! Owns just enough of the API for a diagnosis: discovery, a Job `run` that has succeeded, empty lists, and 404.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::{Value, json};

/// Where a program may ask what it may do: all that is not a GET.
pub const REVIEWS: &str = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

/// A request as it came.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Method.
    pub method: String,
    /// Path and query.
    pub target: String,
    /// Headers, names in small letters.
    pub headers: Vec<(String, String)>,
    /// Body; null if there is none.
    pub body: Value,
}

impl Asked {
    /// The values of a header.
    pub fn all(&self, name: &str) -> Vec<&str> {
        self.headers.iter().filter(|(key, _)| key == name).map(|(_, value)| value.as_str()).collect()
    }
}

/// An answer: status, more headers, body.
pub type Says = (u16, Vec<(&'static str, String)>, Value);

/// The server; it ends with the test process.
pub struct Server {
    port: u16,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Server {
    /// One that knows what this module says.
    pub fn new() -> Self {
        Self::saying(|_| None)
    }

    /// One that answers as told, and where told nothing as this module says.
    pub fn saying(script: impl Fn(&Asked) -> Option<Says> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let asked: Arc<Mutex<Vec<Asked>>> = Arc::default();
        let (script, written) = (Arc::new(script), Arc::clone(&asked));
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (script, written) = (Arc::clone(&script), Arc::clone(&written));
                thread::spawn(move || serve(&stream.unwrap(), &written, &*script));
            }
        });
        Self { port, asked }
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// What it was asked so far.
    pub fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }

    /// A kubeconfig with it as cluster `here`, a context and a user of that name, and more fields of cluster and user.
    pub fn kubeconfig(&self, context: &Value, cluster: &Value, user: &Value) -> String {
        let mut cluster = cluster.clone();
        if cluster.get("server").is_none() {
            cluster["server"] = self.url().into();
        }
        let mut context = context.clone();
        context["cluster"] = "here".into();
        context["user"] = "here".into();
        json!({
            "apiVersion": "v1", "kind": "Config", "current-context": "here",
            "contexts": [{"name": "here", "context": context}],
            "clusters": [{"name": "here", "cluster": cluster}],
            "users": [{"name": "here", "user": user}],
        })
        .to_string()
    }
}

fn serve(stream: &TcpStream, written: &Mutex<Vec<Asked>>, script: &dyn Fn(&Asked) -> Option<Says>) {
    let mut reader = BufReader::new(stream);
    let mut lines = reader.by_ref().lines().map_while(Result::ok);
    let Some(first) = lines.next() else { return };
    let mut words = first.split(' ').map(str::to_owned);
    let (method, target) = (words.next().unwrap(), words.next().unwrap());
    assert!(method == "GET" || method == "POST" && target == REVIEWS, "only reads: {first}");
    let headers: Vec<(String, String)> = lines
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_once(": ").map(|(key, value)| (key.to_lowercase(), value.to_owned())))
        .collect();
    let length =
        headers.iter().find(|(name, _)| name == "content-length").map_or(0, |(_, value)| value.parse().unwrap());
    let mut body = Vec::new();
    reader.take(length).read_to_end(&mut body).unwrap();
    let asked = Asked { method, target, headers, body: serde_json::from_slice(&body).unwrap_or_default() };
    written.lock().unwrap().push(asked.clone());
    let (status, headers, body) = script(&asked).unwrap_or_else(|| usual(&asked));
    let body = body.to_string();
    let mut head = format!("HTTP/1.1 {status} X\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
    head.push_str("Content-Type: application/json\r\nDate: Mon, 30 Nov 2026 12:00:00 GMT\r\n");
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    let mut out = stream;
    // Whoever asked may have gone.
    let _ = out.write_all(format!("{head}\r\n{body}").as_bytes());
}

/// A `Status`, as the API server refuses with.
pub fn status(code: u16, reason: &str, message: &str, name: &str) -> Says {
    let body = json!({
        "kind": "Status", "apiVersion": "v1", "status": "Failure", "code": code, "reason": reason, "message": message,
        "details": {"name": name},
    });
    (code, Vec::new(), body)
}

fn usual(asked: &Asked) -> Says {
    let path = asked.target.split('?').next().unwrap();
    let parts: Vec<&str> = path.split('/').skip(1).collect();
    let rest = match parts.as_slice() {
        ["api" | "apis"] => return (200, Vec::new(), discovery(path == "/api")),
        ["apis", "authorization.k8s.io", "v1", "selfsubjectaccessreviews"] => {
            return (201, Vec::new(), json!({"kind": "SelfSubjectAccessReview", "status": {"allowed": true}}));
        }
        ["version"] => return (200, Vec::new(), json!({"gitVersion": "v1.35.0"})),
        ["api", _, "namespaces", _, rest @ ..] | ["apis", _, _, "namespaces", _, rest @ ..] if !rest.is_empty() => rest,
        ["api", _, rest @ ..] | ["apis", _, _, rest @ ..] => rest,
        _ => &[],
    };
    match rest {
        ["jobs", "run"] => (200, Vec::new(), job(path)),
        [_] => (200, Vec::new(), json!({"kind": "List", "metadata": {"resourceVersion": "1"}, "items": []})),
        [resource, name, ..] => status(404, "NotFound", &format!("{resource} \"{name}\" not found"), name),
        [] => (404, Vec::new(), json!("404 page not found")),
    }
}

/// The Job, in whatever namespace it is asked for.
fn job(path: &str) -> Value {
    let namespace = path.split('/').skip_while(|part| *part != "namespaces").nth(1).unwrap();
    json!({
        "apiVersion": "batch/v1", "kind": "Job",
        "metadata": {"name": "run", "namespace": namespace, "uid": "u-1", "resourceVersion": "1", "generation": 1},
        "spec": {"completions": 1, "parallelism": 1},
        "status": {"succeeded": 1, "conditions": [{"type": "Complete", "status": "True"}]},
    })
}

fn discovery(core: bool) -> Value {
    let kinds = [("", "v1", "Pod", "pods"), ("batch", "v1", "Job", "jobs")];
    let groups = kinds.iter().filter(|(group, ..)| group.is_empty() == core).map(|(group, version, kind, plural)| {
        json!({"metadata": {"name": group}, "versions": [{"version": version, "freshness": "Current", "resources": [
            {"resource": plural, "responseKind": {"kind": kind}, "scope": "Namespaced"}]}]})
    });
    json!({"kind": "APIGroupDiscoveryList", "items": groups.collect::<Vec<_>>()})
}
