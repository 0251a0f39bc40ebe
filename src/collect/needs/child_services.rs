//! Services whose names follow from a job's name, where that makes no valid name of a Service.

use std::collections::BTreeSet;

use super::view::{View, get};
use crate::kinds::names;
use crate::model::{Object, Query};

pub(super) fn ask(view: &View<'_>, wanted: &mut BTreeSet<Query>) {
    for job in view.run() {
        if let Some(name) = first_service(job).filter(|name| !is_dns_1035(name)) {
            wanted.insert(get(names::SERVICE, job.namespace(), &name));
        }
    }
}

/// The Service by which the members of a PyTorchJob find their first; none for other kinds.
#[must_use]
pub fn first_service(job: &Object) -> Option<String> {
    if !job.is(&names::PYTORCH_JOB) {
        return None;
    }
    let role = [("/spec/pytorchReplicaSpecs/Master", "master"), ("/spec/pytorchReplicaSpecs/Worker", "worker")]
        .into_iter()
        .find_map(|(pointer, role)| job.at(pointer).map(|_| role))?;
    Some(format!("{}-{role}-0", job.name()))
}

/// Whether a name is a DNS label that begins with a letter, as names of Services have to be.
#[must_use]
pub fn is_dns_1035(name: &str) -> bool {
    name.len() <= 63
        && name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.ends_with(|last: char| last.is_ascii_lowercase() || last.is_ascii_digit())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}
