//! The evidence of one run as a bundle. A signal ends the asking: what was read by then is kept, and marked.

use std::path::{Path, PathBuf};

use super::place;
use crate::bundle::layout::encode_part;
use crate::bundle::{About, BundleError, Status};
use crate::capture::dir::DirSink;
use crate::capture::zip_file::ZipFileSink;
use crate::capture::{about, one_run};
use crate::cli::args::Capture;
use crate::cli::commands::runs::{Asked, Runs, written_object};
use crate::cli::connection::ConnectionArgs;
use crate::cli::input::Input;
use crate::cli::{CliError, signals, state};
use crate::collect::Snapshot;
use crate::diagnose::diagnose;
use crate::kinds::Kinds;
use crate::report::Report;

pub(super) fn run(args: &Capture, connection: &ConnectionArgs) -> Result<u8, CliError> {
    let mut asked = Asked::since(Some(args.since).filter(|since| !since.is_zero()), &args.target, connection)?;
    asked.limits.logs = args.logs.kept();
    let mut runs = match asked.find()? {
        Runs::Some(runs) => runs,
        Runs::Nothing { elsewhere, near } => return Err(asked.missing(&elsewhere, &near)),
    };
    if runs.len() > 1 {
        let names: Vec<String> = runs.iter().filter_map(written_object).collect();
        return Err(CliError::usage(format!("there are {} runs: {}", runs.len(), names.join(", ")))
            .with_hint("name one; only of a cluster a bundle holds many runs"));
    }
    let Some(run) = runs.pop() else {
        let hint = "name a run, or another input with --from";
        return Err(CliError::not_found("there is no run to capture").with_hint(hint));
    };
    // Before there was nothing to keep; from here on there is.
    let wish = signals::gently();
    if let Input::Cluster(cluster) = &mut asked.input {
        cluster.identify();
    }
    let about_source = asked.input.source().about();
    let key = state::mac_key(about_source.cluster_id.as_deref())?;
    let door = asked.door(Some(key));
    let (fingerprint, policies) = (door.fingerprint(), door.policies());
    let snapshot = asked.walk(run, door).ok_or_else(|| CliError::tool("the run is no readable object"))?;
    let stopped = wish.asked();
    let metadata = asked.metadata();
    let report = diagnose(&snapshot, &asked.kinds, metadata);
    let to = args.to.clone().unwrap_or_else(|| default_name(&report));
    let mut about = about(&snapshot, &report, about_source, fingerprint, &args.status_by);
    about.policies = policies;
    if stopped.is_some() {
        about.status = Status::Partial;
    }
    let (path, digest) = store(&to, &snapshot, &asked.kinds, &about, &report).map_err(|error| place::failed(&error))?;
    asked.pass_on_warnings();
    place::tell(&path, &digest, about.status)?;
    Ok(wish.asked().unwrap_or(0))
}

/// `mlop-<namespace>-<kind>-<name>.zip`, in characters that every file system takes.
fn default_name(report: &Report) -> String {
    let target = &report.target;
    let parts = [target.namespace.as_deref().unwrap_or("cluster"), &target.kind, &target.name];
    let parts = parts.map(|part| encode_part(&part.to_ascii_lowercase()));
    format!("mlop-{}.zip", parts.join("-"))
}

/// Writes aside and moves into place when whole.
fn store(
    to: &str,
    snapshot: &Snapshot,
    kinds: &Kinds,
    about: &About,
    report: &Report,
) -> Result<(PathBuf, String), BundleError> {
    let path = Path::new(to);
    if place::is_zip(path) {
        let (sink, digest) = one_run(ZipFileSink::create(path)?, snapshot, kinds, about, report)?;
        Ok((sink.finish()?, digest))
    } else {
        let (sink, digest) = one_run(DirSink::create(path)?, snapshot, kinds, about, report)?;
        Ok((sink.finish()?, digest))
    }
}
