//! Where the answers come from: what `--from` names, or a cluster.

use std::io::Read;
use std::path::Path;
use std::time::Duration;

use jiff::Timestamp;

use super::CliError;
use super::args::Target;
use super::connection::ConnectionArgs;
use super::recorded;
use crate::bundle::{BundleError, BundleFiles};
use crate::kinds::Kinds;
use crate::record::{Recorded, is_record};
use crate::source::bundle::Bundle;
use crate::source::cluster::{Cluster, ConnectError, Connection};
use crate::source::memory::{Extent, Memory};
use crate::source::{About, Source, Spent, files, open};

/// What to do about a file of objects.
const OBJECTS: &str = "give objects as `kubectl get -o yaml` or `-o json` prints them, or a bundle";
/// What to do about a bundle.
const BUNDLES: &str = "give a bundle as `kubectl mlop capture` writes it, whole";

/// An opened source.
pub(super) enum Input {
    /// Files or bundles.
    Files(Box<dyn Source>),
    /// A live cluster.
    Cluster(Box<Cluster>),
    /// A record, as of a time.
    Record(Box<Recorded>),
}

impl Input {
    /// Opens what `--from` names; without it, the cluster that the flags and the kubeconfig name.
    pub(super) fn open(
        kinds: &Kinds,
        target: &Target,
        since: Option<Duration>,
        connection: &ConnectionArgs,
    ) -> Result<Self, CliError> {
        if target.from.is_empty() {
            connect(kinds, &Connection { deep: target.deep, logs_since: since, ..connection.connection() })
        } else {
            open_from(kinds, &target.from, target.at)
        }
    }

    /// The same for one whom nobody can answer.
    pub(super) fn open_silently(kinds: &Kinds, from: &[String], connection: &ConnectionArgs) -> Result<Self, CliError> {
        if from.is_empty() { connect(kinds, &connection.quiet()) } else { open_from(kinds, from, None) }
    }

    /// As a source.
    pub(super) fn source(&mut self) -> &mut dyn Source {
        match self {
            Self::Files(source) => source.as_mut(),
            Self::Cluster(cluster) => cluster.as_mut(),
            Self::Record(record) => record.as_mut(),
        }
    }
}

fn connect(kinds: &Kinds, connection: &Connection) -> Result<Input, CliError> {
    let cluster = Cluster::connect(connection, kinds).map_err(|error| cluster_error(&error))?;
    Ok(Input::Cluster(Box::new(cluster)))
}

/// What is wrong with a cluster, with what to do.
pub(super) fn cluster_error(error: &ConnectError) -> CliError {
    let told = if error.is_usage() { CliError::usage(error) } else { CliError::tool(error) };
    let told = if matches!(error, ConnectError::Unreachable(_)) { told.alone() } else { told };
    told.with_hint(error.hint())
}

/// Opens what `--from` names: a record, or what is no record.
fn open_from(kinds: &Kinds, from: &[String], at: Option<Timestamp>) -> Result<Input, CliError> {
    if let [path] = from
        && is_record(Path::new(path))
    {
        return Ok(Input::Record(Box::new(recorded::open(kinds, Path::new(path), at)?)));
    }
    if at.is_some() {
        return Err(CliError::usage("--at needs a record: nothing else knows what was at another time")
            .with_hint("give --from the record that `kubectl mlop capture --watch` keeps"));
    }
    open_files(kinds, from).map(Input::Files)
}

/// Opens one bundle, or files and bundles that add up.
fn open_files(kinds: &Kinds, from: &[String]) -> Result<Box<dyn Source>, CliError> {
    if let [path] = from
        && path != "-"
        && is_bundle(Path::new(path))
    {
        return Ok(Box::new(bundle(kinds, path)?));
    }
    let mut values = Vec::new();
    let mut spent = Spent::default();
    for path in from {
        spent.requests += 1;
        if path != "-" && is_bundle(Path::new(path)) {
            values.extend(bundle(kinds, path)?.objects());
        } else {
            let bytes = read(path)?;
            spent.bytes += bytes.len() as u64;
            values.extend(
                files::parse(&bytes).map_err(|error| CliError::tool(format!("{path} {error}")).with_hint(OBJECTS))?,
            );
        }
    }
    let about = About { kind: "files".to_owned(), context: Some(from.join(", ")), ..About::default() };
    Ok(Box::new(Memory::new(kinds, about, Extent::Excerpt, values).costing(spent)))
}

/// Opens the files of a bundle.
pub(super) fn bundle_files(path: &str) -> Result<Box<dyn BundleFiles>, CliError> {
    open::open(Path::new(path)).map_err(|error| bundle_error(path, &error))
}

/// Opens a bundle.
pub(super) fn bundle(kinds: &Kinds, path: &str) -> Result<Bundle, CliError> {
    Bundle::open(path.to_owned(), bundle_files(path)?, kinds).map_err(|error| bundle_error(path, &error))
}

/// What is wrong with a bundle, with what to do.
pub(super) fn bundle_error(path: &str, error: &BundleError) -> CliError {
    CliError::tool(format!("{path}: {error}")).with_hint(BUNDLES)
}

/// A directory, or a file that begins as a zip does.
fn is_bundle(path: &Path) -> bool {
    let mut start = [0_u8; 4];
    path.is_dir()
        || path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zip"))
        || open_file(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start.starts_with(b"PK")
}

#[expect(clippy::disallowed_methods, reason = "files named on the command line are opened here")]
fn open_file(path: &Path) -> std::io::Result<std::fs::File> {
    std::fs::File::open(path)
}

fn read(path: &str) -> Result<Vec<u8>, CliError> {
    let wrong =
        |error: std::io::Error| CliError::tool(format!("{path}: {error}")).with_hint("check the path of --from");
    // One byte more than is allowed tells "too large" from "just so".
    let most = files::MOST_BYTES as u64 + 1;
    let mut bytes = Vec::new();
    if path == "-" {
        std::io::stdin().lock().take(most).read_to_end(&mut bytes).map_err(wrong)?;
    } else {
        open_file(Path::new(path)).map_err(wrong)?.take(most).read_to_end(&mut bytes).map_err(wrong)?;
    }
    Ok(bytes)
}
