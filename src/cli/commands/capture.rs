//! `capture`: the evidence of one run as a bundle.

use std::path::{Path, PathBuf};

use super::runs::{Asked, Runs, written_object};
use crate::bundle::{About, BundleError, FORMAT, ManifestingSink, Scope, Sink, Status, write};
use crate::capture::dir::DirSink;
use crate::capture::zip_file::ZipFileSink;
use crate::cli::args::Capture;
use crate::cli::{CliError, state, terminal};
use crate::collect::Snapshot;
use crate::collect::admit::Door;
use crate::diagnose::diagnose;
use crate::kinds::Kinds;
use crate::report::to_json;

pub(super) fn run(args: &Capture) -> Result<u8, CliError> {
    let mut asked = Asked::of(&args.target)?;
    let mut runs = match asked.find()? {
        Runs::Some(runs) => runs,
        Runs::Nothing { near, .. } => {
            terminal::note(&format!("error: {} was not found", asked.ask.words()));
            if let Some(near) = near.first() {
                terminal::note(&format!("hint: did you mean {}?", super::runs::written(near)));
            }
            return Ok(6);
        }
    };
    if runs.len() > 1 {
        let names: Vec<String> = runs.iter().filter_map(written_object).collect();
        return Err(CliError::usage(format!("there are {} runs: {}", runs.len(), names.join(", ")))
            .with_hint("name one; a bundle holds one run"));
    }
    let Some(run) = runs.pop() else {
        terminal::note("error: no runs found");
        return Ok(6);
    };
    let about_source = asked.source.about();
    let key = state::mac_key(about_source.cluster_id.as_deref())?;
    let door = Door::with_key(key);
    let fingerprint = door.fingerprint();
    let snapshot = asked.walk(run, door).ok_or_else(|| CliError::tool("the run is no readable object"))?;
    let report = diagnose(&snapshot, &asked.kinds, asked.metadata());
    let about = About {
        format: FORMAT,
        captured_at: snapshot.now(),
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        source: [("type".to_owned(), about_source.kind.into())].into_iter().collect(),
        scope: Scope { targets: vec![report.target.clone()] },
        cluster_id: about_source.cluster_id,
        server_version: about_source.server_version,
        mac_fingerprint: fingerprint,
        status: Status::Complete,
        writer: args.status_by.clone(),
    };
    let (path, digest) = store(&args.to, &snapshot, &asked.kinds, &about, &to_json(&report))
        .map_err(|error| CliError::tool(format!("cannot write the bundle: {error}")))?;
    terminal::print(&format!("{}\n{digest}\n", path.display()))?;
    terminal::note("The second line is the bundle's root digest: kept elsewhere, it proves that nothing was changed.");
    Ok(0)
}

/// Writes aside and moves into place when whole.
fn store(
    to: &str,
    snapshot: &Snapshot,
    kinds: &Kinds,
    about: &About,
    report: &str,
) -> Result<(PathBuf, String), BundleError> {
    let path = Path::new(to);
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zip")) {
        let (sink, digest) = fill(ZipFileSink::create(path)?, snapshot, kinds, about, report)?;
        Ok((sink.finish()?, digest))
    } else {
        let (sink, digest) = fill(DirSink::create(path)?, snapshot, kinds, about, report)?;
        Ok((sink.finish()?, digest))
    }
}

fn fill<S: Sink>(
    sink: S,
    snapshot: &Snapshot,
    kinds: &Kinds,
    about: &About,
    report: &str,
) -> Result<(S, String), BundleError> {
    let mut sink = ManifestingSink::new(sink);
    write(&mut sink, snapshot, kinds, about, report)?;
    sink.finish()
}
