//! `bundle ls`: which objects it holds.

use comfy_table::{Table, presets};

use super::{is_in, is_of, opened};
use crate::bundle::records::IndexLine;
use crate::cli::args::Ls;
use crate::cli::formats::ListFormat;
use crate::cli::{CliError, terminal};
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
        ListFormat::Text => table(&bundle, &lines, false, args.no_headers),
        ListFormat::Wide => table(&bundle, &lines, true, args.no_headers),
    })?;
    Ok(0)
}

fn table(bundle: &Bundle, lines: &[&IndexLine], wide: bool, no_headers: bool) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let names = ["NAMESPACE", "KIND", "NAME", "EVENTS", "LOGS"].map(str::to_owned);
    let more = |more: [String; 2]| more.into_iter().filter(move |_| wide);
    if !no_headers {
        table.set_header(names.into_iter().chain(more(["UID", "DIRECTORY"].map(str::to_owned))));
    }
    for line in lines {
        let object = &line.reference;
        let cells = [
            object.namespace.as_deref().map_or_else(|| "-".to_owned(), harmless),
            harmless(&object.group_kind().to_string()),
            harmless(&object.name),
            line.events.to_string(),
            bundle.logs_below(&line.dir).to_string(),
        ];
        let uid = object.uid.as_deref().map_or_else(|| "-".to_owned(), harmless);
        table.add_row(cells.into_iter().chain(more([uid, harmless(&line.dir)])));
    }
    table.to_string().lines().map(|line| format!("{}\n", line.trim())).collect()
}
