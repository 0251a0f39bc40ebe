//! `bundle verify`: is it what was written?

use crate::bundle::{Verified, verify};
use crate::cli::args::Verify;
use crate::cli::formats::PlainFormat;
use crate::cli::{CliError, input, terminal};
use crate::report::quote::harmless;
use crate::report::{to_json, to_yaml};

pub(super) fn run(args: &Verify) -> Result<u8, CliError> {
    let mut files = input::bundle_files(&args.path)?;
    let verified = verify(files.as_mut()).map_err(|error| input::bundle_error(&args.path, &error))?;
    let known = args.root.as_deref().is_none_or(|root| root.eq_ignore_ascii_case(&verified.root_digest));
    terminal::print(&match args.output {
        PlainFormat::Text => text(&verified),
        PlainFormat::Json => to_json(&verified),
        PlainFormat::Yaml => to_yaml(&verified),
    })?;
    if !known {
        terminal::note(
            "error: the root digest is another: file and manifest were changed together, or this is another bundle",
        );
    }
    Ok(u8::from(!verified.is_whole() || !known))
}

fn text(verified: &Verified) -> String {
    if verified.is_whole() {
        return format!("whole: {} files\n{}\n", verified.intact, verified.root_digest);
    }
    let mut text = format!("not whole: {} files are as they were written\n", verified.intact);
    let faults = [
        ("altered", &verified.altered),
        ("missing", &verified.missing),
        ("extra", &verified.extra),
        ("torn", &verified.torn),
    ];
    for (what, names) in faults {
        for name in names {
            text.push_str(&format!("{what:<9}{}\n", harmless(name)));
        }
    }
    text.push_str(&format!("{}\n", verified.root_digest));
    text
}
