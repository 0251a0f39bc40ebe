//! Where answers come from. One trait; opening may fail, answering cannot: it ends in objects or in a gap.

pub mod bundle;
#[cfg(feature = "cli")]
pub mod cluster;
pub mod dir;
pub mod files;
mod gather;
pub mod memory;
pub mod open;
pub mod plan;

pub use gather::{find, gather};

use jiff::Timestamp;

use crate::collect::Answer;
use crate::collect::admit::PolicyNote;
use crate::model::Query;

/// What a source is, as reports name it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// `cluster`, `bundle` or `files`.
    pub kind: String,
    /// kubeconfig context, or the file names.
    pub context: Option<String>,
    /// Namespace it was narrowed to.
    pub namespace: Option<String>,
    /// UID of the namespace kube-system: a cluster's identity.
    pub cluster_id: Option<String>,
    /// Version of the API server.
    pub server_version: Option<String>,
    /// Policies that what it holds went through when it was taken.
    pub policies: Vec<PolicyNote>,
}

/// What answering has cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Requests, or files read.
    pub requests: u64,
    /// Bytes of answers.
    pub bytes: u64,
    /// Requests made again.
    pub retries: u64,
    /// Answers that told us to wait.
    pub throttled: u64,
}

/// Something that answers queries.
pub trait Source {
    /// The moment that what it holds was true; "now" for every rule.
    fn now(&self) -> Timestamp;
    /// What it is.
    fn about(&self) -> About;
    /// One answer a query, in their order.
    fn answer(&mut self, queries: &[Query]) -> Vec<Answer>;
    /// What it has cost so far.
    fn spent(&self) -> Spent;
}

impl<S: Source + ?Sized> Source for Box<S> {
    fn now(&self) -> Timestamp {
        (**self).now()
    }

    fn about(&self) -> About {
        (**self).about()
    }

    fn answer(&mut self, queries: &[Query]) -> Vec<Answer> {
        (**self).answer(queries)
    }

    fn spent(&self) -> Spent {
        (**self).spent()
    }
}
