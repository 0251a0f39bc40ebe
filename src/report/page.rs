//! A rule's page, as `explain` prints it and as the docs show it.

use crate::rules::{Nature, Rule};

/// The page in Markdown.
#[must_use]
pub fn page(rule: &Rule) -> String {
    let list = |codes: &[&str]| if codes.is_empty() { "none".to_owned() } else { codes.join(", ") };
    let nature = match rule.nature {
        Nature::Cause => "can be the root cause",
        Nature::Symptom => "a symptom: never the root by itself",
    };
    let body: Vec<&str> = rule.doc.lines().map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    format!(
        "# {} {}\n\n{}\n\nLayer {} · severity {} · {nature} · since {}\n\nExplained by: {}\n\n{}\n",
        rule.code,
        rule.slug,
        rule.summary,
        rule.layer.name(),
        format!("{:?}", rule.severity).to_lowercase(),
        rule.since,
        list(rule.explained_by),
        body.join("\n").replace("\n# ", "\n## ").trim_start_matches("# ").trim_end().to_owned().replacen(
            "Detects",
            "## Detects",
            1
        ),
    )
}
