//! The binary: parse, run, exit code.

use std::process::ExitCode;

/// A run of thousands of pods is a few million small pieces of JSON, which the usual allocator hands out slowly. Without
/// huge pages (`no_thp`): on a machine that has to find them first, they cost a short process more than they give.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    kubectl_mlop::cli::run()
}
