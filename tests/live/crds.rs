//! The definitions of custom kinds, as far as a server needs them to store and serve.
//!
//! Owns group, version, names and scope, which are the real ones' facts. No schema: what is written is kept.

use serde_json::{Value, json};

use crate::control_plane::{Client, wait};

/// A kind: its group, its versions (the first is stored), and what it can be called.
struct Definition {
    group: &'static str,
    versions: &'static [&'static str],
    kind: &'static str,
    plural: &'static str,
    short: &'static [&'static str],
    categories: &'static [&'static str],
    namespaced: bool,
}

/// A namespaced kind with one version and no other names.
const fn plain(
    group: &'static str,
    versions: &'static [&'static str],
    kind: &'static str,
    plural: &'static str,
) -> Definition {
    Definition { group, versions, kind, plural, short: &[], categories: &[], namespaced: true }
}

const KUEUE: &str = "kueue.x-k8s.io";
const KUEUE_VERSIONS: &[&str] = &["v1beta2", "v1beta1"];

/// One of Kueue's cluster-scoped kinds.
const fn kueue(kind: &'static str, plural: &'static str, short: &'static [&'static str]) -> Definition {
    Definition { short, namespaced: false, ..plain(KUEUE, KUEUE_VERSIONS, kind, plural) }
}

const ALL: &[Definition] = &[
    Definition { short: &["op"], ..plain("core.polyaxon.com", &["v1"], "Operation", "operations") },
    plain("kubeflow.org", &["v1"], "PyTorchJob", "pytorchjobs"),
    plain("kubeflow.org", &["v2beta1"], "MPIJob", "mpijobs"),
    plain("trainer.kubeflow.org", &["v1alpha1"], "TrainJob", "trainjobs"),
    plain("jobset.x-k8s.io", &["v1alpha2"], "JobSet", "jobsets"),
    Definition { categories: &["all"], ..plain("ray.io", &["v1"], "RayJob", "rayjobs") },
    Definition { categories: &["all"], ..plain("ray.io", &["v1"], "RayCluster", "rayclusters") },
    Definition { short: &["lws"], ..plain("leaderworkerset.x-k8s.io", &["v1"], "LeaderWorkerSet", "leaderworkersets") },
    Definition { short: &["wl"], ..plain(KUEUE, KUEUE_VERSIONS, "Workload", "workloads") },
    Definition { short: &["queue", "queues", "lq"], ..plain(KUEUE, KUEUE_VERSIONS, "LocalQueue", "localqueues") },
    kueue("ClusterQueue", "clusterqueues", &["cq"]),
    kueue("ResourceFlavor", "resourceflavors", &["flavor", "flavors", "rf"]),
    kueue("Cohort", "cohorts", &[]),
    kueue("AdmissionCheck", "admissionchecks", &[]),
    // A kind that nobody taught the tool.
    Definition {
        short: &["tj"],
        categories: &["all", "training"],
        ..plain("platform.example.io", &["v1alpha1"], "TrainingJob", "trainingjobs")
    },
];

/// Defines all of them, and returns when all are served.
pub fn install(admin: &Client) {
    for definition in ALL {
        admin.apply(&object(definition));
    }
    for definition in ALL {
        let path = format!("/apis/{}/{}/{}", definition.group, definition.versions[0], definition.plural);
        wait::until(&path, || admin.ok(&path).then_some(()));
    }
}

fn object(of: &Definition) -> Value {
    let anything = json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true});
    let version = |(place, name): (usize, &&str)| {
        json!({
            "name": name,
            "served": true,
            "storage": place == 0,
            "subresources": {"status": {}},
            "schema": {"openAPIV3Schema": anything},
        })
    };
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": format!("{}.{}", of.plural, of.group)},
        "spec": {
            "group": of.group,
            "scope": if of.namespaced { "Namespaced" } else { "Cluster" },
            "names": {
                "kind": of.kind,
                "plural": of.plural,
                "singular": of.kind.to_lowercase(),
                "shortNames": of.short,
                "categories": of.categories,
            },
            "versions": of.versions.iter().enumerate().map(version).collect::<Vec<_>>(),
        },
    })
}
