//! Many lists at once, page by page: what a capture of many runs asks first.
//!
//! Owns how many are under way. Must never hold more than a few pages at a time, however large the cluster.

use std::sync::Arc;

use serde_json::Value;
use tokio::sync::{Semaphore, mpsc};

use super::asker::Asker;
use super::catalogue::Resource;
use super::pages::Paged;
use super::{Cluster, closed};
use crate::kinds::generic;
use crate::model::{Gap, GapReason, GroupKind};
use crate::source::plan::Slice;

/// Lists under way. Each holds a page, as bytes and as values.
const AT_ONCE: usize = 2;

/// What comes of a list.
#[derive(Debug)]
pub enum Listing {
    /// A part of it.
    Page {
        /// Raw objects.
        items: Vec<Value>,
        /// How many are to come, as far as the server says.
        remaining: u64,
    },
    /// It changed for too long while it was read: what came of it so far is void, and it begins anew.
    Anew,
    /// Its end: whether all of it could be read, or why nothing more comes.
    End(Result<bool, Gap>),
}

impl Cluster {
    /// Custom kinds that nobody taught and that sound like runs, as the cluster names them; none if it does not say.
    pub fn custom_runs(&mut self) -> Vec<Resource> {
        let asker = Arc::clone(&self.asker);
        let Some(runtime) = &self.runtime else { return Vec::new() };
        runtime.block_on(async {
            asker.discovery.begin().await;
            let Ok(catalogue) = asker.discovery.catalogue().await else { return Vec::new() };
            let untaught = |kind: &&GroupKind| asker.kinds.get(kind).is_none() && generic::sounds_like_run(kind);
            let custom = catalogue.namespaced().filter(untaught).take(asker.bounds.custom_kinds);
            custom.filter_map(|kind| catalogue.find(kind, &[]).cloned()).collect()
        })
    }

    /// Reads lists to their ends, in their order but for a few that are under way at once. `take` gets what comes of each,
    /// with its place among them.
    pub fn lists(&mut self, lists: &[Slice], mut take: impl FnMut(usize, Listing)) {
        let Some(runtime) = &self.runtime else {
            (0..lists.len()).for_each(|place| take(place, Listing::End(Err(closed()))));
            return;
        };
        let (sender, mut receiver) = mpsc::channel(1);
        let permits = Arc::new(Semaphore::new(AT_ONCE));
        for (place, (kind, namespace)) in lists.iter().cloned().enumerate() {
            let (asker, sender, permits) = (Arc::clone(&self.asker), sender.clone(), Arc::clone(&permits));
            runtime.spawn(async move {
                // Permits are given in the order of asking.
                let _permit = permits.acquire().await;
                asker.discovery.begin().await;
                let end = read(&asker, Paged::new(kind, namespace), place, &sender).await;
                let _ = sender.send((place, Listing::End(end))).await;
            });
        }
        drop(sender);
        while let Some((place, listing)) = runtime.block_on(receiver.recv()) {
            take(place, listing);
        }
    }
}

/// All pages; whether all of them could be read.
async fn read(
    asker: &Asker,
    mut paged: Paged,
    place: usize,
    sender: &mpsc::Sender<(usize, Listing)>,
) -> Result<bool, Gap> {
    let mut begun_anew = false;
    loop {
        match paged.next(asker).await {
            Ok(items) => {
                let remaining = paged.remaining();
                // Nobody listens any more: then nobody misses it.
                let _ = sender.send((place, Listing::Page { items, remaining })).await;
                if paged.ended() {
                    return Ok(paged.complete());
                }
            }
            Err(gap) if gap.reason == GapReason::Expired && !begun_anew => {
                begun_anew = true;
                paged = paged.anew();
                let _ = sender.send((place, Listing::Anew)).await;
            }
            Err(gap) => return Err(gap),
        }
    }
}
