//! `capture`: the evidence of one run, or of many, as a bundle; or of all that happens, as a record.

mod many;
mod one;
mod place;
mod preflight;
mod progress;

use std::path::Path;

use crate::cli::CliError;
use crate::cli::args::Capture;
use crate::cli::connection::ConnectionArgs;

pub(super) fn run(args: &Capture, connection: &ConnectionArgs) -> Result<u8, CliError> {
    if args.preflight.preflight {
        return preflight::run(args, connection);
    }
    if args.watch.watch {
        return super::watch::run(args, connection);
    }
    if let Some(to) = &args.to {
        place::check(Path::new(to))?;
    }
    // With --from, no name means the one run that is there.
    if args.target.target.is_empty() && args.target.from.is_empty() {
        return many::run(args, connection);
    }
    one::run(args, connection)
}
