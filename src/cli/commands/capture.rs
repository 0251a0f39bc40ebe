//! `capture`: the evidence of one run as a bundle.

use std::path::{Path, PathBuf};

use super::runs::{Asked, Runs, written_object};
use crate::bundle::layout::encode_part;
use crate::bundle::{About, BundleError};
use crate::capture::dir::DirSink;
use crate::capture::zip_file::ZipFileSink;
use crate::capture::{about, one_run};
use crate::cli::args::Capture;
use crate::cli::connection::ConnectionArgs;
use crate::cli::formats::LogsKept;
use crate::cli::input::Input;
use crate::cli::{CliError, state, terminal};
use crate::collect::admit::Door;
use crate::collect::{Logs, Snapshot};
use crate::diagnose::diagnose;
use crate::kinds::Kinds;
use crate::report::Report;

/// What to do where no bundle can be written.
const WHERE: &str = "name another place with --to: one that does not exist yet, in a folder that does";

pub(super) fn run(args: &Capture, connection: &ConnectionArgs) -> Result<u8, CliError> {
    if args.watch.is_on() {
        return super::watch::run(args, connection);
    }
    if let Some(to) = &args.to {
        check(Path::new(to))?;
    }
    let mut asked = Asked::since(Some(args.since).filter(|since| !since.is_zero()), &args.target, connection)?;
    asked.limits.logs = match args.logs {
        LogsKept::None => Logs::None,
        LogsKept::Errors => Logs::Errors,
        LogsKept::All => Logs::All,
    };
    let mut runs = match asked.find()? {
        Runs::Some(runs) => runs,
        Runs::Nothing { elsewhere, near } => return Err(asked.missing(&elsewhere, &near)),
    };
    if runs.len() > 1 {
        let names: Vec<String> = runs.iter().filter_map(written_object).collect();
        return Err(CliError::usage(format!("there are {} runs: {}", runs.len(), names.join(", ")))
            .with_hint("name one; a bundle holds one run"));
    }
    let Some(run) = runs.pop() else {
        let hint = "name a run, or another input with --from";
        return Err(CliError::not_found("there is no run to capture").with_hint(hint));
    };
    if let Input::Cluster(cluster) = &mut asked.input {
        cluster.identify();
    }
    let about_source = asked.input.source().about();
    let key = state::mac_key(about_source.cluster_id.as_deref())?;
    let door = Door::with_key(key);
    let fingerprint = door.fingerprint();
    let snapshot = asked.walk(run, door).ok_or_else(|| CliError::tool("the run is no readable object"))?;
    let metadata = asked.metadata();
    let report = diagnose(&snapshot, &asked.kinds, metadata);
    let to = args.to.clone().unwrap_or_else(|| default_name(&report));
    let about = about(&snapshot, &report, about_source, fingerprint, &args.status_by);
    let (path, digest) = store(&to, &snapshot, &asked.kinds, &about, &report)
        .map_err(|error| CliError::tool(format!("cannot write the bundle: {error}")).with_hint(WHERE))?;
    terminal::print(&format!("{}\n{digest}\n", path.display()))?;
    asked.pass_on_warnings();
    terminal::note("The second line is the bundle's root digest: kept elsewhere, it proves that nothing was changed.");
    Ok(0)
}

/// Says at once what would otherwise come out after the whole walk: that there is no such folder.
#[expect(clippy::disallowed_methods, reason = "an edge: where the bundle goes is on disk")]
fn check(to: &Path) -> Result<(), CliError> {
    let Some(folder) = to.parent().filter(|folder| !folder.as_os_str().is_empty()) else { return Ok(()) };
    match std::fs::metadata(folder) {
        Ok(found) if found.is_dir() => Ok(()),
        Ok(_) => Err(CliError::tool(format!("{} is no folder", folder.display())).with_hint(WHERE)),
        Err(error) => Err(CliError::tool(format!("{}: {error}", folder.display())).with_hint(WHERE)),
    }
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
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zip")) {
        let (sink, digest) = one_run(ZipFileSink::create(path)?, snapshot, kinds, about, report)?;
        Ok((sink.finish()?, digest))
    } else {
        let (sink, digest) = one_run(DirSink::create(path)?, snapshot, kinds, about, report)?;
        Ok((sink.finish()?, digest))
    }
}
