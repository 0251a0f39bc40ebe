//! MLOP704: nobody has ever written the status.

use crate::kinds::{Edge, KindSpec, names};
use crate::model::{Actor, Confidence, Evidence, Object, State, time};
use crate::rules::{Findings, Scene, declare::declare_rule};

declare_rule! {
    /// # Detects
    /// An object of a kind that has a controller, older than two minutes, with an empty status and no trace of that
    /// controller in its managed fields or its events.
    ///
    /// # Why it matters
    /// No controller acts on this kind: it is not installed, it watches other namespaces, or it is down. No pods will
    /// come, and neither queue nor scheduler has anything to do with it.
    ///
    /// # Evidence
    /// The absent status, the writers of the object, and its age.
    ///
    /// # What to do
    /// Find the Deployment that should act on this kind, and see whether it runs and watches this namespace.
    ///
    /// # Stays silent when
    /// The object is suspended, younger than two minutes, handed to another controller (`managedBy`), or its children or
    /// events show that its controller tried; or whether it has any could not be seen.
    RULE {
        code: "MLOP704",
        slug: "status-never-written",
        summary: "No controller has ever acted on the object.",
        layer: Controller,
        nature: Cause,
        severity: Error,
        reads: [names::EVENT],
        needs: [Controllers],
        refines: [],
        explained_by: ["MLOP103", "MLOP203", "MLOP702"],
        reasons: [],
        since: "0.1.0",
        check: check,
    }
}

/// So long a controller may take to look at something new.
const GRACE: i64 = 120;

fn check(scene: &Scene<'_>, findings: &mut Findings) {
    for object in scene.run().filter(|object| scene.state(object) == State::Unknown) {
        let Some(spec) = scene.spec(object).filter(|spec| spec.controller.is_some()) else { continue };
        let Some(created) = object.created() else { continue };
        let age = time::between(created, scene.snapshot.now());
        if age.as_secs() <= GRACE || has_status(object) || touched(spec, object) || handed_over(object) {
            continue;
        }
        if let Some(gap) = scene.snapshot.events_gap(object) {
            findings.blind(crate::model::Query::Events { of: object.key().clone() }, gap);
            continue;
        }
        // An event about it is the word of somebody who acts on it.
        if !scene.events(object).is_empty() || !scene.snapshot.children(object).is_empty() {
            continue;
        }
        // Nor can it be known to have no children while they are hidden.
        let hidden = spec
            .links
            .iter()
            .filter(|link| link.edge == Edge::Owns)
            .find_map(|link| scene.snapshot.gap_on(&link.to, object.namespace()));
        if let Some((query, gap)) = hidden {
            findings.blind(query.clone(), gap);
            continue;
        }
        let who = spec.controller.as_ref().map_or("", |controller| &controller.name);
        let what = format!("{} {}", object.kind().kind, object.name());
        let writers: Vec<String> = writers(object).into_iter().map(|(name, _)| name.to_owned()).collect();
        let ago = time::human(age);
        let terms = vec![
            format!("creationTimestamp {created}"),
            format!("now {}", scene.snapshot.now()),
            format!("writers: {}", if writers.is_empty() { "not shown".to_owned() } else { writers.join(", ") }),
        ];
        findings.add(
            findings
                .about(object, format!("{what} is {ago} old and nobody has written a status; {who} should have"))
                .confidence(Confidence::Likely)
                .proof(Evidence::absence(object, "status").at(Some(created)))
                .proof(Evidence::computed(object, "age", ago, terms))
                .since(Some(created))
                .run(
                    Actor::Platform,
                    format!("see whether {who} is installed, runs, and watches this namespace"),
                    ["kubectl", "get", "deployments", "-A"],
                ),
        );
    }
}

fn has_status(object: &Object) -> bool {
    object.at("/status").is_some_and(|status| status.as_object().is_none_or(|fields| !fields.is_empty()))
}

/// Field managers with the subresource they wrote.
fn writers(object: &Object) -> Vec<(&str, &str)> {
    object
        .items_at("/metadata/managedFields")
        .iter()
        .filter_map(|entry| {
            let name = entry.get("manager")?.as_str()?;
            Some((name, entry.get("subresource").and_then(|part| part.as_str()).unwrap_or("")))
        })
        .collect()
}

/// Whether its controller left a trace.
fn touched(spec: &KindSpec, object: &Object) -> bool {
    let known = |name: &str| {
        spec.controller.as_ref().is_some_and(|controller| controller.managers.iter().any(|manager| manager == name))
    };
    writers(object).into_iter().any(|(name, part)| part == "status" || known(name))
}

/// Whether the object says that another controller acts on it.
fn handed_over(object: &Object) -> bool {
    ["/spec/managedBy", "/spec/runPolicy/managedBy"].into_iter().any(|pointer| object.str_at(pointer).is_some())
}
