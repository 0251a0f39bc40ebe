//! Where a bundle goes, and what is said of it when it is there.

use std::path::Path;

use crate::bundle::{BundleError, Status, shown};
use crate::cli::{CliError, terminal};

/// What to do where no bundle can be written.
const WHERE: &str = "name another place with --to: one that does not exist yet, in a folder that does";

/// Says at once what would otherwise come out after all the work: that there is no such folder.
#[expect(clippy::disallowed_methods, reason = "an edge: where the bundle goes is on disk")]
pub(super) fn check(to: &Path) -> Result<(), CliError> {
    let Some(folder) = to.parent().filter(|folder| !folder.as_os_str().is_empty()) else { return Ok(()) };
    match std::fs::metadata(folder) {
        Ok(found) if found.is_dir() => Ok(()),
        Ok(_) => Err(CliError::tool(format!("{} is no folder", folder.display())).with_hint(WHERE)),
        Err(error) => Err(CliError::tool(format!("{}: {error}", folder.display())).with_hint(WHERE)),
    }
}

/// Says at once that something stands where a large bundle is to go.
#[expect(clippy::disallowed_methods, reason = "an edge: where the bundle goes is on disk")]
pub(super) fn is_free(to: &Path) -> Result<(), CliError> {
    let is_empty_folder = || std::fs::read_dir(to).is_ok_and(|mut entries| entries.next().is_none());
    if std::fs::symlink_metadata(to).is_ok() && (is_zip(to) || !is_empty_folder()) {
        return Err(failed(&BundleError::Exists(shown(&to.to_string_lossy()))));
    }
    Ok(())
}

/// Whether a path is to become a zip, and not a directory.
pub(super) fn is_zip(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zip"))
}

/// Why there is no bundle.
pub(super) fn failed(error: &BundleError) -> CliError {
    CliError::tool(format!("cannot write the bundle: {error}")).with_hint(WHERE)
}

/// Prints where it is and the digest that proves it, and says if it is not all there was.
pub(super) fn tell(path: &Path, digest: &str, status: Status) -> Result<(), CliError> {
    terminal::print(&format!("{}\n{digest}\n", path.display()))?;
    if status == Status::Partial {
        terminal::note(
            "The bundle is PARTIAL: it was stopped before everything was read. What is missing stands in its gaps.jsonl.",
        );
    }
    terminal::note("The second line is the bundle's root digest: kept elsewhere, it proves that nothing was changed.");
    Ok(())
}
