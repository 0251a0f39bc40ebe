//! A list, a page at a time, for whoever can't hold all of it.
//!
//! Owns where it stands. Must never call a list whole of which a part could not be read.

use std::collections::BTreeSet;

use serde_json::Value;

use super::asker::{Asker, page};
use super::catalogue::Resource;
use super::path;
use super::status::{Outcome, unreadable};
use crate::kinds::names;
use crate::model::{Gap, GapReason, GroupKind};

/// Events are so much smaller than other objects that a page may hold so many times as many.
const EVENTS: u32 = 2;

/// A list, as far as it was read.
pub(super) struct Paged {
    kind: GroupKind,
    namespace: Option<String>,
    next: Option<String>,
    version: Option<String>,
    /// Items after the last page, where the server says so.
    remaining: u64,
    ended: bool,
    complete: bool,
    /// What answered.
    resource: Option<Resource>,
    tried: BTreeSet<String>,
}

impl Paged {
    pub(super) fn new(kind: GroupKind, namespace: Option<String>) -> Self {
        Self {
            kind,
            namespace,
            next: None,
            version: None,
            remaining: 0,
            ended: false,
            complete: true,
            resource: None,
            tried: BTreeSet::new(),
        }
    }

    /// The same list, from its start.
    pub(super) fn anew(self) -> Self {
        Self::new(self.kind, self.namespace)
    }

    /// The next page. Before the first, each version that is known is tried.
    pub(super) async fn next(&mut self, asker: &Asker) -> Result<Vec<Value>, Gap> {
        let limit = (asker.chunk_size.saturating_mul(if self.kind == names::EVENT { EVENTS } else { 1 })).to_string();
        loop {
            let begun = self.resource.is_some();
            let resource = match &self.resource {
                Some(resource) => resource.clone(),
                None => asker.next(&self.kind, &mut self.tried).await?,
            };
            let namespace = self.namespace.as_deref();
            let mut query: Vec<(&str, &str)> = if asker.chunk_size == 0 { Vec::new() } else { vec![("limit", &limit)] };
            query.extend(self.next.as_deref().map(|token| ("continue", token)));
            let body = match asker.ask(&path::with(&path::of(&resource, namespace, None), &query)).await {
                Outcome::Body(body) => body,
                // Another version may be served.
                Outcome::NoObject | Outcome::NoResource if !begun => continue,
                Outcome::NoObject | Outcome::NoResource => return Err(unreadable("the list broke off")),
                // The list has changed under us for too long: those who listen get it from its start.
                Outcome::Forgotten(gap) => return Err(Gap { reason: GapReason::Expired, ..gap }),
                Outcome::Gap(gap) => return Err(asker.refused(&self.kind, gap).await),
            };
            let page = page(&body, &resource, namespace)?;
            self.resource = Some(resource);
            self.complete &= page.complete;
            // Pages of one list are of one version.
            self.version = self.version.take().or(page.version);
            self.remaining = page.remaining;
            self.ended = page.next.is_none();
            self.next = page.next;
            return Ok(page.items);
        }
    }

    /// How many items are to come, as far as the server says.
    pub(super) const fn remaining(&self) -> u64 {
        self.remaining
    }

    /// Whether the last page was read.
    pub(super) const fn ended(&self) -> bool {
        self.ended
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

/// The resource behind a kind.
pub(super) async fn served(asker: &Asker, kind: &GroupKind) -> Result<Resource, Gap> {
    asker.next(kind, &mut BTreeSet::new()).await
}
