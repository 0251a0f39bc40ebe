//! The live tests: against a real API server, and where it matters real controllers, a scheduler and nodes.
//!
//! `cargo xtask test` runs them last. Alone: `cargo test --test live`.
#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    unreachable_pub,
    reason = "a test may read files, start programs, and end at the first surprise"
)]

mod cleanup;
mod cluster;
mod control_plane;
mod costs;
mod crds;
mod diagnose;
mod fault_proxy;
mod faults;
mod faulty_bundles;
mod frozen;
mod krew;
mod limits;
mod no_connection;
mod permissions;
mod points;
mod program;
mod recorder;
mod requests;
mod role;
mod runs;
mod scenarios;
mod serve;
mod server;
mod source_contract;
mod targets;
mod trials;
