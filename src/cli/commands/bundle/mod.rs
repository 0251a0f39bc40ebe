//! `bundle`: looks into bundles without diagnosing anything.

mod cut;
mod ls;
mod serve;
mod show;
mod verify;

use crate::cli::CliError;
use crate::cli::args::BundleCommand;
use crate::cli::connection::ConnectionArgs;
use crate::cli::input;
use crate::kinds::Kinds;
use crate::model::ObjectRef;
use crate::source::bundle::Bundle;

pub(super) fn run(command: &BundleCommand, connection: &ConnectionArgs) -> Result<u8, CliError> {
    let namespace = connection.namespace.as_deref();
    match command {
        BundleCommand::Verify(args) => verify::run(args),
        BundleCommand::Ls(args) => ls::run(args, namespace),
        BundleCommand::Serve(args) => serve::run(args),
        BundleCommand::Cut(args) => cut::run(args, connection),
        BundleCommand::Show(args) => show::run(args, namespace),
    }
}

fn opened(path: &str) -> Result<(Kinds, Bundle), CliError> {
    let kinds = Kinds::built_in();
    let bundle = input::bundle(&kinds, path)?;
    Ok((kinds, bundle))
}

/// Whether an object is of the kind that a word means: as kubectl names kinds, or as `-o name` prints them.
fn is_of(kinds: &Kinds, word: &str, object: &ObjectRef) -> bool {
    let kind = object.group_kind();
    kinds.named(word).iter().any(|spec| spec.kind == kind)
        || kind.to_string().eq_ignore_ascii_case(word)
        || kind.kind.eq_ignore_ascii_case(word)
        || kinds.resource(&kind).eq_ignore_ascii_case(word)
}

fn is_in(namespace: Option<&str>, object: &ObjectRef) -> bool {
    namespace.is_none() || object.namespace.as_deref() == namespace
}
