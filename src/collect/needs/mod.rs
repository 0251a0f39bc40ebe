//! What rules need beyond the links: each need is a condition on what was seen, and the questions it leads to.
//!
//! One need a file. A rule names its needs; the walk asks them once, however many rules share them.

mod candidate_nodes;
mod child_services;
mod config;
mod controllers;
mod logs;
mod namespace_quota;
mod own_workload;
mod quota_holders;
mod storage_classes;
mod view;
mod webhooks;

use std::collections::BTreeSet;

pub use child_services::{first_service, is_dns_1035};
pub use controllers::{CONTROLLER_OF_FINALIZER, controller_objects, lease_of};
pub use own_workload::own_workload;
pub use view::View;

pub use webhooks::{FailingWebhook, failing_webhook};

use crate::model::Query;

/// A need, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Need {
    /// Nodes, and the pods on them, when pods of the run have no node.
    CandidateNodes,
    /// Services that a job's name would give invalid names.
    ChildServices,
    /// ConfigMaps that a waiting pod names.
    Config,
    /// Lease and Deployment of whoever reconciles what is not well.
    Controllers,
    /// Logs of representatives of what failed, and of what hangs beside it.
    Logs,
    /// ResourceQuotas, and the pods that use them up, when creation was refused.
    NamespaceQuota,
    /// The Workload of a suspended run that names no queue.
    OwnWorkload,
    /// Workloads that hold quota of the ClusterQueue the run waits for.
    QuotaHolders,
    /// Storage classes, when a claim waits.
    StorageClasses,
    /// Configuration, Service, endpoints and Deployment behind a webhook that could not be called.
    Webhooks,
}

impl Need {
    /// Adds the questions that the present view leads to.
    pub fn ask(self, view: &View<'_>, wanted: &mut BTreeSet<Query>) {
        match self {
            Self::CandidateNodes => candidate_nodes::ask(view, wanted),
            Self::ChildServices => child_services::ask(view, wanted),
            Self::Config => config::ask(view, wanted),
            Self::Controllers => controllers::ask(view, wanted),
            Self::Logs => logs::ask(view, wanted),
            Self::NamespaceQuota => namespace_quota::ask(view, wanted),
            Self::OwnWorkload => own_workload::ask(view, wanted),
            Self::QuotaHolders => quota_holders::ask(view, wanted),
            Self::StorageClasses => storage_classes::ask(view, wanted),
            Self::Webhooks => webhooks::ask(view, wanted),
        }
    }
}
