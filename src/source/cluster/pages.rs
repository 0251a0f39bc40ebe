//! A list, a page at a time, for whoever can't hold all of it.
//!
//! Owns where it stands. Must never call a list whole of which a part could not be read.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::Value;

use super::asker::{Asker, Page, page};
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

/// A page as it came.
pub(super) struct Fetched {
    body: Vec<u8>,
    resource: Resource,
    namespace: Option<String>,
}

impl Fetched {
    /// What is in it.
    pub(super) fn taken_apart(self) -> Result<Page, Gap> {
        page(&self.body, &self.resource, self.namespace.as_deref())
    }
}

/// What a list says of itself, before its items.
#[derive(Deserialize)]
struct Head {
    #[serde(default)]
    metadata: Metadata,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Metadata {
    resource_version: Option<String>,
    r#continue: Option<String>,
    remaining_item_count: Option<u64>,
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

    /// The next page.
    pub(super) async fn next(&mut self, asker: &Asker) -> Result<Vec<Value>, Gap> {
        let page = self.fetch(asker).await?.taken_apart()?;
        self.complete &= page.complete;
        Ok(page.items)
    }

    /// The next page as it came: what is in it can be read while the one after it is asked for.
    pub(super) async fn fetch(&mut self, asker: &Asker) -> Result<Fetched, Gap> {
        let limit = (asker.chunk_size.saturating_mul(if self.kind == names::EVENT { EVENTS } else { 1 })).to_string();
        loop {
            let begun = self.resource.is_some();
            let resource = match &self.resource {
                Some(resource) => resource.clone(),
                None => asker.next(&self.kind, &mut self.tried).await?,
            };
            let mut query: Vec<(&str, &str)> = if asker.chunk_size == 0 { Vec::new() } else { vec![("limit", &limit)] };
            query.extend(self.next.as_deref().map(|token| ("continue", token)));
            let path = path::of(&resource, self.namespace.as_deref(), None);
            let body = match asker.ask(&path::with(&path, &query)).await {
                Outcome::Body(body) => body,
                // Another version may be served.
                Outcome::NoObject | Outcome::NoResource if !begun => continue,
                Outcome::NoObject | Outcome::NoResource => return Err(unreadable("the list broke off")),
                // The list has changed under us for too long: those who listen get it from its start.
                Outcome::Forgotten(gap) => return Err(Gap { reason: GapReason::Expired, ..gap }),
                Outcome::Gap(gap) => return Err(asker.refused(&self.kind, gap).await),
            };
            let Head { metadata } = serde_json::from_slice(&body).map_err(|_| unreadable("the answer is no list"))?;
            // Pages of one list are of one version.
            self.version = self.version.take().or(metadata.resource_version);
            self.remaining = metadata.remaining_item_count.unwrap_or(0);
            self.next = metadata.r#continue.filter(|token| !token.is_empty());
            self.ended = self.next.is_none();
            self.resource = Some(resource.clone());
            return Ok(Fetched { body, resource, namespace: self.namespace.clone() });
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
