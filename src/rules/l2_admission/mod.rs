//! MLOP2nn: admission, quota and queue.

mod admission_check_pending;
pub(in crate::rules) mod admission_denied;
mod cluster_queue_inactive;
mod evicted_for_readiness;
mod exceeds_queue_maximum;
mod messages;
mod not_admitted;
mod pod_security_violation;
mod preempted;
mod queue;
mod queue_not_found;
mod queue_quota_in_use;
mod quota_exceeded;
mod quota_use;
pub(in crate::rules) mod refusal;
mod resource_not_in_queue;
mod suspended_by_person;
mod webhook_unreachable;
pub(in crate::rules) mod workload_missing;

use super::Rule;

/// The layer's rules, by code.
pub(super) const RULES: &[&Rule] = &[
    &quota_exceeded::RULE,
    &admission_denied::RULE,
    &webhook_unreachable::RULE,
    &pod_security_violation::RULE,
    &workload_missing::RULE,
    &queue_not_found::RULE,
    &cluster_queue_inactive::RULE,
    &exceeds_queue_maximum::RULE,
    &queue_quota_in_use::RULE,
    &resource_not_in_queue::RULE,
    &preempted::RULE,
    &admission_check_pending::RULE,
    &evicted_for_readiness::RULE,
    &not_admitted::RULE,
    &suspended_by_person::RULE,
];
