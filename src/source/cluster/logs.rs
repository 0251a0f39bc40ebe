//! A container's log: its end, where the reason mostly stands, and its beginning if that is far away.
//!
//! Owns how much is asked for and how both parts are put together. Must never make a log that is gone look empty.

use super::asker::Asker;
use super::path;
use super::reply::{Keep, Wanted};
use super::status::{Outcome, outcome};
use crate::collect::Answer;
use crate::kinds::names;
use crate::model::{Gap, GapReason, LogKey};

/// Limits in bytes are counted from the first of the lines asked for, so there is room for long ones.
const SENT_BYTES: &str = "16777216";
/// Bytes from the beginning of a log whose end alone was read.
const HEAD_BYTES: usize = 64 << 10;

/// Reads one.
pub(super) async fn log(asker: &Asker, of: &LogKey) -> Answer {
    let namespace = of.pod.namespace.as_deref().unwrap_or_default();
    if of.pod.kind != names::POD || !path::is_name(&of.pod.name) || !path::is_name(namespace) {
        return Answer::Log(None);
    }
    let lines = asker.bounds.log_lines.map(|lines| lines.to_string());
    let narrowed = lines.iter().flat_map(|lines| [("tailLines", lines.as_str()), ("limitBytes", SENT_BYTES)]);
    let body = match part(asker, of, narrowed.collect(), Keep::Tail(asker.bounds.log_bytes)).await {
        Ok(Some(body)) => body,
        Ok(None) => return Answer::Log(None),
        Err(gap) => return Answer::Gap(gap),
    };
    let tail = match text(&body, asker.bounds.log_bytes) {
        Answer::Log(Some(tail)) => tail,
        other => return other,
    };
    let cut = tail.len() < body.len()
        || asker
            .bounds
            .log_lines
            .is_some_and(|lines| tail.lines().count() >= usize::try_from(lines).unwrap_or(usize::MAX));
    if !cut {
        return Answer::Log(Some(tail));
    }
    let limit = HEAD_BYTES.to_string();
    let head = part(asker, of, vec![("limitBytes", limit.as_str())], Keep::All(HEAD_BYTES * 2)).await;
    // Without its beginning it is still a log.
    let head = head.ok().flatten().unwrap_or_default();
    Answer::Log(Some(joined(&String::from_utf8_lossy(&head), &tail)))
}

/// A part of a log; `None` if there is no such log.
async fn part(asker: &Asker, of: &LogKey, narrowed: Vec<(&str, &str)>, keep: Keep) -> Result<Option<Vec<u8>>, Gap> {
    let previous = if of.previous { "true" } else { "false" };
    // The API takes whole seconds, and none of zero.
    let since = asker.logs_since.map(|since| since.as_secs().max(1).to_string());
    let young = since.iter().map(|since| ("sinceSeconds", since.as_str())).collect();
    let query = [vec![("container", of.container.as_str()), ("previous", previous)], young, narrowed].concat();
    let namespace = of.pod.namespace.as_deref().unwrap_or_default();
    let wanted = Wanted { path: path::with(&path::log(namespace, &of.pod.name), &query), accept: "*/*", keep };
    let reply = asker.client.get(&wanted).await;
    // 400: no such container, not started yet, or no run before this one.
    if reply.as_ref().is_ok_and(|reply| reply.status == 400) {
        return Ok(None);
    }
    match outcome(reply) {
        Outcome::Body(body) => Ok(Some(body)),
        Outcome::NoObject | Outcome::NoResource => Ok(None),
        Outcome::Gap(gap) | Outcome::Forgotten(gap) => Err(gap),
    }
}

/// A log from its first whole line on. The kubelet tells of a log that is gone in the place of the log.
fn text(body: &[u8], most: usize) -> Answer {
    let text = String::from_utf8_lossy(body);
    if text.starts_with("unable to retrieve container logs for ") && text.lines().count() == 1 {
        return Answer::Gap(Gap { reason: GapReason::Expired, message: Some(text.trim().to_owned()) });
    }
    if body.len() < most {
        return Answer::Log(Some(text.into_owned()));
    }
    // Of one line that is longer than all that is kept, the first word may be the end of a secret that nobody would know
    // again.
    let whole = text.split_once('\n').or_else(|| text.split_once(char::is_whitespace));
    Answer::Log(Some(whole.map_or_else(String::new, |(_, rest)| rest.to_owned())))
}

/// Beginning and end. Where they meet they are one; else a line says that something is missing between them.
fn joined(head: &str, tail: &str) -> String {
    let Some((head, _)) = head.rsplit_once('\n') else { return tail.to_owned() };
    let first: &str = tail.lines().next().unwrap_or_default();
    // The tail's first line may stand in the head more than once: where all of the rest follows, they meet.
    let meets = head.match_indices(first).map(|(at, _)| at).find(|at| {
        let rest = head.get(*at..).unwrap_or_default();
        (*at == 0 || head.get(..*at).is_some_and(|before| before.ends_with('\n'))) && tail.starts_with(rest)
    });
    match meets.and_then(|at| head.get(..at)) {
        Some(before) => format!("{before}{tail}"),
        None => format!("{head}\n[... lines left out ...]\n{tail}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: usize = 1000;

    #[test]
    fn logs_begin_with_a_whole_line() {
        assert_eq!(text(b"a\nb\n", MOST), Answer::Log(Some("a\nb\n".to_owned())));
        let mut long = vec![b'x'; MOST - 3];
        long.extend(b"\nb\n");
        assert_eq!(text(&long, MOST), Answer::Log(Some("b\n".to_owned())));
        let one_line = [vec![b'x'; MOST - 9], b" after it".to_vec()].concat();
        assert_eq!(text(&one_line, MOST), Answer::Log(Some("after it".to_owned())), "no word is begun in its middle");
        assert_eq!(text(&vec![b'x'; MOST], MOST), Answer::Log(Some(String::new())));
        let gone = text(b"unable to retrieve container logs for containerd://0a1b", MOST);
        assert!(matches!(gone, Answer::Gap(Gap { reason: GapReason::Expired, .. })));
    }

    #[test]
    fn head_and_tail_are_joined_where_they_meet() {
        assert_eq!(joined("1\n2\n3\n4\nhal", "3\n4\n5\n6\n"), "1\n2\n3\n4\n5\n6\n");
        assert_eq!(joined("1\n2\n1\nhal", "1\n2\n1\n2\n"), "1\n2\n1\n2\n");
        assert_eq!(joined("1\n2\nhal", "8\n9\n"), "1\n2\n[... lines left out ...]\n8\n9\n");
        assert_eq!(joined("no whole line", "8\n9\n"), "8\n9\n");
        assert_eq!(joined("", "8\n9\n"), "8\n9\n");
    }
}
