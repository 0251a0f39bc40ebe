//! `version`.

use serde::Serialize;

use crate::cli::args::Version;
use crate::cli::formats::PlainFormat;
use crate::cli::{CliError, terminal};
use crate::report::{API_VERSION, to_json, to_yaml};

/// What a version is.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Versions {
    version: &'static str,
    report_api: &'static str,
    bundle_format: String,
}

pub(super) fn run(args: &Version) -> Result<u8, CliError> {
    let versions = Versions {
        version: env!("CARGO_PKG_VERSION"),
        report_api: API_VERSION,
        bundle_format: crate::bundle::FORMAT.to_string(),
    };
    let text = match args.output {
        PlainFormat::Json => to_json(&versions),
        PlainFormat::Yaml => to_yaml(&versions),
        PlainFormat::Text => {
            format!("v{}  reports {}  bundles {}\n", versions.version, versions.report_api, versions.bundle_format)
        }
    };
    terminal::print(&text)?;
    Ok(0)
}
