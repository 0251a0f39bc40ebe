//! Judgement: one defect a rule, one rule a file.
//!
//! A rule reads the scene and says what it found, with proof. It never fetches, never reads a clock, never decides what
//! is the root of it all (the verdict does), and never takes not knowing for knowing.

mod catalogue;
mod declare;
mod findings;
mod scene;

mod l0_evidence;
mod l1_api;
mod l2_admission;
mod l3_scheduling;
mod l4_node;
mod l5_start;
mod l6_container;
mod l7_controller;
mod l8_deletion;

pub use catalogue::{all, by_code, by_reason};
pub use declare::{Layer, Nature, Rule};
pub use findings::{Blind, Findings};
pub use scene::Scene;
