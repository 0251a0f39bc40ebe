//! One run's evidence into any sink, with its manifest.

use crate::bundle::{About, BundleError, FORMAT, ManifestingSink, Scope, Sink, Status, write};
use crate::collect::Snapshot;
use crate::kinds::Kinds;
use crate::report::{Report, to_json};
use crate::source::About as Origin;

/// Writes a snapshot and its report. Returns the sink, to be finished by its owner, and the bundle's root digest.
///
/// # Errors
/// When the sink refuses.
pub fn one_run<S: Sink>(
    sink: S,
    snapshot: &Snapshot,
    kinds: &Kinds,
    about: &About,
    report: &Report,
) -> Result<(S, String), BundleError> {
    let mut sink = ManifestingSink::new(sink);
    write(&mut sink, snapshot, kinds, about, &to_json(report))?;
    sink.finish()
}

/// What a bundle of one run says of itself. `status_by` says who wrote the status of its objects.
#[must_use]
pub fn about(
    snapshot: &Snapshot,
    report: &Report,
    origin: Origin,
    fingerprint: Option<String>,
    status_by: &str,
) -> About {
    About {
        format: FORMAT,
        captured_at: snapshot.now(),
        tool_version: report.metadata.tool_version.clone(),
        source: [("type".to_owned(), origin.kind.into())].into_iter().collect(),
        scope: Scope { targets: vec![report.target.clone()], ..Scope::default() },
        cluster_id: origin.cluster_id,
        server_version: origin.server_version,
        mac_fingerprint: fingerprint,
        policies: Vec::new(),
        status: Status::Complete,
        writer: status_by.to_owned(),
    }
}
