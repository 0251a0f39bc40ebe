//! Kinds by name, for code that has to mean one of them.

use crate::model::GroupKind;

macro_rules! kinds {
    ($($name:ident = $group:literal $kind:literal;)*) => {
        $(#[doc = concat!("`", $kind, "` of group `", $group, "`.")]
        pub const $name: GroupKind = GroupKind::of($group, $kind);)*
    };
}

kinds! {
    POD = "" "Pod";
    NODE = "" "Node";
    NAMESPACE = "" "Namespace";
    EVENT = "" "Event";
    SERVICE = "" "Service";
    CONFIG_MAP = "" "ConfigMap";
    SECRET = "" "Secret";
    PERSISTENT_VOLUME_CLAIM = "" "PersistentVolumeClaim";
    PERSISTENT_VOLUME = "" "PersistentVolume";
    RESOURCE_QUOTA = "" "ResourceQuota";
    LIMIT_RANGE = "" "LimitRange";
    LOG = "" "Log";
    STORAGE_CLASS = "storage.k8s.io" "StorageClass";
    ENDPOINT_SLICE = "discovery.k8s.io" "EndpointSlice";
    PRIORITY_CLASS = "scheduling.k8s.io" "PriorityClass";
    RUNTIME_CLASS = "node.k8s.io" "RuntimeClass";
    LEASE = "coordination.k8s.io" "Lease";
    MUTATING_WEBHOOK = "admissionregistration.k8s.io" "MutatingWebhookConfiguration";
    VALIDATING_WEBHOOK = "admissionregistration.k8s.io" "ValidatingWebhookConfiguration";
    JOB = "batch" "Job";
    CRON_JOB = "batch" "CronJob";
    DEPLOYMENT = "apps" "Deployment";
    REPLICA_SET = "apps" "ReplicaSet";
    STATEFUL_SET = "apps" "StatefulSet";
    DAEMON_SET = "apps" "DaemonSet";
    OPERATION = "core.polyaxon.com" "Operation";
    PYTORCH_JOB = "kubeflow.org" "PyTorchJob";
    MPI_JOB = "kubeflow.org" "MPIJob";
    JOB_SET = "jobset.x-k8s.io" "JobSet";
    TRAIN_JOB = "trainer.kubeflow.org" "TrainJob";
    RAY_JOB = "ray.io" "RayJob";
    RAY_CLUSTER = "ray.io" "RayCluster";
    LEADER_WORKER_SET = "leaderworkerset.x-k8s.io" "LeaderWorkerSet";
    WORKLOAD = "kueue.x-k8s.io" "Workload";
    LOCAL_QUEUE = "kueue.x-k8s.io" "LocalQueue";
    CLUSTER_QUEUE = "kueue.x-k8s.io" "ClusterQueue";
    COHORT = "kueue.x-k8s.io" "Cohort";
    RESOURCE_FLAVOR = "kueue.x-k8s.io" "ResourceFlavor";
    ADMISSION_CHECK = "kueue.x-k8s.io" "AdmissionCheck";
}

/// The label by which a job asks for one of Kueue's queues.
pub const QUEUE_LABEL: &str = "kueue.x-k8s.io/queue-name";
