//! A verdict as the report tells it.

use std::collections::{BTreeMap, HashMap};

use super::{Judged, Verdict};
use crate::health::{Freshness, freshness};
use crate::model::{Object, ObjectKey, ObjectRef, State};
use crate::report::{
    Budget, Graph, GraphEdge, GraphNode, Metadata, Report, ReportFinding, Role, Source, Verdict as Told,
};
use crate::rules::Scene;

/// The parts of a report that follow from the verdict and the graph. The rest is filled in by the pipeline.
#[must_use]
pub fn report(scene: &Scene<'_>, verdict: &Verdict, summary: String) -> Report {
    let mut order: Vec<usize> = (0..verdict.findings.len()).collect();
    order.sort_by_key(|index| {
        verdict.findings.get(*index).map(|judged| (judged.role != Role::Cause, place(judged.role), *index))
    });
    let ids: BTreeMap<usize, String> =
        order.iter().enumerate().map(|(number, index)| (*index, format!("f{}", number + 1))).collect();
    let findings: Vec<ReportFinding> =
        order.iter().filter_map(|index| Some(finding(ids.get(index)?, verdict.findings.get(*index)?, &ids))).collect();
    let target = scene.root().map(Object::reference).unwrap_or_else(|| ObjectRef {
        api_version: "v1".to_owned(),
        kind: "Unknown".to_owned(),
        namespace: None,
        name: String::new(),
        uid: None,
    });
    Report {
        api_version: crate::report::API_VERSION.to_owned(),
        kind: "DiagnosisReport".to_owned(),
        metadata: Metadata {
            generated_at: scene.snapshot.now(),
            tool_version: String::new(),
            source: Source::default(),
        },
        target,
        focus: scene.snapshot.focus().map(Object::reference),
        state: State::Unknown,
        verdict: Told {
            outcome: verdict.outcome,
            summary,
            findings: findings
                .iter()
                .filter(|finding| finding.role == Role::Cause)
                .map(|finding| finding.id.clone())
                .collect(),
        },
        findings,
        chain: Vec::new(),
        graph: graph(scene),
        timeline: Vec::new(),
        not_evaluated: Vec::new(),
        gaps: Vec::new(),
        budget: Budget::default(),
        exit_code: 0,
    }
}

/// Roots, then their symptoms, then what contributes, then facts, then history.
const fn place(role: Role) -> u8 {
    match role {
        Role::Cause => 0,
        Role::Symptom => 1,
        Role::Contributing => 2,
        Role::Notice => 3,
        Role::History => 4,
    }
}

fn finding(id: &str, judged: &Judged, ids: &BTreeMap<usize, String>) -> ReportFinding {
    let finding = &judged.finding;
    ReportFinding {
        id: id.to_owned(),
        code: judged.rule.code.to_owned(),
        slug: judged.rule.slug.to_owned(),
        title: judged.rule.summary.to_owned(),
        layer: judged.rule.layer.name().to_owned(),
        role: judged.role,
        explained_by: judged.explained_by.iter().filter_map(|index| ids.get(index).cloned()).collect(),
        severity: finding.severity,
        confidence: finding.confidence,
        actor: finding.remedies.first().map(|remedy| remedy.actor),
        subject: finding.subject.clone(),
        member: finding.member.clone(),
        detail: finding.detail.clone(),
        evidence: finding.evidence.clone(),
        remediation: finding.remedies.clone(),
        occurrences: (finding.occurrences > 1).then_some(finding.occurrences),
        ranks: finding.ranks.clone(),
        since: finding.since,
    }
}

fn graph(scene: &Scene<'_>) -> Graph {
    // Each object is named once, and meant by many edges. Looked up, never iterated.
    let names: HashMap<&ObjectKey, ObjectRef> = scene.graph.nodes().map(|(key, _)| (key, named(scene, key))).collect();
    let name = |key: &ObjectKey| names.get(key).cloned().unwrap_or_else(|| named(scene, key));
    Graph {
        nodes: scene.graph.nodes().map(|(key, seen)| node(scene, key, name(key), seen)).collect(),
        edges: scene
            .graph
            .arrows()
            .map(|arrow| GraphEdge {
                from: name(arrow.from),
                to: name(arrow.to),
                kind: arrow.edge.word().to_owned(),
                proof: arrow.proof.to_owned(),
            })
            .collect(),
    }
}

/// A node as reports name it; a ghost has no version.
fn named(scene: &Scene<'_>, key: &ObjectKey) -> ObjectRef {
    scene.snapshot.object(key).map_or_else(
        || ObjectRef {
            api_version: if key.kind.group.is_empty() { "v1".to_owned() } else { format!("{}/", key.kind.group) },
            kind: key.kind.kind.to_string(),
            namespace: key.namespace.clone(),
            name: key.name.clone(),
            uid: key.uid.clone(),
        },
        Object::reference,
    )
}

fn node(scene: &Scene<'_>, key: &ObjectKey, reference: ObjectRef, seen: bool) -> GraphNode {
    let object = scene.snapshot.object(key);
    let own = object.map(|object| scene.own(object));
    GraphNode {
        reference,
        seen,
        state: own.as_ref().map_or(State::Unknown, |own| own.state),
        reason: own.map(|own| own.reason).unwrap_or_default(),
        generation: object.and_then(Object::generation),
        observed_generation: object.and_then(|object| object.i64_at("/status/observedGeneration")),
        staleness: object.map_or(Freshness::NotKnowable, |object| freshness(scene.kinds, object)),
    }
}
