//! The answer: its public shape, and the ways to print it. Width and colour are given, never looked up.
//!
//! Presentation only: nothing here judges, fetches or opens anything.

pub mod docs;
mod json;
mod model;
pub mod quote;
pub mod schema;
pub mod text;
pub mod tree;

pub use json::{to_json, to_yaml};
pub use model::{
    API_VERSION, Budget, Chain, ChainStep, ChainVerdict, GapNote, Graph, GraphEdge, GraphNode, Metadata, NotEvaluated,
    Outcome, Report, ReportFinding, ReportList, Role, Source, TimelineEntry, Verdict, exit_code_of,
};
