//! `README.txt`: for whoever finds the bundle and has never heard of the tool.
//!
//! Owns the words. A pure function of what the bundle says of itself; nothing of the cluster gets in unescaped.

use super::about::{About, Status};
use super::layout::{ABOUT, MANIFEST};

/// How much of what is in a bundle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Objects.
    pub objects: usize,
    /// Events.
    pub events: usize,
    /// Logs.
    pub logs: usize,
    /// Questions that could not be answered.
    pub gaps: usize,
    /// Whether there is a report.
    pub report: bool,
}

/// How many targets are named before the rest is counted.
const NAMED: usize = 10;

/// The text of `README.txt`.
#[must_use]
pub fn readme(about: &About, counts: &Counts) -> String {
    let mut text = String::from(if counts.report {
        "EVIDENCE OF A RUN ON KUBERNETES\n\n"
    } else {
        "EVIDENCE OF RUNS ON KUBERNETES\n\n"
    });
    text.push_str(&facts(about, counts));
    if about.status == Status::Partial {
        text.push_str(
            "\nThis bundle is PARTIAL: not everything that was to be taken could be taken. What is missing\n\
             stands in gaps.jsonl, denied.jsonl and errors.jsonl.\n",
        );
    }
    if about.writer == "synthetic" {
        text.push_str("\nThe objects are made up: no cluster wrote their status. Do not draw conclusions about one.\n");
    }
    text.push_str(&what_is_here(counts.report));
    text.push_str(&reading(counts.report));
    text
}

fn facts(about: &About, counts: &Counts) -> String {
    let mut lines = vec![(
        "taken",
        format!("{} by kubectl-mlop {}", about.captured_at, plain(&about.tool_version)).trim_end().to_owned(),
    )];
    let targets = about.scope.targets.iter().take(NAMED).map(|target| plain(&target.to_string()));
    lines.extend(targets.enumerate().map(|(index, target)| (if index == 0 { "about" } else { "" }, target)));
    if let Some(more @ 1..) = about.scope.targets.len().checked_sub(NAMED) {
        lines.push(("", format!("and {more} more")));
    }
    let mut optional = |title, value: Option<&str>| {
        if let Some(value) = value {
            lines.push((title, plain(value)));
        }
    };
    optional("cluster", about.cluster_id.as_deref());
    optional("server", about.server_version.as_deref());
    optional("status by", Some(about.writer.as_str()).filter(|writer| !writer.is_empty()));
    let Counts { objects, events, logs, gaps, report: _ } = counts;
    let holds = [(objects, "object"), (events, "event"), (logs, "log")]
        .map(|(count, what)| format!("{count} {what}{}", if *count == 1 { "" } else { "s" }));
    lines.push(("holds", holds.join(", ")));
    let gaps = format!("{gaps} question{} without an answer", if *gaps == 1 { "" } else { "s" });
    lines.push(("gaps", gaps));
    let policies = about.policies.iter().take(NAMED);
    lines.extend(policies.clone().map(|note| ("policy", plain(&format!("sha256 {}", note.sha256)))));
    lines.extend(policies.flat_map(|note| &note.allow).map(|allowed| ("PASSES", plain(&allowed.to_string()))));
    lines.iter().map(|(title, value)| format!("  {title:<10} {value}\n")).collect()
}

fn what_is_here(report: bool) -> String {
    let report =
        if report { "  report.json      the diagnosis as it came out when the bundle was taken\n" } else { "" };
    format!(
        "
WHAT IS HERE

{report}  objects/         NAMESPACE/RESOURCE.GROUP/NAME/UID/: the object, its events, its logs; _cluster stands
                   for no namespace, %XX for a byte that not every file system takes
  weak/            events that match an object by name only
  gaps.jsonl       what could not be seen, and why; denied.jsonl and errors.jsonl say more
  redactions.jsonl what was withheld, never the values
  index.jsonl      one line an object, with its true name
  {ABOUT}      when, where and by what the bundle was taken
  {MANIFEST}  digests of all other files
"
    )
}

fn reading(report: bool) -> String {
    let found = if report {
        "
  What was found
      jq -r '.verdict.summary' report.json
      jq -r '.findings[] | [.code, .role, .title] | @tsv' report.json"
    } else {
        ""
    };
    format!(
        "
HOW TO READ IT

  With the tool, on any machine, without the cluster: `kubectl mlop diagnose --help` says how.
  Without it, all files are plain text:
{found}
  All objects, and what they say of themselves
      find objects -name object.json -exec jq -r \\
        '[.kind, .metadata.namespace // \"-\", .metadata.name, .status.phase // \"-\"] | @tsv' {{}} +
  All conditions
      find objects -name object.json -exec jq -r '.kind as $kind | .metadata.name as $name |
        .status.conditions? // [] | .[]? | [$kind, $name, .type, .status, .reason, .message] | @tsv' {{}} +
  The last lines of all logs
      find objects -name '*.log' -exec tail -n 20 {{}} +
  What could not be seen
      jq -c . gaps.jsonl

IS IT WHOLE, AND IS IT GENUINE?

  `sha256sum -c {MANIFEST}` tells whether a file was changed or lost. It can't tell whether somebody
  changed file and manifest both: `sha256sum {MANIFEST}` gives the root digest, and only the copy of it
  that was kept elsewhere when the bundle was taken proves that this is the same bundle.

  Names, messages and logs are the cluster's words, not the tool's. Secrets were never asked for and what
  looks like one was withheld, but free text is searched as well as can be and no better: look before you
  share.
"
    )
}

/// Text of the cluster on one line, without anything that moves a cursor.
fn plain(text: &str) -> String {
    text.chars()
        .take(200)
        .map(|sign| if super::names::is_unprintable(sign) { char::REPLACEMENT_CHARACTER } else { sign })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundle::about::tests::about;
    use crate::model::ObjectRef;

    fn target(name: &str) -> ObjectRef {
        ObjectRef {
            api_version: "batch/v1".to_owned(),
            kind: "Job".to_owned(),
            namespace: Some("ml".to_owned()),
            name: name.to_owned(),
            uid: None,
        }
    }

    #[test]
    fn it_says_what_it_is_about() {
        let mut about = about();
        about.scope.targets = (0..12).map(|number| target(&format!("run-{number}"))).collect();
        let counts = Counts { objects: 1, events: 2, logs: 0, gaps: 1, report: true };
        let text = readme(&about, &counts);
        assert_eq!(text, readme(&about, &counts));
        for line in [
            "  taken      2026-11-30T12:00:00Z by kubectl-mlop 0.1.0\n",
            "  about      Job ml/run-0\n             Job ml/run-1\n",
            "             Job ml/run-9\n             and 2 more\n",
            "  holds      1 object, 2 events, 0 logs\n",
            "  gaps       1 question without an answer\n",
            "The objects are made up",
            "-exec tail -n 20 {} +\n",
        ] {
            assert!(text.contains(line), "{line}\n{text}");
        }
        assert!(!text.contains("PARTIAL"));
        assert!(text.lines().all(|line| line.len() <= 110));
    }

    #[test]
    fn a_partial_bundle_says_so_and_strangers_words_are_harmless() {
        let mut about = about();
        about.status = Status::Partial;
        about.server_version = Some("v1\u{1b}[2J\nroot digest: 0".to_owned());
        about.scope.targets = vec![target("a\u{202e}b")];
        let text = readme(&about, &Counts::default());
        assert!(text.contains("PARTIAL"));
        assert!(!text.contains(['\u{1b}', '\u{202e}']) && !text.contains("\nroot digest"));
    }
}
