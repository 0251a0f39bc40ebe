//! MLOP702: whoever should act on the run is not at work.

use std::collections::{BTreeMap, BTreeSet};

use super::liveness::{Death, Liveness, liveness, of_deployment};
use crate::collect::Seen;
use crate::collect::needs::failing_webhook;
use crate::kinds::{Controller, names};
use crate::model::{Actor, Confidence, Object, ObjectRef, Query, State};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// The controller of an object that waits, ends or says nothing, or the server of a webhook that could not be
    /// called, whose Deployment is scaled to 0 or has no available pod, or whose Lease nobody renews.
    ///
    /// # Why it matters
    /// Nobody acts on the run: no pods are made, no status moves, no finalizer is taken off, and nothing says so. Often
    /// it looks like a queue or a scheduling problem.
    ///
    /// # Evidence
    /// `spec.replicas` and `availableReplicas` of the Deployment (one that is scaled to 0 keeps `Available=True`), and
    /// `renewTime` of the Lease against the moment of the diagnosis.
    ///
    /// # What to do
    /// Bring the controller back: scale it up, or see why its pods do not run.
    ///
    /// # Stays silent when
    /// Neither Deployment nor Lease is found under its usual name (they may have been renamed), one of the two could not
    /// be read, or another holder keeps the Lease fresh.
    RULE {
        code: "MLOP702",
        slug: "controller-not-alive",
        summary: "The controller that should act is not at work.",
        layer: Controller,
        nature: Cause,
        severity: Error,
        reads: [names::DEPLOYMENT, names::EVENT, names::LEASE],
        needs: [Controllers, Webhooks],
        refines: [],
        explained_by: [],
        reasons: [],
        since: "0.1.0",
        check: check,
    }
}

/// A controller, and the objects that wait for it.
type Awaited<'a> = BTreeMap<String, (&'a Controller, BTreeSet<ObjectRef>)>;

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    let mut told = BTreeSet::new();
    for (name, (controller, objects)) in awaited(scene) {
        match liveness(scene, controller) {
            Liveness::Dead(death) => {
                told.insert(death.subject.key().clone());
                let claims = if scene.controller(&names::WORKLOAD).is_some_and(|kueue| kueue.name == controller.name) {
                    claims(scene, &objects)
                } else {
                    Vec::new()
                };
                add(findings, &name, death, objects, claims);
            }
            Liveness::Unseen(query, gap) => findings.blind(query, &gap),
            Liveness::Alive(_) | Liveness::NotFound => {}
        }
    }
    for (deployment, objects) in webhook_servers(scene, findings) {
        if let Liveness::Dead(death) = of_deployment(scene, deployment)
            && !told.contains(death.subject.key())
        {
            add(findings, deployment.name(), death, objects, Vec::new());
        }
    }
}

/// The Workloads of what waits for the queue.
fn claims(scene: &Scene<'_>, objects: &BTreeSet<ObjectRef>) -> Vec<ObjectRef> {
    objects
        .iter()
        .filter_map(|object| scene.snapshot.object(&object.key()))
        .flat_map(|object| scene.snapshot.children_of_kind(object, &names::WORKLOAD))
        .map(Object::reference)
        .collect()
}

fn add(findings: &mut Findings, name: &str, death: Death<'_>, objects: BTreeSet<ObjectRef>, claims: Vec<ObjectRef>) {
    let first = objects.iter().next().map_or(String::new(), |object| format!(" {} {}", object.kind, object.name));
    let more = if objects.len() > 1 { format!(" and {} more", objects.len() - 1) } else { String::new() };
    let subject = death.subject;
    let sure = subject.is(&names::DEPLOYMENT) && subject.i64_at("/spec/replicas") == Some(0);
    let mut finding = findings
        .about(subject, format!("{name} is not at work: {}; it acts on{first}{more}", death.words))
        .confidence(if sure { Confidence::Certain } else { Confidence::Likely });
    for proof in death.proof {
        finding = finding.proof(proof);
    }
    for object in objects.into_iter().chain(claims) {
        finding = finding.related(object);
    }
    let (kind, namespace) = (subject.kind().kind.to_ascii_lowercase(), subject.namespace().unwrap_or("default"));
    findings.add(finding.since(death.since).run(
        Actor::Platform,
        format!("bring {name} back: scale it up, or see why its pods do not run"),
        ["kubectl", "describe", &kind, subject.name(), "-n", namespace],
    ));
}

/// Controllers of objects that wait, end or say nothing; and of the webhooks that could not be called.
fn awaited<'a>(scene: &Scene<'a>) -> Awaited<'a> {
    let mut awaited = Awaited::new();
    let mut add = |controller: Option<&'a Controller>, object: &Object| {
        if let Some(controller) = controller {
            let entry = awaited.entry(controller.name.to_string()).or_insert((controller, BTreeSet::new()));
            entry.1.insert(object.reference());
        }
    };
    for object in scene.run().filter(|object| !object.is(&names::POD)) {
        let state = scene.state(object);
        let behind = !state.is_terminal()
            && scene.snapshot.children(object).into_iter().any(|child| scene.state(child).is_terminal());
        if object.deleted().is_none() && !behind && matches!(state, State::Healthy | State::Succeeded | State::Failed) {
            continue;
        }
        add(scene.controller(object.kind()), object);
        if state == State::Suspended && object.label(names::QUEUE_LABEL).is_some() {
            add(scene.controller(&names::WORKLOAD), object);
        }
    }
    for object in scene.run() {
        for finalizer in object.finalizers().into_iter().filter(|_| object.deleted().is_some()) {
            for (prefix, kind) in &crate::collect::needs::CONTROLLER_OF_FINALIZER {
                if finalizer.starts_with(prefix) {
                    add(scene.controller(kind), object);
                }
            }
        }
    }
    for (object, namespace, _) in failing(scene) {
        for spec in scene.kinds.iter() {
            let here =
                spec.controller.as_ref().filter(|known| known.namespaces.iter().any(|place| *place == namespace));
            add(here, object);
        }
    }
    awaited
}

/// Objects of the run whose newest events tell of a webhook that could not be called: its namespace and Service.
fn failing<'a>(scene: &Scene<'a>) -> Vec<(&'a Object, String, String)> {
    let mut found = Vec::new();
    for object in scene.near() {
        for event in scene.events(object) {
            let service = failing_webhook(&event.message).and_then(|webhook| webhook.service);
            found.extend(service.map(|(service, namespace)| (object, namespace, service)));
        }
    }
    found.sort_by(|a, b| (a.0.key(), &a.1, &a.2).cmp(&(b.0.key(), &b.1, &b.2)));
    found.dedup_by(|a, b| (a.0.key(), &a.1, &a.2) == (b.0.key(), &b.1, &b.2));
    found
}

/// Deployments behind the Services of those webhooks, known by the Service's selector.
fn webhook_servers<'a>(scene: &Scene<'a>, findings: &mut Findings) -> Vec<(&'a Object, BTreeSet<ObjectRef>)> {
    let mut servers: BTreeMap<_, (&Object, BTreeSet<ObjectRef>)> = BTreeMap::new();
    for (object, namespace, service) in failing(scene) {
        let service = match scene.snapshot.get(&names::SERVICE, Some(&namespace), &service) {
            Seen::Yes(found) => found,
            Seen::Absent => continue,
            Seen::Unknown(gap) => {
                findings.blind(Query::Get { kind: names::SERVICE, namespace: Some(namespace), name: service }, &gap);
                continue;
            }
        };
        let Some(selector) = service.at("/spec/selector").and_then(|value| value.as_object()) else { continue };
        let known = |deployment: &Object| {
            // A known controller is weighed with its Lease, or not at all.
            scene.kinds.iter().filter_map(|spec| spec.controller.as_ref()).any(|controller| {
                controller.deployment.as_deref() == Some(deployment.name())
                    && controller.namespaces.iter().any(|place| *place == namespace)
            })
        };
        for deployment in scene.snapshot.of_kind(&names::DEPLOYMENT) {
            let labels = deployment.at("/spec/template/metadata/labels");
            let serves = !selector.is_empty()
                && selector.iter().all(|(key, value)| labels.and_then(|labels| labels.get(key)) == Some(value));
            if deployment.namespace() == Some(&namespace) && serves && !known(deployment) {
                let entry = servers.entry(deployment.key().clone()).or_insert((deployment, BTreeSet::new()));
                entry.1.insert(object.reference());
            }
        }
    }
    servers.into_values().collect()
}
