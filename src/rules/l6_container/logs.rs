//! What a log says of an ending: an error of its own, or the end of a peer.

use crate::collect::Asked;
use crate::model::{Gap, LogKey, Object, Query};
use crate::rules::Scene;

/// A container's log, as far as it was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::rules) enum LogSeen<'a> {
    /// Its text.
    Text(&'a str),
    /// Asked for; there is none.
    Empty,
    /// Could not be read.
    Gap(Query, Gap),
    /// Nobody asked: others like it stand for it.
    NotAsked,
}

impl<'a> LogSeen<'a> {
    /// The text, if it was read.
    pub(super) const fn text(&self) -> Option<&'a str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Whether what it says is not known.
    pub(super) const fn unread(&self) -> bool {
        matches!(self, Self::Gap(..) | Self::NotAsked)
    }
}

/// The log of a container.
pub(super) fn of<'a>(scene: &Scene<'a>, pod: &Object, container: &str, previous: bool) -> LogSeen<'a> {
    if let Some(log) = scene.snapshot.log(pod, container, previous) {
        return if log.text.trim().is_empty() { LogSeen::Empty } else { LogSeen::Text(&log.text) };
    }
    let query = Query::Log { of: LogKey { pod: pod.key().clone(), container: container.to_owned(), previous } };
    match scene.snapshot.answer_to(&query) {
        Some(Asked::Gap(gap)) => LogSeen::Gap(query, gap.clone()),
        Some(Asked::Answered { .. }) => LogSeen::Empty,
        None => LogSeen::NotAsked,
    }
}

/// Words of a collective that ended because a peer did not answer, in lower case.
const COLLECTIVE: [&str; 26] = [
    "watchdog caught collective operation timeout",
    "collective operation timeout",
    "nccl watchdog",
    "ncclremoteerror",
    "ncclsystemerror",
    "nccl communicator was aborted",
    "remote process exited or there was a network error",
    "processgroupnccl",
    "processgroupgloo",
    "distbackenderror",
    "distnetworkerror",
    "client socket has timed out",
    "connection reset by peer",
    "connection closed by peer",
    "socket timeout",
    "rendezvoustimeouterror",
    "rendezvousconnectionerror",
    "rendezvousclosederror",
    "rendezvous timed out",
    "recvvalue failed",
    "sendbytes failed",
    "recvbytes failed",
    "timed out waiting for clients",
    "timed out waiting 1800000ms for",
    "got signal: 15",
    "broken pipe",
];

/// Words of an error in their simplest forms, in lower case.
const ERROR: [&str; 14] = [
    "error",
    "exception",
    "fatal",
    "failed",
    "failure",
    "panic",
    "abort",
    "denied",
    "refused",
    "not found",
    "no such",
    "segmentation fault",
    "killed",
    "timed out",
];

/// Lines that only pass on what happened elsewhere in the same log.
const SECOND_HAND: [&str; 4] = ["childfailederror", "traceback (most recent", "error_file", "root cause"];

/// How much of a log's end is looked at.
const LINES: usize = 400;

fn lines(text: &str) -> impl Iterator<Item = (String, &str)> {
    text.lines().rev().take(LINES).filter(|line| !line.trim().is_empty()).map(|line| (line.to_ascii_lowercase(), line))
}

fn says(line: &str, words: &[&str]) -> bool {
    words.iter().any(|word| line.contains(word))
}

/// The first line that tells of a peer's end, if the log holds no error of its own. A watchdog also reports faults of
/// the rank itself (a device error, memory): those are errors of its own.
pub(super) fn collective_line(text: &str) -> Option<String> {
    let mut first = None;
    for (lower, line) in lines(text) {
        if own_fault(&lower) {
            return None;
        }
        if says(&lower, &COLLECTIVE) {
            first = Some(short(line));
        }
    }
    first
}

/// Whether a line tells of a fault of the rank itself.
fn own_fault(lower: &str) -> bool {
    const OWN: [&str; 8] = [
        "cuda error",
        "out of memory",
        "illegal memory access",
        "no space left on device",
        "segmentation fault",
        "bus error",
        "device-side assert",
        "ecc error",
    ];
    let raised = lower.trim_start().split_once(':').is_some_and(|(name, rest)| {
        let name = name.trim_start_matches("[rank0]");
        !name.contains(char::is_whitespace)
            && (name.ends_with("error") || name.ends_with("exception"))
            && !rest.trim().is_empty()
    });
    says(lower, &OWN) || raised && !says(lower, &COLLECTIVE) && !says(lower, &SECOND_HAND)
}

/// The last line that looks like an error, else the last line at all.
pub(super) fn last_error(text: &str) -> Option<String> {
    let looks = lines(text).find(|(lower, _)| says(lower, &ERROR) && !says(lower, &SECOND_HAND));
    looks.or_else(|| lines(text).next()).map(|(_, line)| short(line))
}

/// The last line.
pub(super) fn last_line(text: &str) -> Option<String> {
    lines(text).next().map(|(_, line)| short(line))
}

/// A line, cut where it is long.
fn short(line: &str) -> String {
    const MOST: usize = 240;
    let line = line.trim();
    if line.chars().count() <= MOST { line.to_owned() } else { line.chars().take(MOST).chain(['…']).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_out_is_of_a_peer_and_a_device_error_is_its_own() {
        let watchdog =
            "[rank1]:[E] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=12) ran for 600021 ms";
        assert_eq!(collective_line(watchdog).as_deref(), Some(watchdog));
        let both = format!("RuntimeError: CUDA error: an illegal memory access was encountered\n{watchdog}");
        assert_eq!(collective_line(&both), None);
        assert_eq!(collective_line("ValueError: bad batch\nConnection reset by peer"), None);
        let child =
            "torch.distributed.DistBackendError: NCCL error, ncclRemoteError\nChildFailedError: \ntrain.py FAILED";
        assert!(collective_line(child).is_some());
    }

    #[test]
    fn the_last_error_is_told() {
        assert_eq!(last_error("step 1\nValueError: x\nbye").as_deref(), Some("ValueError: x"));
        assert_eq!(last_error("step 1\n\n").as_deref(), Some("step 1"));
        assert_eq!(last_error(""), None);
    }
}
