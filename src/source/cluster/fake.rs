//! An API server that says what a test tells it to, over plain HTTP on a port of its own.

#![expect(clippy::disallowed_methods, reason = "a server for tests")]

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::{Cluster, Connection};
use crate::kinds::Kinds;

/// A request as it came.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    /// Path and query.
    pub target: String,
    /// Headers, names in small letters.
    pub headers: Vec<(String, String)>,
}

impl Asked {
    pub(super) fn path(&self) -> &str {
        self.target.split('?').next().unwrap()
    }

    pub(super) fn all(&self, name: &str) -> Vec<&str> {
        self.headers.iter().filter(|(key, _)| key == name).map(|(_, value)| value.as_str()).collect()
    }
}

/// What to answer.
#[derive(Clone, Debug)]
pub(super) struct Says {
    pub status: u16,
    pub headers: Vec<(&'static str, String)>,
    pub body: Vec<u8>,
    /// Waited before the body.
    pub delay: Duration,
    /// Only so many bytes of the body are sent before the connection closes.
    pub cut: Option<usize>,
}

impl Says {
    pub(super) fn json(value: &Value) -> Self {
        Self::text(200, &value.to_string())
    }

    pub(super) fn text(status: u16, body: &str) -> Self {
        Self { status, headers: Vec::new(), body: body.into(), delay: Duration::ZERO, cut: None }
    }

    pub(super) fn status(code: u16, message: &str, name: Option<&str>) -> Self {
        let status = json!({"kind": "Status", "code": code, "message": message, "details": {"name": name}});
        Self::text(code, &status.to_string())
    }

    pub(super) fn with(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }

    pub(super) fn after(mut self, delay: Duration) -> Self {
        self.delay = delay;
        self
    }

    pub(super) fn cut(mut self, bytes: usize) -> Self {
        self.cut = Some(bytes);
        self
    }
}

/// A server; it ends with the test.
pub(super) struct Fake {
    port: u16,
    asked: Arc<Mutex<Vec<Asked>>>,
    most: Arc<AtomicUsize>,
}

impl Fake {
    pub(super) fn new(script: impl Fn(&Asked) -> Says + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let (asked, most, now) = (Arc::default(), Arc::<AtomicUsize>::default(), Arc::<AtomicUsize>::default());
        let script = Arc::new(script);
        let fake = Self { port, asked: Arc::clone(&asked), most: Arc::clone(&most) };
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (asked, most, now, script) = (asked.clone(), most.clone(), now.clone(), script.clone());
                thread::spawn(move || serve(&stream.unwrap(), &asked, &most, &now, &*script));
            }
        });
        fake
    }

    pub(super) fn connection(&self) -> Connection {
        Connection { server: Some(format!("http://127.0.0.1:{}", self.port)), ..Connection::default() }
    }

    pub(super) fn cluster(&self) -> Cluster {
        Cluster::connect(&self.connection(), &Kinds::built_in()).unwrap()
    }

    pub(super) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }

    /// Requests, as they came, without their host.
    pub(super) fn targets(&self) -> Vec<String> {
        self.asked().into_iter().map(|asked| asked.target).collect()
    }

    /// Most requests at one time.
    pub(super) fn most(&self) -> usize {
        self.most.load(Ordering::SeqCst)
    }
}

fn serve(
    stream: &TcpStream,
    asked: &Mutex<Vec<Asked>>,
    most: &AtomicUsize,
    now: &AtomicUsize,
    script: &dyn Fn(&Asked) -> Says,
) {
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let Some(first) = lines.next() else { return };
    let target = first.split(' ').nth(1).unwrap().to_owned();
    let asks_itself = first.starts_with("POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews ");
    assert!(first.starts_with("GET ") || asks_itself, "only reads: {first}");
    let headers = lines
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_once(": ").map(|(key, value)| (key.to_lowercase(), value.to_owned())))
        .collect();
    let request = Asked { target, headers };
    asked.lock().unwrap().push(request.clone());
    most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
    let says = script(&request);
    let mut out = stream;
    let mut head =
        format!("HTTP/1.1 {} X\r\nConnection: close\r\nContent-Length: {}\r\n", says.status, says.body.len());
    if !says.headers.iter().any(|(name, _)| *name == "Date") {
        head.push_str("Date: Mon, 30 Nov 2026 12:00:00 GMT\r\n");
    }
    for (name, value) in &says.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    let _ = out.write_all(format!("{head}\r\n").as_bytes());
    thread::sleep(says.delay);
    now.fetch_sub(1, Ordering::SeqCst);
    let _ = out.write_all(&says.body[..says.cut.unwrap_or(says.body.len())]);
}

/// Discovery of a modern server: these kinds, each `(group, version, kind, plural)`.
pub(super) fn discovery(asked: &Asked, kinds: &[(&str, &str, &str, &str)]) -> Option<Says> {
    let core = match asked.path() {
        "/api" => true,
        "/apis" => false,
        _ => return None,
    };
    let groups: Vec<Value> = kinds
        .iter()
        .filter(|(group, ..)| group.is_empty() == core)
        .map(|(group, version, kind, plural)| {
            json!({"metadata": {"name": group}, "versions": [{"version": version, "freshness": "Current", "resources": [
                {"resource": plural, "responseKind": {"kind": kind}, "scope": "Namespaced"}]}]})
        })
        .collect();
    Some(Says::json(&json!({"kind": "APIGroupDiscoveryList", "items": groups})))
}

/// A list of objects of these names.
pub(super) fn list(names: &[&str], token: &str) -> Says {
    let items: Vec<Value> = names.iter().map(|name| json!({"metadata": {"name": name, "namespace": "ml"}})).collect();
    Says::json(&json!({"kind": "List", "metadata": {"continue": token}, "items": items}))
}
