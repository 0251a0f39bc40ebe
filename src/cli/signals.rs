//! SIGINT and SIGTERM: what is half written goes, and the program ends at once, with 130 or 143. A second signal does not
//! wait for that. Work that keeps what it has by then asks for gentle signals: the first only ends the asking, and the
//! second is what the first is elsewhere.
//!
//! Handled rather than left to the system, since a bundle in the making would stay behind, and since the first process of
//! a container is not ended by a signal that it does not handle.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use tokio::runtime::Builder;

use crate::capture;
use crate::source::cluster::Stop;

/// Whether the first signal is a wish that is granted by whoever works, and what it was.
static GENTLE: AtomicBool = AtomicBool::new(false);
static ASKED: AtomicU8 = AtomicU8::new(0);
/// What a gentle signal tells those who wait for a server.
static STOP: LazyLock<Stop> = LazyLock::new(Stop::default);

/// What the first gentle signal asks of a connection.
pub(super) fn stop() -> Stop {
    STOP.clone()
}

/// From now on the first signal only asks: whoever works ends in good order. The second still ends at once.
pub(super) fn gently() -> Wish {
    GENTLE.store(true, Ordering::SeqCst);
    Wish
}

/// Where the first signal can be asked for.
pub(super) struct Wish;

impl Wish {
    /// The exit code of the signal that came, if one came.
    #[expect(clippy::unused_self, reason = "only who asked for gentle signals can look for them")]
    pub(super) fn asked(&self) -> Option<u8> {
        Some(ASKED.load(Ordering::SeqCst)).filter(|code| *code > 0)
    }
}

/// Listens from now on. Where that is not possible, signals do what they do without us.
pub(super) fn heed() {
    let Ok(runtime) = Builder::new_current_thread().enable_all().build() else { return };
    // Registered here and not on the thread, so that no signal is lost in between.
    let guard = runtime.enter();
    let Ok(mut signals) = Signals::new() else { return };
    drop(guard);
    std::thread::spawn(move || {
        runtime.block_on(async move {
            let Some(code) = signals.next().await else { return };
            if GENTLE.load(Ordering::SeqCst) {
                ASKED.store(u8::try_from(code).unwrap_or(u8::MAX), Ordering::SeqCst);
                STOP.ask();
            } else {
                give_up(code);
            }
            let Some(code) = signals.next().await else { return };
            // After a gentle one this is the first that ends anything.
            if ASKED.load(Ordering::SeqCst) == 0 {
                end(code);
            }
            give_up(code);
            if let Some(code) = signals.next().await {
                end(code);
            }
        });
    });
}

/// Ends as soon as what is half written is gone.
fn give_up(code: i32) {
    std::thread::spawn(move || {
        capture::give_up();
        end(code);
    });
}

#[expect(clippy::exit, reason = "the main thread may be waiting for an answer that never comes")]
fn end(code: i32) {
    std::process::exit(code);
}

#[cfg(unix)]
struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn new() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    /// The next one, as an exit code.
    async fn next(&mut self) -> Option<i32> {
        tokio::select! {
            come = self.interrupt.recv() => come.map(|()| 130),
            come = self.terminate.recv() => come.map(|()| 143),
        }
    }
}

#[cfg(windows)]
struct Signals {
    interrupt: tokio::signal::windows::CtrlC,
}

#[cfg(windows)]
impl Signals {
    fn new() -> std::io::Result<Self> {
        Ok(Self { interrupt: tokio::signal::windows::ctrl_c()? })
    }

    /// The next one, as an exit code.
    async fn next(&mut self) -> Option<i32> {
        self.interrupt.recv().await.map(|()| 130)
    }
}
