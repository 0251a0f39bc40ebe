//! What a rule is, and the macro that declares one.

use super::{Findings, Scene};
use crate::collect::Need;
use crate::model::{GroupKind, Severity};

/// Layers, for reading order and codes only: they decide nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layer {
    /// MLOP0nn: the evidence itself.
    Evidence,
    /// MLOP1nn: API and schema.
    Api,
    /// MLOP2nn: admission, quota, queue.
    Admission,
    /// MLOP3nn: scheduling and autoscaling.
    Scheduling,
    /// MLOP4nn: node and accelerator.
    Node,
    /// MLOP5nn: image, volume, network, init.
    Start,
    /// MLOP6nn: container and distributed runtime.
    Container,
    /// MLOP7nn: status and controllers.
    Controller,
    /// MLOP8nn: deletion and finalizers.
    Deletion,
    /// MLOP9nn: serving and lifecycle.
    Serving,
}

impl Layer {
    /// The hundred that the layer's codes are in.
    #[must_use]
    pub const fn hundred(self) -> u16 {
        self as u16
    }

    /// The layer's name in reports, and of its folder of case pages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Evidence => "evidence",
            Self::Api => "api",
            Self::Admission => "admission",
            Self::Scheduling => "scheduling",
            Self::Node => "node",
            Self::Start => "start",
            Self::Container => "container",
            Self::Controller => "controller",
            Self::Deletion => "deletion",
            Self::Serving => "serving",
        }
    }
}

/// Whether a rule names causes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nature {
    /// Its findings can be the root.
    Cause,
    /// Its findings only say that something is wrong below: never the root, however little else is known.
    Symptom,
}

/// A rule: what it detects, what it reads, who may explain it, and the check.
#[derive(Debug)]
pub struct Rule {
    /// `MLOPnnn`; permanent.
    pub code: &'static str,
    /// The defect in a few words: `oom-killed`.
    pub slug: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// Layer.
    pub layer: Layer,
    /// Whether it names causes.
    pub nature: Nature,
    /// Severity unless a finding says otherwise.
    pub severity: Severity,
    /// Kinds it reads beyond the run's own objects. A gap on one of them could change it.
    pub reads: &'static [GroupKind],
    /// What it needs fetched.
    pub needs: &'static [Need],
    /// Codes that say the same of the same subject in more general words: this one replaces them.
    pub refines: &'static [&'static str],
    /// Codes of deeper faults that would make this one a symptom. While one of them could not be evaluated, this rule's
    /// findings are never the root.
    pub explained_by: &'static [&'static str],
    /// The API's own reasons that lead to this page: `kubectl mlop explain OOMKilled`.
    pub reasons: &'static [&'static str],
    /// Version that brought it.
    pub since: &'static str,
    /// The page: headings Detects, Why it matters, Evidence, What to do, Stays silent when.
    pub doc: &'static str,
    /// Source file.
    pub file: &'static str,
    /// Source line.
    pub line: u32,
    /// The check.
    pub check: fn(&Scene<'_>, &mut Findings),
}

/// Declares a rule. The doc comment is the page that `explain` prints.
macro_rules! declare_rule {
    (
        $(#[doc = $doc:literal])*
        $name:ident {
            code: $code:literal,
            slug: $slug:literal,
            summary: $summary:literal,
            layer: $layer:ident,
            nature: $nature:ident,
            severity: $severity:ident,
            reads: [$($read:expr),* $(,)?],
            needs: [$($need:ident),* $(,)?],
            refines: [$($refined:literal),* $(,)?],
            explained_by: [$($explainer:literal),* $(,)?],
            reasons: [$($reason:literal),* $(,)?],
            since: $since:literal,
            check: $check:path $(,)?
        }
    ) => {
        $(#[doc = $doc])*
        pub(super) static $name: $crate::rules::Rule = $crate::rules::Rule {
            code: $code,
            slug: $slug,
            summary: $summary,
            layer: $crate::rules::Layer::$layer,
            nature: $crate::rules::Nature::$nature,
            severity: $crate::model::Severity::$severity,
            reads: &[$($read),*],
            needs: &[$($crate::collect::Need::$need),*],
            refines: &[$($refined),*],
            explained_by: &[$($explainer),*],
            reasons: &[$($reason),*],
            since: $since,
            doc: concat!($($doc, "\n"),*),
            file: file!(),
            line: line!(),
            check: $check,
        };
    };
}

pub(crate) use declare_rule;
