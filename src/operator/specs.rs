//! What to run: the ten `…Spec` fields, as six types.
//!
//! Owns their shapes. Kinds that differ in a field or two share a type, whose documentation says which field belongs
//! to whom. Pod templates stay JSON. Must never fill in defaults: what was left out stays left out.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::field::{Field, Unknown};
use super::template::PodTemplate;

/// `batchJobSpec`: one pod, as a Kubernetes Job.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BatchJobSpec {
    /// The pod.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub template: Field<PodTemplate>,
    /// Fields this version of the type does not know.
    #[serde(flatten)]
    pub unknown: Unknown,
}

/// `serviceSpec`: something that stays up, as a Deployment and a Service.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ServiceSpec {
    /// Pods wanted; one unless said.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub replicas: Field<i64>,
    /// Ports to offer; the containers' own unless said.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub ports: Field<Vec<Field<i64>>>,
    /// Whether the Service is the external one, of the name `<operation>-ext`.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub is_external: Field<bool>,
    /// The pods.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub template: Field<PodTemplate>,
    /// Fields this version of the type does not know.
    #[serde(flatten)]
    pub unknown: Unknown,
}

/// `tfJobSpec`, `pytorchJobSpec`, `paddleJobSpec`, `mxJobSpec`, `xgboostJobSpec` and `mpiJobSpec`: a gang of pods, as
/// a Kubeflow job of the same name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct KubeflowJobSpec {
    /// Which pods go when the job is done: `All`, `Running` or `None`. With them goes what they could tell.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub clean_pod_policy: Field<String>,
    /// Gang scheduling.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub scheduling_policy: Field<SchedulingPolicy>,
    /// The gang, by role: `Master`, `Worker`, `PS`, `Chief`, `Evaluator`, `Launcher`, `Scheduler`, `Server`, ….
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub replica_specs: Field<BTreeMap<String, Field<ReplicaSpec>>>,
    /// PyTorch: a gang that may shrink and grow.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub elastic_policy: Field<ElasticPolicy>,
    /// PyTorch: processes in each pod: a number, or `auto`, `cpu`, `gpu`.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub nproc_per_node: Field<String>,
    /// TensorFlow: whether workers may come and go.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub enable_dynamic_worker: Field<bool>,
    /// MXNet: `MXTrain` or `MXTune`. It is spelt with a capital letter.
    #[serde(rename = "JobMode", default, skip_serializing_if = "Field::is_absent")]
    pub job_mode: Field<String>,
    /// MPI: processes in each worker.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub slots_per_worker: Field<i64>,
    /// Fields this version of the type does not know.
    #[serde(flatten)]
    pub unknown: Unknown,
}

/// `daskJobSpec`: a Dask cluster with a job on it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DaskJobSpec {
    /// The pods, by role: `Job`, `Scheduler`, `Worker`.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub replica_specs: Field<BTreeMap<String, Field<ReplicaSpec>>>,
    /// The scheduler's Service: Kubernetes' own type, kept as it came.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub service: Field<Value>,
    /// Fields this version of the type does not know.
    #[serde(flatten)]
    pub unknown: Unknown,
}

/// `rayJobSpec`: a Ray cluster with a job on it, gone when the job is done.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RayJobSpec {
    /// The head.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub head: Field<ReplicaSpec>,
    /// Groups of workers.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub workers: Field<Vec<Field<ReplicaSpec>>>,
    /// Fields this version of the type does not know.
    #[serde(flatten)]
    pub unknown: Unknown,
}

/// Pods of one role.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReplicaSpec {
    /// Ray: the group's name.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub group_name: Field<String>,
    /// Pods wanted; one unless said.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub replicas: Field<i64>,
    /// Ray: fewest pods the group may shrink to.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub min_replicas: Field<i64>,
    /// Ray: most pods the group may grow to.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub max_replicas: Field<i64>,
    /// Ray: arguments of the start command.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub ray_start_params: Field<BTreeMap<String, Field<String>>>,
    /// The pods.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub template: Field<PodTemplate>,
    /// Restart policy; it overrides the template's, and is `Never` unless said.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub restart_policy: Field<String>,
    /// Fields this version of the type does not know.
    #[serde(flatten)]
    pub unknown: Unknown,
}

/// How the gang is to be scheduled, passed on to the Kubeflow job.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SchedulingPolicy {
    /// Pods that must be placed together.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub min_available: Field<i64>,
    /// The scheduler's queue.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub queue: Field<String>,
    /// Resources that must be free together, as quantities.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub min_resources: Field<BTreeMap<String, Value>>,
    /// Priority class of the gang.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub priority_class: Field<String>,
    /// How long the gang may wait to be placed.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub schedule_timeout_seconds: Field<i64>,
    /// Fields this version of the type does not know.
    #[serde(flatten)]
    pub unknown: Unknown,
}

/// PyTorch: bounds of an elastic gang, and how its members meet.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ElasticPolicy {
    /// Fewest workers it goes on with.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub min_replicas: Field<i64>,
    /// Most workers it may grow to.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub max_replicas: Field<i64>,
    /// Rendezvous back end: `c10d`, `etcd`, `etcd-v2`.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub rdzv_backend: Field<String>,
    /// Rendezvous port.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub rdzv_port: Field<i64>,
    /// Rendezvous host.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub rdzv_host: Field<String>,
    /// Rendezvous id.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub rdzv_id: Field<String>,
    /// Restarts of the whole gang before it is given up.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub max_restarts: Field<i64>,
    /// Fields this version of the type does not know.
    #[serde(flatten)]
    pub unknown: Unknown,
}
