//! MLOP308: a scheduling gate holds a pod.

use serde_json::Value;

use crate::kinds::names;
use crate::model::{Actor, Evidence, Object};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// A pod whose `spec.schedulingGates` are not empty.
    ///
    /// # Why it matters
    /// No scheduler looks at such a pod, and no event is written. Whoever set a gate has to remove it; the condition
    /// `SchedulingGated` does not say who that is, the gate's name does.
    ///
    /// # Evidence
    /// The names of the gates.
    ///
    /// # What to do
    /// For Kueue's gates look at the Workload and its queue. For others ask whoever owns the gate's name.
    ///
    /// # Stays silent when
    /// The pod has no gates.
    RULE {
        code: "MLOP308",
        slug: "scheduling-gated",
        summary: "A scheduling gate holds a pod.",
        layer: Scheduling,
        nature: Cause,
        severity: Info,
        reads: [names::POD],
        needs: [],
        refines: [],
        explained_by: [
            "MLOP210", "MLOP211", "MLOP212", "MLOP213", "MLOP214", "MLOP215", "MLOP216", "MLOP217", "MLOP219",
            "MLOP702",
        ],
        reasons: ["SchedulingGated"],
        since: "0.1.0",
        check: check,
    }
}

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    for pod in scene.unscheduled().filter(|pod| pod.deleted().is_none()) {
        let gates: Vec<&str> = pod
            .items_at("/spec/schedulingGates")
            .iter()
            .filter_map(|gate| gate.get("name").and_then(Value::as_str))
            .collect();
        let Some(gate) = gates.first() else { continue };
        let by = if gate.starts_with("kueue.x-k8s.io/") {
            "Kueue has not let it in"
        } else {
            "its owner has not removed it"
        };
        let mut finding = findings
            .about(pod, format!("pod {} is held by scheduling gate {}: {by}", pod.name(), gates.join(", ")))
            .proof(Evidence::value(pod, "/spec/schedulingGates"))
            .since(pod.created())
            .signature(gates.join(" "))
            .act(Actor::Platform, format!("see who owns gate {gate} and what it waits for"));
        // What explains it hangs on the run, not on the pod: its Workload and the queue of that.
        for above in
            [Some(scene.made_by(pod)), scene.root()].into_iter().flatten().filter(|above| above.key() != pod.key())
        {
            finding = finding.related(Object::reference(above));
        }
        findings.add(finding);
    }
}
