//! `bundle show`: an object as it is kept.

use serde_json::{Value, json};

use super::{is_in, is_of, opened};
use crate::bundle::records::IndexLine;
use crate::cli::args::Show;
use crate::cli::formats::DocumentFormat;
use crate::cli::{CliError, terminal};
use crate::collect::admit::{Door, Policy};
use crate::collect::admitted;
use crate::model::Object;
use crate::report::quote::{harmless, typed};
use crate::report::{to_json, to_yaml};
use crate::source::Source as _;

pub(super) fn run(args: &Show, namespace: Option<&str>) -> Result<u8, CliError> {
    let (kinds, mut bundle) = opened(&args.path)?;
    let Some((kind, name)) = args.object.split_once('/').filter(|(_, name)| !name.contains('/')) else {
        return Err(CliError::usage(format!("{:?} is no object; write TYPE/NAME", args.object))
            .with_hint("`kubectl mlop bundle ls BUNDLE -o name` lists what there is"));
    };
    let of_kind = |line: &&IndexLine| is_in(namespace, &line.reference) && is_of(&kinds, kind, &line.reference);
    let lines: Vec<IndexLine> =
        bundle.index().iter().filter(|line| of_kind(line) && line.reference.name == name).cloned().collect();
    if lines.is_empty() {
        let near = bundle.index().iter().find(|line| of_kind(line) || line.reference.name == name);
        let hint = near.map_or_else(
            || "`kubectl mlop bundle ls BUNDLE` lists what there is".to_owned(),
            |line| format!("there is {}", typed(&line.reference)),
        );
        return Err(CliError::not_found(format!("{} is not in the bundle", harmless(&args.object))).with_hint(hint));
    }
    let door = Door::new().with_policy(Policy::default().reading(&bundle.about().policies));
    let mut objects = Vec::new();
    for line in &lines {
        let object = bundle.object_at(&line.dir).and_then(Object::new);
        let object = object.filter(|object| object.key().may_be(&line.reference.key())).ok_or_else(|| {
            CliError::tool(format!("{}: the object is not what index and manifest say", harmless(&line.dir)))
                .with_hint("`kubectl mlop bundle verify BUNDLE` says what else is not")
        })?;
        // A stranger's bundle may hold what ours never would.
        objects.push(admitted(&door, &kinds, object).value);
    }
    // Of one name in several namespaces, or of several incarnations: a list, as kubectl prints it.
    let document: Value = match objects.len() {
        1 => objects.remove(0),
        _ => json!({"apiVersion": "v1", "kind": "List", "items": objects}),
    };
    terminal::print(&match args.output {
        DocumentFormat::Yaml => to_yaml(&document),
        DocumentFormat::Json => to_json(&document),
    })?;
    Ok(0)
}
