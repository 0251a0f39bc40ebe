//! What a diagnosis is made from: what to ask for, and the one door the answers come in by.
//!
//! Pure: it plans and cleans, and never talks to a cluster, a disk or a clock itself.

pub mod admit;
