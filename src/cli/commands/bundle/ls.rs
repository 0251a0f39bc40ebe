//! `bundle ls`: which objects it holds.

use super::{is_in, is_of, opened};
use crate::bundle::records::IndexLine;
use crate::cli::args::Ls;
use crate::cli::formats::ListFormat;
use crate::cli::{CliError, table, terminal};
use crate::report::quote::{harmless, typed};
use crate::report::{to_json, to_yaml};
use crate::source::bundle::Bundle;

pub(super) fn run(args: &Ls, namespace: Option<&str>) -> Result<u8, CliError> {
    let (kinds, bundle) = opened(&args.path)?;
    let wanted = |line: &&IndexLine| {
        is_in(namespace, &line.reference)
            && args.kind.as_deref().is_none_or(|word| is_of(&kinds, word, &line.reference))
    };
    let lines: Vec<&IndexLine> = bundle.index().iter().filter(wanted).collect();
    if lines.is_empty() && !matches!(args.output, ListFormat::Json | ListFormat::Yaml) {
        terminal::note("No objects found.");
        return Ok(0);
    }
    terminal::print(&match args.output {
        ListFormat::Json => to_json(&lines),
        ListFormat::Yaml => to_yaml(&lines),
        ListFormat::Name => lines.iter().map(|line| format!("{}\n", typed(&line.reference))).collect(),
        ListFormat::Text => lines_as_table(&bundle, &lines, false, args.no_headers),
        ListFormat::Wide => lines_as_table(&bundle, &lines, true, args.no_headers),
    })?;
    Ok(0)
}

fn lines_as_table(bundle: &Bundle, lines: &[&IndexLine], wide: bool, no_headers: bool) -> String {
    let mut headers = vec!["NAMESPACE", "KIND", "NAME", "EVENTS", "LOGS"];
    if wide {
        headers.extend(["UID", "DIRECTORY"]);
    }
    let or_none = |text: Option<&str>| text.map_or_else(|| "-".to_owned(), harmless);
    let cells = lines.iter().map(|line| {
        let object = &line.reference;
        let mut cells = vec![
            or_none(object.namespace.as_deref()),
            harmless(&object.group_kind().to_string()),
            harmless(&object.name),
            line.events.to_string(),
            bundle.logs_below(&line.dir).to_string(),
        ];
        if wide {
            cells.extend([or_none(object.uid.as_deref()), harmless(&line.dir)]);
        }
        cells
    });
    table::render(&headers, cells, no_headers)
}
