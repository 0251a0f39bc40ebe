//! The plugin as people get it: packed, checked and installed by the real krew, then found by the real kubectl.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::control_plane::programs;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A call that sees nothing of the machine but PATH, and of that first of all what krew installs.
fn call(program: &Path, home: &Path) -> Command {
    let rest = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([home.join("krew/bin")].into_iter().chain(std::env::split_paths(&rest))).unwrap();
    let mut command = Command::new(program);
    command.env_clear().current_dir(root());
    command.env("PATH", path).env("HOME", home).env("KREW_ROOT", home.join("krew"));
    // It would ask GitHub.
    command.env("KREW_NO_UPGRADE_CHECK", "1");
    command
}

fn succeeds(mut command: Command) -> Output {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

/// The one file in a folder whose name ends so.
fn ending(folder: &Path, end: &str) -> PathBuf {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let found: Vec<PathBuf> = files.filter(|path| path.to_string_lossy().ends_with(end)).collect();
    assert_eq!(found.len(), 1, "{found:?}");
    found[0].clone()
}

#[test]
fn krew_installs_what_is_packed_and_kubectl_finds_it() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let dist = home.join("dist");
    let binary = Path::new(env!("CARGO_BIN_EXE_kubectl-mlop"));
    programs::xtask(&["dist".as_ref(), "--binary".as_ref(), binary.as_os_str(), "--to".as_ref(), dist.as_os_str()])
        .unwrap();
    let (manifest, archive) = (dist.join("mlop.yaml"), ending(&dist, ".tar.gz"));

    let mut check = call(&programs::krew("validate-krew-manifest"), home);
    check.arg("-manifest").arg(&manifest).arg("-skip-install");
    succeeds(check);

    let mut install = call(&programs::krew("krew"), home);
    install.arg("install").arg("--manifest").arg(&manifest).arg("--archive").arg(&archive);
    let said = String::from_utf8(succeeds(install).stderr).unwrap();
    assert!(said.contains("Installed plugin: mlop"), "{said}");

    let installed = std::fs::canonicalize(home.join("krew/bin/kubectl-mlop")).unwrap();
    assert!(installed.starts_with(std::fs::canonicalize(home).unwrap().join("krew/store/mlop")), "{installed:?}");
    assert!(installed.parent().unwrap().join("LICENSE").is_file());

    let kubectl = programs::path("kubectl");
    let mut list = call(&kubectl, home);
    list.args(["plugin", "list"]);
    let first = String::from_utf8(succeeds(list).stdout).unwrap();
    assert!(first.contains(&*home.join("krew/bin/kubectl-mlop").to_string_lossy()), "{first}");

    let mut version = call(&kubectl, home);
    version.args(["mlop", "version"]);
    let version = String::from_utf8(succeeds(version).stdout).unwrap();
    assert!(version.contains(env!("CARGO_PKG_VERSION")), "{version}");

    let mut diagnose = call(&kubectl, home);
    diagnose.args(["mlop", "diagnose", "pytorchjob/oom", "--from", "fixtures/bundles/rank-oom-killed.zip"]);
    let output = diagnose.output().unwrap();
    // kubectl hands the plugin's exit code on: an error-level finding.
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("MLOP601"), "{text}");
}

#[test]
fn krew_refuses_an_archive_that_is_not_the_one_of_the_manifest() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let dist = home.join("dist");
    let binary = home.join("kubectl-mlop");
    std::fs::write(&binary, "no program").unwrap();
    programs::xtask(&["dist".as_ref(), "--binary".as_ref(), binary.as_os_str(), "--to".as_ref(), dist.as_os_str()])
        .unwrap();
    let archive = ending(&dist, ".tar.gz");
    let mut bytes = std::fs::read(&archive).unwrap();
    bytes.push(0);
    std::fs::write(&archive, bytes).unwrap();
    let mut install = call(&programs::krew("krew"), home);
    install.arg("install").arg("--manifest").arg(dist.join("mlop.yaml")).arg("--archive").arg(&archive);
    let output = install.output().unwrap();
    assert!(!output.status.success() && !home.join("krew/bin/kubectl-mlop").exists());
    assert!(String::from_utf8_lossy(&output.stderr).contains("checksum"), "{output:?}");
}
