//! A container's log, as kubectl asks for it.
//!
//! Logs were kept without times of their own: what would need them is refused, and not guessed.

use std::collections::BTreeMap;

use super::status::Reply;
use crate::collect::Answer;
use crate::collect::admit::Door;
use crate::model::{LogKey, Object, Query, pointer};
use crate::source::Source as _;
use crate::source::bundle::Bundle;

/// The log of a pod that is here.
pub(super) fn log(bundle: &mut Bundle, door: &Door, pod: &Object, parameters: &BTreeMap<String, String>) -> Reply {
    let parameter = |name: &str| parameters.get(name).map(String::as_str).filter(|value| !value.is_empty());
    let is = |name: &str| parameter(name) == Some("true");
    if is("timestamps") || parameter("sinceSeconds").or(parameter("sinceTime")).is_some() {
        return Reply::bad_request(
            "logs in a bundle carry no times: ask without --since, --since-time and --timestamps",
        );
    }
    let container = match parameter("container") {
        Some(name) => name.to_owned(),
        None => match only_container(pod) {
            Ok(name) => name,
            Err(reply) => return reply,
        },
    };
    let previous = is("previous");
    let of = LogKey { pod: pod.key().clone(), container: container.clone(), previous };
    let text = match bundle.answer(&[Query::Log { of }]).pop() {
        Some(Answer::Log(Some(text))) => door.log(&text),
        Some(Answer::Log(None)) if previous => {
            let message = format!("previous terminated container {container:?} in pod {:?} not found", pod.name());
            return Reply::bad_request(message);
        }
        Some(Answer::Log(None)) => {
            return Reply::bad_request(format!("container {container:?} in pod {:?} had no log", pod.name()));
        }
        Some(Answer::Gap(gap)) => {
            let why = gap.message.unwrap_or_else(|| gap.reason.words().to_owned());
            return Reply::not_found(format!("this log is not captured in the bundle: {why}"));
        }
        Some(Answer::Objects { .. }) | None => return Reply::not_found("this log is not captured in the bundle"),
    };
    match (number(parameter("tailLines")), number(parameter("limitBytes"))) {
        (Ok(lines), Ok(bytes)) => Reply::text(part(text, lines, bytes)),
        _ => Reply::bad_request("tailLines and limitBytes have to be numbers, and not negative"),
    }
}

fn number(text: Option<&str>) -> Result<Option<usize>, ()> {
    text.map(str::parse).transpose().map_err(|_| ())
}

/// The last lines, and of these the first bytes.
fn part(mut text: String, lines: Option<usize>, bytes: Option<usize>) -> String {
    if let Some(lines) = lines {
        let whole = text.split_inclusive('\n').count();
        text = text.split_inclusive('\n').skip(whole.saturating_sub(lines)).collect();
    }
    if let Some(most) = bytes {
        let end = (0..=most.min(text.len())).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
        text.truncate(end);
    }
    text
}

/// The only container of a pod; if there are several, the question which one.
fn only_container(pod: &Object) -> Result<String, Reply> {
    let names: Vec<&str> = pod
        .items_at("/spec/containers")
        .iter()
        .filter_map(|container| pointer::follow(container, "/name")?.as_str())
        .collect();
    match names.as_slice() {
        [name] => Ok((*name).to_owned()),
        names => Err(Reply::bad_request(format!(
            "a container name must be specified for pod {}, choose one of: [{}]",
            pod.name(),
            names.join(" ")
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_shown_and_no_letter_is_cut() {
        let text = || "one\ntwo\ndrei é\n".to_owned();
        assert_eq!(part(text(), None, None), text());
        assert_eq!(part(text(), Some(2), None), "two\ndrei é\n");
        assert_eq!((part(text(), Some(0), None), part(text(), Some(9), None)), (String::new(), text()));
        assert_eq!(part(text(), Some(1), Some(6)), "drei ");
        assert_eq!(number(Some("x")), Err(()));
    }
}
