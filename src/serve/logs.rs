//! `pods/NAME/log`: what was read of a log, whole or in part.
//!
//! Owns which part is given. The text is what the bundle holds; it carries no times, and so nothing can be asked by them.

use super::archive::Archive;
use super::parameters::Parameters;
use super::refusal::Refusal;
use crate::collect::Answer;
use crate::kinds::names;
use crate::model::{LogKey, Object, Query};

/// A log, and what kubectl is to say of it.
pub(super) struct Log {
    /// The text.
    pub(super) text: String,
    /// Warnings.
    pub(super) warnings: Vec<String>,
}

/// Reads a log of a pod.
pub(super) fn log(archive: &Archive, pod: &Object, parameters: &Parameters) -> Result<Log, Refusal> {
    for timed in ["sinceTime", "sinceSeconds"] {
        if parameters.text(timed).is_some() {
            return Err(Refusal::bad_request(format!("{timed}: the logs of a bundle carry no times")));
        }
    }
    if parameters.is_on("timestamps") {
        return Err(Refusal::bad_request("timestamps: the logs of a bundle carry no times"));
    }
    let container = container(pod, parameters.text("container"))?;
    let previous = parameters.is_on("previous");
    let key = LogKey { pod: pod.key().clone(), container: container.to_owned(), previous };
    let query = Query::Log { of: key };
    let run = if previous { "previous terminated container" } else { "container" };
    let what = format!("{run} {container:?} in pod {:?}", pod.name());
    let text = match archive.answer(query) {
        Some(Answer::Log(Some(text))) => text,
        // As a kubelet says it.
        Some(Answer::Log(None)) if previous => return Err(Refusal::bad_request(format!("{what} not found"))),
        Some(Answer::Log(None)) => {
            return Err(Refusal::bad_request(format!("{what} had no log when the bundle was captured")));
        }
        Some(Answer::Gap(gap)) => return Err(Refusal::not_captured(&format!("the log of {what}"), Some(&gap))),
        _ => return Err(Refusal::not_captured(&format!("the log of {what}"), None)),
    };
    let mut warnings = Vec::new();
    if parameters.is_on("follow") {
        warnings.push("a bundle does not change: the log ends where it was captured".to_owned());
    }
    let text = match parameters.number("tailLines")? {
        Some(lines) => tail(&text, lines),
        None => &text,
    };
    let text = match parameters.number("limitBytes")? {
        Some(limit) => head(text, limit),
        None => text,
    };
    Ok(Log { text: text.to_owned(), warnings })
}

/// Which container is meant, in the words of a server where none is.
fn container<'p>(pod: &'p Object, asked: Option<&'p str>) -> Result<&'p str, Refusal> {
    let names_at = |place: &str| -> Vec<&'p str> {
        pod.items_at(place).iter().filter_map(|one| one.get("name")?.as_str()).collect()
    };
    let (init, main) = (names_at("/spec/initContainers"), names_at("/spec/containers"));
    let short = names_at("/spec/ephemeralContainers");
    match asked {
        Some(asked) if [&init, &main, &short].iter().any(|names| names.contains(&asked)) => Ok(asked),
        Some(asked) => Err(Refusal::bad_request(format!("container {asked} is not valid for pod {}", pod.name()))),
        None => match main.as_slice() {
            [only] if init.is_empty() => Ok(only),
            _ => {
                let mut message = format!(
                    "a container name must be specified for pod {}, choose one of: [{}]",
                    pod.name(),
                    main.join(" ")
                );
                if !init.is_empty() {
                    message.push_str(&format!(" or one of the init containers: [{}]", init.join(" ")));
                }
                Err(Refusal::bad_request(message))
            }
        },
    }
}

/// The last lines.
fn tail(text: &str, lines: usize) -> &str {
    if lines == 0 {
        return "";
    }
    let ends = text.strip_suffix('\n').unwrap_or(text);
    let start = ends.rmatch_indices('\n').nth(lines - 1).map_or(0, |(at, _)| at + 1);
    text.get(start..).unwrap_or(text)
}

/// The first bytes, no character cut in two.
fn head(text: &str, bytes: usize) -> &str {
    text.get(..text.floor_char_boundary(bytes)).unwrap_or(text)
}

/// Whether a resource has logs.
pub(super) fn has(kind: &crate::model::GroupKind) -> bool {
    *kind == names::POD
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn parts_are_cut_at_lines_and_characters() {
        assert_eq!(tail("a\nb\nc\n", 2), "b\nc\n");
        assert_eq!(tail("a\nb\nc", 1), "c");
        assert_eq!(tail("a\nb\n", 9), "a\nb\n");
        assert_eq!(tail("a\n", 0), "");
        assert_eq!(head("aé", 2), "a");
        assert_eq!(head("aé", 9), "aé");
    }

    #[test]
    fn a_container_is_named_unless_there_is_one() {
        let pod = |spec| {
            Object::new(json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": spec})).unwrap()
        };
        let one = pod(json!({"containers": [{"name": "a"}]}));
        assert_eq!(container(&one, None), Ok("a"));
        assert!(container(&one, Some("b")).unwrap_err().status().to_string().contains("b is not valid for pod p"));
        let two = pod(json!({"containers": [{"name": "a"}, {"name": "b"}], "initContainers": [{"name": "i"}]}));
        assert_eq!(container(&two, Some("i")), Ok("i"));
        let said = container(&two, None).unwrap_err().status().to_string();
        assert!(said.contains("choose one of: [a b] or one of the init containers: [i]"), "{said}");
    }
}
