//! What the terminal is and allows, looked up once, here and nowhere else.

#![expect(clippy::disallowed_methods, reason = "this is where the environment is read")]

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::path::Path;

use super::CliError;
use super::colour::{ColorChoice, colour};
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

/// The page that stdout is.
pub(super) fn page(choice: ColorChoice, full: bool) -> Page {
    let is_terminal = std::io::stdout().is_terminal();
    let width = asked_width().or_else(|| terminal_width().filter(|_| is_terminal)).unwrap_or(100);
    Page {
        width,
        style: Style { colour: colour(choice, is_terminal, |name| std::env::var_os(name)), charset: charset() },
        full,
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

/// Whether somebody watches what is drawn on stderr.
pub(super) fn is_drawn() -> bool {
    std::io::stderr().is_terminal()
}

/// Prints the answer. A closed pipe ends quietly.
pub(super) fn print(text: &str) -> Result<(), CliError> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => other.map_err(|error| CliError::tool(format!("cannot write the answer: {error}"))),
    }
}

/// Prints answers that are a line each.
pub(super) fn print_lines(lines: &[String]) -> Result<(), CliError> {
    print(&lines.iter().map(|line| format!("{line}\n")).collect::<String>())
}

/// Says something on stderr.
pub(super) fn note(text: &str) {
    let mut err = std::io::stderr().lock();
    let _ = writeln!(err, "{text}");
}

/// Prints what clap has to say: help as the answer, errors on stderr. Coloured by the same rules as everything else.
pub(super) fn show(error: &clap::Error) {
    let is_terminal =
        if error.use_stderr() { std::io::stderr().is_terminal() } else { std::io::stdout().is_terminal() };
    let styled = error.render();
    let coloured = colour(ColorChoice::Auto, is_terminal, |name| std::env::var_os(name));
    let text = if coloured { styled.ansi().to_string() } else { styled.to_string() };
    // A closed pipe is nobody's fault.
    let _ = if error.use_stderr() {
        std::io::stderr().lock().write_all(text.as_bytes())
    } else {
        std::io::stdout().lock().write_all(text.as_bytes())
    };
}

/// Prints an error and its hint on stderr.
pub(super) fn complain(error: &CliError) {
    note(&format!("{}{error}", error.lead()));
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

/// The program is silent for so long; after that it shows that it goes on.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(2);

/// When the first piece of work began.
static BEGAN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();

/// Does a piece of work; once all of them have taken long and if a person watches, says on stderr what is done.
pub(super) fn patiently<T>(what: &'static str, work: impl FnOnce() -> T) -> T {
    if !std::io::stderr().is_terminal() {
        return work();
    }
    let silent = PATIENCE.saturating_sub(BEGAN.get_or_init(std::time::Instant::now).elapsed());
    let (done, wait) = std::sync::mpsc::channel::<()>();
    let watcher = std::thread::spawn(move || {
        if wait.recv_timeout(silent) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
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
    pub(super) cache: Option<std::path::PathBuf>,
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
        cache: path("KUBECACHEDIR"),
        proxies: Proxies { https: either("HTTPS_PROXY"), http: either("HTTP_PROXY"), none_for: either("NO_PROXY") },
        in_cluster: set("KUBERNETES_SERVICE_HOST").zip(set("KUBERNETES_SERVICE_PORT")),
        stdin_is_terminal: std::io::stdin().is_terminal(),
    }
}
