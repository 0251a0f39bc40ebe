//! The words of the command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueHint};
use jiff::Timestamp;

use super::colour::ColorChoice;
use super::commands::bytes;
use super::connection::{ConnectionArgs, duration};
use super::formats::{DocumentFormat, FailOn, Format, ListFormat, LogsKept, PlainFormat, ScriptFor, TreeFormat};
use super::recorded::{Wanted, record, time};
use crate::model::LabelSelector;

/// The command, for completions and the reference.
#[must_use]
pub fn command() -> clap::Command {
    use clap::CommandFactory;
    Cli::command().bin_name("kubectl mlop")
}

/// Why is my training run not doing what I asked, and who has to do what now?
#[derive(Debug, Parser)]
#[command(name = "kubectl-mlop", version, arg_required_else_help = true, disable_help_subcommand = true)]
#[command(
    after_help = "Exit codes: 0 healthy, done, or waiting as it should · 1 tool error · 2 usage · 3 error-level \
                        finding · 4 warnings only (with --fail-on=warning) · 5 inconclusive · 6 target not found · \
                        130, 143 stopped by a signal",
    after_long_help = "Examples:\n  kubectl mlop diagnose pytorchjob/run-42 -n ml\n  kubectl mlop explain MLOP214\n\n\
                        Exit codes: 0 healthy, done, or waiting as it should · 1 tool error · 2 usage · 3 error-level \
                        finding · 4 warnings only (with --fail-on=warning) · 5 inconclusive · 6 target not found · \
                        130, 143 stopped by a signal. Without a command this help is printed, and the code is 2: 0 \
                        would say that a run is well, and none was looked at."
)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,

    /// How to reach the cluster.
    #[command(flatten)]
    pub connection: ConnectionArgs,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Say why a run does not do what was asked: its state, one root cause with proof, and who has to act
    #[command(after_long_help = "Examples:\n  kubectl mlop diagnose run-42\n  \
                            kubectl mlop diagnose pytorchjob/run-42 -n ml --context prod-eu\n  \
                            kubectl mlop diagnose run-42 --from incident.zip\n  \
                            kubectl get jobs,pods,events -n ml -o yaml | kubectl mlop diagnose job/train --from -\n  \
                            kubectl mlop diagnose --from objects.json -o json")]
    Diagnose(Diagnose),
    /// Keep the evidence of a run, or of many, as a bundle; or of everything that happens as a record
    #[command(after_long_help = "Examples:\n  kubectl mlop capture run-42\n  kubectl mlop capture -n ml\n  \
                            kubectl mlop capture -A --context prod-eu --logs=none --to prod-eu.zip\n  \
                            kubectl mlop capture -n ml -l team=vision\n  kubectl mlop capture --watch -n ml\n  \
                            kubectl mlop capture --preflight run-42 -n ml\n  \
                            kubectl mlop capture run-42 --from objects.yaml --to run-42.zip\n  \
                            kubectl mlop capture pytorchjob/run-42 --from objects.yaml --to run-42/")]
    Capture(Capture),
    /// Show a run's objects as a tree, each with its state
    #[command(
        after_long_help = "Examples:\n  kubectl mlop tree run-42\n  kubectl mlop tree run-42 --from incident.zip\n  \
                            kubectl mlop tree rayjob/run-42 -n ml -o name | xargs kubectl get -n ml"
    )]
    Tree(Tree),
    /// Look into a bundle: whether it is whole, what it holds
    #[command(subcommand)]
    #[command(after_long_help = "Examples:\n  kubectl mlop bundle verify run-42.zip\n  \
                            kubectl mlop bundle ls run-42.zip\n  \
                            kubectl mlop bundle show run-42.zip pod/run-42-worker-3")]
    Bundle(BundleCommand),
    /// Explain a code of a finding, or a reason of the API
    #[command(after_long_help = "Examples:\n  kubectl mlop explain MLOP214\n  kubectl mlop explain OOMKilled")]
    Explain(Explain),
    /// List all rules
    #[command(after_long_help = "Examples:\n  kubectl mlop rules\n  kubectl mlop rules -o wide --no-headers\n  \
                            kubectl mlop rules -o name | xargs -n 1 kubectl mlop explain")]
    Rules(Rules),
    /// Print the version
    #[command(after_long_help = "Examples:\n  kubectl mlop version\n  kubectl mlop version -o json")]
    Version(Version),
    /// Print a completion script
    #[command(
        after_long_help = "Examples:\n  kubectl mlop completion kubectl > ~/.local/bin/kubectl_complete-mlop && chmod +x \
                            ~/.local/bin/kubectl_complete-mlop\n  \
                            kubectl mlop completion bash > ~/.local/share/bash-completion/completions/kubectl-mlop\n  \
                            kubectl mlop completion fish > ~/.config/fish/completions/kubectl-mlop.fish"
    )]
    Completion(Completion),
}

/// What is meant, and where it is looked for.
#[derive(Debug, Args)]
pub(crate) struct Target {
    /// TYPE/NAME, TYPE NAME, or NAME alone; with --from, nothing for every run there is
    #[arg(value_name = "TYPE/NAME", num_args = 0..=2)]
    pub target: Vec<String>,

    /// In place of a cluster: a bundle (directory or .zip), or a file of objects as kubectl get -o yaml|json prints them;
    /// - for standard input; several add up
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub from: Vec<String>,

    /// Lift the limits that keep the walk small: look into every pod, read lists and logs as far as they go
    #[arg(long)]
    pub deep: bool,

    /// Rules of redaction besides the built-in ones, as docs/redaction.md describes them
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub redact_policy: Option<PathBuf>,

    /// Record that adds what the API has forgotten: the one that capture --watch keeps of this cluster (auto), another, or
    /// none
    #[arg(long, value_name = "auto|PATH|none", value_parser = record, default_value = "auto", value_hint = ValueHint::FilePath)]
    pub record: Wanted,

    /// Look at the record as of then: a time (2026-11-30T03:00:00Z), or how long ago (20m)
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub at: Option<Timestamp>,
}

/// Arguments of the recorder.
#[derive(Debug, Default, Args)]
pub(crate) struct WatchArgs {
    /// Record what happens until Ctrl-C: objects, events and logs, before they are gone
    #[arg(long)]
    pub watch: bool,

    /// With --watch: bytes that the record may take; when it has more, the oldest goes
    #[arg(long, value_name = "SIZE", value_parser = bytes, default_value = "2Gi")]
    pub max_size: u64,

    /// With --watch: end after this (8h; 0 for never)
    #[arg(long, value_name = "DURATION", value_parser = duration, default_value = "0")]
    pub duration: Duration,
}

/// Arguments of the preflight.
#[derive(Debug, Default, Args)]
pub(crate) struct PreflightArgs {
    /// Capture nothing: ask the cluster whether you may see what a diagnosis and a capture of this would need. The run need
    /// not be there yet; exits 5 if something is lacking
    #[arg(long)]
    pub preflight: bool,

    /// With --preflight: format of the answer; name prints what is lacking, as kubectl auth can-i takes it
    #[arg(short, long, value_enum, default_value_t = ListFormat::Text, requires = "preflight")]
    pub output: ListFormat,

    /// With --preflight: leave out the line of headers
    #[arg(long, requires = "preflight")]
    pub no_headers: bool,
}

/// Arguments of `diagnose`.
#[derive(Debug, Args)]
pub(crate) struct Diagnose {
    /// What and where.
    #[command(flatten)]
    pub target: Target,

    /// Format of the answer
    #[arg(short, long, value_enum, default_value_t = Format::Text)]
    pub output: Format,

    /// Gravest finding that still exits 0 is one below this
    #[arg(long, value_enum, default_value_t = FailOn::Error, value_name = "SEVERITY")]
    pub fail_on: FailOn,

    /// Exit 0 whatever is found; errors of the tool still count
    #[arg(long)]
    pub exit_zero: bool,

    /// When to colour
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    pub color: ColorChoice,
}

/// Arguments of `capture`.
#[derive(Debug, Args)]
pub(crate) struct Capture {
    /// What and where.
    #[command(flatten)]
    pub target: Target,

    /// In place of a run: all namespaces; without a run and without this, the namespace of -n or of the context
    #[arg(short = 'A', long, conflicts_with_all = ["target", "from"])]
    pub all_namespaces: bool,

    /// In place of a run: the runs that have these labels (key=value,key2=value2), and nothing of what they do not need
    #[arg(short = 'l', long, value_name = "SELECTOR", value_parser = LabelSelector::parse, default_value = "", hide_default_value = true,
        conflicts_with_all = ["target", "from", "watch"])]
    pub selector: LabelSelector,

    /// Where to write: a path ending in .zip, else a directory; without it, a .zip named after what is in it
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub to: Option<String>,

    /// Which logs are kept
    #[arg(long, value_enum, default_value_t = LogsKept::Errors, value_name = "WHICH")]
    pub logs: LogsKept,

    /// Of the logs of a cluster, what is younger than this (30m, 2h; 0 for all there is)
    #[arg(long, value_name = "DURATION", value_parser = duration, default_value = "0", conflicts_with = "from")]
    pub since: Duration,

    /// Who wrote the status of the objects, for the bundle's description
    #[arg(long, value_name = "WORDS", default_value = "unknown")]
    pub status_by: String,

    /// The recorder.
    #[command(flatten)]
    pub watch: WatchArgs,

    /// The preflight.
    #[command(flatten)]
    pub preflight: PreflightArgs,
}

/// Arguments of `tree`.
#[derive(Debug, Args)]
pub(crate) struct Tree {
    /// What and where.
    #[command(flatten)]
    pub target: Target,

    /// Format of the tree
    #[arg(short, long, value_enum, default_value_t = TreeFormat::Text)]
    pub output: TreeFormat,

    /// When to colour
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    pub color: ColorChoice,
}

/// What to do with a bundle.
#[derive(Debug, Subcommand)]
pub(crate) enum BundleCommand {
    /// Compare every file with the manifest; exits 1 if anything is altered, missing, extra or torn
    #[command(after_long_help = "Examples:\n  kubectl mlop bundle verify run-42.zip\n  \
                            kubectl mlop bundle verify run-42/ -o json\n  \
                            kubectl mlop bundle verify run-42.zip --root 3f2a…")]
    Verify(Verify),
    /// List the objects that it holds
    #[command(after_long_help = "Examples:\n  kubectl mlop bundle ls run-42.zip\n  \
                            kubectl mlop bundle ls run-42.zip pods -n ml -o wide\n  \
                            kubectl mlop bundle ls run-42.zip -o name")]
    Ls(Ls),
    /// Cut a run out of a record, as a bundle
    #[command(after_long_help = "Examples:\n  kubectl mlop bundle cut ml.sqlite run-42\n  \
                            kubectl mlop bundle cut ml.sqlite job/run-42 -n ml --at 2026-11-30T03:00:00Z --to run-42.zip")]
    Cut(Cut),
    /// Print an object as it is kept
    #[command(after_long_help = "Examples:\n  kubectl mlop bundle show run-42.zip pod/run-42-worker-3\n  \
                            kubectl mlop bundle show run-42.zip jobs.batch/run-42 -n ml -o json")]
    Show(Show),
    /// Serve it as a read-only Kubernetes API on 127.0.0.1, for kubectl
    ///
    /// Writes a kubeconfig of its own and prints its path. kubectl then gets, describes and reads logs and events as they
    /// were when the bundle was made; in tables, ages are those of that time. What the bundle does not hold is refused as
    /// not captured, never shown as empty. Of several objects that had one name, the one made last is served.
    ///
    /// Ends with Ctrl-C (exit code 130) or SIGTERM (143), and removes the kubeconfig.
    #[command(after_long_help = "Examples:\n  kubectl mlop bundle serve run-42.zip\n  \
                            kubectl mlop bundle serve run-42.zip --port 8443 --kubeconfig-out run-42.kubeconfig\n  \
                            kubectl --kubeconfig run-42.kubeconfig describe pod run-42-worker-3")]
    Serve(Serve),
}

/// Arguments of `bundle verify`.
#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// The bundle: a directory or a .zip
    #[arg(value_name = "BUNDLE", value_hint = ValueHint::AnyPath)]
    pub path: String,

    /// Root digest that capture printed: whoever changes a file and the manifest changes it
    #[arg(long, value_name = "SHA256")]
    pub root: Option<String>,

    /// Format of the answer
    #[arg(short, long, value_enum, default_value_t = PlainFormat::Text)]
    pub output: PlainFormat,
}

/// Arguments of `bundle ls`.
#[derive(Debug, Args)]
pub(crate) struct Ls {
    /// The bundle: a directory or a .zip
    #[arg(value_name = "BUNDLE", value_hint = ValueHint::AnyPath)]
    pub path: String,

    /// Objects of this kind alone
    #[arg(value_name = "TYPE")]
    pub kind: Option<String>,

    /// Format of the list
    #[arg(short, long, value_enum, default_value_t = ListFormat::Text)]
    pub output: ListFormat,

    /// Leave out the line of headers
    #[arg(long)]
    pub no_headers: bool,
}

/// Arguments of `bundle cut`.
#[derive(Debug, Args)]
pub(crate) struct Cut {
    /// The record, as capture --watch keeps it
    #[arg(value_name = "RECORD", value_hint = ValueHint::FilePath)]
    pub path: String,

    /// TYPE/NAME, TYPE NAME, NAME alone, or a UID
    #[arg(value_name = "TYPE/NAME", num_args = 1..=2, required = true)]
    pub target: Vec<String>,

    /// Rules of redaction besides the built-in ones, as docs/redaction.md describes them
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub redact_policy: Option<PathBuf>,

    /// As of then: a time (2026-11-30T03:00:00Z), or how long ago (20m); without it, as of when the run was last there
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub at: Option<Timestamp>,

    /// Where to write: a path ending in .zip, else a directory; without it, a .zip named after the run
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub to: Option<String>,
}

/// Arguments of `bundle show`.
#[derive(Debug, Args)]
pub(crate) struct Show {
    /// The bundle: a directory or a .zip
    #[arg(value_name = "BUNDLE", value_hint = ValueHint::AnyPath)]
    pub path: String,

    /// The object
    #[arg(value_name = "TYPE/NAME")]
    pub object: String,

    /// Format of the object
    #[arg(short, long, value_enum, default_value_t = DocumentFormat::Yaml)]
    pub output: DocumentFormat,
}

/// Arguments of `bundle serve`.
#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// The bundle: a directory or a .zip
    #[arg(value_name = "BUNDLE", value_hint = ValueHint::AnyPath)]
    pub path: String,

    /// Port on 127.0.0.1; 0 for one that is free
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    pub port: u16,

    /// Where to write the kubeconfig, a file that is not there yet; without it, among the temporary files
    #[arg(long, value_name = "PATH", value_hint = ValueHint::FilePath)]
    pub kubeconfig_out: Option<PathBuf>,
}

/// Arguments of `explain`.
#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// Code (MLOP214), slug (oom-killed), or reason of the API (OOMKilled)
    #[arg(value_name = "CODE|REASON")]
    pub word: String,
}

/// Arguments of `rules`.
#[derive(Debug, Args)]
pub(crate) struct Rules {
    /// Format of the list
    #[arg(short, long, value_enum, default_value_t = ListFormat::Text)]
    pub output: ListFormat,

    /// Leave out the line of headers
    #[arg(long)]
    pub no_headers: bool,
}

/// Arguments of `version`.
#[derive(Debug, Args)]
pub(crate) struct Version {
    /// Format
    #[arg(short, long, value_enum, default_value_t = PlainFormat::Text)]
    pub output: PlainFormat,
}

/// Arguments of `completion`.
#[derive(Debug, Args)]
pub(crate) struct Completion {
    /// Shell; or kubectl, for the program through which it asks for completions of `kubectl mlop`
    #[arg(value_enum)]
    pub shell: ScriptFor,
}
