//! What is kept of a policy: enough to know what may be in a bundle that would not be there without it.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A policy that was in force.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PolicyNote {
    /// SHA-256 of its file.
    pub sha256: String,
    /// What it let through.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub allow: Vec<Allowed>,
}

/// What a rule lets through: exactly these places of exactly these kinds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Allowed {
    /// Name of the rule.
    pub name: String,
    /// Why it is let through, in the words of whoever wrote the policy.
    pub reason: String,
    /// Of objects of these kinds, as `Kind.group`.
    pub kinds: Vec<String>,
    /// Annotations.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub annotations: Vec<String>,
    /// Environment variables.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub env: Vec<String>,
    /// Keys of ConfigMaps.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub config_maps: Vec<ConfigMapKey>,
    /// Fields, as JSON pointers: of kinds that nobody described, and in maps that take anything.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<String>,
}

/// One value of one ConfigMap.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConfigMapKey {
    /// Namespace.
    pub namespace: String,
    /// Name.
    pub name: String,
    /// Key.
    pub key: String,
}

impl fmt::Display for Allowed {
    /// `rule build lets through annotation example.com/build of Job.batch (the number of a build)`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut what: Vec<String> = self.annotations.iter().map(|key| format!("annotation {key}")).collect();
        what.extend(self.env.iter().map(|name| format!("variable {name}")));
        what.extend(
            self.config_maps.iter().map(|at| format!("key {} of ConfigMap {}/{}", at.key, at.namespace, at.name)),
        );
        what.extend(self.paths.iter().map(|path| format!("field {path}")));
        let (name, what, kinds) = (&self.name, what.join(", "), self.kinds.join(", "));
        write!(f, "rule {name} lets through {what} of {kinds} ({})", self.reason)
    }
}
