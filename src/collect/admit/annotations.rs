//! Annotations: anybody's notes, and now and then the only place where a controller says something.
//!
//! Owns the list of keys whose values may be read. Exact keys only. `kubectl.kubernetes.io/last-applied-configuration` is
//! not among them: it repeats the whole object as it was sent, secrets and all. A later version may keep its field paths.

use serde_json::Value;

use super::path::Path;
use super::policy::Verdict;
use super::text::Depth;
use super::walk::Walk;

/// Keys that controllers write for controllers. Sorted.
const READABLE: [&str; 92] = [
    "autoscaling.alpha.kubernetes.io/conditions",
    "batch.kubernetes.io/cronjob-scheduled-timestamp",
    "batch.kubernetes.io/job-completion-index",
    "batch.kubernetes.io/job-index-failure-count",
    "batch.kubernetes.io/job-index-ignored-failure-count",
    "batch.kubernetes.io/job-tracking",
    "cluster-autoscaler.kubernetes.io/daemonset-pod",
    "cluster-autoscaler.kubernetes.io/enable-ds-eviction",
    "cluster-autoscaler.kubernetes.io/pod-scale-up-delay",
    "cluster-autoscaler.kubernetes.io/safe-to-evict",
    "cluster-autoscaler.kubernetes.io/scale-down-disabled",
    "control-plane.alpha.kubernetes.io/leader",
    "controller.kubernetes.io/pod-deletion-cost",
    "deployment.kubernetes.io/desired-replicas",
    "deployment.kubernetes.io/max-replicas",
    "deployment.kubernetes.io/revision",
    "deprecated.daemonset.template.generation",
    "jobset.sigs.k8s.io/coordinator",
    "jobset.sigs.k8s.io/global-replicas",
    "jobset.sigs.k8s.io/group-name",
    "jobset.sigs.k8s.io/group-replicas",
    "jobset.sigs.k8s.io/job-global-index",
    "jobset.sigs.k8s.io/job-group-index",
    "jobset.sigs.k8s.io/job-index",
    "jobset.sigs.k8s.io/job-key",
    "jobset.sigs.k8s.io/jobset-name",
    "jobset.sigs.k8s.io/jobset-uid",
    "jobset.sigs.k8s.io/replicatedjob-name",
    "jobset.sigs.k8s.io/replicatedjob-replicas",
    "jobset.sigs.k8s.io/restart-attempt",
    "karpenter.sh/do-not-disrupt",
    "karpenter.sh/nodeclaim",
    "karpenter.sh/nodepool-hash",
    "kubectl.kubernetes.io/default-container",
    "kubectl.kubernetes.io/restartedAt",
    "kubernetes.io/config.hash",
    "kubernetes.io/config.mirror",
    "kubernetes.io/config.seen",
    "kubernetes.io/config.source",
    "kueue.x-k8s.io/can-be-partially-admitted",
    "kueue.x-k8s.io/cannot-preempt",
    "kueue.x-k8s.io/is-group-workload",
    "kueue.x-k8s.io/job-completions-equal-parallelism",
    "kueue.x-k8s.io/job-min-parallelism",
    "kueue.x-k8s.io/pod-group-fast-admission",
    "kueue.x-k8s.io/pod-group-serving",
    "kueue.x-k8s.io/pod-group-total-count",
    "kueue.x-k8s.io/pod-index-offset",
    "kueue.x-k8s.io/pod-suspending-parent",
    "kueue.x-k8s.io/podset-preferred-topology",
    "kueue.x-k8s.io/podset-required-topology",
    "kueue.x-k8s.io/podset-slice-required-topology",
    "kueue.x-k8s.io/podset-slice-size",
    "kueue.x-k8s.io/podset-unconstrained-topology",
    "kueue.x-k8s.io/retriable-in-group",
    "kueue.x-k8s.io/role-hash",
    "kueue.x-k8s.io/workload",
    "kueue.x-k8s.io/workload-slice-name",
    "kueue.x-k8s.io/workload-slice-replacement-for",
    "kwok.x-k8s.io/node",
    "leaderworkerset.sigs.k8s.io/exclusive-topology",
    "leaderworkerset.sigs.k8s.io/group-index",
    "leaderworkerset.sigs.k8s.io/leader-name",
    "leaderworkerset.sigs.k8s.io/replicas",
    "leaderworkerset.sigs.k8s.io/size",
    "leaderworkerset.sigs.k8s.io/subgroup-exclusive-topology",
    "leaderworkerset.sigs.k8s.io/subgroup-size",
    "leaderworkerset.sigs.k8s.io/worker-index",
    "node.alpha.kubernetes.io/ttl",
    "operation.polyaxon.com/kind",
    "operation.polyaxon.com/name",
    "operation.polyaxon.com/owner",
    "operation.polyaxon.com/project",
    "pv.kubernetes.io/bind-completed",
    "pv.kubernetes.io/bound-by-controller",
    "pv.kubernetes.io/provisioned-by",
    "ray.io/ft-enabled",
    "ray.io/gcs-ft-deletion-timeout",
    "ray.io/initializing-timeout",
    "ray.io/kuberay-version",
    "ray.io/upgrade-strategy-recreate-hash",
    "scheduling.k8s.io/group-name",
    "scheduling.volcano.sh/group-name",
    "scheduling.volcano.sh/queue-name",
    "storageclass.kubernetes.io/is-default-class",
    "training.kubeflow.org/restart-attempt",
    "volcano.sh/job-name",
    "volcano.sh/job-version",
    "volcano.sh/queue-name",
    "volcano.sh/task-spec",
    "volume.kubernetes.io/selected-node",
    "volume.kubernetes.io/storage-provisioner",
];

impl Walk<'_> {
    /// A map of annotations.
    pub(super) fn annotations(&mut self, value: &mut Value, path: &Path<'_>) {
        let Value::Object(map) = value else { return self.mask_value(value, path, "annotation") };
        for (key, item) in map.iter_mut() {
            let place = path.key(key);
            match self.scope().annotation(key) {
                Verdict::Withheld(rule) => self.mask_value(item, &place, rule),
                Verdict::Allowed => self.allowed(item, &place, "annotation"),
                Verdict::Usual if READABLE.binary_search(&key.as_str()).is_ok() => {
                    self.text(item, &place, Depth::Certain, "annotation");
                }
                Verdict::Usual => self.mask_value(item, &place, "annotation"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::READABLE;

    #[test]
    fn the_list_is_sorted_and_exact() {
        let unsorted: Vec<_> = READABLE.windows(2).filter(|pair| pair[0] >= pair[1]).collect();
        assert!(unsorted.is_empty(), "{unsorted:?}");
        assert!(READABLE.iter().all(|key| !key.contains('*') && !key.contains("last-applied")));
    }
}
