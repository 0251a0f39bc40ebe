//! The integration tests, in one binary.
#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout,
    clippy::string_slice,
    clippy::unreachable,
    clippy::unwrap_used,
    unreachable_pub,
    reason = "a test may read files, print, and end at the first surprise"
)]

mod architecture;
mod bundle_command;
mod bundles;
mod canary;
mod cli;
mod fuzz;
mod golden;
mod harness;
mod hostile_bundles;
mod incidents;
mod kind_pages;
mod krew;
mod laws;
mod logs;
mod odd_shapes;
mod operator;
mod points;
mod preflight;
mod recorded;
mod redact_policy;
mod role;
mod rule_pages;
mod scenarios;
mod schema;
mod source_contract;
