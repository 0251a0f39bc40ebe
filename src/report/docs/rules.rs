//! Rules as pages: what `explain` prints is what the docs show.

use crate::rules::{Nature, Rule, all};

/// One rule's page, in Markdown.
#[must_use]
pub fn rule(rule: &Rule) -> String {
    let list = |codes: &[&str]| if codes.is_empty() { "nothing".to_owned() } else { codes.join(", ") };
    let nature = match rule.nature {
        Nature::Cause => "can be the root",
        Nature::Symptom => "a symptom, never the root by itself",
    };
    let severity = format!("{:?}", rule.severity).to_lowercase();
    let mut page = format!(
        "# {} {}\n\n{}\n\nLayer {} · {severity} · {nature} · since {}\n",
        rule.code,
        rule.slug,
        rule.summary,
        rule.layer.name(),
        rule.since
    );
    if !rule.reasons.is_empty() {
        page.push_str(&format!("\nThe API's words for it: {}\n", rule.reasons.join(", ")));
    }
    page.push_str(&format!("\nExplained by: {}\n\n", list(rule.explained_by)));
    for line in rule.doc.lines() {
        let line = line.strip_prefix(' ').unwrap_or(line);
        // The page's own title is one level above the doc comment's headings.
        page.push_str(&if line.starts_with("# ") { format!("#{line}\n") } else { format!("{line}\n") });
    }
    page.trim_end().to_owned() + "\n"
}

/// The list of all rules, in Markdown.
#[must_use]
pub fn rules() -> String {
    let mut page = String::from(
        "# Rules\n\nGenerated from the rules themselves. `kubectl mlop explain CODE` prints the same pages.\n\n\
         | code | name | layer | severity | summary |\n|---|---|---|---|---|\n",
    );
    for rule in all() {
        let severity = format!("{:?}", rule.severity).to_lowercase();
        let name = format!("[{0}]({0}.md)", rule.code);
        page.push_str(&format!(
            "| {name} | {} | {} | {severity} | {} |\n",
            rule.slug,
            rule.layer.name(),
            rule.summary.replace('|', "\\|")
        ));
    }
    page
}
