//! A server in front of the API server, which fails as a test tells it to.
//!
//! Owns the connections: plain HTTP on 127.0.0.1, one thread each, and nothing of it outlives the proxy. What a request is
//! answered with stands in `fault`, what the server behind says in `upstream`, which fault is whose in `script`.

mod answer;
mod fault;
mod request;
mod script;
#[cfg(test)]
mod tests;
mod upstream;

use std::collections::BTreeMap;
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Instant;

pub use fault::Fault;
use request::Request;
use script::Script;
pub use script::{HELD, Key, Seen};
pub use upstream::Upstream;

/// No client of a test asks more on one connection.
const MOST_REQUESTS: usize = 10_000;

/// What is shared with the threads.
struct Inner {
    upstream: Arc<Upstream>,
    script: Script,
    stopped: AtomicBool,
    /// Open connections, to be closed when the proxy goes.
    open: Mutex<BTreeMap<usize, Arc<TcpStream>>>,
}

/// A running proxy. Dropping it ends it.
pub struct FaultProxy {
    inner: Arc<Inner>,
    port: u16,
    listening: Option<JoinHandle<()>>,
}

impl FaultProxy {
    /// Starts one that passes everything on.
    pub fn before(upstream: &Arc<Upstream>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let inner = Arc::new(Inner {
            upstream: Arc::clone(upstream),
            script: Script::default(),
            stopped: AtomicBool::new(false),
            open: Mutex::default(),
        });
        let shared = Arc::clone(&inner);
        let listening = thread::spawn(move || listen(&listener, &shared));
        Self { inner, port, listening: Some(listening) }
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// From now on what has this key fails: the first `times` times, or always.
    pub fn fail(&self, key: &Key, fault: Fault, times: Option<usize>) {
        self.inner.script.add(key.clone(), fault, times);
    }

    /// From now on every answer waits until more requests than these are under way, or for a while if that never comes.
    pub fn hold(&self, more_than: usize) {
        self.inner.script.hold(more_than);
    }

    /// All requests so far, in the order in which they came.
    pub fn seen(&self) -> Vec<Seen> {
        self.inner.script.seen()
    }

    /// How often each key was asked for.
    pub fn counts(&self) -> BTreeMap<Key, usize> {
        let mut counts = BTreeMap::new();
        for seen in self.seen() {
            *counts.entry(seen.key).or_default() += 1;
        }
        counts
    }

    /// The most requests that were under way at one time.
    pub fn most(&self) -> usize {
        self.inner.script.most()
    }
}

impl Drop for FaultProxy {
    fn drop(&mut self) {
        self.inner.stopped.store(true, Ordering::SeqCst);
        self.inner.script.stop();
        // Whoever accepts waits for a connection: this is the last.
        drop(TcpStream::connect(("127.0.0.1", self.port)));
        for stream in self.inner.open.lock().unwrap().values() {
            let _ = stream.shutdown(Shutdown::Both);
        }
        if let Some(listening) = self.listening.take() {
            let _ = listening.join();
        }
    }
}

fn listen(listener: &TcpListener, inner: &Arc<Inner>) {
    let mut threads = Vec::new();
    for (number, stream) in listener.incoming().map_while(Result::ok).enumerate() {
        let stream = Arc::new(stream);
        inner.open.lock().unwrap().insert(number, Arc::clone(&stream));
        // Only now: either whoever stops us finds it among the open ones, or we see that we are stopped.
        if inner.stopped.load(Ordering::SeqCst) {
            let _ = stream.shutdown(Shutdown::Both);
            break;
        }
        let inner = Arc::clone(inner);
        threads.push(thread::spawn(move || {
            serve(&stream, &inner);
            // The last two that hold it: what was not read of it makes the system reset the connection.
            inner.open.lock().unwrap().remove(&number);
            drop(stream);
        }));
    }
    for thread in threads {
        let _ = thread.join();
    }
}

/// One connection.
fn serve(stream: &TcpStream, inner: &Inner) {
    // Small writes are not put together: the cuts are where we make them.
    let _ = stream.set_nodelay(true);
    for _ in 0..MOST_REQUESTS {
        let Ok(Some(request)) = Request::read(stream) else { return };
        let key = Key::of(request.target());
        let fault = inner.script.arrived(&key, Instant::now());
        let kept = fault::answer(stream, request, fault.as_ref(), &inner.upstream, &inner.script);
        if !kept || inner.stopped.load(Ordering::SeqCst) {
            return;
        }
    }
}
