//! Reports for people, on a terminal or in a ticket. Meaning never hangs on colour; width is given.

mod style;
mod value;
mod wrap;

pub use style::{Charset, Style};

use super::model::{ChainStep, ChainVerdict, Report, ReportFinding, Role};
use super::quote::{harmless, shell};
use crate::model::{Confidence, Remedy, Severity};
use style::Ink;
use wrap::wrapped;

/// How to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// Columns; at least 40 are used.
    pub width: usize,
    /// Colour and characters.
    pub style: Style,
    /// Print every finding with all its proof, the timeline and all gaps.
    pub full: bool,
}

/// The left margin of sections.
const MARGIN: usize = 8;

/// Prints one report.
#[must_use]
pub fn render(report: &Report, page: Page) -> String {
    let mut out = Out { text: String::new(), page: Page { width: page.width.max(40), ..page } };
    out.line(Ink::Strong, 0, &report.verdict.summary);
    let place = [
        report.metadata.source.context.as_deref().map(|context| format!("from {context}")),
        report.target.namespace.as_deref().map(|namespace| format!("namespace {namespace}")),
        report.focus.as_ref().map(|focus| format!("asked about {focus}")),
    ];
    let place: Vec<String> = place.into_iter().flatten().collect();
    if !place.is_empty() {
        out.line(Ink::Faint, 0, &place.join(" · "));
    }
    findings(&mut out, report);
    chain(&mut out, report);
    unseen(&mut out, report);
    if out.page.full {
        timeline(&mut out, report);
    }
    next(&mut out, report);
    out.text
}

struct Out {
    text: String,
    page: Page,
}

impl Out {
    fn line(&mut self, ink: Ink, indent: usize, text: &str) {
        for line in wrapped(&harmless(text), self.page.width.saturating_sub(indent)) {
            self.text.push_str(&" ".repeat(indent));
            self.text.push_str(&self.page.style.paint(ink, &self.page.style.charset(&line)));
            self.text.push('\n');
        }
    }

    /// A line whose first one carries a heading in the margin.
    fn headed(&mut self, heading: &str, heading_ink: Ink, text: &str) {
        let text = harmless(text);
        let mut lines = wrapped(&text, self.page.width.saturating_sub(MARGIN)).into_iter();
        let first = lines.next().unwrap_or_default();
        let pad = " ".repeat(MARGIN.saturating_sub(heading.chars().count()));
        let style = self.page.style;
        self.text.push_str(&format!("{}{pad}{}\n", style.paint(heading_ink, heading), style.charset(&first)));
        for line in lines {
            self.text.push_str(&format!("{}{}\n", " ".repeat(MARGIN), style.charset(&line)));
        }
    }

    fn blank(&mut self) {
        self.text.push('\n');
    }
}

fn findings(out: &mut Out, report: &Report) {
    let mut symptoms = 0;
    for found in &report.findings {
        let shown = match found.role {
            Role::Cause | Role::Contributing => true,
            Role::Symptom => {
                symptoms += 1;
                out.page.full || found.explained_by.is_empty() && symptoms <= 3
            }
            Role::Notice | Role::History => out.page.full,
        };
        if shown {
            finding(out, found);
        }
    }
    let hidden = |role: Role| report.findings.iter().filter(|found| found.role == role).count();
    let rest: Vec<String> =
        [(Role::Symptom, "symptoms"), (Role::Notice, "notices"), (Role::History, "of earlier attempts")]
            .into_iter()
            .filter(|_| !out.page.full)
            .map(|(role, words)| (hidden(role), words))
            .filter(|(count, _)| *count > 0)
            .map(|(count, words)| match (count, words.strip_suffix('s')) {
                (1, Some(one)) if words != "of earlier attempts" => format!("1 {one}"),
                _ => format!("{count} {words}"),
            })
            .collect();
    if !rest.is_empty() {
        out.blank();
        out.headed("MORE", Ink::Faint, &format!("{}: -o wide shows them", rest.join(" · ")));
    }
}

fn finding(out: &mut Out, found: &ReportFinding) {
    let (heading, ink) = match found.role {
        Role::Cause => ("CAUSE", if found.severity == Severity::Info { Ink::Wait } else { Ink::Bad }),
        Role::Contributing => ("ALSO", Ink::Wait),
        Role::Symptom => ("SEEN", Ink::Wait),
        Role::Notice => ("NOTE", Ink::Faint),
        Role::History => ("BEFORE", Ink::Faint),
    };
    out.blank();
    let sure = match found.confidence {
        Confidence::Certain => "certain",
        Confidence::Likely => "likely",
        Confidence::Possible => "possible",
    };
    out.headed(heading, ink, &format!("{} {} · {sure}", found.code, found.slug));
    let mut detail = found.detail.clone();
    if let Some(count) = found.occurrences {
        let ranks = found.ranks.as_ref().map_or(String::new(), |ranks| format!(", ranks {ranks}"));
        detail = format!("{detail} ({count} alike{ranks})");
    }
    out.line(Ink::Plain, MARGIN, &detail);
    let shown = if out.page.full { found.evidence.len() } else { 3 };
    for proof in found.evidence.iter().take(shown) {
        let value = value::words(&proof.value);
        let at = proof.at.map_or(String::new(), |at| format!(" at {at}"));
        out.line(Ink::Faint, MARGIN + 2, &format!("proof: {} {}: {value}{at}", proof.subject, proof.path));
        for term in &proof.terms {
            out.line(Ink::Plain, MARGIN + 4, term);
        }
    }
    for remedy in &found.remediation {
        act(out, remedy);
    }
}

fn act(out: &mut Out, remedy: &Remedy) {
    out.line(Ink::Plain, MARGIN, &format!("act: {} · {}", remedy.actor.words(), remedy.text));
    if let Some(argv) = &remedy.argv {
        // A command is never wrapped: it has to survive being copied.
        out.text.push_str(&format!("{}$ {}\n", " ".repeat(MARGIN + 2), harmless(&shell(argv))));
    }
}

fn chain(out: &mut Out, report: &Report) {
    out.blank();
    for (index, step) in report.chain.iter().enumerate() {
        let (mark, ink) = match step.verdict {
            ChainVerdict::Ok => ("✓", Ink::Good),
            ChainVerdict::Problem => ("✗", Ink::Bad),
            ChainVerdict::Waiting => ("…", Ink::Wait),
            ChainVerdict::Unknown => ("?", Ink::Wait),
            ChainVerdict::Skipped => ("–", Ink::Faint),
        };
        let name = match step.step {
            ChainStep::Exists => "exists",
            ChainStep::Conditions => "conditions",
            ChainStep::Controllers => "controllers",
            ChainStep::Admission => "admission",
            ChainStep::Execution => "execution",
            ChainStep::Outputs => "outputs",
        };
        let style = out.page.style;
        let heading = if index == 0 { "CHAIN" } else { "" };
        // Marks of seven bits are two letters wide.
        let column = if style.charset == Charset::Ascii { 3 } else { 2 };
        let indent = MARGIN + column + 12;
        let note = harmless(&step.note);
        let mut lines = wrapped(&note, out.page.width.saturating_sub(indent)).into_iter();
        let first = lines.next().unwrap_or_default();
        let painted = style.paint(ink, &style.charset(mark));
        let pad = " ".repeat(column - style.charset(mark).chars().count().min(column));
        out.text.push_str(&format!("{heading:<MARGIN$}{painted}{pad}{name:<12}{}\n", style.charset(&first)));
        for line in lines {
            out.text.push_str(&format!("{}{}\n", " ".repeat(indent), style.charset(&line)));
        }
    }
}

fn unseen(out: &mut Out, report: &Report) {
    let shown = if out.page.full { report.gaps.len() } else { 5 };
    let telling: Vec<_> = report.gaps.iter().filter(|gap| !gap.could_change.is_empty() || out.page.full).collect();
    if telling.is_empty() {
        return;
    }
    out.blank();
    for (index, gap) in telling.iter().take(shown).enumerate() {
        let codes = match gap.could_change.len() {
            0 => String::new(),
            1..=4 => format!("; could change {}", gap.could_change.join(", ")),
            count => format!(
                "; could change {} and {} more",
                gap.could_change.iter().take(3).cloned().collect::<Vec<_>>().join(", "),
                count - 3
            ),
        };
        let right = gap.permission.as_ref().map_or(String::new(), |right| {
            let group = if right.group.is_empty() { String::new() } else { format!(".{}", right.group) };
            let place = right.namespace.as_ref().map_or("cluster-wide".to_owned(), |name| format!("in {name}"));
            format!(" [needs: {} {}{group} {place}]", right.verb, right.resource)
        });
        out.headed(
            if index == 0 { "UNSEEN" } else { "" },
            Ink::Wait,
            &format!("{} ({}){right}{codes}", gap.query, gap.why),
        );
    }
    if telling.len() > shown {
        out.line(Ink::Faint, MARGIN, &format!("and {} more: -o wide shows them", telling.len() - shown));
    }
}

fn timeline(out: &mut Out, report: &Report) {
    out.blank();
    for (index, entry) in report.timeline.iter().enumerate() {
        let text = format!("{} {} · {}", entry.at, entry.subject, entry.what);
        out.headed(if index == 0 { "WHEN" } else { "" }, Ink::Plain, &text);
    }
}

fn next(out: &mut Out, report: &Report) {
    let code = report.findings.iter().find(|found| found.role == Role::Cause).or(report.findings.first());
    if let Some(found) = code {
        out.blank();
        let argv = ["kubectl", "mlop", "explain", &found.code].map(str::to_owned);
        out.headed("NEXT", Ink::Strong, &shell(&argv));
    }
    let cost = &report.budget;
    let size = if cost.bytes < 1024 { format!("{} B", cost.bytes) } else { format!("{} KiB", cost.bytes / 1024) };
    let cost = match report.metadata.source.kind.as_str() {
        "cluster" => {
            format!("{} requests, {size}, {}.{:03} s", cost.requests, cost.wall_ms / 1000, cost.wall_ms % 1000)
        }
        _ => format!("{} reads, {size}", cost.requests),
    };
    out.blank();
    out.line(Ink::Faint, 0, &cost);
}
