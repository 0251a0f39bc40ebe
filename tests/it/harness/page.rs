//! Case pages: Markdown in which prose, objects and expected findings stand together.
//!
//! A page is a list of `## ` cases. In a case, fenced blocks hold:
//! - `yaml`: the whole world (absence in it is proof), several blocks add up; `yaml excerpt`: a part of one, as a file is;
//! - `log pod=NAME container=NAME [previous]`: a container's log;
//! - `gaps`: lines `QUERY PREFIX: Reason`, answers that are replaced (`list Node: Forbidden`, `read log: NotCollected`);
//! - `expect`: what must come out, one statement a line (see [`Expectation`]).

use std::path::{Path, PathBuf};

use kubectl_mlop::health::freshness;
use kubectl_mlop::kinds::own_state;
use kubectl_mlop::model::{Gap, GapReason, LogKey, Object, Query};
use kubectl_mlop::report::Report;
use kubectl_mlop::source::memory::{Extent, Memory};

use super::world::{self, Blinded};

/// One case of a page.
pub struct Case {
    pub page: PathBuf,
    pub title: String,
    pub objects: String,
    pub extent: Extent,
    pub logs: Vec<(String, String, bool, String)>,
    pub gaps: Vec<(String, GapReason)>,
    pub expect: Vec<String>,
}

/// All pages below a folder of `fixtures/`, sorted.
pub fn pages(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(folder)];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The cases of a page.
pub fn cases(page: &Path) -> Vec<Case> {
    let text = std::fs::read_to_string(page).unwrap();
    let mut cases: Vec<Case> = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(title) = line.strip_prefix("## ") {
            cases.push(Case {
                page: page.to_owned(),
                title: title.to_owned(),
                objects: String::new(),
                extent: Extent::World,
                logs: Vec::new(),
                gaps: Vec::new(),
                expect: Vec::new(),
            });
        }
        let (Some(fence), Some(case)) = (line.strip_prefix("```"), cases.last_mut()) else { continue };
        let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let mut words = fence.split_whitespace();
        match words.next() {
            Some("yaml") => {
                case.objects.push_str("---\n");
                case.objects.push_str(&(body.join("\n") + "\n"));
                if words.next() == Some("excerpt") {
                    case.extent = Extent::Excerpt;
                }
            }
            Some("log") => {
                let words: Vec<&str> = words.collect();
                let part = |key: &str| {
                    words
                        .iter()
                        .find_map(|word| word.strip_prefix(key))
                        .unwrap_or_else(|| panic!("{key} lacks in {fence}"))
                        .to_owned()
                };
                case.logs.push((part("pod="), part("container="), words.contains(&"previous"), body.join("\n")));
            }
            Some("gaps") => case.gaps.extend(body.iter().map(|line| {
                let (query, reason) = line.rsplit_once(": ").unwrap_or_else(|| panic!("no reason in {line}"));
                let reason = GapReason::ALL.into_iter().find(|known| format!("{known:?}") == reason);
                (query.to_owned(), reason.unwrap_or_else(|| panic!("no such reason: {line}")))
            })),
            Some("expect") => {
                case.expect.extend(body.iter().filter(|line| !line.trim().is_empty()).map(|line| (*line).to_owned()));
            }
            _ => {}
        }
    }
    cases
}

impl Case {
    /// The source that the case describes.
    pub fn source(&self) -> Blinded<Memory> {
        Self::hide(self.memory(), self.gaps.clone())
    }

    /// The world of the case, with nothing hidden.
    pub fn memory(&self) -> Memory {
        let values = world::objects(&self.objects);
        let mut memory = world::memory(self.extent, values.clone());
        for (pod, container, previous, text) in &self.logs {
            let object = values
                .iter()
                .filter_map(|value| Object::new(value.clone()))
                .find(|object| object.kind().kind == "Pod" && object.name() == pod)
                .unwrap_or_else(|| panic!("no pod {pod} for its log"));
            let key = LogKey { pod: object.key().clone(), container: container.clone(), previous: *previous };
            memory = memory.with_log(key, text.clone());
        }
        memory
    }

    /// A world with gaps in place of the answers whose questions begin so.
    pub fn hide(source: Memory, gaps: Vec<(String, GapReason)>) -> Blinded<Memory> {
        let hide = move |query: &Query| {
            // Most worlds hide nothing, and a question's words are not free.
            let words = if gaps.is_empty() { return None } else { query.to_string() };
            gaps.iter().find(|(prefix, _)| words.starts_with(prefix)).map(|(_, reason)| Gap::new(*reason))
        };
        Blinded { source, hide: Box::new(hide) }
    }

    /// What the case is asked about.
    pub fn target(&self) -> Option<&str> {
        self.expect.iter().find_map(|line| line.strip_prefix("target: "))
    }

    /// Runs the case; says what came out otherwise than expected.
    pub fn run(&self) -> Result<Option<Report>, String> {
        let report = self.target().map(|target| world::report(&mut self.source(), target));
        let failures: Vec<String> =
            self.expect.iter().filter_map(|line| check(line, report.as_ref(), &self.objects).err()).collect();
        if failures.is_empty() {
            return Ok(report);
        }
        let shown = report.map_or(String::new(), |report| {
            let findings: Vec<String> = report
                .findings
                .iter()
                .map(|found| {
                    format!(
                        "    {} {:?} {}/{} {:?} {}",
                        found.code, found.role, found.subject.kind, found.subject.name, found.severity, found.detail
                    )
                })
                .collect();
            format!(
                "  state {} outcome {:?} exit {}\n  {}\n{}\n  not evaluated {:?}",
                report.state,
                report.verdict.outcome,
                report.exit_code,
                report.verdict.summary,
                findings.join("\n"),
                report.not_evaluated.iter().map(|rule| &rule.code).collect::<Vec<_>>()
            )
        });
        Err(format!("{} / {}\n  {}\n{shown}\n", self.page.display(), self.title, failures.join("\n  ")))
    }
}

/// One statement:
/// `target: WORDS` · `state: State` · `outcome: cause|tie|none|unknown` · `exit: N` · `summary: PART` ·
/// `MLOPnnn: role Kind/name [xN]` · `not: MLOPnnn` (in no part but history and notice) · `silent: MLOPnnn` (not at all) ·
/// `blind: MLOPnnn` (not evaluated) · `own: Kind/name State [Reason]` · `fresh: Kind/name verdict`.
fn check(line: &str, report: Option<&Report>, objects: &str) -> Result<(), String> {
    let (key, value) = line.split_once(": ").ok_or_else(|| format!("cannot read {line:?}"))?;
    let object = |name: &str| {
        world::objects(objects)
            .into_iter()
            .filter_map(Object::new)
            .find(|object| format!("{}/{}", object.kind().kind, object.name()) == name)
            .ok_or_else(|| format!("no object {name}"))
    };
    let differs =
        |found: String| if found == value { Ok(()) } else { Err(format!("{key} is {found}, expected {value}")) };
    let words: Vec<&str> = value.split_whitespace().collect();
    match (key, report) {
        ("own", _) => {
            let own = own_state(world::kinds(), &object(words[0])?);
            let found = if words.len() > 2 {
                format!("{} {} {}", words[0], own.state, own.reason)
            } else {
                format!("{} {}", words[0], own.state)
            };
            differs(found)
        }
        ("fresh", _) => differs(format!("{} {:?}", words[0], freshness(world::kinds(), &object(words[0])?))),
        ("target", _) => Ok(()),
        (_, None) => Err(format!("{line:?} without a target")),
        ("state", Some(report)) => differs(report.state.to_string()),
        ("outcome", Some(report)) => differs(format!("{:?}", report.verdict.outcome).to_lowercase()),
        ("exit", Some(report)) => differs(report.exit_code.to_string()),
        ("summary", Some(report)) => {
            let summary = &report.verdict.summary;
            if summary.contains(value) { Ok(()) } else { Err(format!("summary {summary:?} lacks {value:?}")) }
        }
        ("not", Some(report)) => {
            let found = report.findings.iter().any(|found| {
                found.code == value && !matches!(format!("{:?}", found.role).as_str(), "History" | "Notice")
            });
            if found { Err(format!("{value} in effect")) } else { Ok(()) }
        }
        ("silent", Some(report)) => {
            if report.findings.iter().any(|found| found.code == value) {
                Err(format!("{value} found"))
            } else {
                Ok(())
            }
        }
        ("blind", Some(report)) => {
            if report.not_evaluated.iter().any(|rule| rule.code == value) {
                Ok(())
            } else {
                Err(format!("{value} was evaluated"))
            }
        }
        (code, Some(report)) if code.starts_with("MLOP") => {
            let times: u64 =
                words.get(2).and_then(|word| word.strip_prefix('x')).map_or(1, |times| times.parse().unwrap());
            let found = report.findings.iter().any(|found| {
                found.code == code
                    && format!("{:?}", found.role).eq_ignore_ascii_case(words[0])
                    && words.get(1).is_none_or(|name| format!("{}/{}", found.subject.kind, found.subject.name) == *name)
                    && found.occurrences.unwrap_or(1) == times
            });
            if found { Ok(()) } else { Err(format!("no finding {line:?}")) }
        }
        _ => Err(format!("cannot read {line:?}")),
    }
}
