//! The two requests of a stream: a page of a list, and a watch from a version on.

use std::collections::BTreeSet;
use std::time::Duration;

use kube::client::Body;
use serde_json::Value;

use super::super::asker::{Asker, page};
use super::super::catalogue::Resource;
use super::super::discovery::JSON;
use super::super::path;
use super::super::reply::Keep;
use super::super::status::{Outcome, gap_of, outcome, unreadable};
use super::Followed;
use crate::model::{Gap, GapReason, GroupKind};

/// A refusal says less than this.
const MOST_REFUSAL: usize = 1 << 20;

/// A list, as far as it was read.
pub(super) struct Paged {
    kind: GroupKind,
    namespace: Option<String>,
    next: Option<String>,
    version: Option<String>,
    ended: bool,
    complete: bool,
}

impl Paged {
    pub(super) fn new(kind: GroupKind, namespace: Option<String>) -> Self {
        Self { kind, namespace, next: None, version: None, ended: false, complete: true }
    }

    /// The next page.
    pub(super) async fn next(&mut self, asker: &Asker) -> Result<Vec<Value>, Gap> {
        let resource = served(asker, &self.kind).await?;
        let namespace = self.namespace.as_deref();
        let limit = asker.chunk_size.to_string();
        let mut query: Vec<(&str, &str)> = vec![("limit", &limit)];
        query.extend(self.next.as_deref().map(|token| ("continue", token)));
        let body = match asker.ask(&path::with(&path::of(&resource, namespace, None), &query)).await {
            Outcome::Body(body) => body,
            Outcome::NoObject | Outcome::NoResource => return Err(Gap::new(GapReason::NotServed)),
            // The list has changed under us for too long: those who listen get it from its start.
            Outcome::Forgotten(gap) | Outcome::Gap(gap) => return Err(gap),
        };
        let page = page(&body, &resource, namespace)?;
        self.complete &= page.complete;
        // Pages of one list are of one version.
        self.version = self.version.take().or(page.version);
        self.ended = page.next.is_none();
        self.next = page.next;
        if self.ended && self.version.is_none() {
            return Err(unreadable("the list names no version to go on from"));
        }
        Ok(page.items)
    }

    /// The version of the list, at its end.
    pub(super) fn end(&self) -> Option<String> {
        self.version.clone().filter(|_| self.ended)
    }

    /// Whether all of it could be read.
    pub(super) const fn complete(&self) -> bool {
        self.complete
    }
}

/// What came of the wish to watch.
pub(super) enum Opened {
    /// Lines come.
    Body(Body),
    /// The version is too old.
    Forgotten(String),
    /// Nothing comes.
    Gap(Gap),
}

/// Asks for changes from a version on.
pub(super) async fn watch(asker: &Asker, followed: &Followed, version: &str, last: Duration) -> Opened {
    let resource = match served(asker, &followed.kind).await {
        Ok(resource) => resource,
        Err(gap) => return Opened::Gap(gap),
    };
    let seconds = last.as_secs().to_string();
    let query = [
        ("watch", "true"),
        ("resourceVersion", version),
        ("allowWatchBookmarks", "true"),
        ("timeoutSeconds", &seconds),
    ];
    let path = path::with(&path::of(&resource, followed.namespace.as_deref(), None), &query);
    let response = match asker.client.open(&path, JSON).await {
        Ok(response) if response.status().is_success() => return Opened::Body(response.into_body()),
        Ok(response) => asker.client.rest(response, Keep::All(MOST_REFUSAL)).await,
        Err(failure) => return Opened::Gap(gap_of(&failure)),
    };
    match outcome(response) {
        Outcome::Forgotten(gap) => Opened::Forgotten(gap.message.unwrap_or_default()),
        Outcome::Gap(gap) => Opened::Gap(gap),
        Outcome::NoObject | Outcome::NoResource | Outcome::Body(_) => Opened::Gap(Gap::new(GapReason::NotServed)),
    }
}

async fn served(asker: &Asker, kind: &GroupKind) -> Result<Resource, Gap> {
    asker.next(kind, &mut BTreeSet::new()).await
}
