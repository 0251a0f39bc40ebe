//! `bundle cut`: a run out of a record, as a bundle.

use crate::cli::CliError;
use crate::cli::args::{Capture, Cut, PreflightArgs, Target, WatchArgs};
use crate::cli::connection::ConnectionArgs;
use crate::cli::formats::LogsKept;
use crate::cli::recorded::Wanted;
use crate::model::LabelSelector;

/// It is a capture whose source is the record.
pub(super) fn run(args: &Cut, connection: &ConnectionArgs) -> Result<u8, CliError> {
    if !crate::record::is_record(std::path::Path::new(&args.path)) {
        return Err(CliError::tool(format!("{}: no record", args.path))
            .with_hint("give a record as `kubectl mlop capture --watch` keeps it"));
    }
    let capture = Capture {
        target: Target {
            target: args.target.clone(),
            from: vec![args.path.clone()],
            deep: false,
            redact_policy: args.redact_policy.clone(),
            record: Wanted::None,
            at: args.at,
        },
        all_namespaces: false,
        selector: LabelSelector::default(),
        to: args.to.clone(),
        logs: LogsKept::All,
        since: std::time::Duration::ZERO,
        status_by: "record".to_owned(),
        watch: WatchArgs::default(),
        preflight: PreflightArgs::default(),
    };
    crate::cli::commands::capture::run(&capture, connection)
}
