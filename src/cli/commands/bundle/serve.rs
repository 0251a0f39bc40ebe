//! `bundle serve`: a bundle as a Kubernetes API on this machine, until somebody ends it.

#![expect(clippy::disallowed_methods, reason = "an edge: the kubeconfig is on disk, and the end is waited for")]

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use base64::Engine as _;
use serde_json::json;

use super::opened;
use crate::capture::dir::private_file;
use crate::cli::args::Serve;
use crate::cli::{CliError, signals, state, terminal};
use crate::report::quote::{harmless, shell};
use crate::report::to_yaml;
use crate::serve::{Guard, Identity, Served, start};

/// How often the end is looked for.
const LOOK: Duration = Duration::from_millis(50);

pub(super) fn run(args: &Serve, namespace: Option<&str>) -> Result<u8, CliError> {
    let (kinds, bundle) = opened(&args.path)?;
    let about = bundle.described().clone();
    let first = about.scope.targets.first().and_then(|target| target.namespace.clone());
    let namespace = namespace.map(str::to_owned).or(about.scope.namespace.clone()).or(first);
    let name = context(&args.path);
    let token = token()?;
    let failed = |why: &dyn std::fmt::Display| CliError::tool(format!("cannot serve the bundle: {why}"));
    let identity = Identity::new().map_err(|error| failed(&error))?;
    let certificate = identity.certificate.clone();
    let stop = signals::gently();
    let guard = |port| Guard::new(&token, port);
    let server = start(Served::new(bundle, kinds), identity, args.port, guard)
        .map_err(|error| failed(&error).with_hint("choose another port with --port, or leave it out for a free one"))?;
    let kubeconfig = kubeconfig(&name, server.port, &certificate, &token, namespace.as_deref());
    let file = File::write(place(args, server.port)?, &kubeconfig)?;
    terminal::print(&format!("{}\n", file.0.display()))?;
    let path = shell(&[file.0.display().to_string()]);
    terminal::note(&format!(
        "Serving {} as it was on {}, for reading alone, at 127.0.0.1:{}. Ctrl-C ends it.\n\
         kubectl --kubeconfig {path} get pods",
        harmless(&args.path),
        about.captured_at,
        server.port
    ));
    loop {
        if let Some(code) = stop.asked() {
            drop(server);
            return Ok(code);
        }
        std::thread::sleep(LOOK);
    }
}

/// A name that no live context has: `bundle:run-42.zip`.
fn context(path: &str) -> String {
    let name = Path::new(path).file_name().map_or_else(|| path.to_owned(), |name| name.to_string_lossy().into_owned());
    format!("bundle:{}", harmless(&name))
}

/// 32 random bytes, in hex.
fn token() -> Result<String, CliError> {
    let bytes = state::secret().map_err(|error| CliError::tool(format!("cannot make a token: {error}")))?;
    let mut token = String::with_capacity(64);
    for byte in bytes {
        // Writing to a string can't fail.
        let _ = write!(token, "{byte:02x}");
    }
    Ok(token)
}

fn kubeconfig(context: &str, port: u16, certificate: &str, token: &str, namespace: Option<&str>) -> String {
    let authority = base64::engine::general_purpose::STANDARD.encode(certificate);
    let mut inner = json!({"cluster": context, "user": context});
    if let (Some(namespace), Some(inner)) = (namespace, inner.as_object_mut()) {
        inner.insert("namespace".to_owned(), namespace.into());
    }
    to_yaml(&json!({
        "apiVersion": "v1", "kind": "Config", "current-context": context,
        "clusters": [{"name": context, "cluster":
            {"server": format!("https://127.0.0.1:{port}"), "certificate-authority-data": authority}}],
        "contexts": [{"name": context, "context": inner}],
        "users": [{"name": context, "user": {"token": token}}],
    }))
}

/// Where the kubeconfig goes: where it is wanted, or into the state folder.
fn place(args: &Serve, port: u16) -> Result<PathBuf, CliError> {
    if let Some(path) = &args.kubeconfig_out {
        return Ok(path.clone());
    }
    let folder =
        state::private_folder().map_err(|error| CliError::tool(format!("cannot write the kubeconfig: {error}")))?;
    Ok(folder.join(format!("bundle-{}-{port}.kubeconfig", std::process::id())))
}

/// The kubeconfig on disk, for its owner alone. Dropped, it is gone: its token is worth nothing any more.
struct File(PathBuf);

impl File {
    fn write(path: PathBuf, text: &str) -> Result<Self, CliError> {
        let made = private_file(&path).and_then(|mut file| file.write_all(text.as_bytes()));
        made.map_err(|error| {
            CliError::tool(format!("cannot write the kubeconfig {}: {error}", path.display()))
                .with_hint("name a file that does not exist yet with --kubeconfig-out")
        })?;
        Ok(Self(path))
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
