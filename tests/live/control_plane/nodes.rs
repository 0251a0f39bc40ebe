//! The nodes of a test cluster: two with eight GPUs each, one without.
//!
//! Owns their shape. KWOK plays their kubelets, by the rules in stages.yaml.

use serde_json::{Value, json};

use super::Client;

/// Which nodes KWOK takes care of.
pub const SELECTOR: &str = "kwok.x-k8s.io/node=fake";

const ALL: &[(&str, &str, u32)] = &[("gpu-0", "96", 8), ("gpu-1", "96", 8), ("cpu-0", "16", 0)];

/// The objects to make, all in KWOK's care.
pub fn all() -> Vec<Value> {
    let managed = |mut node: Value| {
        node["metadata"]["annotations"] = json!({"kwok.x-k8s.io/node": "fake"});
        node
    };
    ALL.iter().map(|(name, cpu, gpus)| managed(node(name, cpu, *gpus))).collect()
}

/// Whether every node says that it is ready.
pub fn ready(client: &Client) -> bool {
    let is_true = |node: &Value| {
        let conditions = node["status"]["conditions"].as_array().cloned().unwrap_or_default();
        // The scheduler goes by the taint, which the controller manager takes away a little later.
        let tainted = node["spec"]["taints"].as_array().is_some_and(|taints| !taints.is_empty());
        !tainted && conditions.iter().any(|condition| condition["type"] == "Ready" && condition["status"] == "True")
    };
    let nodes = client.list("/api/v1/nodes");
    nodes.len() == ALL.len() && nodes.iter().all(is_true)
}

/// A node whose kubelet nobody plays.
pub fn node(name: &str, cpu: &str, gpus: u32) -> Value {
    let mut amounts = json!({"cpu": cpu, "memory": "512Gi", "ephemeral-storage": "500Gi", "pods": "110"});
    let mut labels =
        json!({"kubernetes.io/hostname": name, "kubernetes.io/os": "linux", "kubernetes.io/arch": "amd64"});
    if gpus > 0 {
        amounts["nvidia.com/gpu"] = gpus.to_string().into();
        labels["nvidia.com/gpu.present"] = "true".into();
        labels["nvidia.com/gpu.product"] = "NVIDIA-H100-80GB-HBM3".into();
    }
    json!({
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": name, "labels": labels},
        "status": {"capacity": amounts, "allocatable": amounts},
    })
}
