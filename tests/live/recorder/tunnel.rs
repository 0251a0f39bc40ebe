//! A way to the API server that can be cut and stalled while a watch runs over it. It passes bytes on and reads none, so the
//! connection stays encrypted from end to end.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

#[derive(Default)]
struct State {
    stopped: AtomicBool,
    stalled: AtomicBool,
    open: Mutex<Vec<TcpStream>>,
}

/// A running tunnel. Dropping it closes all that goes through it.
pub struct Tunnel {
    port: u16,
    state: Arc<State>,
    listening: Option<JoinHandle<()>>,
}

impl Tunnel {
    /// Starts one to a port of 127.0.0.1.
    pub fn to(server: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let state = Arc::new(State::default());
        let shared = Arc::clone(&state);
        let listening = thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                if shared.stopped.load(Ordering::SeqCst) {
                    break;
                }
                // A server that is just being started anew: the client is told so by the end of its connection.
                let Ok(server) = TcpStream::connect(("127.0.0.1", server)) else { continue };
                let ends = [client.try_clone(), server.try_clone()].map(Result::unwrap);
                shared.open.lock().unwrap().extend([client.try_clone(), server.try_clone()].map(Result::unwrap));
                let [other_client, other_server] = ends;
                pass_on(client, server, &shared);
                pass_on(other_server, other_client, &shared);
            }
        });
        Self { port, state, listening: Some(listening) }
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Closes every connection there is. New ones can be made.
    pub fn cut(&self) {
        for stream in self.state.open.lock().unwrap().drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    /// From now on, or no longer, nothing is passed on, and nobody is told so.
    pub fn stall(&self, stalled: bool) {
        self.state.stalled.store(stalled, Ordering::SeqCst);
    }
}

impl Drop for Tunnel {
    fn drop(&mut self) {
        self.state.stopped.store(true, Ordering::SeqCst);
        self.cut();
        drop(TcpStream::connect(("127.0.0.1", self.port)));
        if let Some(listening) = self.listening.take() {
            let _ = listening.join();
        }
    }
}

fn pass_on(mut from: TcpStream, mut to: TcpStream, state: &Arc<State>) {
    let state = Arc::clone(state);
    thread::spawn(move || {
        let mut piece = [0; 16_384];
        while let Ok(count @ 1..) = from.read(&mut piece) {
            while state.stalled.load(Ordering::SeqCst) && !state.stopped.load(Ordering::SeqCst) {
                thread::sleep(Duration::from_millis(20));
            }
            if to.write_all(&piece[..count]).is_err() {
                break;
            }
        }
        let _ = to.shutdown(Shutdown::Both);
        let _ = from.shutdown(Shutdown::Both);
    });
}
