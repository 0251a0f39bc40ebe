//! A live cluster as a source.
//!
//! Owns everything between a kubeconfig and an answer: files and flags, proxies, credentials, retries, discovery, paging.
//! Only reads, and only what was asked for; never Secrets. Besides that it can ask what it may do (`reviews`). Blocking on
//! the outside, a batch of questions at once within.

mod answer;
mod asker;
mod bounds;
mod cache;
mod catalogue;
mod client;
mod connection;
mod credential;
mod discovery;
mod error;
mod events;
#[cfg(test)]
mod fake;
mod kubeconfig;
mod lists;
mod logs;
mod observer;
mod overrides;
mod pages;
mod path;
mod proxy;
mod reply;
mod request;
mod reviews;
mod runs;
mod setup;
mod status;
mod stop;
#[cfg(test)]
mod tests;
mod transport;
mod watch;

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinSet;

pub use catalogue::Resource;
pub use connection::{Connection, Proxies};
pub use error::ConnectError;
pub use kubeconfig::known_names;
pub use lists::Listing;
pub use observer::{Observer, Sent};
pub use reviews::Allowed;
pub use stop::Stop;
pub use watch::{Cause, Change, Feed, Followed, Message, Told};

use self::asker::Asker;
use self::bounds::Bounds;
use self::cache::Cache;
use self::client::Client;
use self::discovery::Discovery;
use self::reply::{Keep, Wanted};
use self::status::{Outcome, outcome, unreadable};
use super::{About, Source, Spent};
use crate::collect::Answer;
use crate::kinds::{Kinds, names};
use crate::model::{Gap, GapReason, Query};

/// A live cluster.
pub struct Cluster {
    /// `None` only while it is dropped.
    runtime: Option<Runtime>,
    asker: Arc<Asker>,
    about: About,
    namespace: String,
    connected: Timestamp,
}

impl Cluster {
    /// Finds out where the cluster is and who asks, and runs a credential plugin if one is needed. Sends no request yet:
    /// whether the server answers at all is known after the first question, from [`trouble`](Self::trouble).
    ///
    /// # Errors
    /// If the kubeconfig, the flags, the certificates, the proxy or the credentials cannot be used.
    pub fn connect(connection: &Connection, kinds: &Kinds) -> Result<Self, ConnectError> {
        let place = kubeconfig::place(connection)?;
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .map_err(|error| ConnectError::Client(error.to_string()))?;
        let built = runtime.block_on(setup::client(connection, &place));
        let (inner, credential) = match built {
            Ok(built) => built,
            Err(error) => {
                runtime.shutdown_background();
                return Err(error);
            }
        };
        let client = Arc::new(Client::new(inner, credential, connection));
        let kinds = Arc::new(kinds.clone());
        let server = place.cluster.server.as_deref().unwrap_or_default();
        let cache = connection.cache_dir.as_ref().map(|folder| Cache::of(folder, server));
        let discovery = Discovery::new(Arc::clone(&client), Arc::clone(&kinds), cache);
        let about = About { kind: "cluster".to_owned(), context: place.context, ..About::default() };
        Ok(Self {
            runtime: Some(runtime),
            asker: Arc::new(Asker {
                client,
                discovery,
                kinds,
                chunk_size: connection.chunk_size,
                bounds: Bounds::new(connection.deep),
                logs_since: connection.logs_since,
            }),
            about,
            namespace: place.namespace,
            connected: now(),
        })
    }

    /// The namespace of whatever names none.
    #[must_use]
    pub fn namespace(&self) -> &str {
        &self.namespace
    }

    /// The context that was chosen; none in a pod or with `--server` alone.
    #[must_use]
    pub fn context(&self) -> Option<&str> {
        self.about.context.as_deref()
    }

    /// What the server warned of so far, each once, in its own words: not yet harmless to a terminal.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        self.asker.client.warnings()
    }

    /// Why no question was answered, if some were asked and the server answered none: it cannot be reached, or does not
    /// know who asks.
    #[must_use]
    pub fn trouble(&self) -> Option<ConnectError> {
        self.asker.client.trouble()
    }

    /// Says that everything is asked of one namespace, for [`Source::about`].
    pub fn narrow_to(&mut self, namespace: Option<String>) {
        self.about.namespace = namespace;
    }

    /// Kinds that a word of the command line means (`pytorchjob`, `jobs.v1.batch`, a short name), by the cluster's own
    /// word. Two requests at the first call.
    ///
    /// # Errors
    /// If the cluster does not say what it serves, or if nothing is called so and a group is silent, which may hold it.
    pub fn kinds_named(&mut self, word: &str) -> Result<Vec<Resource>, Gap> {
        let asker = Arc::clone(&self.asker);
        let Some(runtime) = &self.runtime else { return Err(closed()) };
        runtime.block_on(async {
            asker.discovery.begin().await;
            let mut catalogue = asker.discovery.catalogue().await?;
            if catalogue.named(word).is_empty() && asker.discovery.ask_anew().await {
                catalogue = asker.discovery.catalogue().await?;
            }
            let named: Vec<Resource> = catalogue.named(word).into_iter().cloned().collect();
            let silent: Vec<&str> = catalogue.broken.values().map(String::as_str).collect();
            if named.is_empty() && !silent.is_empty() {
                let message = format!("nothing that answers is called so, and {}", silent.join(", "));
                return Err(Gap { reason: GapReason::Timeout, message: Some(message) });
            }
            Ok(named)
        })
    }

    /// Asks which cluster this is and how old: the UID of the namespace kube-system, and the server's version. What is
    /// not answered stays unknown. Asked once, however often it is wanted.
    pub fn identify(&mut self) {
        if self.about.cluster_id.is_some() {
            return;
        }
        let asker = Arc::clone(&self.asker);
        let Some(runtime) = &self.runtime else { return };
        let (namespace, version) = runtime.block_on(async {
            let wanted = Wanted { path: "/version".to_owned(), accept: discovery::JSON, keep: Keep::All(1 << 16) };
            let namespace = names::NAMESPACE;
            tokio::join!(asker.get(&namespace, None, "kube-system"), asker.client.get(&wanted))
        });
        let text = |value: &Value, pointer: &str| value.pointer(pointer).and_then(Value::as_str).map(str::to_owned);
        self.about.cluster_id = namespace.ok().flatten().and_then(|object| text(&object, "/metadata/uid"));
        if let Outcome::Body(body) = outcome(version) {
            let version = serde_json::from_slice::<Value>(&body).ok();
            self.about.server_version = version.and_then(|version| text(&version, "/gitVersion"));
        }
    }
}

fn closed() -> Gap {
    unreadable("the connection is closed")
}

#[expect(clippy::disallowed_methods, reason = "an edge: until a server has told its time, ours has to do")]
fn now() -> Timestamp {
    Timestamp::now()
}

/// Answers a batch: everything at once, within the limit of requests in flight.
async fn batch(asker: Arc<Asker>, queries: Vec<Query>) -> Vec<Answer> {
    asker.discovery.begin().await;
    let mut crowds = JoinSet::new();
    let crowded = events::crowded(&queries);
    for namespace in crowded.clone() {
        let all = events::all(Arc::clone(&asker), namespace.clone());
        crowds.spawn(async move { (namespace, all.await) });
    }
    let mut singles = JoinSet::new();
    for (place, query) in queries.iter().cloned().enumerate() {
        let together = |query: &Query| matches!(query, Query::Events { of } if crowded.iter().any(|name| name == events::place(of)));
        if !together(&query) {
            let asker = Arc::clone(&asker);
            singles.spawn(async move { (place, answer::answer(&asker, &query).await) });
        }
    }
    let mut single = BTreeMap::new();
    while let Some(answer) = singles.join_next().await {
        single.extend(answer.ok());
    }
    let mut crowd = BTreeMap::new();
    while let Some(all) = crowds.join_next().await {
        crowd.extend(all.ok());
    }
    let lost = || Answer::Gap(unreadable("the answer was lost"));
    let answers = queries.iter().enumerate().map(|(place, query)| match query {
        Query::Events { of } if crowd.contains_key(events::place(of)) => {
            crowd.get(events::place(of)).map_or_else(lost, |all| events::about(all, of))
        }
        _ => single.remove(&place).unwrap_or_else(lost),
    });
    answers.collect()
}

impl Source for Cluster {
    fn now(&self) -> Timestamp {
        self.asker.client.date().unwrap_or(self.connected)
    }

    fn about(&self) -> About {
        self.about.clone()
    }

    fn answer(&mut self, queries: &[Query]) -> Vec<Answer> {
        match &self.runtime {
            Some(runtime) => runtime.block_on(batch(Arc::clone(&self.asker), queries.to_vec())),
            None => queries.iter().map(|_| Answer::Gap(closed())).collect(),
        }
    }

    fn spent(&self) -> Spent {
        self.asker.client.spent()
    }
}

impl Drop for Cluster {
    /// A name that is still being resolved is not waited for.
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
