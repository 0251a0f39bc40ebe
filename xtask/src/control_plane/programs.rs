//! Which programs the live tests need, and where each comes from.
//!
//! Owns the tables, and the reading of `KUBEBUILDER_ASSETS`. Must never start anything.

use std::fs;
use std::path::PathBuf;
use std::time::UNIX_EPOCH;

use anyhow::{Context, Result};

/// Programs that are built and kept together.
pub struct Set {
    /// As people say it.
    pub title: &'static str,
    /// Its folder in the cache.
    pub cache: &'static str,
    /// The modules.
    pub modules: &'static [Module],
    /// What the linker is told.
    pub flags: &'static str,
}

/// A Go module, and the programs that are built in it.
pub struct Module {
    /// Its folder, from the root of the repository.
    pub folder: &'static str,
    /// Each program and its package.
    pub programs: &'static [(&'static str, &'static str)],
}

/// One module for each project, so that each is built from the very versions that its authors chose.
const MODULES: &[Module] = &[
    Module { folder: "tests/control-plane/etcd", programs: &[("etcd", "go.etcd.io/etcd/server/v3")] },
    Module {
        folder: "tests/control-plane/kubernetes",
        programs: &[
            ("kube-apiserver", "k8s.io/kubernetes/cmd/kube-apiserver"),
            ("kube-controller-manager", "k8s.io/kubernetes/cmd/kube-controller-manager"),
            ("kube-scheduler", "k8s.io/kubernetes/cmd/kube-scheduler"),
            ("kubectl", "k8s.io/kubernetes/cmd/kubectl"),
        ],
    },
    Module { folder: "tests/control-plane/kwok", programs: &[("kwok", "sigs.k8s.io/kwok/cmd/kwok")] },
];

/// Without a version the API server calls itself `v0.0.0-master`, which operators refuse.
const LINKER_FLAGS: &str = "-s -w \
    -X k8s.io/component-base/version.gitVersion=v1.36.3 \
    -X k8s.io/component-base/version.gitMajor=1 \
    -X k8s.io/component-base/version.gitMinor=36";

/// A Kubernetes control plane.
pub const CONTROL_PLANE: Set =
    Set { title: "the control plane", cache: "control-plane", modules: MODULES, flags: LINKER_FLAGS };

/// What installs plugins, and what its index checks manifests with.
pub const KREW: Set = Set {
    title: "krew",
    cache: "krew",
    modules: &[Module {
        folder: "tests/krew",
        programs: &[
            ("krew", "sigs.k8s.io/krew/cmd/krew"),
            ("validate-krew-manifest", "sigs.k8s.io/krew/cmd/validate-krew-manifest"),
        ],
    }],
    flags: "-s -w",
};

impl Set {
    /// Each program and its package.
    pub fn programs(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.modules.iter().flat_map(|module| module.programs).copied()
    }
}

/// Programs that need no building: those in the folder that `KUBEBUILDER_ASSETS` names.
#[derive(Default)]
pub struct Ready {
    found: Vec<(&'static str, PathBuf)>,
}

impl Ready {
    /// Looks into the folder for programs of the set, if the variable is set.
    pub fn from_environment(set: &Set) -> Result<Self> {
        let Some(folder) = std::env::var_os("KUBEBUILDER_ASSETS").filter(|folder| !folder.is_empty()) else {
            return Ok(Self::default());
        };
        let folder = fs::canonicalize(&folder)
            .with_context(|| format!("KUBEBUILDER_ASSETS names no folder: {}", folder.to_string_lossy()))?;
        let names = set.programs().map(|(name, _)| name);
        let found = names.map(|name| (name, folder.join(name))).filter(|(_, path)| path.is_file()).collect();
        Ok(Self { found })
    }

    /// Whether nothing of the set is left to build.
    pub fn all(&self, set: &Set) -> bool {
        set.programs().all(|(name, _)| self.path(name).is_some())
    }

    /// Where a program is, if it is there.
    pub fn path(&self, name: &str) -> Option<&PathBuf> {
        self.found.iter().find(|(found, _)| *found == name).map(|(_, path)| path)
    }

    /// What tells these files from others: place, size and age.
    pub fn marks(&self) -> Result<Vec<String>> {
        let mark = |path: &PathBuf| -> Result<String> {
            let about = fs::metadata(path).with_context(|| format!("cannot look at {}", path.display()))?;
            let age = about.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
            Ok(format!("{} {} {}", path.display(), about.len(), age.as_nanos()))
        };
        self.found.iter().map(|(_, path)| mark(path)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cargo;

    #[test]
    fn the_version_linked_in_is_that_of_the_module() {
        let module = fs::read_to_string(cargo::root().join("tests/control-plane/kubernetes/go.mod")).unwrap();
        let version =
            LINKER_FLAGS.split_once("gitVersion=").and_then(|(_, rest)| rest.split_whitespace().next()).unwrap();
        assert!(
            module.contains(&format!("require k8s.io/kubernetes {version}\n")),
            "go.mod does not require {version}"
        );
    }
}
