//! Watching: lists once, then hears of every change, for as long as somebody listens.
//!
//! Owns the connections and what is done when they break. Says of every break when it began, and whether anything was
//! missed by it. Must never judge or keep what it hears.

mod lines;
mod message;
mod requests;
mod stream;

pub use message::{Cause, Change, Message, Told};

use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::mpsc;
use tokio::time::timeout;

use self::stream::Stream;
use super::asker::Asker;
use super::discovery::Served;
use super::{Cluster, closed, now};
use crate::collect::Answer;
use crate::model::{Gap, GroupKind, LogKey, Query};

/// Messages that may wait to be taken: those who send more wait themselves, and with them the server. An object taken
/// apart is a few times as large as its text, so they are few.
const WAITING: usize = 128;

/// One thing to be watched.
#[derive(Clone, Debug)]
pub struct Followed {
    /// Kind.
    pub kind: GroupKind,
    /// Namespace; none for all of them, and for cluster scope.
    pub namespace: Option<String>,
    /// Version from which on changes are wanted; none to begin with a list.
    pub from: Option<String>,
}

/// What comes of it. Dropped, it ends the watching.
pub struct Feed {
    runtime: Handle,
    asker: Arc<Asker>,
    sender: mpsc::Sender<Message>,
    receiver: mpsc::Receiver<Message>,
    tasks: Vec<tokio::task::JoinHandle<()>>,
}

impl Cluster {
    /// Which of these kinds the cluster serves, and whether in namespaces.
    ///
    /// # Errors
    /// If the cluster does not say what it serves.
    pub fn served(&mut self, kinds: &[GroupKind]) -> Result<Vec<(GroupKind, bool)>, Gap> {
        let asker = Arc::clone(&self.asker);
        let Some(runtime) = &self.runtime else { return Err(closed()) };
        runtime.block_on(async {
            asker.discovery.begin().await;
            asker.discovery.catalogue().await?;
            let mut served = Vec::new();
            for kind in kinds {
                if let Served::As(resource) = asker.discovery.look_up(kind).await {
                    served.push((kind.clone(), resource.namespaced));
                }
            }
            Ok(served)
        })
    }

    /// Begins to watch. The places of `followed` name the streams in the messages.
    ///
    /// # Errors
    /// If the connection is closed.
    pub fn watch(&mut self, followed: Vec<Followed>) -> Result<Feed, Gap> {
        let runtime = self.runtime.as_ref().ok_or_else(closed)?.handle().clone();
        let (sender, receiver) = mpsc::channel(WAITING);
        let tasks = followed
            .into_iter()
            .enumerate()
            .map(|(place, followed)| {
                let stream = Stream::new(Arc::clone(&self.asker), place, followed, sender.clone());
                runtime.spawn(stream.run())
            })
            .collect();
        Ok(Feed { runtime, asker: Arc::clone(&self.asker), sender, receiver, tasks })
    }
}

impl Feed {
    /// The next message; none if there is none within `patience`.
    pub fn next(&mut self, patience: Duration) -> Option<Message> {
        if let Ok(message) = self.receiver.try_recv() {
            return Some(message);
        }
        let receiver = &mut self.receiver;
        self.runtime.block_on(async { timeout(patience, receiver.recv()).await.ok().flatten() })
    }

    /// Asks for a container's log. It comes as a message.
    pub fn ask_log(&self, key: LogKey, restart: u64) {
        let (asker, sender) = (Arc::clone(&self.asker), self.sender.clone());
        self.runtime.spawn(async move {
            let answer = super::answer::answer(&asker, &Query::Log { of: key.clone() }).await;
            let text = match answer {
                Answer::Log(text) => Ok(text),
                Answer::Gap(gap) => Err(gap),
                Answer::Objects { .. } => return,
            };
            // Nobody listens any more: then nobody misses it.
            let _ =
                sender.send(Message { stream: usize::MAX, at: now(), told: Told::Log { key, restart, text } }).await;
        });
    }
}

impl Drop for Feed {
    fn drop(&mut self) {
        self.tasks.iter().for_each(tokio::task::JoinHandle::abort);
    }
}
