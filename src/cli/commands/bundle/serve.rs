//! `bundle serve`: kubectl on a bundle.

use std::path::Path;

use super::opened;
use crate::cli::args::Serve;
use crate::cli::{CliError, signals, terminal};
use crate::report::quote::{harmless, shell};
use crate::serve::{Archive, ServeError, Server, Start};

#[expect(clippy::disallowed_methods, reason = "a certificate is of the day it is made")]
pub(super) fn run(args: &Serve) -> Result<u8, CliError> {
    let (kinds, bundle) = opened(&args.path)?;
    let archive = Archive::new(bundle, kinds).map_err(|file| {
        CliError::tool(format!("{}: {} is not what the manifest says", args.path, harmless(&file)))
            .with_hint("`kubectl mlop bundle verify BUNDLE` says what else is not")
    })?;
    let path = Path::new(&args.path);
    let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    // From here on a signal asks: the kubeconfig goes before the program does.
    let wish = signals::gently();
    let start =
        Start { port: args.port, kubeconfig: args.kubeconfig_out.as_deref(), name: &name, now: jiff::Timestamp::now() };
    let server = Server::start(archive, &start).map_err(|error| told(&error))?;
    let kubeconfig = server.kubeconfig().display().to_string();
    terminal::note(&format!(
        "serving {} as it was at {}, on {}, until Ctrl-C",
        harmless(&args.path),
        server.captured_at(),
        server.url(),
    ));
    terminal::note(&format!("context {}; in another terminal:", server.context()));
    let words = ["kubectl", "--kubeconfig", &kubeconfig, "get", "pods", "-o", "wide"].map(str::to_owned);
    terminal::note(&format!("  {}", shell(&words)));
    terminal::print(&format!("{kubeconfig}\n"))?;
    server.run(&signals::stop());
    Ok(wish.asked().unwrap_or(0))
}

fn told(error: &ServeError) -> CliError {
    let hint = match error {
        ServeError::Socket(_) => Some("without --port, one that is free is taken"),
        ServeError::Kubeconfig { .. } => Some("give --kubeconfig-out a path where no file is yet"),
        ServeError::Certificate(_) | ServeError::Random(_) => None,
    };
    let told = CliError::tool(error);
    match hint {
        Some(hint) => told.with_hint(hint),
        None => told,
    }
}
