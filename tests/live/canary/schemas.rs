//! The schemas that are filled: those of the server's own kinds, by its OpenAPI, and those of the custom kinds that people run
//! beside it, by the definitions in their authors' Go modules.
//!
//! Owns the finding. The modules come from Go's cache, or through its proxy if they are not there yet, in the versions and
//! with the sums that stand here.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

use kubectl_mlop::source::files;
use serde_json::{Value, json};

use crate::control_plane::Client;

/// Module and version, its sum, and the folder of its definitions.
const MODULES: [(&str, &str, &str); 7] = [
    ("sigs.k8s.io/kueue@v0.19.2", "h1:mPNzr37u0nwI7ikST5QQl5gg6EgtYOAvC9ZbTgywdN8=", "config/components/crd/bases"),
    ("sigs.k8s.io/jobset@v0.12.0", "h1:YYPuV0px8Ongq/RXmJg6V0w2UC67aiR+rCMD06vhQQQ=", "config/components/crd/bases"),
    ("github.com/kubeflow/trainer/v2@v2.3.0", "h1:Je+e7zvTLzB4qW09J1fB7pZrqvPtWuGng2NqdN5p5QU=", "manifests/base/crds"),
    (
        "github.com/kubeflow/training-operator@v1.9.4",
        "h1:MjYXzeaHGBmF47BlhCo6+Mb7ypHrVfO6vsys1ZHF56A=",
        "manifests/base/crds",
    ),
    (
        "github.com/ray-project/kuberay/ray-operator@v1.6.0",
        "h1:1hs7Di2U/vm09ot7MIU8jUqEo7gHDc4gkbv1eFvqCsQ=",
        "config/crd/bases",
    ),
    ("github.com/kubeflow/mpi-operator@v0.8.0", "h1:22EccUiO4VDooG4TooesdE8o8euGVj89PIRhiP24SRE=", "manifests/base"),
    ("sigs.k8s.io/lws@v0.9.0", "h1:DcJCgxjjoGOx//QHZkeKpyiblxYq70aCRZNYSfykWyI=", "config/crd/bases"),
];

/// One version of a kind.
pub struct Schema {
    /// `group/version`.
    pub api_version: String,
    /// Kind.
    pub kind: String,
    /// Its schema.
    pub schema: Value,
    /// What its references lead to.
    pub definitions: Value,
}

/// Every kind of object that the server's OpenAPI describes, at every version, lists left out.
pub fn of_the_server(client: &Client) -> Vec<Schema> {
    let index = client.get("/openapi/v3");
    let mut found = BTreeMap::new();
    for place in index["paths"].as_object().unwrap().values() {
        let document = client.get(place["serverRelativeURL"].as_str().unwrap());
        let definitions = &document["components"]["schemas"];
        for schema in definitions.as_object().into_iter().flat_map(|schemas| schemas.values()) {
            let Some([of]) = schema["x-kubernetes-group-version-kind"].as_array().map(Vec::as_slice) else { continue };
            let text = |field: &str| of[field].as_str().unwrap().to_owned();
            let (group, version, kind) = (text("group"), text("version"), text("kind"));
            // What has no name is kept nowhere; a list's items have schemas of their own.
            if schema["properties"].get("metadata").is_none() || schema["properties"].get("items").is_some() {
                continue;
            }
            let api_version = if group.is_empty() { version } else { format!("{group}/{version}") };
            // Custom kinds are here without a schema: their definitions hold it.
            if schema["properties"].as_object().unwrap().len() <= 3
                && group.contains('.')
                && !group.ends_with(".k8s.io")
            {
                continue;
            }
            let key = (api_version.clone(), kind.clone());
            found.entry(key).or_insert_with(|| Schema {
                api_version,
                kind,
                schema: schema.clone(),
                definitions: definitions.clone(),
            });
        }
    }
    found.into_values().collect()
}

/// Every custom kind of the modules, at every version. Of metadata their definitions say nothing: `metadata` says it.
pub fn of_the_modules(metadata: &Value, definitions: &Value) -> Vec<Schema> {
    let mut found = BTreeMap::new();
    for (module, sum, folder) in MODULES {
        let folder = download(module, sum).join(folder);
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "yaml") {
                continue;
            }
            let text = std::fs::read(&path).unwrap();
            for crd in files::parse(&text).unwrap_or_default() {
                if crd["kind"] != "CustomResourceDefinition" {
                    continue;
                }
                let group = crd["spec"]["group"].as_str().unwrap();
                for version in crd["spec"]["versions"].as_array().unwrap() {
                    let mut schema = version["schema"]["openAPIV3Schema"].clone();
                    schema["properties"]["metadata"] = metadata.clone();
                    let of = Schema {
                        api_version: format!("{group}/{}", version["name"].as_str().unwrap()),
                        kind: crd["spec"]["names"]["kind"].as_str().unwrap().to_owned(),
                        schema,
                        definitions: definitions.clone(),
                    };
                    found.insert((of.api_version.clone(), of.kind.clone()), of);
                }
            }
        }
    }
    found.into_values().collect()
}

/// What every object's metadata looks like, and what its schema refers to.
pub fn metadata(client: &Client) -> (Value, Value) {
    let document = client.get("/openapi/v3/api/v1");
    let name = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
    (json!({"$ref": format!("#/components/schemas/{name}")}), document["components"]["schemas"].clone())
}

/// The folder of a module.
fn download(module: &str, sum: &str) -> PathBuf {
    let output =
        Command::new("go").args(["mod", "download", "-json", module]).current_dir(std::env::temp_dir()).output();
    let output = output.unwrap_or_else(|error| panic!("Go has the definitions of the custom kinds: {error}"));
    let said: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    assert!(output.status.success(), "{module}: {said} {}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(said["Sum"], sum, "{module} is another than was reviewed");
    PathBuf::from(said["Dir"].as_str().unwrap())
}
