//! `capture --watch`: the recorder, until somebody ends it.

#![expect(clippy::disallowed_methods, reason = "an edge: the recorder lives by the clock")]

use std::path::PathBuf;
use std::time::{Duration, Instant};

use jiff::Timestamp;

use crate::cli::args::Capture;
use crate::cli::connection::ConnectionArgs;
use crate::cli::input::cluster_error;
use crate::cli::recorded::{self, Wanted};
use crate::cli::{CliError, policy, signals, state, terminal};
use crate::collect::admit::Door;
use crate::kinds::Kinds;
use crate::model::Gap;
use crate::model::quantity::Quantity;
use crate::record::{RecordError, Writer};
use crate::recorder::{Progress, Session, Settings};
use crate::rights::Place;
use crate::source::Source as _;
use crate::source::cluster::{Cluster, Connection, Followed};
use crate::source::plan::{kinds_to_keep, slices};

/// A line is written so often where nobody looks on.
const LINE: Duration = Duration::from_secs(60);
/// And so often on a terminal.
const GLANCE: Duration = Duration::from_millis(500);

pub(super) fn run(args: &Capture, connection: &ConnectionArgs) -> Result<u8, CliError> {
    let watch = &args.watch;
    if !args.target.target.is_empty() || !args.target.from.is_empty() || args.to.is_some() {
        return Err(CliError::usage(
            "--watch takes no run, no --from and no --to: it records a namespace, or with -A all",
        )
        .with_hint("`kubectl mlop capture --watch -n ml`; cut a bundle later with `kubectl mlop bundle cut`"));
    }
    let kinds = Kinds::built_in();
    let policy = policy::load(args.target.redact_policy.as_deref(), &kinds)?;
    policy::tell(&policy);
    // Watching has no end of its own; every single request still has one.
    let settings = Connection { timeout: None, logs_since: None, ..connection.connection() };
    let mut cluster = Cluster::connect(&settings, &kinds).map_err(|error| cluster_error(&error))?;
    cluster.identify();
    if let Some(trouble) = cluster.trouble() {
        return Err(cluster_error(&trouble));
    }
    let about = cluster.about();
    let path = path(args, about.cluster_id.as_deref())?;
    let cluster_id = about.cluster_id.as_deref().unwrap_or("unknown");
    let failed = |error: RecordError| recorded::failed(&path, &error);
    let mut writer = Writer::open(&path, cluster_id).map_err(failed)?;
    if let Some(version) = &about.server_version {
        writer.set("server_version", version).map_err(failed)?;
    }
    let door = Door::with_key(state::mac_key(about.cluster_id.as_deref())?).with_policy(policy);
    writer.keep_policies(&door.policies()).map_err(failed)?;
    let place = if args.all_namespaces { Place::All } else { Place::Namespace(cluster.namespace().to_owned()) };
    let mut wanted = kinds_to_keep(&kinds);
    wanted.extend(cluster.custom_runs().into_iter().map(|resource| resource.kind));
    let served = cluster.served(&wanted).map_err(|gap| {
        let why = gap.message.unwrap_or_else(|| gap.reason.words().to_owned());
        CliError::tool(format!("cannot learn what the cluster serves: {why}"))
    })?;
    let mut followed: Vec<Followed> =
        slices(&place, &served).into_iter().map(|(kind, namespace)| Followed { kind, namespace, from: None }).collect();
    let count = followed.len();
    let settings = Settings { logs: args.logs.kept(), most_bytes: watch.max_size };
    let mut session = Session::new(writer, kinds, door, settings, &mut followed, Timestamp::now()).map_err(failed)?;
    let stop = signals::gently();
    let closed = |gap: Gap| CliError::tool(gap.reason.words());
    let mut feed = cluster.watch(followed).map_err(closed)?;
    let scope = match &place {
        Place::All => "all namespaces".to_owned(),
        Place::Namespace(name) => format!("namespace {name}"),
    };
    let context = about.context.as_deref().unwrap_or("-");
    terminal::note(&format!(
        "Recording {scope} of {context} into {}: {count} streams. Ctrl-C ends it.",
        path.display()
    ));
    let start = Instant::now();
    let mut status = Status::new();
    let mut all_heard = false;
    let code = loop {
        if let Some(code) = stop.asked() {
            break code;
        }
        if !watch.duration.is_zero() && start.elapsed() >= watch.duration {
            break 0;
        }
        session.step(&mut feed, Duration::from_millis(100), Timestamp::now).map_err(failed)?;
        if !all_heard && session.progress().silent == 0 {
            all_heard = true;
            status.clear();
            terminal::note("All streams are heard.");
        }
        status.tell(session.progress(), start.elapsed());
    };
    drop(feed);
    let spent = cluster.spent();
    let cost = format!(
        "{} requests, {} bytes, {} retries in {:.0} s",
        spent.requests,
        spent.bytes,
        spent.retries,
        start.elapsed().as_secs_f64()
    );
    status.clear();
    let progress = session.finish(Timestamp::now(), cost.clone()).map_err(failed)?;
    let lives = progress.event_lifetime.map(|life| format!(" Events live about {} s here.", life.as_secs()));
    let lives = lives.unwrap_or_default();
    terminal::note(&format!("{}; {cost}.{lives} The record is whole.", line(progress, start.elapsed())));
    terminal::print(&format!("{}\n", path.display()))?;
    Ok(code)
}

fn path(args: &Capture, cluster: Option<&str>) -> Result<PathBuf, CliError> {
    match (&args.target.record, cluster) {
        (Wanted::Path(path), _) => Ok(path.clone()),
        (Wanted::None, _) => Err(CliError::usage("--watch keeps a record; give --record a path, or leave it out")),
        (Wanted::Auto, Some(cluster)) => recorded::place(cluster),
        (Wanted::Auto, None) => {
            Err(CliError::tool("the cluster does not say who it is: the namespace kube-system cannot be read")
                .with_hint("name the file with --record PATH"))
        }
    }
}

/// `120 heard, 40.0/s, lag 0.2 s, 1 stream not heard, 3 windows, 2.1 MB`
fn line(progress: Progress, took: Duration) -> String {
    let Progress { heard, lost, windows, lag, bytes, .. } = progress;
    let rate = heard as f64 / took.as_secs_f64().max(0.001);
    let lag = lag.as_secs_f64();
    let size = bytes as f64 / 1e6;
    format!("{heard} heard, {rate:.1}/s, lag {lag:.1} s, {lost} streams not heard, {windows} windows, {size:.1} MB")
}

/// The line that says how it goes: drawn over and over on a terminal, one a minute elsewhere.
struct Status {
    live: Option<indicatif::ProgressBar>,
    told: Instant,
}

impl Status {
    fn new() -> Self {
        let live = terminal::is_drawn().then(indicatif::ProgressBar::new_spinner);
        Self { live, told: Instant::now() }
    }

    fn tell(&mut self, progress: Progress, took: Duration) {
        let due = if self.live.is_some() { GLANCE } else { LINE };
        if self.told.elapsed() < due {
            return;
        }
        self.told = Instant::now();
        match &self.live {
            Some(bar) => {
                bar.set_message(line(progress, took));
                bar.tick();
            }
            None => terminal::note(&line(progress, took)),
        }
    }

    fn clear(&self) {
        if let Some(bar) = &self.live {
            bar.finish_and_clear();
        }
    }
}

/// Bytes, as Kubernetes writes quantities: `2Gi`, `500M`.
pub(in crate::cli) fn bytes(text: &str) -> Result<u64, String> {
    let wrong = || format!("{text:?} is no size; write 2Gi or 500M");
    let whole = Quantity::parse(text).map(Quantity::units);
    whole.and_then(|bytes| u64::try_from(bytes).ok()).filter(|bytes| *bytes > 0).ok_or_else(wrong)
}
