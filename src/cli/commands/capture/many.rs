//! The evidence of many runs as one bundle: of a namespace, of all namespaces, or of the runs that have some labels.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;

use super::place;
use super::progress::Progress;
use crate::bundle::layout::encode_part;
use crate::bundle::{About, BundleError, FORMAT, Scope, Status};
use crate::capture::dir::DirSink;
use crate::capture::large_zip::LargeZipSink;
use crate::capture::many::{Gathered, Wish, gather};
use crate::cli::args::Capture;
use crate::cli::commands::memory::path_of;
use crate::cli::connection::ConnectionArgs;
use crate::cli::input::cluster_error;
use crate::cli::{CliError, policy, recorded, signals, state, terminal};
use crate::collect::Limits;
use crate::collect::admit::Door;
use crate::kinds::Kinds;
use crate::report::quote::harmless;
use crate::rights::Place;
use crate::source::Source as _;
use crate::source::cluster::{Cluster, Connection};

pub(super) fn run(args: &Capture, connection: &ConnectionArgs) -> Result<u8, CliError> {
    if args.target.at.is_some() {
        return Err(CliError::usage("--at needs a run: a cluster shows only what is now")
            .with_hint("`kubectl mlop bundle cut RECORD RUN --at TIME` takes a run of then out of a record"));
    }
    let kinds = Kinds::built_in();
    let policy = policy::load(args.target.redact_policy.as_deref(), &kinds)?;
    policy::tell(&policy);
    let settings = Connection {
        deep: args.target.deep,
        logs_since: Some(args.since).filter(|since| !since.is_zero()),
        // How long it may take depends on the cluster, and a person can end it with what there is by then.
        timeout: connection.timeout.filter(|timeout| *timeout > Duration::ZERO),
        ..connection.connection()
    };
    let mut cluster = Cluster::connect(&settings, &kinds).map_err(|error| cluster_error(&error))?;
    let place = if args.all_namespaces { Place::All } else { Place::Namespace(cluster.namespace().to_owned()) };
    let to = args.to.clone().unwrap_or_else(|| default_name(&cluster, &place));
    let to = Path::new(&to);
    place::is_free(to)?;
    terminal::note(&format!("Capturing {} of {}.", words(&place, args), context(&cluster)));
    cluster.identify();
    if let Some(trouble) = cluster.trouble() {
        return Err(cluster_error(&trouble));
    }
    let door = Door::with_key(state::mac_key(cluster.about().cluster_id.as_deref())?).with_policy(policy);
    let (fingerprint, policies) = (door.fingerprint(), door.policies());
    // Before there was nothing to keep; from here on there is.
    let wish = signals::gently();
    let limits = if args.target.deep { Limits::deep() } else { Limits::default() };
    let limits = Limits { logs: args.logs.kept(), ..limits };
    let room = to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
    let asked = Wish { place: place.clone(), labels: args.selector.clone(), limits, room };
    let mut progress = Progress::new();
    let failed = |error: BundleError| place::failed(&error);
    let mut record = match path_of(&mut cluster, &args.target.record, false)? {
        Some(path) => Some(recorded::open_beside(&kinds, &path)?),
        None => None,
    };
    let gathered =
        gather(&mut cluster, record.as_mut(), &kinds, door, &asked, |stage| progress.tell(stage)).map_err(failed)?;
    let (stopped, runs) = (wish.asked(), gathered.runs.len());
    let about = About { policies, ..about(&cluster, args, &place, &gathered, fingerprint, stopped.is_some()) };
    let (path, digest) = store(to, gathered, &about, &mut progress).map_err(failed)?;
    progress.clear();
    for warning in cluster.warnings() {
        terminal::note(&format!("Warning: {}", harmless(&warning)));
    }
    let spent = cluster.spent();
    let plural = if runs == 1 { "" } else { "s" };
    terminal::note(&format!("{runs} run{plural}; {} requests, {} bytes.", spent.requests, spent.bytes));
    place::tell(&path, &digest, about.status)?;
    Ok(wish.asked().unwrap_or(0))
}

/// `mlop-<context>-<namespace>.zip`, in characters that every file system takes.
fn default_name(cluster: &Cluster, place: &Place) -> String {
    let namespace = match place {
        Place::All => "all-namespaces",
        Place::Namespace(name) => name,
    };
    let parts = [cluster.context(), Some(namespace)];
    let parts: Vec<String> = parts.into_iter().flatten().map(|part| encode_part(&part.to_ascii_lowercase())).collect();
    format!("mlop-{}.zip", parts.join("-"))
}

fn words(place: &Place, args: &Capture) -> String {
    let runs = if args.selector.is_empty() { String::new() } else { format!("the runs with {} in ", args.selector) };
    match place {
        Place::All => format!("{runs}all namespaces"),
        Place::Namespace(name) => format!("{runs}namespace {}", harmless(name)),
    }
}

fn context(cluster: &Cluster) -> String {
    cluster.context().map_or_else(|| "the cluster".to_owned(), |context| format!("context {}", harmless(context)))
}

/// What the bundle says of itself, and what it has cost.
fn about(
    cluster: &Cluster,
    args: &Capture,
    place: &Place,
    gathered: &Gathered<'_>,
    mac_fingerprint: Option<String>,
    stopped: bool,
) -> About {
    let (about, spent) = (cluster.about(), cluster.spent());
    let cost = json!({"requests": spent.requests, "bytes": spent.bytes, "retries": spent.retries, "throttled": spent.throttled});
    About {
        format: FORMAT,
        captured_at: cluster.now(),
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        source: [("type".to_owned(), about.kind.into()), ("cost".to_owned(), cost)].into_iter().collect(),
        scope: Scope {
            targets: gathered.runs.clone(),
            namespace: match place {
                Place::All => None,
                Place::Namespace(name) => Some(name.clone()),
            },
            all_namespaces: *place == Place::All,
            selector: Some(&args.selector).filter(|selector| !selector.is_empty()).map(ToString::to_string),
        },
        cluster_id: about.cluster_id,
        server_version: about.server_version,
        mac_fingerprint,
        policies: Vec::new(),
        status: if stopped { Status::Partial } else { Status::Complete },
        writer: args.status_by.clone(),
    }
}

/// Writes aside and moves into place when whole.
fn store(
    to: &Path,
    gathered: Gathered<'_>,
    about: &About,
    progress: &mut Progress,
) -> Result<(PathBuf, String), BundleError> {
    if place::is_zip(to) {
        let (sink, digest) = gathered.write(LargeZipSink::create(to)?, about, |stage| progress.tell(stage))?;
        Ok((sink.finish()?, digest))
    } else {
        let (sink, digest) = gathered.write(DirSink::create(to)?, about, |stage| progress.tell(stage))?;
        Ok((sink.finish()?, digest))
    }
}
