//! A wish that nothing more be asked: whoever waits for an answer gets none, at once.
//!
//! Owns the wish. Must never end anything by itself: what was read stays with whoever has it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

/// The wish. All clones are one.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    asked: AtomicBool,
    waiting: Notify,
}

impl Stop {
    /// Utters it. It cannot be taken back.
    pub fn ask(&self) {
        self.0.asked.store(true, Ordering::SeqCst);
        self.0.waiting.notify_waiters();
    }

    /// Whether it was uttered.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.0.asked.load(Ordering::SeqCst)
    }

    /// Returns when it is uttered.
    pub async fn asked(&self) {
        let waiting = self.0.waiting.notified();
        tokio::pin!(waiting);
        // Enlisted before the look: a wish in between is not missed.
        waiting.as_mut().enable();
        if !self.is_asked() {
            waiting.await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn whoever_waits_is_told_and_so_is_whoever_comes_later() {
        let stop = Stop::default();
        let early = tokio::spawn({
            let stop = stop.clone();
            async move { stop.asked().await }
        });
        tokio::task::yield_now().await;
        assert!(!early.is_finished() && !stop.is_asked());
        stop.ask();
        early.await.unwrap();
        stop.asked().await;
        assert!(stop.is_asked());
    }
}
