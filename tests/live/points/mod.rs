//! Conventions of kubectl and its plugins that the program keeps to, as far as they show on a real server. Each test is
//! named after the number of its convention in the project's checklist; `cargo test point_` runs those that need no
//! server, from `tests/it/points/` and the units, and `cargo test --test live point_` these.

mod connection;
mod kubectl;
mod proxies;
mod proxy;
mod targets;

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::program::Person;

/// A copy of a person's kubeconfig, changed.
fn changed(person: &Person<'_>, folder: &Path, change: impl Fn(&mut Value)) -> PathBuf {
    let mut config: Value = serde_json::from_str(&std::fs::read_to_string(person.kubeconfig()).unwrap()).unwrap();
    change(&mut config);
    let path = folder.join("kubeconfig");
    std::fs::write(&path, config.to_string()).unwrap();
    path
}
