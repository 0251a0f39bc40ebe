//! MLOP6nn: container and distributed runtime.

mod endings;
mod logs;
mod words;

mod application_exit;
mod backoff_limit_exceeded;
mod collective_timeout;
mod crash_loop;
mod deadline_exceeded;
mod killed_by_signal;
mod oom_killed;
mod run_failed;
mod silent_rank;

pub(super) use endings::{Ended, endings};

use super::Rule;

/// The layer's rules, by code.
pub(super) const RULES: &[&Rule] = &[
    &oom_killed::RULE,
    &killed_by_signal::RULE,
    &application_exit::RULE,
    &crash_loop::RULE,
    &backoff_limit_exceeded::RULE,
    &deadline_exceeded::RULE,
    &collective_timeout::RULE,
    &silent_rank::RULE,
    &run_failed::RULE,
];
