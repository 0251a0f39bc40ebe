//! `cargo xtask ci`: what has to hold before a change goes in.
//!
//! Owns the list. Must never check anything on its own.

use anyhow::Result;

use crate::{core, generate, lint, steps, test};

/// Runs everything.
pub fn run() -> Result<()> {
    steps::run(&[
        ("test", &test::run),
        ("lint", &lint::run),
        ("core", &core::run),
        ("generate --check", &generate::check),
    ])
}
