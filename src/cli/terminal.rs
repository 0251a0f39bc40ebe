//! What the terminal is and allows, looked up once, here and nowhere else.

#![expect(clippy::disallowed_methods, reason = "this is where the environment is read")]

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::path::Path;

use super::CliError;
use crate::report::text::{Charset, Page, Style};
use crate::source::cluster::Proxies;

/// How people call us: as a plugin, `kubectl mlop`; under another name, by that name.
pub(super) fn invoked_as(program: Option<&OsString>) -> String {
    let stem = program
        .and_then(|program| Path::new(program).file_stem())
        .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    match stem.strip_prefix("kubectl-") {
        Some(plugin) => format!("kubectl {}", plugin.replace('_', "-")),
        None if stem.is_empty() => "kubectl mlop".to_owned(),
        None => stem,
    }
}

/// When to colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ColorChoice {
    /// On a terminal that can, unless NO_COLOR is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The page that stdout is.
pub(super) fn page(choice: ColorChoice, full: bool) -> Page {
    let is_terminal = std::io::stdout().is_terminal();
    let width = asked_width().or_else(|| terminal_width().filter(|_| is_terminal)).unwrap_or(100);
    Page { width, style: Style { colour: colour(choice, is_terminal), charset: charset() }, full }
}

/// `--color`, then NO_COLOR, CLICOLOR_FORCE and FORCE_COLOR, CLICOLOR=0, TERM=dumb, then the stream itself.
fn colour(choice: ColorChoice, is_terminal: bool) -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is = |name: &str, value: &str| std::env::var_os(name).is_some_and(|found| found == value);
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto if set("NO_COLOR") => false,
        ColorChoice::Auto if set("CLICOLOR_FORCE") && !is("CLICOLOR_FORCE", "0") => true,
        ColorChoice::Auto if set("FORCE_COLOR") && !is("FORCE_COLOR", "0") => true,
        ColorChoice::Auto => is_terminal && !is("CLICOLOR", "0") && !is("TERM", "dumb"),
    }
}

/// Seven bits where the locale says C or POSIX; a person may ask for them with MLOP_ASCII=1.
fn charset() -> Charset {
    let value = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    if value("MLOP_ASCII").is_some() {
        return Charset::Ascii;
    }
    match value("LC_ALL").or_else(|| value("LC_CTYPE")).or_else(|| value("LANG")).as_deref() {
        Some("C" | "POSIX") => Charset::Ascii,
        _ => Charset::Unicode,
    }
}

/// Columns that the environment asks for.
fn asked_width() -> Option<usize> {
    std::env::var("COLUMNS").ok()?.parse().ok()
}

/// Columns that the terminal has.
fn terminal_width() -> Option<usize> {
    let (_, columns) = dialoguer::console::Term::stdout().size_checked()?;
    Some(usize::from(columns))
}

/// Whether a person can be asked.
pub(super) fn is_interactive() -> bool {
    std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}

/// Prints the answer. A closed pipe ends quietly.
pub(super) fn print(text: &str) -> Result<(), CliError> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => other.map_err(|error| CliError::tool(format!("cannot write the answer: {error}"))),
    }
}

/// Says something on stderr.
pub(super) fn note(text: &str) {
    let mut err = std::io::stderr().lock();
    let _ = writeln!(err, "{text}");
}

/// Prints an error and its hint on stderr.
pub(super) fn complain(error: &CliError) {
    note(&format!("error: {error}"));
    if let Some(hint) = error.hint() {
        note(&format!("hint: {hint}"));
    }
}

/// Milliseconds that a piece of work took.
pub(super) fn timed<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let start = std::time::Instant::now();
    let result = work();
    (result, u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX))
}

/// Work this long is silent; longer work shows that it goes on.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(2);

/// Does a piece of work; if it takes long and a person watches, says so on stderr until it is done.
pub(super) fn patiently<T>(what: &'static str, work: impl FnOnce() -> T) -> T {
    if !std::io::stderr().is_terminal() {
        return work();
    }
    let (done, wait) = std::sync::mpsc::channel::<()>();
    let watcher = std::thread::spawn(move || {
        if wait.recv_timeout(PATIENCE) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
            let bar = indicatif::ProgressBar::new_spinner().with_message(what);
            while wait.recv_timeout(std::time::Duration::from_millis(100))
                == Err(std::sync::mpsc::RecvTimeoutError::Timeout)
            {
                bar.tick();
            }
            bar.finish_and_clear();
        }
    });
    let result = work();
    drop(done);
    // A spinner that fails is no reason to lose the answer.
    let _ = watcher.join();
    result
}

/// What the environment says of clusters.
pub(super) struct ClusterEnvironment {
    pub(super) kubeconfig: Option<OsString>,
    pub(super) home: Option<std::path::PathBuf>,
    pub(super) proxies: Proxies,
    pub(super) in_cluster: Option<(String, String)>,
    pub(super) stdin_is_terminal: bool,
}

/// Looks it up.
pub(super) fn cluster_environment() -> ClusterEnvironment {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let either = |name: &str| set(name).or_else(|| set(&name.to_ascii_lowercase()));
    let path = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(std::path::PathBuf::from);
    ClusterEnvironment {
        kubeconfig: std::env::var_os("KUBECONFIG").filter(|value| !value.is_empty()),
        home: path("HOME").or_else(|| path("USERPROFILE")),
        proxies: Proxies { https: either("HTTPS_PROXY"), http: either("HTTP_PROXY"), none_for: either("NO_PROXY") },
        in_cluster: set("KUBERNETES_SERVICE_HOST").zip(set("KUBERNETES_SERVICE_PORT")),
        stdin_is_terminal: std::io::stdin().is_terminal(),
    }
}
