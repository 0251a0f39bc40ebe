//! `cargo xtask core`: the proof that the core stands without the edges.
//!
//! Owns the list of what the core must never link. Must never trust a declaration: it asks cargo for the graph.

use anyhow::{Result, ensure};

use crate::cargo;

/// Cluster client, runtime, command line, store: none of it may be reached from the core.
const EDGES: &[&str] = &[
    "anyhow",
    "clap",
    "dialoguer",
    "hyper",
    "indicatif",
    "k8s-openapi",
    "kube",
    "mimalloc",
    "rusqlite",
    "rustls",
    "tokio",
];

/// Builds the core alone and looks through all that it links.
pub fn run() -> Result<()> {
    cargo::run(&["check", "--package", "kubectl-mlop", "--lib", "--no-default-features"])?;
    let graph = ["tree", "--package", "kubectl-mlop", "--edges", "normal", "--no-default-features"];
    let listing = cargo::output(&[&graph[..], &["--prefix", "none", "--format", "{p}"]].concat())?;
    let found = edges_in(&listing);
    for name in &found {
        // How it got in: the one thing that helps to get it out.
        println!("{}", cargo::output(&[&graph[..], &["--invert", name]].concat())?);
    }
    ensure!(found.is_empty(), "the core links {}", found.join(", "));
    println!("The core builds without the edges and links none of: {}.", EDGES.join(", "));
    Ok(())
}

/// Which of [`EDGES`] stand in a listing of packages, one a line: `name v1.2.3 (path)`.
fn edges_in(listing: &str) -> Vec<&'static str> {
    let linked: Vec<&str> = listing.lines().filter_map(|line| line.split_whitespace().next()).collect();
    EDGES.iter().copied().filter(|edge| linked.contains(edge)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_names_count() {
        assert_eq!(edges_in("kubectl-mlop v0.1.0 (/src)\nkube-quantity v0.8.0\ntokio v1.50.0 (*)\n"), ["tokio"]);
    }
}
