//! The public contract of a report: `mlop/v1alpha1`. Fields are only ever added within this version.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::health::Freshness;
use crate::model::{Actor, Confidence, Evidence, Member, ObjectRef, Permission, Remedy, Severity, State};

/// API version of reports.
pub const API_VERSION: &str = "mlop/v1alpha1";

fn api_version() -> String {
    API_VERSION.to_owned()
}

fn kind() -> String {
    "DiagnosisReport".to_owned()
}

fn list_kind() -> String {
    "DiagnosisReportList".to_owned()
}

/// The diagnosis of one run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// `mlop/v1alpha1`.
    #[serde(default = "api_version")]
    pub api_version: String,
    /// `DiagnosisReport`.
    #[serde(default = "kind")]
    pub kind: String,
    /// Where and when.
    pub metadata: Metadata,
    /// The run. Its UID is absent if it was not found.
    pub target: ObjectRef,
    /// The part of the run that was asked about, if it was not the whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub focus: Option<ObjectRef>,
    /// State of the run.
    pub state: State,
    /// What is the root of it.
    pub verdict: Verdict,
    /// All findings: roots first, then their symptoms, then the rest.
    pub findings: Vec<ReportFinding>,
    /// The six steps.
    pub chain: Vec<Chain>,
    /// Objects and what joins them.
    pub graph: Graph,
    /// What happened when, oldest first.
    pub timeline: Vec<TimelineEntry>,
    /// Rules that lacked evidence.
    pub not_evaluated: Vec<NotEvaluated>,
    /// Questions without an answer.
    pub gaps: Vec<GapNote>,
    /// What it cost.
    pub budget: Budget,
    /// The command's exit code: 0, 3, 4, 5 or 6.
    pub exit_code: u8,
}

/// Several diagnoses of one command.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportList {
    /// `mlop/v1alpha1`.
    #[serde(default = "api_version")]
    pub api_version: String,
    /// `DiagnosisReportList`.
    #[serde(default = "list_kind")]
    pub kind: String,
    /// The reports.
    pub items: Vec<Report>,
    /// The gravest of their exit codes.
    pub exit_code: u8,
}

impl ReportList {
    /// A list of reports.
    #[must_use]
    pub fn new(items: Vec<Report>) -> Self {
        let exit_code = exit_code_of(items.iter().map(|report| report.exit_code));
        Self { api_version: api_version(), kind: list_kind(), items, exit_code }
    }
}

/// The gravest of several exit codes, by the documented precedence 2, 1, 6, 3, 5, 4, 0.
#[must_use]
pub fn exit_code_of(codes: impl IntoIterator<Item = u8>) -> u8 {
    const ORDER: [u8; 7] = [2, 1, 6, 3, 5, 4, 0];
    let rank = |code: &u8| ORDER.iter().position(|known| known == code).unwrap_or(0);
    codes.into_iter().min_by_key(rank).unwrap_or(0)
}

/// Where and when a report was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Metadata {
    /// The moment the snapshot shows.
    pub generated_at: Timestamp,
    /// Version of the tool.
    pub tool_version: String,
    /// Where the answers came from.
    pub source: Source,
}

/// Where answers came from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Source {
    /// `cluster`, `bundle` or `files`.
    #[serde(rename = "type")]
    pub kind: String,
    /// kubeconfig context, or names of files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    /// Namespace it was narrowed to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    /// UID of the namespace kube-system.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cluster_id: Option<String>,
    /// Version of the API server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server_version: Option<String>,
}

/// How the search for the root ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// One root cause.
    Cause,
    /// Several that nothing ranks.
    Tie,
    /// Nothing is wrong.
    None,
    /// Something is wrong and its cause could not be established.
    Unknown,
}

/// What is the root of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Verdict {
    /// How the search ended.
    pub outcome: Outcome,
    /// One sentence.
    pub summary: String,
    /// Ids of the root findings; empty unless the outcome is a cause or a tie.
    pub findings: Vec<String>,
}

/// What part a finding plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// A root.
    Cause,
    /// True, in effect, and not what stops the run now.
    Contributing,
    /// Follows from another finding, or from something that could not be seen.
    Symptom,
    /// Of the past.
    History,
    /// A fact worth knowing.
    Notice,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportFinding {
    /// Unique within the report.
    pub id: String,
    /// `MLOPnnn`.
    pub code: String,
    /// The defect in a few words.
    pub slug: String,
    /// One sentence.
    pub title: String,
    /// Layer.
    pub layer: String,
    /// Part it plays.
    pub role: Role,
    /// Ids of the findings that explain this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub explained_by: Vec<String>,
    /// How much it matters.
    pub severity: Severity,
    /// How sure it is.
    pub confidence: Confidence,
    /// Who has to act first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actor: Option<Actor>,
    /// What it is about.
    pub subject: ObjectRef,
    /// Which member of a gang that is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub member: Option<Member>,
    /// Names and numbers.
    pub detail: String,
    /// Proof; never empty.
    pub evidence: Vec<Evidence>,
    /// What to do.
    pub remediation: Vec<Remedy>,
    /// How many siblings it stands for, if more than one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub occurrences: Option<u64>,
    /// Their ranks: `0-3,7`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranks: Option<String>,
    /// When it began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Timestamp>,
}

/// The six steps, in the order a person takes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChainStep {
    /// Does it exist, here?
    Exists,
    /// What do its conditions and events say?
    Conditions,
    /// Who is responsible, and is it alive?
    Controllers,
    /// Was it let in?
    Admission,
    /// Node, pod, container.
    Execution,
    /// Logs and results.
    Outputs,
}

/// How a step came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChainVerdict {
    /// In order.
    Ok,
    /// Something is wrong here.
    Problem,
    /// It waits here.
    Waiting,
    /// Could not be seen.
    Unknown,
    /// Not reached, or does not apply.
    Skipped,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Chain {
    /// Which.
    pub step: ChainStep,
    /// How it came out.
    pub verdict: ChainVerdict,
    /// In words.
    pub note: String,
    /// Objects it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objects: Vec<ObjectRef>,
}

/// Objects and what joins them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Graph {
    /// Objects.
    pub nodes: Vec<GraphNode>,
    /// Edges.
    pub edges: Vec<GraphEdge>,
}

/// An object of the graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GraphNode {
    /// Which.
    #[serde(rename = "ref")]
    pub reference: ObjectRef,
    /// False for a ghost: referred to, not seen.
    pub seen: bool,
    /// Its own state.
    pub state: State,
    /// The API's word for why.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// `metadata.generation`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generation: Option<i64>,
    /// `status.observedGeneration`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub observed_generation: Option<i64>,
    /// Whether its status speaks of its present spec.
    pub staleness: Freshness,
}

/// An edge of the graph. The arrow points at what is depended on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GraphEdge {
    /// Depends.
    pub from: ObjectRef,
    /// Is depended on.
    pub to: ObjectRef,
    /// What it means.
    #[serde(rename = "type")]
    pub kind: String,
    /// The field that proves it.
    pub proof: String,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct TimelineEntry {
    /// When.
    pub at: Timestamp,
    /// To what.
    pub subject: ObjectRef,
    /// What.
    pub what: String,
    /// `condition`, `event`, `container` or `metadata`.
    pub from: String,
}

/// A rule that lacked evidence.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct NotEvaluated {
    /// Code of the rule.
    pub code: String,
    /// What it would have needed.
    pub needs: String,
    /// Why that is missing.
    pub gap: String,
}

/// A question without an answer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GapNote {
    /// The question.
    pub query: String,
    /// Why it has no answer.
    pub why: String,
    /// Codes that the answer could change.
    pub could_change: Vec<String>,
    /// The right that is lacking, if that is why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub permission: Option<Permission>,
}

/// What a diagnosis cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Budget {
    /// Requests to the API server, or files read.
    pub requests: u64,
    /// Bytes received.
    pub bytes: u64,
    /// Requests made again.
    pub retries: u64,
    /// Answers that told us to wait.
    pub throttled: u64,
    /// Wall-clock milliseconds; 0 where files were read, so that the same input gives the same bytes.
    pub wall_ms: u64,
}

impl Report {
    /// Computes the exit code from what the report says.
    ///
    /// 3: an error-level finding is a cause or contributes, or the run is broken and the API no longer holds why.
    /// 5: no cause established, and a gap could change that. 4: warnings only. 0 otherwise. 6 is set where a target was
    /// not found. A run on its way of which its own pods or events were refused may be stuck there: `refused` says so.
    #[must_use]
    pub fn with_exit_code(mut self, refused: bool) -> Self {
        let worst = self
            .findings
            .iter()
            .filter(|finding| matches!(finding.role, Role::Cause | Role::Contributing))
            .map(|finding| finding.severity)
            .max();
        let open = self.gaps.iter().any(|gap| !gap.could_change.is_empty());
        let broken =
            self.findings.iter().any(|finding| finding.role == Role::Symptom && finding.severity == Severity::Error);
        self.exit_code = match (worst, self.verdict.outcome) {
            (Some(Severity::Error), _) => 3,
            (_, Outcome::Unknown) if open || !broken => 5,
            (_, Outcome::Unknown) => 3,
            (Some(Severity::Warning), _) => 4,
            (_, Outcome::None) if open && (!self.state.is_settled() || refused && self.state == State::Progressing) => {
                5
            }
            _ => 0,
        };
        self
    }
}
