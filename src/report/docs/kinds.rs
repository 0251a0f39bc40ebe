//! Kinds as a page.

use crate::kinds::{Kinds, Scope};

/// All kinds that are known by name, in Markdown.
#[must_use]
pub fn kinds(kinds: &Kinds) -> String {
    let mut page = String::from(
        "# Kinds\n\nGenerated from the table of kinds. A kind that is not here is walked too: by owner references, `*Ref` \
         fields and conditions.\n\n| kind | group | versions | part | generation | reconciled by |\n|---|---|---|---|---|---|\n",
    );
    for spec in kinds.iter() {
        let versions: Vec<&str> = spec.versions.iter().map(AsRef::as_ref).collect();
        let scope = if spec.scope == Scope::Cluster { ", cluster-scoped" } else { "" };
        page.push_str(&format!(
            "| {} | {} | {} | {:?}{scope} | {:?} | {} |\n",
            spec.kind.kind,
            if spec.kind.group.is_empty() { "core" } else { &spec.kind.group },
            versions.join(", "),
            spec.tier,
            spec.staleness,
            spec.controller.as_ref().map_or("–", |controller| controller.name.as_ref()),
        ));
    }
    page.push_str("\n## What vanishes\n\n");
    for spec in kinds.iter() {
        for sentence in &spec.vanishes {
            page.push_str(&format!("- {}: {sentence}\n", spec.kind));
        }
    }
    page
}
