//! The report on a run that is not there.

use crate::model::evidence::{EvidenceKind, Origin};
use crate::model::{Confidence, Evidence, ObjectRef, Severity, State};
use crate::report::{
    Budget, Chain, ChainStep, ChainVerdict, Graph, Metadata, Outcome, Report, ReportFinding, Role, Verdict,
};
use crate::rules::by_code;

/// Exit code of a target that was not found.
const NOT_FOUND: u8 = 6;

/// Says that `target` is not there, where its name is used, and which names here are near.
#[must_use]
pub fn not_found(metadata: Metadata, target: ObjectRef, elsewhere: &[ObjectRef], near: &[ObjectRef]) -> Report {
    let place = target.namespace.as_ref().map_or(String::new(), |namespace| format!(" in namespace {namespace}"));
    let mut detail = format!("there is no {} {}{place}", target.kind, target.name);
    let names = |list: &[ObjectRef]| list.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    if !elsewhere.is_empty() {
        detail = format!("{detail}; that name is used by {}", names(elsewhere));
    }
    if !near.is_empty() {
        detail = format!("{detail}; near names here: {}", names(near));
    }
    let evidence = Evidence {
        kind: EvidenceKind::Absence,
        subject: target.clone(),
        path: "/metadata/name".to_owned(),
        value: "absent".into(),
        terms: elsewhere.iter().chain(near).map(ToString::to_string).collect(),
        resource_version: None,
        at: Some(metadata.generated_at),
        from: Origin::Live,
    };
    let rule = by_code("MLOP001");
    let finding = ReportFinding {
        id: "f1".to_owned(),
        code: "MLOP001".to_owned(),
        slug: rule.map_or("target-not-found", |rule| rule.slug).to_owned(),
        title: rule.map_or("", |rule| rule.summary).to_owned(),
        layer: "evidence".to_owned(),
        role: Role::Cause,
        explained_by: Vec::new(),
        severity: Severity::Error,
        confidence: Confidence::Certain,
        actor: None,
        subject: target.clone(),
        member: None,
        detail: detail.clone(),
        evidence: vec![evidence],
        remediation: Vec::new(),
        occurrences: None,
        ranks: None,
        since: None,
    };
    Report {
        api_version: crate::report::API_VERSION.to_owned(),
        kind: "DiagnosisReport".to_owned(),
        metadata,
        target,
        focus: None,
        state: State::Unknown,
        verdict: Verdict { outcome: Outcome::Cause, summary: format!("{detail}."), findings: vec!["f1".to_owned()] },
        findings: vec![finding],
        chain: vec![Chain {
            step: ChainStep::Exists,
            verdict: ChainVerdict::Problem,
            note: "not found".to_owned(),
            objects: Vec::new(),
        }],
        graph: Graph::default(),
        timeline: Vec::new(),
        not_evaluated: Vec::new(),
        gaps: Vec::new(),
        budget: Budget::default(),
        exit_code: NOT_FOUND,
    }
}
