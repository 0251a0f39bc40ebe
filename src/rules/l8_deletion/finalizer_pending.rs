//! MLOP801: a deletion waits for a finalizer.

use crate::collect::needs::CONTROLLER_OF_FINALIZER;
use crate::kinds::{Controller, names};
use crate::model::{Actor, Evidence, Finding, Object, Severity, time};
use crate::rules::l7_controller::liveness::{Liveness, liveness};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// An object of the run whose deletion was asked for and that finalizers still keep.
    ///
    /// # Why it matters
    /// It goes only once whoever owns the finalizer has done its part and taken it off. If that one is down, the object
    /// stays, and its name cannot be used again.
    ///
    /// # Evidence
    /// The deletion time, the finalizers, and whether the controller behind them is alive.
    ///
    /// # What to do
    /// Bring that controller back. Taking a finalizer off by hand skips the clean-up it stands for: what it guards (a
    /// cluster, quota, logs) is then left behind.
    ///
    /// # Stays silent when
    /// Nothing keeps the object, or a child that is being deleted keeps it (that one is told). In the first half minute
    /// it is told as normal.
    RULE {
        code: "MLOP801",
        slug: "finalizer-pending",
        summary: "A deletion waits for a finalizer.",
        layer: Deletion,
        nature: Cause,
        severity: Error,
        reads: [],
        needs: [Controllers],
        refines: [],
        explained_by: ["MLOP203", "MLOP702", "MLOP802"],
        reasons: ["Terminating"],
        since: "0.1.0",
        check: check,
    }
}

/// So long a deletion may take.
const GRACE: i64 = 30;

/// Finalizers of the garbage collector.
const GARBAGE: [&str; 2] = ["foregroundDeletion", "orphan"];

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    for object in scene.run() {
        let Some(deleted) = object.deleted().filter(|_| !object.finalizers().is_empty()) else { continue };
        // A pod's deletion time is the end of its grace period.
        let age = scene.snapshot.now().duration_since(deleted).as_secs();
        let waits = object.is(&names::POD) && age < GRACE;
        if waits || kept_by_child(scene, object) {
            continue;
        }
        findings.add(describe(scene, findings, object, age < GRACE));
    }
}

fn describe(scene: &Scene<'_>, findings: &Findings, object: &Object, young: bool) -> Finding {
    let finalizers = object.finalizers();
    let names = finalizers.join(", ");
    let deleted = object.deleted();
    let ago = deleted.map_or(String::new(), |at| format!(" for {}", time::age(at, scene.snapshot.now())));
    let controller = finalizers.iter().find_map(|finalizer| controller_of(scene, object, finalizer));
    let alive = controller.map(|controller| (controller, liveness(scene, controller)));
    let who = match &alive {
        Some((controller, Liveness::Alive(words))) => format!("that of {}, which is alive: {words}", controller.name),
        Some((controller, Liveness::Dead(death))) => {
            format!("that of {}, which is not at work: {}", controller.name, death.words)
        }
        Some((controller, Liveness::Unseen(..))) => format!("that of {}, which could not be seen", controller.name),
        Some((controller, Liveness::NotFound)) => {
            format!("that of {}, which was not found under its usual names", controller.name)
        }
        None if finalizers.iter().any(|name| GARBAGE.contains(name)) => "that of the garbage collector".to_owned(),
        None => "whose owner is not known here".to_owned(),
    };
    let what = format!("{} {}", object.kind().kind, object.name());
    let mut finding = findings
        .about(object, format!("{what} has been waiting{ago} to be deleted; it is kept by finalizer {names}, {who}"))
        .proof(Evidence::value(object, "/metadata/deletionTimestamp").at(deleted))
        .proof(Evidence::value(object, "/metadata/finalizers"))
        .since(deleted)
        .signature(names.clone())
        .severity(if young { Severity::Info } else { Severity::Error });
    if let Some((_, Liveness::Dead(death))) = alive {
        finding = finding.related(death.subject.reference());
    }
    if object.is(&names::POD) {
        finding = finding.related(scene.made_by(object).reference());
    }
    let (kind, namespace) = (object.kind().kind.to_ascii_lowercase(), object.namespace().unwrap_or("default"));
    finding.run(
        Actor::Platform,
        "bring back whoever owns the finalizer; taking it off by hand leaves behind what it guards",
        ["kubectl", "get", &kind, object.name(), "-n", namespace, "-o", "yaml"],
    )
}

/// Who takes a finalizer off.
fn controller_of<'a>(scene: &Scene<'a>, object: &Object, finalizer: &str) -> Option<&'a Controller> {
    if GARBAGE.contains(&finalizer) {
        return None;
    }
    let listed = CONTROLLER_OF_FINALIZER.into_iter().find(|(prefix, _)| finalizer.starts_with(prefix));
    let kind = listed.map(|(_, kind)| kind);
    // A finalizer in the kind's own group is its controller's.
    let own = || {
        let group = &object.kind().group;
        (!group.is_empty() && finalizer.split('/').next()?.ends_with(group.as_ref())).then(|| object.kind().clone())
    };
    scene.controller(&kind.or_else(own)?)
}

/// Whether only the garbage collector keeps it, for the sake of a child that is being deleted too.
fn kept_by_child(scene: &Scene<'_>, object: &Object) -> bool {
    object.finalizers().iter().all(|name| GARBAGE.contains(name))
        && scene.snapshot.children(object).into_iter().any(|child| child.deleted().is_some())
}
