//! Which resource a kind is on this cluster, found out with as few requests as it takes.
//!
//! A taught kind is asked for at once, at the newest version that is known; only where that leads nowhere is the cluster
//! asked what it serves. Must never say "not served" before a discovery that succeeded has said so.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::task::JoinSet;

use super::cache::Cache;
use super::catalogue::{Catalogue, GroupVersion, Resource};
use super::client::Client;
use super::reply::{Keep, Wanted};
use super::status::{Outcome, outcome, unreadable};
use crate::kinds::Kinds;
use crate::model::{Gap, GapReason, GroupKind};

/// Both aggregated forms, then the plain lists of servers before 1.26.
const AGGREGATED: &str = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,\
    application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json";
pub(super) const JSON: &str = "application/json";
/// Larger answers are not read.
const MOST_BYTES: usize = 64 << 20;

/// What discovery says of a kind.
#[derive(Clone, Debug)]
pub(super) enum Served {
    /// As this.
    As(Resource),
    /// Not at all.
    Not,
    /// That could not be found out.
    Unknown(Gap),
}

/// Finds resources.
pub(super) struct Discovery {
    client: Arc<Client>,
    kinds: Arc<Kinds>,
    /// By group, the version that was seen to be served.
    proven: Mutex<BTreeMap<String, String>>,
    catalogue: tokio::sync::Mutex<Option<Result<Arc<Catalogue>, Gap>>>,
    /// Whether the catalogue has come.
    known: AtomicBool,
    cache: Option<Cache>,
    /// Whether the catalogue is what the cache remembers, and not yet the cluster's own word.
    remembered: AtomicBool,
}

impl Discovery {
    pub(super) fn new(client: Arc<Client>, kinds: Arc<Kinds>, cache: Option<Cache>) -> Self {
        Self {
            client,
            kinds,
            proven: Mutex::new(BTreeMap::new()),
            catalogue: tokio::sync::Mutex::new(None),
            known: AtomicBool::new(false),
            cache,
            remembered: AtomicBool::new(false),
        }
    }

    /// The resource to try next without asking what is served; `None` if nothing is left to try so.
    pub(super) fn guess(&self, kind: &GroupKind, tried: &BTreeSet<String>) -> Option<Resource> {
        if self.known.load(Ordering::Acquire) {
            return None;
        }
        let spec = self.kinds.get(kind)?;
        let proven = self.proven.lock().unwrap_or_else(PoisonError::into_inner).get(kind.group.as_ref()).cloned();
        let known = || spec.versions.iter().map(AsRef::as_ref);
        let first = proven.as_deref().filter(|proven| known().any(|version| version == *proven));
        let version = first.into_iter().chain(known()).find(|version| !tried.contains(*version))?;
        Some(Resource::taught(spec, version))
    }

    /// Remembers which version of a group answered.
    pub(super) fn prove(&self, resource: &Resource) {
        let mut proven = self.proven.lock().unwrap_or_else(PoisonError::into_inner);
        proven.insert(resource.kind.group.to_string(), resource.version.clone());
    }

    /// The resource that a kind is, by the cluster's word. That it is served may be remembered; that it is not is asked.
    pub(super) async fn served(&self, kind: &GroupKind) -> Served {
        let served = self.look_up(kind).await;
        if matches!(served, Served::Not) && self.ask_anew().await { self.look_up(kind).await } else { served }
    }

    /// The same as far as is known, for whoever asks anew by itself when that leads nowhere.
    pub(super) async fn look_up(&self, kind: &GroupKind) -> Served {
        match self.catalogue().await {
            // Not the right to read the kind is lacking, which is all that "forbidden" could mean in the answer.
            Err(gap) if gap.reason == GapReason::Forbidden => {
                let why = gap.message.as_deref().unwrap_or("forbidden");
                Served::Unknown(unreadable(&format!("what the cluster serves may not be read: {why}")))
            }
            Err(gap) => Served::Unknown(gap),
            Ok(catalogue) => {
                let known: Vec<&str> =
                    self.kinds.get(kind).iter().flat_map(|spec| &spec.versions).map(AsRef::as_ref).collect();
                match (catalogue.find(kind, &known), catalogue.broken.get(kind.group.as_ref())) {
                    (Some(resource), _) => Served::As(resource.clone()),
                    (None, Some(why)) => {
                        Served::Unknown(Gap { reason: GapReason::Timeout, message: Some(why.clone()) })
                    }
                    (None, None) => Served::Not,
                }
            }
        }
    }

    /// If the catalogue was only remembered: asks the cluster, and says so.
    pub(super) async fn ask_anew(&self) -> bool {
        let mut known = self.catalogue.lock().await;
        if !self.remembered.swap(false, Ordering::AcqRel) {
            return false;
        }
        *known = Some(self.discover_and_remember().await);
        true
    }

    /// Everything the cluster serves, if need be from memory; asked once, and once more in a later batch if it was not
    /// answered in time.
    pub(super) async fn catalogue(&self) -> Result<Arc<Catalogue>, Gap> {
        let mut known = self.catalogue.lock().await;
        if let Some(known) = &*known {
            return known.clone();
        }
        let found = match self.cache.as_ref().and_then(Cache::read) {
            Some(resources) => {
                self.remembered.store(true, Ordering::Release);
                self.known.store(true, Ordering::Release);
                Ok(Arc::new(Catalogue::remembered(resources)))
            }
            None => self.discover_and_remember().await,
        };
        known.insert(found).clone()
    }

    async fn discover_and_remember(&self) -> Result<Arc<Catalogue>, Gap> {
        let found = self.discover().await.map(Arc::new);
        self.known.store(found.is_ok(), Ordering::Release);
        if let (Some(cache), Ok(catalogue)) = (&self.cache, &found)
            && let Some(resources) = catalogue.whole()
        {
            cache.write(resources);
        }
        found
    }

    /// A new batch: what took too long in the last one may come now.
    pub(super) async fn begin(&self) {
        let mut known = self.catalogue.lock().await;
        if matches!(&*known, Some(Err(gap)) if gap.reason == GapReason::Timeout) {
            *known = None;
        }
    }

    async fn discover(&self) -> Result<Catalogue, Gap> {
        let (core, groups) = tokio::join!(self.root("/api"), self.root("/apis"));
        let mut catalogue = Catalogue::default();
        let mut ahead: Vec<GroupVersion> = Vec::new();
        for body in [core?, groups?] {
            let more =
                catalogue.take(&body).ok_or_else(|| unreadable("discovery did not answer with a list of groups"))?;
            ahead.extend(more);
        }
        self.walk(&mut catalogue, ahead).await;
        // No server serves nothing.
        if catalogue.is_empty() { Err(unreadable("discovery named no resource")) } else { Ok(catalogue) }
    }

    async fn root(&self, path: &str) -> Result<Vec<u8>, Gap> {
        match ask(&self.client, path, AGGREGATED).await {
            Outcome::Body(body) => Ok(body),
            Outcome::Gap(gap) | Outcome::Forgotten(gap) => Err(gap),
            Outcome::NoObject | Outcome::NoResource => {
                Err(unreadable("this is no API server: discovery leads nowhere"))
            }
        }
    }

    /// One version of a group at a time; one that is broken leaves a note and nothing else.
    async fn walk(&self, catalogue: &mut Catalogue, ahead: Vec<GroupVersion>) {
        let mut asked = JoinSet::new();
        for (place, version) in ahead.iter().enumerate() {
            let client = Arc::clone(&self.client);
            let path = if version.contains('/') { format!("/apis/{version}") } else { format!("/api/{version}") };
            asked.spawn(async move { (place, ask(&client, &path, JSON).await) });
        }
        let mut answers = BTreeMap::new();
        while let Some(answer) = asked.join_next().await {
            answers.extend(answer.ok());
        }
        for (place, version) in ahead.iter().enumerate() {
            let taken = match answers.get(&place) {
                Some(Outcome::Body(body)) => catalogue.take_version(version, body),
                _ => None,
            };
            if taken.is_none() {
                let group = version.split_once('/').map_or("", |(group, _)| group);
                catalogue.broken.insert(group.to_owned(), format!("the API group {group} does not answer"));
            }
        }
    }
}

/// One request for a list of what there is.
async fn ask(client: &Client, path: &str, accept: &'static str) -> Outcome {
    let wanted = Wanted { path: path.to_owned(), accept, keep: Keep::All(MOST_BYTES) };
    outcome(client.get(&wanted).await)
}
