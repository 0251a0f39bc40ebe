//! SIGINT and SIGTERM: what is half written goes, and the program ends at once, with 130 or 143. A second signal does not
//! wait for that.
//!
//! Handled rather than left to the system, since a bundle in the making would stay behind, and since the first process of
//! a container is not ended by a signal that it does not handle.

use tokio::runtime::Builder;

use crate::capture;

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
            std::thread::spawn(move || {
                capture::give_up();
                end(code);
            });
            if let Some(code) = signals.next().await {
                end(code);
            }
        });
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
