//! What the project does to itself: `cargo xtask COMMAND`.
//!
//! Owns the choice of the command, one file each. Must never be needed by a user of the tool.
#![expect(clippy::disallowed_methods, reason = "a build helper reads files, starts cargo and measures time")]

mod bundles;
mod cargo;
mod ci;
mod control_plane;
mod core;
mod corpus;
mod deny;
mod dist;
mod generate;
mod generated;
mod lint;
mod record;
mod steps;
mod test;

use std::process::ExitCode;

const USAGE: &str = "\
Usage: cargo xtask COMMAND

Commands:
  test                 Run all tests, and say which were left out
  control-plane        Build a Kubernetes control plane for the live tests, once, and print its folder
  krew                 The same for krew, which installs plugins
  dist [--binary FILE --to DIR]
                       Pack a release build, or a binary that is there, with its krew manifest
  record [--to DIR]    Make incidents on the control plane and keep them as bundles, in fixtures/scenarios
  lint                 Check format, lints, documentation and dependencies
  core                 Prove that the core builds without the edges
  generate [--check]   Rewrite generated files, or say which are stale
  ci                   All of it";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments.as_slice() {
        ["test"] => test::run(),
        ["control-plane"] => control_plane::run(&control_plane::CONTROL_PLANE),
        ["krew"] => control_plane::run(&control_plane::KREW),
        ["record"] => record::run("fixtures/scenarios".as_ref()),
        ["record", "--to", folder] => record::run(folder.as_ref()),
        ["dist"] => dist::run(),
        ["dist", "--binary", binary, "--to", folder] => dist::pack(binary.as_ref(), folder.as_ref()),
        ["lint"] => lint::run(),
        ["core"] => core::run(),
        ["generate"] => generate::write(),
        ["generate", "--check"] => generate::check(),
        ["ci"] => ci::run(),
        [] | ["-h" | "--help" | "help"] => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprintln!("xtask: do not understand: {}\n\n{USAGE}", arguments.join(" "));
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::from(cargo::exit_code(&error))
        }
    }
}
