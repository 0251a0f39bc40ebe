//! What a rule found: one defect of one subject, with its proof and with who has to do what.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::evidence::Evidence;
use super::id::ObjectRef;
use super::object::Object;

/// How much it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Normal waiting or a fact, explained.
    Info,
    /// Degraded, or waiting longer than it should.
    Warning,
    /// Will not go on unless somebody acts.
    Error,
}

/// How sure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Confidence {
    /// One hint.
    Possible,
    /// Two facts together.
    Likely,
    /// The API says it.
    Certain,
}

/// Who has to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Actor {
    /// Whoever submitted the run.
    RunOwner,
    /// The team that runs queues, operators and quotas.
    Platform,
    /// Whoever owns nodes, storage and the control plane.
    ClusterAdministrator,
}

impl Actor {
    /// The actor in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::RunOwner => "run owner",
            Self::Platform => "platform",
            Self::ClusterAdministrator => "cluster administrator",
        }
    }
}

/// A next step. `argv` is a command as separate words: quoting is the renderer's business.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Remedy {
    /// Who does it.
    pub actor: Actor,
    /// What to do, in a few words; says what is destroyed, if anything is.
    pub text: String,
    /// A command that does it or shows more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub argv: Option<Vec<String>>,
}

/// Which part of a gang.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct Member {
    /// `master`, `worker`, `launcher`, `node`, …; as the kind names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// Index within the role.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<u64>,
    /// Restart attempt of the whole, if counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attempt: Option<u64>,
}

/// What a rule says. Role, id and explanations are given later, by the verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Code of the rule: `MLOP214`.
    pub code: &'static str,
    /// The object it is about.
    pub subject: ObjectRef,
    /// Which member of a gang the subject is.
    pub member: Option<Member>,
    /// How much it matters; the rule's own unless it said otherwise.
    pub severity: Severity,
    /// How sure.
    pub confidence: Confidence,
    /// One or two sentences with names and numbers.
    pub detail: String,
    /// What makes equal findings of siblings one: findings with equal signature under one owner collapse.
    pub signature: String,
    /// Proof; never empty.
    pub evidence: Vec<Evidence>,
    /// Who has to do what.
    pub remedies: Vec<Remedy>,
    /// When it began, for telling the first fault from its echoes.
    pub since: Option<Timestamp>,
    /// Of an earlier attempt, a superseded object or a stage since passed: told, never blamed.
    pub history: bool,
    /// How many siblings this one stands for.
    pub occurrences: u64,
    /// Their ranks, as `0-3,7`.
    pub ranks: Option<String>,
    /// The other objects it is about: what was waited for, held, referred to. The verdict walks through them.
    pub related: Vec<ObjectRef>,
    /// A collective-class ending (time-out, reset, peer's SIGTERM): never the first cause while a peer can explain it.
    pub echo: bool,
}

impl Finding {
    /// A finding about `subject`. The rule's macro fills in code and severity.
    #[must_use]
    pub fn about(code: &'static str, severity: Severity, subject: &Object, detail: impl Into<String>) -> Self {
        let detail = detail.into();
        Self {
            code,
            subject: subject.reference(),
            member: None,
            severity,
            confidence: Confidence::Certain,
            signature: String::new(),
            detail,
            evidence: Vec::new(),
            remedies: Vec::new(),
            since: None,
            history: false,
            occurrences: 1,
            ranks: None,
            related: Vec::new(),
            echo: false,
        }
    }

    /// Adds proof.
    #[must_use]
    pub fn proof(mut self, evidence: Evidence) -> Self {
        if self.since.is_none() {
            self.since = evidence.at;
        }
        self.evidence.push(evidence);
        self
    }

    /// Sets the confidence.
    #[must_use]
    pub const fn confidence(mut self, confidence: Confidence) -> Self {
        self.confidence = confidence;
        self
    }

    /// Sets the severity.
    #[must_use]
    pub const fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// Adds a next step.
    #[must_use]
    pub fn act(mut self, actor: Actor, text: impl Into<String>) -> Self {
        self.remedies.push(Remedy { actor, text: text.into(), argv: None });
        self
    }

    /// Adds a next step with a command.
    #[must_use]
    pub fn run<const N: usize>(mut self, actor: Actor, text: impl Into<String>, argv: [&str; N]) -> Self {
        let argv = Some(argv.iter().map(|word| (*word).to_owned()).collect());
        self.remedies.push(Remedy { actor, text: text.into(), argv });
        self
    }

    /// Sets what makes siblings equal (an exit code, a message without names).
    #[must_use]
    pub fn signature(mut self, signature: impl Into<String>) -> Self {
        self.signature = signature.into();
        self
    }

    /// Sets when it began.
    #[must_use]
    pub const fn since(mut self, since: Option<Timestamp>) -> Self {
        self.since = since;
        self
    }

    /// Marks it as past.
    #[must_use]
    pub const fn history(mut self, past: bool) -> Self {
        self.history = past;
        self
    }

    /// Marks it as an ending that a peer's fault would bring about.
    #[must_use]
    pub const fn echo(mut self, echo: bool) -> Self {
        self.echo = echo;
        self
    }

    /// Names another object it is about.
    #[must_use]
    pub fn related(mut self, object: ObjectRef) -> Self {
        self.related.push(object);
        self
    }
}
