//! `cargo xtask lint`: format, lints, documentation, dependencies.
//!
//! Owns the list. Must never change a file.

use anyhow::Result;

use crate::{cargo, deny, steps};

/// Runs every check.
pub fn run() -> Result<()> {
    steps::run(&[
        ("format", &|| cargo::run(&["fmt", "--all", "--check"])),
        ("lints", &|| cargo::run(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])),
        // No part of --all-targets, as plain `cargo test` leaves them out.
        ("lints of the live tests", &|| {
            cargo::run(&["clippy", "--package", "kubectl-mlop", "--test", "live", "--", "-D", "warnings"])
        }),
        ("lints of the core alone", &|| {
            let core = ["--package", "kubectl-mlop", "--lib", "--no-default-features"];
            cargo::run(&[&["clippy"], &core[..], &["--", "-D", "warnings"]].concat())
        }),
        ("documentation", &|| {
            let mut command = cargo::command(&["doc", "--workspace", "--no-deps"]);
            command.env("RUSTDOCFLAGS", "-D warnings");
            cargo::finish(command)
        }),
        ("dependencies", &deny::run),
    ])
}
