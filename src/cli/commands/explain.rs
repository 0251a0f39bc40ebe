//! `explain`: the page of a rule, by its code, its slug, or a reason of the API.

use crate::cli::args::Explain;
use crate::cli::{CliError, terminal};
use crate::report::docs;
use crate::rules::{all, by_code, by_reason};

pub(super) fn run(args: &Explain) -> Result<u8, CliError> {
    let rules = by_code(&args.word).map_or_else(|| by_reason(&args.word), |rule| vec![rule]);
    if rules.is_empty() {
        let near: Vec<&str> =
            all().filter(|rule| rule.slug.contains(&args.word.to_ascii_lowercase())).map(|rule| rule.code).collect();
        let hint = if near.is_empty() {
            "`kubectl mlop rules` lists all codes".to_owned()
        } else {
            format!("near: {}", near.join(", "))
        };
        return Err(
            CliError::usage(format!("no rule has the code or answers for the reason {:?}", args.word)).with_hint(hint)
        );
    }
    let pages: Vec<String> = rules.into_iter().map(docs::rule).collect();
    terminal::print(&pages.join("\n"))?;
    Ok(0)
}
