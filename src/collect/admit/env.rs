//! Environment variables.
//!
//! Owns the list of variables whose values may be read. Exact names only: a prefix would let in what nobody reviewed.

use std::borrow::Cow;

use serde_json::Value;

use super::args::is_flag;
use super::mask::is_mark;
use super::path::Path;
use super::policy::Verdict;
use super::text::{Depth, scrub};
use super::values::is_reference;
use super::walk::{Mode, Walk};

/// How ranks find each other, which devices and interfaces they use, and how loudly they tell. Sorted.
const READABLE: [&str; 111] = [
    "COORDINATOR_ADDRESS",
    "CUDA_DEVICE_MAX_CONNECTIONS",
    "CUDA_DEVICE_ORDER",
    "CUDA_LAUNCH_BLOCKING",
    "CUDA_VISIBLE_DEVICES",
    "FI_EFA_USE_DEVICE_RDMA",
    "FI_PROVIDER",
    "FQ_RAY_IP",
    "GLOO_SOCKET_IFNAME",
    "GROUP_RANK",
    "GROUP_WORLD_SIZE",
    "HF_HUB_OFFLINE",
    "HIP_VISIBLE_DEVICES",
    "JAX_COORDINATOR_ADDRESS",
    "JAX_COORDINATOR_PORT",
    "JAX_NUM_PROCESSES",
    "JAX_PLATFORMS",
    "JAX_PROCESS_ID",
    "JOBSET_RESTART_ATTEMPT",
    "JOB_COMPLETION_INDEX",
    "KUBERAY_GEN_RAY_START_CMD",
    "K_MPI_JOB_ROLE",
    "LD_LIBRARY_PATH",
    "LOCAL_RANK",
    "LOCAL_WORLD_SIZE",
    "LWS_GROUP_SIZE",
    "LWS_LEADER_ADDRESS",
    "LWS_WORKER_INDEX",
    "MASTER_ADDR",
    "MASTER_PORT",
    "MEGASCALE_COORDINATOR_ADDRESS",
    "MEGASCALE_NUM_SLICES",
    "MEGASCALE_SLICE_ID",
    "MKL_NUM_THREADS",
    "NCCL_ALGO",
    "NCCL_ASYNC_ERROR_HANDLING",
    "NCCL_BLOCKING_WAIT",
    "NCCL_BUFFSIZE",
    "NCCL_COMM_BLOCKING",
    "NCCL_CROSS_NIC",
    "NCCL_CUMEM_ENABLE",
    "NCCL_DEBUG",
    "NCCL_DEBUG_SUBSYS",
    "NCCL_IB_DISABLE",
    "NCCL_IB_GID_INDEX",
    "NCCL_IB_HCA",
    "NCCL_IB_RETRY_CNT",
    "NCCL_IB_TC",
    "NCCL_IB_TIMEOUT",
    "NCCL_MAX_NCHANNELS",
    "NCCL_MIN_NCHANNELS",
    "NCCL_NET",
    "NCCL_NET_GDR_LEVEL",
    "NCCL_NET_PLUGIN",
    "NCCL_NVLS_ENABLE",
    "NCCL_P2P_DISABLE",
    "NCCL_P2P_LEVEL",
    "NCCL_PROTO",
    "NCCL_SHM_DISABLE",
    "NCCL_SOCKET_FAMILY",
    "NCCL_SOCKET_IFNAME",
    "NCCL_TIMEOUT",
    "NCCL_TOPO_FILE",
    "NCCL_TUNER_PLUGIN",
    "NNODES",
    "NODE_RANK",
    "NPROC_PER_NODE",
    "NVIDIA_DRIVER_CAPABILITIES",
    "NVIDIA_VISIBLE_DEVICES",
    "OMPI_COMM_WORLD_LOCAL_RANK",
    "OMPI_COMM_WORLD_RANK",
    "OMPI_COMM_WORLD_SIZE",
    "OMPI_MCA_orte_default_hostfile",
    "OMPI_MCA_orte_keep_fqdn_hostnames",
    "OMPI_MCA_orte_set_default_slots",
    "OMPI_MCA_plm_rsh_args",
    "OMP_NUM_THREADS",
    "PET_LOG_DIR",
    "PET_MASTER_ADDR",
    "PET_MASTER_PORT",
    "PET_MAX_RESTARTS",
    "PET_MONITOR_INTERVAL",
    "PET_NNODES",
    "PET_NODE_RANK",
    "PET_NPROC_PER_NODE",
    "PET_RDZV_BACKEND",
    "PET_RDZV_CONF",
    "PET_RDZV_ENDPOINT",
    "PET_RDZV_ID",
    "PET_STANDALONE",
    "PET_START_METHOD",
    "PYTHONUNBUFFERED",
    "PYTORCH_CUDA_ALLOC_CONF",
    "RANK",
    "RAY_ADDRESS",
    "RAY_DASHBOARD_ADDRESS",
    "RAY_IP",
    "RAY_JOB_SUBMISSION_ID",
    "RAY_PORT",
    "ROCR_VISIBLE_DEVICES",
    "ROLE_RANK",
    "ROLE_WORLD_SIZE",
    "TORCHELASTIC_MAX_RESTARTS",
    "TORCHELASTIC_RESTART_COUNT",
    "TORCHELASTIC_RUN_ID",
    "TORCH_CPP_LOG_LEVEL",
    "TORCH_DISTRIBUTED_DEBUG",
    "TORCH_NCCL_ASYNC_ERROR_HANDLING",
    "TORCH_NCCL_BLOCKING_WAIT",
    "TORCH_NCCL_TRACE_BUFFER_SIZE",
    "WORLD_SIZE",
];

fn is_readable(name: &str) -> bool {
    READABLE.binary_search(&name).is_ok()
}

/// Whether a word could be the name of a variable.
fn is_variable(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

impl Walk<'_> {
    /// Variables as a list of name and value, as a map, or as `NAME=value` words.
    pub(super) fn variables(&mut self, value: &mut Value, path: &Path<'_>) {
        match value {
            Value::Array(items) => {
                for (at, item) in items.iter_mut().enumerate() {
                    self.variable(item, &path.index(at));
                }
            }
            Value::Object(map) => {
                for (name, item) in map.iter_mut() {
                    self.value_of(name, item, &path.key(name));
                }
            }
            _ => self.mask_value(value, path, "env-value"),
        }
    }

    fn variable(&mut self, item: &mut Value, path: &Path<'_>) {
        match item {
            Value::Object(map) => {
                let name = map.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
                for (key, child) in map.iter_mut() {
                    let place = path.key(key);
                    match key.as_str() {
                        "name" => self.node(child, &place, Mode::Taught),
                        "value" => self.value_of(&name, child, &place),
                        "valueFrom" => self.source(child, &place),
                        _ => self.mask_leaves(child, &place, "env-value"),
                    }
                }
            }
            Value::String(word) => {
                if is_mark(word) {
                    return;
                }
                // Some plugins take words: flags, names, or `NAME=value`.
                let (name, content) = word.split_once('=').unwrap_or((word, ""));
                let is_known = is_variable(name) || (word.starts_with("--") && is_flag(word));
                if !is_known || matches!(scrub(word, Depth::Full), Cow::Owned(_)) {
                    return self.mask_value(item, path, "env-value");
                }
                if let Some((_, rule)) = self.scope().strike(word) {
                    return self.mask_value(item, path, rule);
                }
                let verdict = self.scope().variable(name);
                let rule = match verdict {
                    Verdict::Withheld(rule) => rule,
                    Verdict::Allowed => return,
                    Verdict::Usual if is_readable(name) || word.starts_with("--") => return,
                    Verdict::Usual => "env-value",
                };
                let mut content = Value::String(content.to_owned());
                if self.masker().value(&mut content) {
                    let masked = format!("{name}={}", content.as_str().unwrap_or_default());
                    // A pattern may match where the mark begins.
                    if let Some((_, rule)) = self.scope().strike(&masked) {
                        return self.mask_value(item, path, rule);
                    }
                    *word = masked;
                    self.report(path, rule);
                }
            }
            _ => self.mask_leaves(item, path, "env-value"),
        }
    }

    /// Where a value comes from: names of Secrets, ConfigMaps, keys and fields.
    fn source(&mut self, value: &mut Value, path: &Path<'_>) {
        let Value::Object(map) = value else { return self.mask_leaves(value, path, "env-value") };
        for (key, child) in map.iter_mut() {
            let place = path.key(key);
            match key.as_str() {
                "secretKeyRef" | "configMapKeyRef" | "fieldRef" | "resourceFieldRef" | "fileKeyRef" => {
                    self.node(child, &place, Mode::Taught);
                }
                _ => self.mask_leaves(child, &place, "env-value"),
            }
        }
    }

    fn value_of(&mut self, name: &str, value: &mut Value, path: &Path<'_>) {
        // Also what the kubelet composes from other variables, whose values are masked where they stand.
        let is_composed = value.as_str().is_some_and(is_reference);
        match self.scope().variable(name) {
            Verdict::Withheld(rule) => self.mask_value(value, path, rule),
            Verdict::Allowed => self.allowed(value, path, "env-value"),
            Verdict::Usual if is_composed || is_readable(name) => self.node(value, path, Mode::Taught),
            Verdict::Usual => self.mask_value(value, path, "env-value"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_and_names_no_secrets() {
        assert!(READABLE.is_sorted());
        assert!(READABLE.iter().all(|name| !super::super::words::is_secret_name(name)));
    }
}
