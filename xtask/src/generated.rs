//! What the generated files hold. Must never make up content: each comes out of the library.

use std::collections::BTreeMap;

use anyhow::Result;
use kubectl_mlop::bundle;
use kubectl_mlop::cli::reference;
use kubectl_mlop::collect::admit::policy;
use kubectl_mlop::report::{docs, schema, to_json};
use kubectl_mlop::{kinds::Kinds, rules};

use crate::{bundles, corpus};

/// All generated files by their path from the root of the repository.
pub fn files() -> Result<BTreeMap<String, Vec<u8>>> {
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let mut text = |path: &str, text: String| files.insert(path.to_owned(), text.into_bytes());
    text("docs/report.schema.json", schema::report());
    text("docs/report-list.schema.json", schema::report_list());
    for (file, schema) in bundle::schemas() {
        let name = file.split('.').next().unwrap_or(file);
        text(&format!("docs/bundle/{name}.schema.json"), to_json(&schema));
    }
    text("docs/redact-policy.schema.json", to_json(&policy::schema()));
    text("docs/cli.md", reference::markdown());
    text("docs/kinds.md", docs::kinds(&Kinds::built_in()));
    text("docs/rbac.yaml", docs::role(&Kinds::built_in()));
    text("docs/rules/README.md", docs::rules());
    for rule in rules::all() {
        text(&format!("docs/rules/{}.md", rule.code), docs::rule(rule));
    }
    for (name, script) in reference::completions() {
        text(&format!("completions/{name}"), script);
    }
    files.extend(bundles::all()?);
    files.extend(corpus::all()?);
    Ok(files)
}
