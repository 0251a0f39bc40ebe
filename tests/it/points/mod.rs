//! Conventions of kubectl and its plugins that the program keeps to, as far as they show without a real server. Each test
//! is named after the number of its convention in the project's checklist; `cargo test point_` runs all of them, and
//! `tests/live/points/` holds those that need a cluster.

mod codes;
mod completion;
mod connection;
mod invocation;
mod output;
mod requests;
mod robustness;
mod sockets;
mod terminal;

/// A Job and a failed training run with a pod that was killed for its memory, as kubectl printed them.
const OOM: &str = "--from b-pytorchjob-worker-oomkilled.json";
