//! Completion as kubectl asks for it: `__complete WORDS…`, the last being the one that grows. Each candidate is a line,
//! a tab and what it is; the last line says what else the shell may do.
//!
//! Owns the protocol and its time: whoever presses a key does not wait. Must never ask a person, and is silent where
//! nothing can be found out.

mod names;
mod plan;

use std::time::Duration;

use clap::{CommandFactory, FromArgMatches};

use self::plan::Plan;
use super::args::{Cli, command};
use super::connection::ConnectionArgs;
use super::terminal;

/// The first word of the call.
pub(super) const WORD: &str = "__complete";

/// What the server is given, all in all.
const SERVER: Duration = Duration::from_millis(1400);
/// What everything is given, a credential plugin among it.
const ALL: Duration = Duration::from_millis(1800);

/// The shell is to do nothing more; in the protocol's words, no files.
const NOTHING_MORE: u8 = 4;
/// The shell may complete files.
const FILES: u8 = 0;

/// A candidate and what it is.
type Candidate = (String, String);

/// Prints the candidates.
pub(super) fn run(words: &[String]) {
    let (last, before) = words.split_last().map_or(("", &[][..]), |(last, before)| (last.as_str(), before));
    let plan = plan::plan(&command(), before, last);
    let (candidates, then) = match plan {
        Plan::Fixed(candidates) => (candidates, NOTHING_MORE),
        Plan::Files => (Vec::new(), FILES),
        Plan::Rules => (names::rules(), NOTHING_MORE),
        Plan::Places(what) => (names::places(&connection(before), what), NOTHING_MORE),
        Plan::Runs { kind, from, prefix } => {
            let connection = connection(before);
            let found = within(ALL, move || names::runs(&connection, kind.as_deref(), &from)).unwrap_or_default();
            (found.into_iter().map(|(name, what)| (format!("{prefix}{name}"), what)).collect(), NOTHING_MORE)
        }
    };
    let mut lines: Vec<String> = candidates
        .into_iter()
        .filter(|(word, _)| word.starts_with(last))
        .map(|(word, what)| if what.is_empty() { word } else { format!("{word}\t{what}") })
        .collect();
    lines.push(format!(":{then}"));
    // Nobody is there who could be told of an error.
    let _ = terminal::print_lines(&lines);
}

/// The flags about the cluster among words that may be half a command line.
fn connection(before: &[String]) -> Option<ConnectionArgs> {
    let all = std::iter::once("kubectl-mlop".to_owned()).chain(before.iter().cloned());
    let matches = Cli::command().ignore_errors(true).try_get_matches_from(all).ok()?;
    let mut connection = match matches.subcommand() {
        Some((_, sub)) => ConnectionArgs::from_arg_matches(sub).ok()?,
        None => ConnectionArgs::from_arg_matches(&matches).ok()?,
    };
    connection.timeout = Some(SERVER);
    connection.request_timeout = SERVER;
    connection.verbosity = 0;
    Some(connection)
}

/// What comes of work within a time; what takes longer is left to end with the program.
fn within<T: Send + 'static>(time: Duration, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let (done, wait) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        // Nobody may be waiting any more.
        let _ = done.send(work());
    });
    wait.recv_timeout(time).ok()
}
